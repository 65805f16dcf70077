"""Where a claim says that somebody was: the players it is about and the rooms that it names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from quack.claims.entities import Names
from quack.claims.models import Accusation, Activity, BaseClaim, Defense, Location, Route, Sighting
from quack.events.models import PlayerId, RoomName


class SaidTrail(NamedTuple):
    """Whom a claim is about, and in which rooms it says they were, in its order."""

    players: tuple[PlayerId, ...]
    rooms: tuple[RoomName, ...]


def said_trail(claim: BaseClaim, names: Names, speaker: PlayerId) -> SaidTrail:
    """The trail that a claim tells of; names that are not in the game are left out."""
    people: Iterable[str | None] = (claim.subject,)
    rooms: Iterable[str | None] = ()
    match claim:
        case Location():
            rooms = (claim.room,)
        case Route():
            rooms = claim.route
        case Sighting():
            people = (claim.target, claim.subject)
            rooms = (claim.origin, claim.room, claim.destination)
        case Activity():
            rooms = (claim.origin, claim.room or names.task_room(claim.task), claim.destination)
        case Accusation():
            people = (claim.target,)
        case Defense():
            people = (claim.defended,)
    players = [player.id for player in map(names.player, people) if player is not None]
    found = [room for room in map(names.room, rooms) if room is not None]
    return SaidTrail(tuple(dict.fromkeys(players)) or (speaker,), tuple(found))
