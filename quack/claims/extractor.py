"""What every extractor is: it reads the utterances of one game, and says what became of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from quack.claims.extraction import Extraction
from quack.events.models import Call

if TYPE_CHECKING:
    from quack.events.log import GameLog
    from quack.events.rows import Chat, Meeting, Timeline, Utterance

How = Literal["report", "button"]


@dataclass(frozen=True, slots=True)
class Said:
    """One utterance.

    Attributes:
        message, chat: position among the game's discussion messages, or among its chat lines; the other is None.
        speaker: player id.
        text: the words.
    """

    message: int | None
    chat: int | None
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Occasion:
    """What everyone knows as an utterance is made, and what was said before it.

    Attributes:
        meeting: index of the meeting; None in chat.
        caller, how: who called it, and how; None in chat.
        dead: ids of the players known to be dead.
        bodies: victim's id and room of each body that was announced.
        earlier: the utterances of the meeting so far, in order.
    """

    meeting: int | None = None
    caller: str | None = None
    how: How | None = None
    dead: frozenset[str] = frozenset()
    bodies: tuple[tuple[str, str], ...] = ()
    earlier: tuple[Said, ...] = ()


class Extractor(Protocol):
    """Reads the utterances of one game.

    Attributes:
        name, version: what an extraction is labelled with.
    """

    name: str
    version: str

    def extract(self, batch: Sequence[tuple[Said, Occasion]]) -> list[Extraction]:
        """One extraction per utterance, in order; what can't be read has the status failed and a cause."""
        ...


def discussion(log: GameLog, timeline: Timeline) -> list[tuple[Said, Occasion]]:
    """Every discussion message of a game with its occasion."""
    found: list[tuple[Said, Occasion]] = []
    occasions = {meeting.index: _occasion(log, timeline, meeting) for meeting in timeline.meetings}
    earlier: dict[int, tuple[Said, ...]] = {}
    for one in timeline.utterances:
        said = _said(one)
        known = occasions[one.meeting]
        before = earlier.get(one.meeting, ())
        found.append((said, Occasion(known.meeting, known.caller, known.how, known.dead, known.bodies, before)))
        earlier[one.meeting] = (*before, said)
    return found


def chat(log: GameLog, timeline: Timeline) -> list[tuple[Said, Occasion]]:
    """Every chat line of a game with its occasion; nothing is known of who died since the last meeting."""
    found: list[tuple[Said, Occasion]] = []
    for line in timeline.chats:
        past = [meeting for meeting in timeline.meetings if meeting.line < line.line]
        dead = _dead(timeline, past[-1].line) if past else frozenset()
        found.append((_chatted(line), Occasion(dead=dead)))
    return found


def _said(one: Utterance) -> Said:
    return Said(one.index, None, one.player, one.text)


def _chatted(line: Chat) -> Said:
    return Said(None, line.index, line.player, line.message)


def _dead(timeline: Timeline, line: int) -> frozenset[str]:
    killed = {kill.victim for kill in timeline.kills if kill.line < line}
    return frozenset(killed | {one.player for one in timeline.ejections if one.line < line})


def _occasion(log: GameLog, timeline: Timeline, meeting: Meeting) -> Occasion:
    ids = {player.name: player.id for player in log.players}
    calls = [event for event in log.events if event.line == meeting.line and isinstance(event, Call)]
    bodies = tuple(
        (ids[body.victim_name], body.room) for event in calls for body in event.bodies if body.victim_name in ids
    )
    return Occasion(meeting.index, meeting.caller, meeting.how, _dead(timeline, meeting.line), bodies)
