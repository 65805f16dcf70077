"""What was said in a game, as conversations: the chat of each round and the meetings, with their votes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from quack.claims.extraction import Extraction
from quack.events.rows import Meeting
from quack.kb.judge import Case
from quack.report.page.models import ClaimCard, Conversation, Message


def conversations_of(case: Case, cards: Sequence[ClaimCard]) -> tuple[Conversation, ...]:
    """The conversations in the order of the log; a round's chat comes before the meeting that ends the round."""
    ids: dict[str, list[str]] = {}
    for card in cards:
        ids.setdefault(card.id.rpartition(".")[0], []).append(card.id)
    read = {_key(one): one for one in case.claims.extractions}
    found = [*_meetings(case, read, ids), *_chats(case, read, ids)]
    return tuple(sorted(found, key=lambda one: one.line))


_Read = dict[tuple[str, int], Extraction]
_Ids = dict[str, list[str]]


def _key(one: Extraction) -> tuple[str, int]:
    return ("chat", one.chat) if one.chat is not None else ("message", one.message or 0)


def _meetings(case: Case, read: _Read, ids: _Ids) -> Iterator[Conversation]:
    timeline = case.timeline
    for meeting in timeline.meetings:
        messages = tuple(
            Message(
                "message",
                said.index,
                said.meeting,
                said.line,
                said.tick,
                said.player,
                said.text,
                _status(read.get(("message", said.index))),
                tuple(ids.get(f"{said.meeting}.{said.index}", ())),
            )
            for said in timeline.utterances
            if said.meeting == meeting.index
        )
        votes, ending = (
            list(_votes(case, meeting)),
            [each for each in timeline.ejections if each.meeting == meeting.index],
        )
        told = [f"{_name(case, each.player)} is ejected: {_role(case, each.player)}" for each in ending]
        blind = [f"{_name(case, each.player)} is ejected" for each in ending]
        how = "reports a body" if meeting.how == "report" else "presses the emergency button"
        head = f"meeting {meeting.index} at tick {meeting.tick}: {_name(case, meeting.caller)} {how}"
        nobody = [] if ending or not votes else ["nobody is ejected"]
        yield Conversation(
            meeting.index,
            meeting.tick,
            meeting.line,
            head,
            messages,
            (*votes, *told, *nobody),
            (*votes, *blind, *nobody),
        )


def _chats(case: Case, read: _Read, ids: _Ids) -> Iterator[Conversation]:
    rounds: dict[int, list[Message]] = {}
    for chat in case.timeline.chats:
        rounds.setdefault(chat.round, []).append(
            Message(
                "chat",
                chat.index,
                None,
                chat.line,
                chat.tick,
                chat.player,
                chat.message,
                _status(read.get(("chat", chat.index))),
                tuple(ids.get(f"c{chat.index}", ())),
            )
        )
    for number, messages in rounds.items():
        yield Conversation(None, messages[0].tick, messages[0].line, f"chat in round {number}", tuple(messages))


def _status(one: Extraction | None) -> str:
    return "not_attempted" if one is None else one.status


def _votes(case: Case, meeting: Meeting) -> Iterable[str]:
    for vote in case.timeline.votes:
        if vote.meeting == meeting.index:
            choice = "skips the vote" if vote.target is None else f"votes for {_name(case, vote.target)}"
            yield f"{_name(case, vote.voter)} {choice}"


def _name(case: Case, player: str) -> str:
    seat = case.log.by_id.get(player)
    return player if seat is None else seat.name


def _role(case: Case, player: str) -> str:
    seat = case.log.by_id.get(player)
    return "unknown" if seat is None else f"a {seat.role}"
