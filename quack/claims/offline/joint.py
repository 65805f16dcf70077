"""Candidates side by side: what a claim scores, beside what its rivals and companions score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quack.claims.offline.candidates import Candidate, Key, Proposal

LOW, _HIGH = -6.0, 8.0
"""A score counts as no less and no more."""
_KNEES = (-2, -1, 0, 1, 2)
_PRESENT = ("here", "at", "step", "task")
_ENDS = ("target", "viewer", "from", "to")
_SHARED = {
    **dict.fromkeys(_PRESENT, ("room's player", "player's room")),
    "sight": ("room's target", "target's room", "words' viewer"),
    "move": ("end's origin", "origin's end", "words' player"),
}
"""What rivals differ in that share words with a candidate, by the name of the words that they share."""

_PAIR = (*_PRESENT, *_ENDS)
_STANCE = ("other stance", "rival", "other rival", "own word", "seen", "sees", "placed")
_KNOWN = {
    **dict.fromkeys(_PRESENT, (*_PAIR, "other here", "elsewhere", "own word")),
    "sight": (
        *(f"target {name}" for name in _PAIR), *(f"viewer {name}" for name in _PAIR),
        "other viewer", "other room", "back", "own word", "own target",
    ),
    "move": (
        *(f"origin {name}" for name in _PAIR), *(f"end {name}" for name in _PAIR),
        "back", "other end", "other origin", "onward", "before", "other player", "own word",
    ),
    "accuse": _STANCE,
    "defend": _STANCE,
}  # fmt: skip
NAMES = {kind: ("own", "next", "times", "all", *_SHARED.get(kind, ()), *names) for kind, names in _KNOWN.items()}
"""For each kind of candidate the names of what is known of one."""

Values = dict[str, float]


class Mark(NamedTuple):
    """What a candidate scores, and the tokens that it rests on."""

    score: float
    tokens: tuple[int, ...]


def tokens_of(one: Candidate | Proposal) -> tuple[int, ...]:
    """The tokens of what happened, in the order of the key; none for a stance."""
    return tuple([word[0] for word in (*one.anchors, *one.spots)]) if one.spots else ()


class Rivals(dict[Key, tuple[float, Key, float]]):
    """For each word or words that rivals share: the best score, whose it is, and the best of all others."""

    def add(self, shared: Key, whose: Key, score: float) -> None:
        """Enters the score of a rival; one that counts as no score at all changes nothing."""
        if score <= LOW:
            return
        known = self.get(shared)
        if known is None:
            self[shared] = (score, whose, LOW)
            return
        best, first, second = known
        if whose == first:
            if score > best:
                self[shared] = (score, first, second)
        elif score > best:
            self[shared] = (score, whose, best)
        elif score > second:
            self[shared] = (best, first, score)

    def best(self, shared: Key, but: Key | None = None) -> float:
        """The best score of all rivals, or of all but one."""
        known = self.get(shared)
        if known is None:
            return LOW
        return known[2] if known[1] == but else known[0]


class Field:
    """The scores of all candidates of an utterance: for each kind, those of each key, best first."""

    def __init__(self, scores: Mapping[str, Mapping[Key, list[Mark]]], speaker: int) -> None:
        self.scores = scores
        self.speaker = speaker
        self.best = {kind: {key: found[0][0] for key, found in keys.items()} for kind, keys in scores.items()}
        self._words = {kind: tuple(Rivals() for _ in _SHARED.get(kind, ())) for kind in scores}
        for kind, tables in self._words.items():
            if tables:
                self._add_words(kind, tables)
        self._views, self._by_pair, self._rooms, self._players = Rivals(), Rivals(), Rivals(), Rivals()
        self._ends = {end: Rivals() for end in _ENDS}
        self._legs = {"from": Rivals(), "to": Rivals(), "way": Rivals()}
        self._add_keys()
        self._pairs: dict[Key, list[float]] = {}
        self.accepted = float(sum(score > 0 for keys in self.best.values() for score in keys.values()))

    def _add_words(self, kind: str, tables: tuple[Rivals, ...]) -> None:
        for key, marks in self.scores[kind].items():
            for score, tokens in marks:
                if score > LOW:
                    for table, (shared, whose) in zip(tables, _parts(kind, key, tokens), strict=True):
                        table.add(shared, whose, score)

    def _add_keys(self) -> None:
        ends, legs = self._ends, self._legs
        for key, score in self.best.get("sight", {}).items():
            viewer, target, room = key
            ends["target"].add((target, room), (), score)
            ends["viewer"].add((viewer, room), (), score)
            self._views.add((viewer, target), key, score)
            self._by_pair.add((target, room), key, score)
        for key, score in self.best.get("move", {}).items():
            player, origin, end = key
            ends["from"].add((player, origin), (), score)
            ends["to"].add((player, end), (), score)
            legs["from"].add((player, origin), key, score)
            legs["to"].add((player, end), key, score)
            legs["way"].add((origin, end), key, score)
        for key, score in self.best.get("here", {}).items():
            self._rooms.add(key[1:], key, score)
            self._players.add(key[:1], key, score)

    def values(self, kind: str, key: Key) -> Values:
        """What is known of one candidate, by name."""
        return dict(zip(NAMES[kind], self.row(kind, key), strict=True))

    def row(self, kind: str, key: Key) -> list[float]:
        """What is known of one candidate, in the order of its kind's `NAMES`."""
        own = self.scores[kind][key]
        score, tokens = own[0]
        row = [score, own[1][0] if len(own) > 1 else LOW, float(len(own)), self.accepted / 4]
        parts = _parts(kind, key, tokens)
        row += [table.best(shared, whose) for table, (shared, whose) in zip(self._words[kind], parts, strict=True)]
        if kind in _PRESENT:
            player, room = key
            row += self._pair(key)
            row += (self._rooms.best((room,), key), self._players.best((player,), key), float(player == self.speaker))
        elif kind == "sight":
            row += self._sight(key)
        elif kind == "move":
            row += self._move(key)
        else:
            row += self._stance(kind, key)
        return row

    def _sight(self, key: Key) -> list[float]:
        viewer, target, room = key
        return [
            *self._pair((target, room)),
            *self._pair((viewer, room)),
            self._by_pair.best((target, room), key),
            self._views.best((viewer, target), key),
            self.best["sight"].get((target, viewer, room), LOW),
            float(viewer == self.speaker),
            float(target == self.speaker),
        ]

    def _move(self, key: Key) -> list[float]:
        player, origin, end = key
        legs = self._legs
        return [
            *self._pair((player, origin)),
            *self._pair((player, end)),
            self.best["move"].get((player, end, origin), LOW),
            legs["from"].best((player, origin), key),
            legs["to"].best((player, end), key),
            legs["from"].best((player, end), key),
            legs["to"].best((player, origin), key),
            legs["way"].best((origin, end), key),
            float(player == self.speaker),
        ]

    def _stance(self, kind: str, key: Key) -> list[float]:
        (player,) = key
        other = "defend" if kind == "accuse" else "accuse"
        return [
            self.best[other].get(key, LOW),
            max((score for rival, score in self.best[kind].items() if rival != key), default=LOW),
            max((score for rival, score in self.best[other].items() if rival != key), default=LOW),
            float(player == self.speaker),
            self._views.best((self.speaker, player)),
            self._views.best((player, self.speaker)),
            self._players.best((player,)),
        ]

    def _pair(self, pair: Key) -> list[float]:
        """What a player in a room scores, and the best that has it as one end."""
        row = self._pairs.get(pair)
        if row is None:
            row = [self.best.get(kind, {}).get(pair, LOW) for kind in _PRESENT]
            row += [table.best(pair) for table in self._ends.values()]
            self._pairs[pair] = row
        return row


def _parts(kind: str, key: Key, tokens: tuple[int, ...]) -> tuple[tuple[Key, Key], ...]:
    """For each name of `_SHARED` the words that a candidate shares with rivals, and the part of its key of its own."""
    if kind in _PRESENT:
        (player, room), (who, spot) = key, tokens
        return ((spot,), (player,)), ((who,), (room,))
    if kind == "sight":
        (viewer, target, room), (_, seen, spot) = key, tokens
        return ((spot,), (target,)), ((seen,), (room,)), ((seen, spot), (viewer,))
    if kind == "move":
        (player, first, last), (_, origin, end) = key, tokens
        return ((end,), (player, first)), ((origin,), (player, last)), ((origin, end), (player,))
    return ()


def bent(values: Values) -> Values:
    """The values and what they exceed each knee by, so that a linear model can bend there."""
    found: Values = {}
    for name, value in values.items():
        value = min(max(value, LOW), _HIGH)
        found[name] = value / 2
        for knee in _KNEES:
            if value > knee:
                found[f"{name}>{knee}"] = (value - knee) / 2
    return found


Bend = tuple[float, tuple[tuple[float, float], ...], float]
"""What the lowest value weighs; for each whole number from there what a value up to the next one weighs, as the weight
of zero and the weight of one more; what the highest weighs."""

Bends = tuple[Bend | None, ...]
"""The weights for each name of a kind; None for a name without."""


def bends(kind: str, weights: Mapping[str, float]) -> Bends:
    """Weights of bent values, in the order of the kind's `NAMES`."""
    known = {name.partition(">")[0] for name in weights}
    return tuple(_bend(name, weights) if name in known else None for name in NAMES[kind])


def _bend(name: str, weights: Mapping[str, float]) -> Bend:
    pieces: list[tuple[float, float]] = []
    for low in range(int(LOW), int(_HIGH)):
        passed = [(0, weights.get(name, 0.0)), *((knee, weights.get(f"{name}>{knee}", 0.0)) for knee in _KNEES)]
        known = [(knee, weight) for knee, weight in passed[: 1 + sum(knee <= low for knee in _KNEES)]]
        pieces.append((-sum(knee * weight for knee, weight in known), sum(weight for _, weight in known)))
    (first, slope), (last, steep) = pieces[0], pieces[-1]
    return first + slope * LOW, tuple(pieces), last + steep * _HIGH


def weigh(row: Sequence[float], table: Bends) -> float:
    """What the bent values of a row weigh together."""
    total = 0.0
    for value, bend in zip(row, table, strict=True):
        if bend is None:
            continue
        if value <= LOW:
            total += bend[0]
        elif value >= _HIGH:
            total += bend[2]
        else:
            zero, slope = bend[1][int(value - LOW)]
            total += zero + slope * value
    return total / 2
