"""Who sees whom: decided here, once, for the engine as for logs that do not say.

A player sees the others who stand in its room, the bodies there, and the departures from and arrivals into it. It
looks at its turn, before it acts, and once more when a meeting is called; never in a corridor, in tick 0, or between a
respawn and the next tick. A player whose turn left no line looked at an unknown moment of the tick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from quack.events.models import PlayerId, RoomName
from quack.events.places import Standing
from quack.events.state import GameState

How = Literal["present", "departing", "arriving", "body", "heard", "glimpsed"]
Certainty = Literal["sure", "maybe", "call"]


class Sight(NamedTuple):
    """One thing in view; `other_end` is where a departing player goes or an arriving one comes from."""

    target: PlayerId
    how: How
    other_end: RoomName | None = None


class Sighting(NamedTuple):
    """A viewer, in `room`, saw or heard a target: in every tick from `first` to `last`; `line` is the first look's.

    Looks of consecutive ticks that show a target in the same way, present or as a body, are one row; all else happens
    in a tick of its own.

    How: present; departing for or arriving from `other_end`; body; heard (a chat line reached it); glimpsed (present or
    departing at whatever moment it looked, though neither at every one). Look: sure; maybe (only some moments of the
    tick show it, or the turn may not have come); call (when a meeting began).
    """

    viewer: PlayerId
    target: PlayerId
    room: RoomName
    round: int
    first: int
    last: int
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
    """What a game let its players see and hear, by line of the first look."""

    sightings: tuple[Sighting, ...]
    hearings: tuple[Hearing, ...]


# Two views that show the same then hold the same objects, which are quick to compare.
_sight = lru_cache(maxsize=1_000)(Sight)


def in_view(state: GameState, room: RoomName, since: int = 0) -> list[Sight]:
    """What a room shows now: who stands there, the bodies, this tick's departures and arrivals after line `since`."""
    return lasting_in(state, room) + passing_in(state, room, since)


def lasting_in(state: GameState, room: RoomName) -> list[Sight]:
    """Who stands in a room, and the bodies there."""
    sights = [
        _sight(player, "present")
        for player, place in state.places.items()
        if type(place) is Standing and place.room == room
    ]
    if state.bodies:
        sights += [_sight(victim, "body") for victim, place in state.bodies.items() if place == room]
    return sights


def passing_in(state: GameState, room: RoomName, since: int = 0) -> list[Sight]:
    """The departures from a room in this tick and the arrivals into it, after line `since`."""
    sights: list[Sight] = []
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


def any_of(moments: Sequence[list[Sight]]) -> list[Sight]:
    """What some moment of a tick shows in a room."""
    return list(dict.fromkeys(chain.from_iterable(moments)))


def sift(moments: Sequence[list[Sight]]) -> tuple[list[Sight], list[Sight]]:
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


def listeners(state: GameState, room: RoomName, speaker: PlayerId) -> list[PlayerId]:
    """Whom a chat line reaches: the living who stand in the speaker's room, whether they had their turn or not."""
    return [player for player in state.standing_in(room) if player != speaker]
