"""The logistic model: weights of token patterns for each kind of candidate, and of what its rivals score."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

from quack.claims.offline.candidates import Blocks, Features
from quack.claims.offline.joint import bends

WEIGHTS = Path(__file__).with_name("weights.jsonl.gz")

Table = dict[str, float]

FLOOR = -4.0
"""A candidate that the first step scores lower is out."""


class Judge(NamedTuple):
    """What decides about one kind: weights by place and pattern, then weights of the scores themselves.

    Attributes:
        bias, places: the first step, a sum over patterns.
        joint_bias, joint: the second step, over a candidate's score and those of its rivals.
        threshold: a claim is accepted above it.
    """

    bias: float
    places: Mapping[str, Table]
    joint_bias: float = 0.0
    joint: Mapping[str, float] = {}
    threshold: float = 0.0


class Model:
    """All judges, by kind."""

    def __init__(self, judges: Mapping[str, Judge]) -> None:
        self.judges = dict(judges)
        self.bends = {kind: bends(judge.joint) for kind, judge in judges.items()}

    def scorer(self, kind: str) -> Scorer:
        """A scorer for one utterance; what it adds up once it keeps."""
        return Scorer(self.judges[kind])


class Scorer:
    """Sums the weights of patterns, each tuple of patterns once."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._sums: dict[tuple[str, int], tuple[Features, float]] = {}

    def score(self, blocks: Blocks) -> float:
        """The first step's score of a candidate."""
        total = self._judge.bias
        for place, features in blocks:
            key = (place, id(features))
            known = self._sums.get(key)
            if known is None:
                table = self._judge.places.get(place)
                found = 0.0 if table is None else _total(table, features)
                # The patterns are kept with their sum: an id is theirs only while they live.
                known = self._sums[key] = (features, found)
            total += known[1]
        return total


def _total(table: Table, features: Features) -> float:
    return sum(map(table.get, features, repeat(0.0)))


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
    for record in records:
        kind = record["kind"]
        if "place" in record:
            places[kind][record["place"]] = {
                pattern: float(weight) for weight, patterns in record["patterns"].items() for pattern in patterns
            }
        else:
            judges[kind] = Judge(
                record["bias"], places.setdefault(kind, {}), record["joint_bias"], record["joint"], record["threshold"]
            )
    return Model(judges)
