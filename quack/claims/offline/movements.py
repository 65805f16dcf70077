"""Movements: routes, legs, and those of which only one end is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from quack.claims.offline.candidates import Candidate, Key
from quack.claims.offline.collect import Collection, Raw
from quack.claims.offline.reference import Spot
from quack.claims.offline.routes import Leg, chains
from quack.claims.offline.sources import perceived, reporter

_LEAVE = frozenset("from of left leave leaves leaving exit exits exited exiting".split())
_SURE = -0.5
"""Chosen by cross-validation over seeds, as the thresholds are."""


class Accepted(NamedTuple):
    """A candidate that the model accepts, and its score."""

    candidate: Candidate
    score: float


class Movements(Collection):
    """Puts together the movements of one utterance."""

    def _moves(self, moves: list[Accepted]) -> set[Key]:
        covered: set[Key] = set()
        by_player: dict[int, list[Leg]] = {}
        for one in moves:
            origin, end = one.candidate.spots
            by_player.setdefault(one.candidate.anchors[0].player, []).append(Leg(one.score, origin, end, one.candidate))
        for player, legs in by_player.items():
            for chain in chains(legs):
                rooms = [chain[0].origin.room, *(leg.end.room for leg in chain)]
                covered.update((player, room) for room in rooms)
                if len(rooms) > 2:
                    self._route(player, rooms, chain)
                else:
                    self._leg(player, chain[0])
        return covered

    def _route(self, player: int, rooms: list[str], chain: list[Leg]) -> None:
        who = chain[0].candidate.anchors[0]
        tokens = [spot.token for leg in chain for spot in (leg.origin, leg.end)]
        line = self.lines[self.reading.speech.sentence[min(tokens)]]
        inside = [token for token in tokens if line.low <= token < line.high]
        source = reporter(line, who.token if who.token >= line.low else min(inside), max(inside), self.speaker)
        self.put(
            line, min(inside), max(inside), {"type": "location", "subject": self.names[player], "route": rooms}, source
        )

    def _leg(self, player: int, leg: Leg) -> None:
        raw: Raw = {
            "type": "activity",
            "subject": self.names[player],
            "activity": "traveling",
            "from": leg.origin.room,
            "to": leg.end.room,
        }
        who = leg.candidate.anchors[0]
        line, _, _ = self.place([leg.end.token, leg.origin.token])
        if player != self.speaker and perceived(line, who, self.speaker):
            raw["perceived"] = True
        self.add(leg.candidate, raw)

    def _steps(self, steps: list[Accepted], moved: set[Key], covered: set[Key]) -> set[Key]:
        """Movements of which only one end is told: where one is rather sure, also of a player who was seen there."""
        stated = (one for one in steps if one.candidate.key not in covered or one.score > _SURE)
        for key, one in best(stated).items():
            if key in moved:
                continue
            who, spot = one.anchors[0], one.spots[0]
            raw: Raw = {
                "type": "activity",
                "subject": self.names[who.player],
                "activity": "traveling",
                "from" if self._left(spot) else "to": spot.room,
            }
            line, _, _ = self.place([spot.token] + ([who.token] if who.how != "left out" else []))
            if who.player != self.speaker and perceived(line, who, self.speaker):
                raw["perceived"] = True
            self.add(one, raw)
        return {one.candidate.key for one in steps}

    def _left(self, spot: Spot) -> bool:
        """Whether a room is said to be left, not reached."""
        signs = self.reading.speech.signs
        before = [sign for sign in signs[max(spot.token - 3, 0) : spot.token] if sign not in ("the", "out", "back")]
        return bool(before) and before[-1] in _LEAVE


def best(found: Iterable[Accepted]) -> dict[Key, Candidate]:
    """For each key the candidate that scores most, in the order of their words."""
    most: dict[Key, Accepted] = {}
    for one in found:
        known = most.get(one.candidate.key)
        if known is None or one.score > known.score:
            most[one.candidate.key] = one
    return {key: one.candidate for key, one in most.items()}
