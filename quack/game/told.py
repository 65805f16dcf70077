"""Follows a game of format 2: its log says what every look showed, and no chat line is lost.

The observations are taken at their word, and held against what the replay shows. Where somebody took them out of the
log, looks are derived as from a log that never had any.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from quack.events.fit import Misfit
from quack.events.models import Observed, PlayerId, RoomName
from quack.events.rows import Chat, Look
from quack.events.state import GameState
from quack.game.visibility import Certainty, Hearing, Sight, Sighting, Sightings, in_view, listeners
from quack.game.watch import Watch, view_of

if TYPE_CHECKING:
    from quack.events.log import GameLog

_REMEDY = "the observation, or a line before it, was changed: record the game again"


class ToldWatch(Watch):
    """The witness of logs of format 2.

    Attributes:
        told: the observations, by line.
        chats: the chat lines of the living, by index.
        doubtful: looks at an unknown moment, or that may not have come: what is unheard since was heard at this look
            or will be at the next.
        misfits: observations that contradict the replay.
    """

    def __init__(self, log: GameLog) -> None:
        super().__init__()
        self.told = {event.line: event for event in log.events if type(event) is Observed}
        self.chats: dict[int, Chat] = {}
        self.doubtful: dict[PlayerId, Look] = {}
        self.misfits: list[Misfit] = []

    def result(self) -> Sightings:
        for player, look in self.doubtful.items():
            self._hear(look, "maybe", [chat for chat in self.unheard.get(player, ()) if chat.tick <= look.tick])
        return super().result()

    def before(self, state: GameState, actor: PlayerId, rooms: tuple[RoomName, ...]) -> None:
        # Where the looks are logged nobody looks at an unknown moment.
        if not self.told:
            super().before(state, actor, rooms)

    def spoke(self, state: GameState, chat: Chat) -> None:
        """A chat line reaches all who stand there, those who had their turn with their next look."""
        self.chats[chat.index] = chat
        for player in listeners(state, chat.room, chat.player):
            self.unheard.setdefault(player, []).append(chat)

    def tick_over(self) -> None:
        unheard = self.unheard
        super().tick_over()
        self.unheard = unheard

    def looked(self, state: GameState, look: Look, whole: bool) -> None:
        event = self.told.get(look.line)
        if event is not None:
            self._told(state, look, event)
        elif look.how == "waited" and look.player not in self.fallen:
            heard = self.unheard.pop(look.player, [])
            super().looked(state, look, whole)
            due = [chat for chat in heard if whole and chat.tick < look.tick]
            self._hear(look, "sure", due)
            if len(due) < len(heard):
                self.unheard[look.player] = heard[len(due) :]
                self.doubtful[look.player] = look
        else:
            super().looked(state, look, whole)

    def _told(self, state: GameState, look: Look, event: Observed) -> None:
        """A look as its observation tells it."""
        viewer, room = look.player, look.room
        at_call = event.moment == "call"
        if at_call:
            # What the meeting does to players and bodies makes every view anew.
            self.views = {}
            view = view_of(in_view(state, room, state.turns.get(viewer, 0)))
        else:
            view = self._now(state, room)
        shown = {sight for sight in chain(view.lasting, view.passing) if sight.target != viewer}
        seen = _sights(event)
        if shown != set(seen) or len(shown) < len(seen):
            self._contradicts(state, event, "seen", _words(state, seen), _words(state, shown))
            view = view_of([sight for sight in dict.fromkeys(seen) if sight.target != viewer])
        certainty: Certainty = "call" if at_call else "sure"
        self._see(look, certainty, view)
        self._hear(look, certainty, self._delivered(state, event))

    def _delivered(self, state: GameState, event: Observed) -> list[Chat]:
        heard = self.unheard.pop(event.player_id, [])
        due = [chat.index for chat in heard]
        if due == list(event.heard):
            return heard
        self._contradicts(state, event, "heard chat", _numbers(event.heard), _numbers(due))
        return [self.chats[index] for index in dict.fromkeys(event.heard) if index in self.chats]

    def _contradicts(self, state: GameState, event: Observed, verb: str, told: str, shown: str) -> None:
        who = state.names.get(event.player_id, event.player_id)
        what = f"{who} is said to have {verb} {told}, but the lines before show {shown}"
        self.misfits.append(Misfit(event.line, what, _REMEDY))

    def _hear(self, look: Look, certainty: Certainty, heard: Sequence[Chat]) -> None:
        """A chat line is heard where and when it was said, by the line of the look that delivered it."""
        for index, speaker, room, rnd, tick, _, _ in heard:
            row = Sighting(look.player, speaker, room, rnd, tick, tick, "heard", None, certainty, look.line)
            self.sightings.append(row)
            self.hearings.append(Hearing(index, look.player, certainty, look.line))


def _sights(event: Observed) -> list[Sight]:
    sights = [Sight(player, "present") for player in event.present]
    sights += [Sight(victim, "body") for victim in event.bodies]
    sights += [Sight(seen.player_id, "departing", seen.to) for seen in event.departing]
    sights += [Sight(seen.player_id, "arriving", seen.origin) for seen in event.arriving]
    return sights


def _words(state: GameState, sights: set[Sight] | list[Sight]) -> str:
    """Sights in words, in an order that does not depend on a hash."""
    told = []
    for target, how, other_end in sights:
        name = state.names.get(target, target)
        way = f" {'to' if how == 'departing' else 'from'} {other_end}" if other_end else ""
        told.append(f"{name} {how}{way}")
    return ", ".join(sorted(told)) or "nothing"


def _numbers(indices: tuple[int, ...] | list[int]) -> str:
    return ", ".join(map(str, indices)) or "none"
