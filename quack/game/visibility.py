"""Who sees whom: decided here, once, for the engine as for logs that do not say.

A player sees the others who stand in its room, the bodies there, and the departures from and arrivals into it. It
looks at its turn, before it acts, and once more when a meeting is called; never in a corridor, in tick 0, or between a
respawn and the next tick. A player whose turn left no line looked at an unknown moment of the tick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

from quack.events.models import Event, FreeRoamChat, PlayerId, PlayerKilled, PlayerMoved, RoomName, TickEnd
from quack.events.rows import Look, Timeline
from quack.events.state import CALLS, GameState, apply, begin, begins_tick, takes_part

if TYPE_CHECKING:
    from quack.events.log import GameLog

How = Literal["present", "departing", "arriving", "body", "heard", "glimpsed"]
Certainty = Literal["sure", "maybe", "call"]


class Sight(NamedTuple):
    """One thing in view; `other_end` is where a departing player goes or an arriving one comes from."""

    target: PlayerId
    how: How
    other_end: RoomName | None = None


class Sighting(NamedTuple):
    """A viewer, in `room`, saw or heard a target; `line` is that of its look.

    How: present; departing for or arriving from `other_end`; body; heard (a chat line reached it); glimpsed (present or
    departing at whatever moment it looked, though neither at every one). Look: sure; maybe (only some moments of the
    tick show it, or the turn may not have come); call (when a meeting began).
    """

    viewer: PlayerId
    target: PlayerId
    room: RoomName
    round: int
    tick: int
    how: How
    other_end: RoomName | None
    look: Certainty
    line: int


class Hearing(NamedTuple):
    """A chat line, by its index, reached a listener at the look in `line`."""

    chat: int
    listener: PlayerId
    look: Certainty
    line: int


class Sightings(NamedTuple):
    """What a game let its players see and hear, by line of the look."""

    sightings: tuple[Sighting, ...]
    hearings: tuple[Hearing, ...]


def in_view(state: GameState, room: RoomName, since: int = 0) -> list[Sight]:
    """What a room shows now: who stands there, the bodies, this tick's departures and arrivals after line `since`."""
    sights = [Sight(player, "present") for player in state.standing_in(room)]
    sights += [Sight(victim, "body") for victim, place in state.bodies.items() if place == room]
    for player, origin, destination, line, departs, arrives in state.movements:
        if line > since:
            if departs and origin == room:
                sights.append(Sight(player, "departing", destination))
            if arrives and destination == room:
                sights.append(Sight(player, "arriving", origin))
    return sights


def observe(state: GameState, player: PlayerId, since: int = 0) -> list[Sight]:
    """What a living player sees now, itself left out; nothing in a corridor.

    Args:
        since: the line of its last look in this tick; only later movements are in view.
    """
    room = state.room_of(player)
    if room is None:
        return []
    return [sight for sight in in_view(state, room, since) if sight.target != player]


def derive_sightings(log: GameLog, timeline: Timeline) -> Sightings:
    """What every look of the timeline contained, replayed for a log that does not say."""
    watch = _Watch(timeline)
    for event in log.events:
        watch.watch(event)
    watch.end_tick(whole=False)
    return watch.result()


class _Spoken(NamedTuple):
    chat: int
    speaker: PlayerId
    room: RoomName


class _Watch:
    """Replays a log and fills its looks."""

    def __init__(self, timeline: Timeline) -> None:
        self.state = GameState()
        self.sightings: list[Sighting] = []
        self.hearings: list[Hearing] = []
        self.chats = {chat.line: chat.index for chat in timeline.chats}
        self.own, self.waited, self.calls = (_by_line(timeline.looks, how) for how in ("own", "waited", "call"))
        self.unheard: dict[PlayerId, list[_Spoken]] = {}
        self.waiting: dict[PlayerId, Look] = {}
        self.moments: dict[RoomName, list[list[Sight]]] = {}

    def watch(self, event: Event) -> None:
        state, line = self.state, event.line
        if begins_tick(state, event):
            self.end_tick(whole=True)
            begin(state, event)
            self._begin_tick(line)
        for look in self.own.get(line, ()):
            self._fill(look, observe(state, look.player), "sure")
            self._hear(look, "sure")
        if type(event) is TickEnd:
            self.end_tick(whole=True)
        elif type(event) is PlayerKilled:
            self._fill_victim(event)
        apply(state, event)
        if type(event) is PlayerMoved:
            self._next_moment(event.origin, event.destination)
        elif type(event) is PlayerKilled:
            self._next_moment(event.room)
        elif type(event) is FreeRoamChat:
            self._spread(event)
        elif type(event) in CALLS:
            self._fill_call(line)

    def end_tick(self, *, whole: bool) -> None:
        """Fill the looks of those who waited; in a tick that is not whole their turn may not have come."""
        views = {room: _sift(moments) if whole else ([], _any_of(moments)) for room, moments in self.moments.items()}
        for look in self.waiting.values():
            self._fill_waited(look, *views[look.room])
        self.waiting = {}
        self.moments = {}
        self.unheard = {}

    def result(self) -> Sightings:
        order = attrgetter("line")
        return Sightings(tuple(sorted(self.sightings, key=order)), tuple(sorted(self.hearings, key=order)))

    def _begin_tick(self, line: int) -> None:
        for look in self.waited.get(line, ()):
            self.waiting[look.player] = look
            if look.room not in self.moments:
                self.moments[look.room] = [in_view(self.state, look.room)]

    def _next_moment(self, *rooms: RoomName) -> None:
        for room in rooms:
            if room in self.moments:
                self.moments[room].append(in_view(self.state, room))

    def _fill_victim(self, event: PlayerKilled) -> None:
        """A victim that left no line before may have had its turn, or not."""
        if event.target_id in self.waiting and takes_part(self.state, event.killer_id):
            look = self.waiting.pop(event.target_id)
            self._fill_waited(look, [], _any_of(self.moments[look.room]))

    def _fill_call(self, line: int) -> None:
        turns = self.state.turns
        for look in self.calls.get(line, ()):
            self._fill(look, observe(self.state, look.player, turns.get(look.player, 0)), "call")
            self._hear(look, "call")

    def _fill(self, look: Look, sights: Iterable[Sight], certainty: Certainty) -> None:
        viewer, room, index, tick, _, line = look
        for target, how, other_end in sights:
            if target != viewer:
                self.sightings.append(Sighting(viewer, target, room, index, tick, how, other_end, certainty, line))

    def _fill_waited(self, look: Look, sure: list[Sight], maybe: list[Sight]) -> None:
        self._fill(look, sure, "sure")
        self._fill(look, maybe, "maybe")
        self._hear(look, "maybe")

    def _spread(self, event: FreeRoamChat) -> None:
        """A chat line reaches who stood in its room before the action that it came with and has still to look."""
        state, speaker = self.state, event.player_id
        if event.line not in self.chats:
            return
        spoken = _Spoken(self.chats[event.line], speaker, event.room)
        call = state.call
        listeners = [player for player in state.standing_in(event.room) if player != speaker]
        if state.in_tick:
            for player in listeners:
                self.unheard.setdefault(player, []).append(spoken)
        elif call and (call.caller, call.tick) == (speaker, event.tick):
            stood_there = [player for player in listeners if player not in call.returned]
            for look in self.calls.get(call.line, ()):
                if look.player in stood_there:
                    self.unheard[look.player] = [spoken]
                    self._hear(look, "call")

    def _hear(self, look: Look, certainty: Certainty) -> None:
        for chat, speaker, room in self.unheard.pop(look.player, ()):
            if room == look.room:
                self._fill(look, (Sight(speaker, "heard"),), certainty)
                self.hearings.append(Hearing(chat, look.player, certainty, look.line))


def _by_line(looks: Iterable[Look], how: str) -> dict[int, list[Look]]:
    lines: dict[int, list[Look]] = {}
    for look in looks:
        if look.how == how:
            lines.setdefault(look.line, []).append(look)
    return lines


def _any_of(moments: list[list[Sight]]) -> list[Sight]:
    return list(dict.fromkeys(chain.from_iterable(moments)))


def _sift(moments: list[list[Sight]]) -> tuple[list[Sight], list[Sight]]:
    """What every moment of a tick shows in a room, and what only some show."""
    shown = Counter(chain.from_iterable(dict.fromkeys(moment) for moment in moments))
    sure = [sight for sight, times in shown.items() if times == len(moments)]
    maybe = [sight for sight, times in shown.items() if times < len(moments)]
    if maybe:
        near = [{sight.target for sight in moment if sight.how in ("present", "departing")} for moment in moments]
        always_near = set.intersection(*near)
        wavering = [sight.target for sight in maybe if sight.how == "present" and sight.target in always_near]
        sure += [Sight(target, "glimpsed") for target in wavering]
    return sure, maybe
