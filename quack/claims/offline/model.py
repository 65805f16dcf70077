"""The logistic model: weights of token patterns for each kind of candidate, and of what its rivals score."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

from quack.claims.offline.candidates import Blocks, Key, Proposal
from quack.claims.offline.joint import Field, bends, weigh
from quack.claims.offline.memory import Assertion, Memory

WEIGHTS = Path(__file__).with_name("weights.jsonl.gz")

Table = dict[str, float]

FLOOR = -4.0
"""A candidate that the first step scores lower is out."""


class Judge(NamedTuple):
    """What decides about one kind: weights by place and pattern, then weights of the scores themselves.

    Attributes:
        bias, places: the first step, a sum over patterns.
        joint_bias, joint: the second step, over a candidate's score, those of its rivals, and what was claimed before.
        threshold: a claim is accepted above it.
    """

    bias: float
    places: Mapping[str, Table]
    joint_bias: float = 0.0
    joint: Mapping[str, float] = {}
    threshold: float = 0.0


SIDE_BY_SIDE = (("sight", "here", "at", "step", "task"), ("move",), ("accuse", "defend"))
"""Kinds that look at the same features, which are looked up once for all of them."""

_UNIT = 1000
"""Scores are added up in whole thousandths, so that they come out the same in whatever order they are added."""

_LANE = 30
_MASK, _HALF = (1 << _LANE) - 1, 1 << (_LANE - 1)
"""The sums of kinds side by side are one number, which has so many bits for each of them; all weights of a kind
together are far less than the half of what these bits hold."""

Rows = dict[str, int]
"""For each pattern its weights in one number, the first kind's in the lowest bits."""


class Model:
    """All judges, by kind."""

    def __init__(self, judges: Mapping[str, Judge]) -> None:
        self.judges = dict(judges)
        self.bends = {kind: bends(kind, judge.joint) for kind, judge in judges.items()}
        families = tuple([judges.get(kind, _NONE) for kind in kinds] for kinds in SIDE_BY_SIDE)
        self.rows = tuple(map(_side_by_side, families))
        self.starts = tuple(
            sum((round(judge.bias * _UNIT) + _HALF) << (_LANE * column) for column, judge in enumerate(family))
            for family in families
        )

    def value(self, kind: str, key: Key, field: Field, memory: Memory) -> float:
        """The second step's score of a candidate, among its rivals and after what was claimed before."""
        judge = self.judges[kind]
        total = judge.joint_bias + weigh(field.row(kind, key), self.bends[kind])
        return total + sum(map(judge.joint.get, memory.traits(kind, key, field.speaker), repeat(0.0)))

    def accepted(self, field: Field, memory: Memory) -> list[Assertion]:
        """What the model accepts of an utterance, by kind and key."""
        return [
            (kind, key)
            for kind, keys in field.scores.items()
            for key, found in keys.items()
            if found[0].score >= FLOOR and self.value(kind, key, field, memory) > self.judges[kind].threshold
        ]

    def scorer(self) -> Scorer:
        """A scorer for one utterance; what it adds up once it keeps."""
        return Scorer(self)


_NONE = Judge(0.0, {})


def _side_by_side(judges: Sequence[Judge]) -> dict[str, Rows]:
    """By place and pattern the weights that several judges give it."""
    rows: dict[str, Rows] = {}
    known: dict[int, int] = {}
    for column, judge in enumerate(judges):
        shifted = _Shifted(_LANE * column)
        for place, table in judge.places.items():
            found = dict(zip(table, map(shifted.__getitem__, table.values()), strict=True))
            older = rows.setdefault(place, found)
            if older is not found:
                for pattern, weights in found.items():
                    both = older.get(pattern, 0) + weights
                    # One object for all patterns of the same weights, as the reader keeps one for each weight.
                    older[pattern] = known.setdefault(both, both)
    return rows


class _Shifted(dict[float, int]):
    """Weights in thousandths, moved to the bits of a kind."""

    def __init__(self, bits: int) -> None:
        self._bits = bits

    def __missing__(self, weight: float) -> int:
        found = self[weight] = round(weight * _UNIT) << self._bits
        return found


class Scorer:
    """Sums the weights of patterns, each tuple of patterns once.

    Sums are kept by the id of what they are of, which is its own only while it lives: whoever asks keeps the proposals.
    """

    def __init__(self, model: Model) -> None:
        self._starts = model.starts
        self._totals: dict[int, int] = {}
        self._scores: dict[int, tuple[float, ...]] = {}
        self._places = tuple(_Places(rows) for rows in model.rows)

    def scores(self, one: Proposal) -> Sequence[float]:
        """The first step's score of each kind of a proposal, in the order of its kinds."""
        kinds, blocks = one.kinds, one.blocks
        family, column = _COLUMNS[kinds[0]]
        if one.more:
            # Those of one kind alone are of a kind in the lowest bits.
            total = self._total(family, blocks) if blocks else self._starts[family]
            total += self._sum(family, one.more)
            return (((total & _MASK) - _HALF) / _UNIT,)
        scores = self._scores.get(id(blocks))
        if scores is None:
            total, size = self._total(family, blocks), len(SIDE_BY_SIDE[family])
            scores = tuple([((total >> shift & _MASK) - _HALF) / _UNIT for shift in range(0, size * _LANE, _LANE)])
            self._scores[id(blocks)] = scores
        return scores[column : column + len(kinds)]

    def _total(self, family: int, blocks: Blocks) -> int:
        total = self._totals.get(id(blocks))
        if total is None:
            total = self._totals[id(blocks)] = self._starts[family] + self._sum(family, blocks)
        return total

    def _sum(self, family: int, blocks: Blocks) -> int:
        places, total = self._places[family], 0
        for place, features in blocks:
            sums, weights = places[place]
            found = sums.get(id(features))
            if found is None:
                found = sums[id(features)] = sum(filter(None, map(weights, features)))
            total += found
        return total


class _Places(dict[str, tuple[dict[int, int], Callable[[str], int | None]]]):
    """For each place the sums of its patterns that are known already, and what looks up the weights of one."""

    def __init__(self, rows: Mapping[str, Rows]) -> None:
        self._rows = rows

    def __missing__(self, place: str) -> tuple[dict[int, int], Callable[[str], int | None]]:
        found = self[place] = ({}, self._rows.get(place, _EMPTY).get)
        return found


_EMPTY: Rows = {}
_COLUMNS = {kind: (family, column) for family, kinds in enumerate(SIDE_BY_SIDE) for column, kind in enumerate(kinds)}


def write_model(path: Path, header: Mapping[str, Any], judges: Mapping[str, Judge]) -> None:
    """Writes weights as compressed JSON lines; the same weights give the same bytes."""
    lines = [_line(header)]
    for kind in sorted(judges):
        judge = judges[kind]
        lines.append(
            _line(
                {
                    "kind": kind,
                    "bias": judge.bias,
                    "threshold": judge.threshold,
                    "joint_bias": judge.joint_bias,
                    "joint": dict(sorted(judge.joint.items())),
                }
            )
        )
        for place in sorted(judge.places):
            lines.append(_line({"kind": kind, "place": place, "patterns": _by_weight(judge.places[place])}))
    path.write_bytes(gzip.compress("".join(lines).encode(), compresslevel=9, mtime=0))


def _by_weight(table: Table) -> dict[str, list[str]]:
    """The patterns of each weight, which are written in fewer bytes than the weight of each pattern."""
    found: dict[float, list[str]] = {}
    for pattern, weight in sorted(table.items()):
        found.setdefault(weight, []).append(pattern)
    return {str(weight): found[weight] for weight in sorted(found)}


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


@lru_cache(maxsize=4)
def read_model(path: Path = WEIGHTS) -> Model:
    """The model in a file of weights."""
    return _model(json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()[1:])


def _model(records: Iterable[dict[str, Any]]) -> Model:
    judges: dict[str, Judge] = {}
    places: dict[str, dict[str, Table]] = {}
    known: dict[str, float] = {}
    for record in records:
        kind = record["kind"]
        if "place" in record:
            # One object for all patterns of a weight: it is in the processor's cache when the next one needs it.
            places[kind][record["place"]] = {
                pattern: weight
                for weight, patterns in (
                    (known.setdefault(w, float(w)), found) for w, found in record["patterns"].items()
                )
                for pattern in patterns
            }
        else:
            judges[kind] = Judge(
                record["bias"], places.setdefault(kind, {}), record["joint_bias"], record["joint"], record["threshold"]
            )
    return Model(judges)
