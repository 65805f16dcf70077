"""The logistic model: weights of token patterns for each kind of candidate, and of what its rivals score."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from operator import add
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


SIDE_BY_SIDE = (("here", "at", "step", "task", "sight"), ("accuse", "defend"))
"""Kinds that look at the same features, which are looked up once for all of them."""

Rows = dict[str, tuple[float, ...]]
"""For each pattern its weights, one for each of the kinds that look at it side by side."""


class Model:
    """All judges, by kind."""

    def __init__(self, judges: Mapping[str, Judge]) -> None:
        self.judges = dict(judges)
        self.bends = {kind: bends(kind, judge.joint) for kind, judge in judges.items()}
        self.rows = tuple(_side_by_side([judges.get(kind, _NONE) for kind in kinds]) for kinds in SIDE_BY_SIDE)

    def value(self, kind: str, key: Key, field: Field, memory: Memory) -> float:
        """The second step's score of a candidate, among its rivals and after what was claimed before."""
        judge = self.judges[kind]
        total = judge.joint_bias + weigh(field.row(kind, key), self.bends[kind])
        return total + sum(judge.joint.get(trait, 0.0) for trait in memory.traits(kind, key, field.speaker))

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
    known: dict[tuple[float, ...], tuple[float, ...]] = {}
    for place in dict.fromkeys(place for judge in judges for place in judge.places):
        tables = [judge.places.get(place, {}) for judge in judges]
        patterns = dict.fromkeys(pattern for table in tables for pattern in table)
        found = ((pattern, tuple(table.get(pattern, 0.0) for table in tables)) for pattern in patterns)
        rows[place] = {pattern: known.setdefault(row, row) for pattern, row in found}
    return rows


class Scorer:
    """Sums the weights of patterns, each tuple of patterns once.

    Sums are kept by the id of what they are of, which is its own only while it lives: whoever asks keeps the proposals.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._totals: dict[int, tuple[float, ...]] = {}
        self._rows: dict[tuple[int, str, int], tuple[float, ...]] = {}
        self._sums: dict[tuple[str, str, int], float] = {}

    def scores(self, one: Proposal) -> Sequence[float]:
        """The first step's score of each kind of a proposal, in the order of its kinds."""
        if not one.more:
            family, first = _COLUMNS[one.kinds[0]]
            return self._side_by_side(family, one.blocks)[first : first + len(one.kinds)]
        (kind,) = one.kinds
        judge = self._model.judges.get(kind, _NONE)
        total = judge.bias
        if one.blocks:
            family, column = _COLUMNS[kind]
            total = self._side_by_side(family, one.blocks)[column]
        sums = self._sums
        for place, features in one.more:
            key = (kind, place, id(features))
            found = sums.get(key)
            if found is None:
                found = sums[key] = sum(map(judge.places.get(place, _EMPTY).get, features, repeat(0.0)))
            total += found
        return (total,)

    def _side_by_side(self, family: int, blocks: Blocks) -> tuple[float, ...]:
        totals = self._totals.get(id(blocks))
        if totals is None:
            judges = self._model.judges
            totals = tuple(judges.get(kind, _NONE).bias for kind in SIDE_BY_SIDE[family])
            for place, features in blocks:
                key = (family, place, id(features))
                found = self._rows.get(key)
                if found is None:
                    rows = list(filter(None, map(self._model.rows[family].get(place, {}).get, features)))
                    found = self._rows[key] = tuple(map(sum, zip(*rows, strict=True)))
                if found:
                    totals = tuple(map(add, totals, found))
            self._totals[id(blocks)] = totals
        return totals


_EMPTY: Table = {}
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
