"""What a frame of a game shows: all of it at one moment, as plain data, taken from the state that the fold makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from quack.events.models import PlayerId, RoomName
from quack.events.places import Place, Standing, Transit
from quack.world.map import GameMap


class Judged(NamedTuple):
    """A claim in words, and its verdict.

    Attributes:
        bucket: what the verdict counts as: supported, partial, refuted or undecided; None where there is no verdict.
        span: where in the utterance the claim stands: `text[first:last]`; None if that is not known.
    """

    words: str
    verdict: str
    bucket: str | None
    span: tuple[int, int] | None = None


class Speech(NamedTuple):
    """Something said, in a room or, without one, in a meeting."""

    speaker: PlayerId
    text: str
    room: RoomName | None
    judged: tuple[Judged, ...]


class Journey(NamedTuple):
    """Somebody under way: after which part of the way, from 0 to 1."""

    player: PlayerId
    origin: RoomName
    destination: RoomName
    part: float


class Step(NamedTuple):
    """A way that takes one tick, gone in this tick."""

    player: PlayerId
    origin: RoomName
    destination: RoomName


class Murder(NamedTuple):
    """A kill in this tick."""

    killer: PlayerId
    victim: PlayerId


Phase = Literal["start", "roam", "meeting", "vote", "over"]


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays, and where: what stays through a game.

    Attributes:
        names: every player's name, in seat order.
        ducks: who is a Duck.
    """

    names: Mapping[PlayerId, str]
    ducks: frozenset[PlayerId]
    map: GameMap


@dataclass(frozen=True, slots=True)
class Scene:
    """A game at one moment.

    Attributes:
        heading: which moment it is, in words.
        standing: the living players of each room, in seat order.
        journeys: who is under way.
        bodies: where the bodies lie, by victim.
        gone: of those who are out, in words how.
        tasks: how many of its tasks each player has completed, and of how many.
        steps, murders, working: what happened in this tick so far.
        votes: of those who have voted in this meeting, for whom; None is a skip.
        happened: this tick's or meeting's events in words, in their order.
    """

    tick: int
    phase: Phase
    heading: str
    standing: Mapping[RoomName, tuple[PlayerId, ...]]
    journeys: tuple[Journey, ...]
    bodies: Mapping[PlayerId, RoomName]
    gone: Mapping[PlayerId, str]
    tasks: Mapping[PlayerId, tuple[int, int]]
    steps: tuple[Step, ...] = ()
    murders: tuple[Murder, ...] = ()
    working: frozenset[PlayerId] = frozenset()
    speech: Speech | None = None
    votes: Mapping[PlayerId, PlayerId | None] | None = None
    happened: tuple[str, ...] = ()

    @property
    def room_of(self) -> dict[PlayerId, RoomName]:
        """Where those stand who stand somewhere."""
        return {player: room for room, players in self.standing.items() for player in players}


def standing_in(places: Mapping[PlayerId, Place]) -> dict[RoomName, tuple[PlayerId, ...]]:
    """The players of each room that somebody stands in."""
    rooms: dict[RoomName, tuple[PlayerId, ...]] = {}
    for player, place in places.items():
        if isinstance(place, Standing):
            rooms[place.room] = (*rooms.get(place.room, ()), player)
    return rooms


def journeys_of(places: Mapping[PlayerId, Place], tick: int) -> tuple[Journey, ...]:
    """Who is under way as a tick ends; at the start of the tick in which it is due it has arrived."""
    return tuple(
        Journey(player, place.origin, place.destination, _part(place, tick))
        for player, place in places.items()
        if isinstance(place, Transit)
    )


def _part(place: Transit, tick: int) -> float:
    ticks = place.due - place.tick
    return min(max((tick - place.tick + 1) / (ticks + 1), 0.0), 1.0)
