"""What a scripted player remembers: everything that its observations told it, exactly.

Rounds count from 0; the tick of a call is the last of the round that it ends and the first of the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from quack.events.models import PlayerId, RoomName
from quack.game.actions import Action
from quack.game.observation import Briefing, HeardChat, MeetingReport, MeetingView, Observation

How = Literal["present", "departing", "arriving", "body", "heard"]


@dataclass(slots=True)
class Stay:
    """The player stood in a room, in every tick from `first` to `last`."""

    round: int
    room: RoomName
    first: int
    last: int


class Leg(NamedTuple):
    """The player set out at `first`; `last` is the tick it arrived, or the last that it was surely under way."""

    round: int
    origin: RoomName
    destination: RoomName
    first: int
    last: int
    arrived: bool


class Sight(NamedTuple):
    """The player saw or heard `target` in `room`; `other_end` is where it went to or came from."""

    round: int
    tick: int
    room: RoomName
    target: PlayerId
    how: How
    other_end: RoomName | None = None


class Work(NamedTuple):
    """A tick of work on a task."""

    round: int
    tick: int
    room: RoomName
    task: str | None


class Deed(NamedTuple):
    """A kill of the player's own."""

    round: int
    tick: int
    room: RoomName
    victim: PlayerId


class _Departure(NamedTuple):
    origin: RoomName
    destination: RoomName
    tick: int
    due: int


@dataclass(slots=True)
class Memory:
    """A player's memory; fill it with `look`, `act` and `attend`.

    Attributes:
        firsts: the first tick of each round.
        stays, legs: its own way, in order.
        sights: whom it saw or heard, in order.
        heard: the chat lines that reached it.
        meetings: the meetings that are over.
        tick: of the last look.
    """

    briefing: Briefing
    firsts: list[int] = field(default_factory=lambda: [0])
    stays: list[Stay] = field(default_factory=list)
    legs: list[Leg] = field(default_factory=list)
    sights: list[Sight] = field(default_factory=list)
    works: list[Work] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    heard: list[HeardChat] = field(default_factory=list)
    meetings: tuple[MeetingReport, ...] = ()
    tick: int = 0
    _departure: _Departure | None = None
    _attended: int = -1

    @property
    def me(self) -> PlayerId:
        return self.briefing.player

    @property
    def round(self) -> int:
        """The round of the last look."""
        return len(self.firsts) - 1

    def look(self, seen: Observation) -> None:
        """Keeps what an observation tells: of a turn, or of a call."""
        self.meetings = seen.meetings
        fresh = len(seen.meetings) > self.round
        if fresh:
            # Nobody moves between the respawn and the first tick of a round.
            self._departure = None
            self.firsts += [report.tick for report in seen.meetings[self.round :]]
        self.tick = seen.tick
        if self._departure is not None:
            self._arrive(seen, self._departure)
        elif fresh or not self.stays:
            self.stays.append(Stay(self.round, seen.room, self.firsts[-1], seen.tick))
        self._stand(seen)
        self._see(seen)

    def act(self, seen: Observation, action: Action) -> None:
        """Keeps what the player does at a turn that it has looked at."""
        if action not in seen.actions:
            return
        now = (self.round, seen.tick, seen.room)
        if action.kind == "move" and action.target is not None:
            ticks = dict(seen.neighbours)[action.target]
            due = seen.tick if ticks == 1 else seen.tick + ticks
            self._departure = _Departure(seen.room, action.target, seen.tick, due)
        elif action.kind == "do_task":
            task = next((task.name for task in seen.tasks if task.room == seen.room and task.done < task.needed), None)
            self.works.append(Work(*now, task))
        elif action.kind == "kill" and action.target is not None:
            self.deeds.append(Deed(*now, action.target))

    def attend(self, meeting: MeetingView) -> None:
        """Keeps the look at the call of a meeting, once."""
        if self._attended < meeting.index:
            self._attended = meeting.index
            self.look(meeting.look)

    def _arrive(self, seen: Observation, departure: _Departure) -> None:
        """What became of the move of the last turn."""
        origin, destination, tick, due = departure
        self._departure = None
        if seen.room == destination and seen.tick >= due:
            self.legs.append(Leg(self.round, origin, destination, tick, due, True))
            self.stays.append(Stay(self.round, destination, due, seen.tick))
        elif not seen.actions and due > tick:
            # A call cancels movement.
            self.legs.append(Leg(self.round, origin, destination, tick, due - 1, False))
            self.stays.append(Stay(self.round, origin, seen.tick, seen.tick))

    def _stand(self, seen: Observation) -> None:
        stay = self.stays[-1]
        if stay.room == seen.room and stay.round == self.round:
            stay.last = seen.tick
        else:
            self.stays.append(Stay(self.round, seen.room, seen.tick, seen.tick))

    def _see(self, seen: Observation) -> None:
        now = (self.round, seen.tick, seen.room)
        add = self.sights.append
        for player in seen.present:
            add(Sight(*now, player, "present"))
        for player, room in seen.departing:
            add(Sight(*now, player, "departing", room))
        for player, room in seen.arriving:
            add(Sight(*now, player, "arriving", room))
        for victim in seen.bodies:
            add(Sight(*now, victim, "body"))
        for chat in seen.heard:
            add(Sight(self.round, chat.tick, chat.room, chat.speaker, "heard"))
            self.heard.append(chat)
