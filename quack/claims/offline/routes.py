"""Routes: legs that follow one another, joined."""

from __future__ import annotations

from typing import NamedTuple

from quack.claims.offline.candidates import Candidate
from quack.claims.offline.reference import Spot

_APART = 12


class Leg(NamedTuple):
    """A movement from one room's word to another's."""

    score: float
    origin: Spot
    end: Spot
    candidate: Candidate


def chains(legs: list[Leg]) -> list[list[Leg]]:
    """The longest chains of one player's legs; every word for a room is left once and reached once."""
    into: dict[int, Leg] = {}
    for leg in legs:
        known = into.get(leg.end.token)
        if known is None or leg.score > known.score:
            into[leg.end.token] = leg
    out: dict[int, Leg] = {}
    for leg in into.values():
        known = out.get(leg.origin.token)
        if known is None or leg.score > known.score:
            out[leg.origin.token] = leg
    reached = {leg.end.token for leg in out.values()}
    found = [_follow(leg, out) for leg in sorted(out.values(), key=_first) if leg.origin.token not in reached]
    return _longest(_joined(found))


def _first(leg: Leg) -> int:
    return leg.origin.token


def _follow(leg: Leg, out: dict[int, Leg]) -> list[Leg]:
    chain, seen = [leg], {leg.origin.token}
    while (after := out.get(chain[-1].end.token)) is not None and after.origin.token not in seen:
        seen.add(after.origin.token)
        chain.append(after)
    return chain


def _joined(found: list[list[Leg]]) -> list[list[Leg]]:
    """Chains that go on where the one before ended, a few words later, are one."""
    joined: list[list[Leg]] = []
    for chain in found:
        if joined:
            end, start = joined[-1][-1].end, chain[0].origin
            if end.room == start.room and 0 <= start.token - end.token <= _APART:
                joined[-1] = joined[-1] + chain
                continue
        joined.append(chain)
    return joined


def _longest(found: list[list[Leg]]) -> list[list[Leg]]:
    """Without chains that stand whole inside another."""
    kept: list[tuple[list[str], list[Leg]]] = []
    for chain in sorted(found, key=lambda chain: -len(chain)):
        rooms = [chain[0].origin.room, *(leg.end.room for leg in chain)]
        if not any(_within(rooms, other) for other, _ in kept):
            kept.append((rooms, chain))
    return [chain for _, chain in kept]


def _within(rooms: list[str], other: list[str]) -> bool:
    size = len(rooms)
    return any(other[start : start + size] == rooms for start in range(len(other) - size + 1))
