"""What labelled claims say about candidates: for each kind, the keys that are asserted."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from quack.claims.entities import Names
from quack.claims.models import Accusation, Activity, BaseClaim, Defense, Location, Route, Sighting
from quack.claims.offline.candidates import Key

KINDS = ("here", "at", "step", "sight", "move", "task", "accuse", "defend")

Keys = dict[str, set[Key]]


def asserted_keys(claims: Iterable[BaseClaim], names: Names) -> Keys:
    """The keys that claims assert; what names nobody or nowhere in the game is left out."""
    keys: Keys = {kind: set() for kind in KINDS}
    for claim in claims:
        if not claim.denied:
            _add(keys, claim, names)
    here = keys["here"]
    here |= keys["at"] | keys["step"] | keys["task"]
    here |= {(player, room) for player, *rooms in keys["move"] for room in rooms}
    here |= {(player, room) for viewer, target, room in keys["sight"] for player in (viewer, target)}
    return {kind: {key for key in found if None not in key} for kind, found in keys.items()}


def _add(keys: Keys, claim: BaseClaim, names: Names) -> None:
    def player(text: str | None) -> int | None:
        found = names.player(text)
        return None if found is None else found.index

    def add(kind: str, *key: int | str | None) -> None:
        keys[kind].add(key)  # type: ignore[arg-type]

    who = player(claim.subject)
    if isinstance(claim, Route):
        rooms = [names.room(room) for room in claim.route]
        rooms = [room for index, room in enumerate(rooms) if index == 0 or room != rooms[index - 1]]
        if len(rooms) == 1:
            add("at", who, rooms[0])
        for origin, end in pairwise(rooms):
            add("move", who, origin, end)
    elif isinstance(claim, Location):
        add("at", who, names.room(claim.room))
    elif isinstance(claim, Sighting):
        add("sight", who, player(claim.target), names.room(claim.room))
    elif isinstance(claim, Activity):
        origin, end, room = (names.room(text) for text in (claim.origin, claim.destination, claim.room))
        if claim.activity == "traveling" and origin and end:
            add("move", who, origin, end)
        elif claim.activity == "traveling":
            add("step", who, room or origin or end)
        elif claim.activity in ("task", "waiting"):
            add("task" if claim.activity == "task" else "at", who, room)
    elif isinstance(claim, Accusation):
        add("accuse", player(claim.target))
    elif isinstance(claim, Defense):
        add("defend", player(claim.defended))
