"""Candidates side by side: what a claim scores, beside what its rivals and companions score."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from quack.claims.offline.candidates import Candidate, Key

_LOW = -6.0
_KNEES = (-2, -1, 0, 1, 2)
_PRESENT = ("here", "at", "step", "task")

Values = dict[str, float]


class Mark(NamedTuple):
    """What a candidate scores, and the tokens that it rests on."""

    score: float
    tokens: tuple[int, ...]


def tokens_of(one: Candidate) -> tuple[int, ...]:
    """The tokens of what happened, in the order of the key; none for a stance."""
    if not one.spots:
        return ()
    return (*(anchor.token for anchor in one.anchors), *(spot.token for spot in one.spots))


class Field:
    """The scores of all candidates of an utterance: for each kind, those of each key, best first."""

    def __init__(self, scores: Mapping[str, Mapping[Key, list[Mark]]], speaker: int) -> None:
        self.scores = scores
        self.speaker = speaker
        self.best = {kind: {key: found[0].score for key, found in keys.items()} for kind, keys in scores.items()}
        self._words: dict[tuple[str, str, Key], dict[Key, float]] = defaultdict(dict)
        for kind, keys in scores.items():
            for key, marks in keys.items():
                for mark in marks:
                    for name, words, part in _shared(kind, key, mark.tokens):
                        _raise(self._words[kind, name, words], part, mark.score)
        self.target: dict[Key, float] = {}
        self.viewer: dict[Key, float] = {}
        self.origin: dict[Key, float] = {}
        self.end: dict[Key, float] = {}
        self._views: dict[Key, list[tuple[Key, float]]] = defaultdict(list)
        self._by_pair: dict[Key, list[tuple[Key, float]]] = defaultdict(list)
        self._rooms: dict[int | str, list[tuple[Key, float]]] = defaultdict(list)
        self._players: dict[int | str, list[tuple[Key, float]]] = defaultdict(list)
        self._legs: dict[Key, list[tuple[Key, float]]] = defaultdict(list)
        for key, score in self.best.get("sight", {}).items():
            viewer, target, room = key
            _raise(self.target, (target, room), score)
            _raise(self.viewer, (viewer, room), score)
            self._views[viewer, target].append((key, score))
            self._by_pair[target, room].append((key, score))
        for key, score in self.best.get("move", {}).items():
            player, origin, end = key
            _raise(self.origin, (player, origin), score)
            _raise(self.end, (player, end), score)
            for name, part in (("from", (player, origin)), ("to", (player, end)), ("way", (origin, end))):
                self._legs[(name, *part)].append((key, score))
        for key, score in self.best.get("here", {}).items():
            self._rooms[key[1]].append((key, score))
            self._players[key[0]].append((key, score))
        self.accepted = float(sum(score > 0 for keys in self.best.values() for score in keys.values()))

    def values(self, kind: str, key: Key) -> Values:
        """What is known of one candidate, by name."""
        own = self.scores[kind][key]
        values: Values = {
            "own": own[0].score,
            "next": own[1].score if len(own) > 1 else _LOW,
            "times": float(len(own)),
            "all": self.accepted / 4,
        }
        for name, words, part in _shared(kind, key, own[0].tokens):
            rivals = self._words[kind, name, words]
            values[name] = max((score for other, score in rivals.items() if other != part), default=_LOW)
        if kind in _PRESENT:
            values |= self._pair("", key)
            values["other here"] = _most(self._rooms[key[1]], key)
            values["elsewhere"] = _most(self._players[key[0]], key)
            values["own word"] = float(key[0] == self.speaker)
        elif kind == "sight":
            viewer, target, room = key
            values |= self._pair("target ", (target, room)) | self._pair("viewer ", (viewer, room))
            values["other viewer"] = _most(self._by_pair[target, room], key)
            values["other room"] = _most(self._views[viewer, target], key)
            values["back"] = self.best["sight"].get((target, viewer, room), _LOW)
            values["own word"], values["own target"] = float(viewer == self.speaker), float(target == self.speaker)
        elif kind == "move":
            player, origin, end = key
            values |= self._pair("origin ", (player, origin)) | self._pair("end ", (player, end))
            values["back"] = self.best["move"].get((player, end, origin), _LOW)
            values["other end"] = _most(self._legs["from", player, origin], key)
            values["other origin"] = _most(self._legs["to", player, end], key)
            values["onward"] = _most(self._legs["from", player, end], key)
            values["before"] = _most(self._legs["to", player, origin], key)
            values["other player"] = _most(self._legs["way", origin, end], key)
            values["own word"] = float(player == self.speaker)
        else:
            other = "defend" if kind == "accuse" else "accuse"
            values["other stance"] = self.best[other].get(key, _LOW)
            values["rival"] = max((score for rival, score in self.best[kind].items() if rival != key), default=_LOW)
            values["other rival"] = max(
                (score for rival, score in self.best[other].items() if rival != key), default=_LOW
            )
            values["own word"] = float(key[0] == self.speaker)
            values["seen"] = _most(self._views[self.speaker, key[0]], ())
            values["sees"] = _most(self._views[key[0], self.speaker], ())
            values["placed"] = _most(self._players[key[0]], ())
        return values

    def _pair(self, name: str, pair: Key) -> Values:
        values = {f"{name}{kind}": self.best.get(kind, {}).get(pair, _LOW) for kind in _PRESENT}
        for kind, table in (("target", self.target), ("viewer", self.viewer), ("from", self.origin), ("to", self.end)):
            values[f"{name}{kind}"] = table.get(pair, _LOW)
        return values


def _shared(kind: str, key: Key, tokens: tuple[int, ...]) -> Iterator[tuple[str, Key, Key]]:
    """Words that a candidate shares with rivals: a name, the words, and which part of the key they would differ in."""
    if kind in _PRESENT:
        (player, room), (who, spot) = key, tokens
        yield "room's player", (spot,), (player,)
        yield "player's room", (who,), (room,)
    elif kind == "sight":
        (viewer, target, room), (_, seen, spot) = key, tokens
        yield "room's target", (spot,), (target,)
        yield "target's room", (seen,), (room,)
        yield "words' viewer", (seen, spot), (viewer,)
    elif kind == "move":
        (player, first, last), (_, origin, end) = key, tokens
        yield "end's origin", (end,), (player, first)
        yield "origin's end", (origin,), (player, last)
        yield "words' player", (origin, end), (player,)


def _raise(table: dict[Key, float], key: Key, score: float) -> None:
    if score > table.get(key, _LOW):
        table[key] = score


def _most(found: list[tuple[Key, float]], but: Key) -> float:
    return max((score for key, score in found if key != but), default=_LOW)


def bent(values: Values) -> Values:
    """The values and what they exceed each knee by, so that a linear model can bend there."""
    found: Values = {}
    for name, value in values.items():
        value = min(max(value, _LOW), 8.0)
        found[name] = value / 2
        for knee in _KNEES:
            if value > knee:
                found[f"{name}>{knee}"] = (value - knee) / 2
    return found


Bends = dict[str, tuple[float, ...]]
"""For each name the weight of its value and of what it exceeds each knee by."""


def bends(weights: Mapping[str, float]) -> Bends:
    """Weights of bent values, by the value's name."""
    names = dict.fromkeys(name.partition(">")[0] for name in weights)
    return {name: (weights.get(name, 0.0), *(weights.get(f"{name}>{knee}", 0.0) for knee in _KNEES)) for name in names}


def weigh(values: Values, table: Bends) -> float:
    """What the bent values weigh together."""
    total = 0.0
    for name, value in values.items():
        found = table.get(name)
        if found is not None:
            value = min(max(value, _LOW), 8.0)
            total += found[0] * value
            for knee, weight in zip(_KNEES, found[1:], strict=True):
                if value <= knee:
                    break
                total += weight * (value - knee)
    return total / 2
