"""The summary as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from quack.audit.results import FailedGame
from quack.errors import LogError
from quack.metrics import METRICS, of_tier
from quack.metrics.aggregate import Summary
from quack.report.summary import summary_json
from tests.samples import game, record


def _sample() -> dict[str, object]:
    summary = Summary()
    summary.add(game(record("true"), record("false", "route"), coverage={"extracted": 1}, phrases={"fully": 2}))
    summary.add(FailedGame("run/seed02", Path("g"), LogError("broken", path="g", line=4)))
    return json.loads(json.dumps(summary_json(summary, rulebook={"name": "observed", "sha256": "0"})))


def test_a_summary_has_the_documented_keys() -> None:
    assert [
        "program",
        "rulebook",
        "games",
        "overall",
        "metrics",
        "coverage",
        "phrases",
        "extractors",
        "failed",
    ] == list(_sample())


def test_claims_are_counted_overall_and_by_type() -> None:
    overall = _sample()["overall"]
    assert {
        "games": 1,
        "claims": 2,
        "verdicts": {"false": 1, "true": 1},
        "buckets": {"refuted": 1, "supported": 1},
        "types": {"location": {"true": 1}, "route": {"false": 1}},
        "defects": 0,
    } == overall


def test_every_metric_is_there_with_its_definition_and_a_missing_one_is_null() -> None:
    metrics = _sample()["metrics"]
    assert list(of_tier(3)) == list(metrics)  # type: ignore[call-overload]
    assert {
        "label": "Duck truthfulness",
        "definition": METRICS["duck_truthfulness"].definition,
        "numerator": 0,
        "denominator": 0,
        "value": None,
        "mean": None,
        "games": 0,
    } == metrics["duck_truthfulness"]  # type: ignore[index]


def test_failed_games_are_listed_with_their_error() -> None:
    assert [{"game": "run/seed02", "error": "g:4: broken"}] == _sample()["failed"]
