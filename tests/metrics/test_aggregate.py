"""Figures of many games."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.audit.results import FailedGame
from quack.errors import LogError
from quack.metrics import MetricResult
from quack.metrics.aggregate import Aggregate, Summary
from quack.metrics.condition import condition_of
from tests.samples import game, record


def test_results_pool_by_their_numbers() -> None:
    assert MetricResult(3, 10) == MetricResult(1, 2) + MetricResult(2, 8)


def test_a_game_without_the_figure_counts_as_missing_and_not_as_zero() -> None:
    figure = Aggregate()
    for result in (MetricResult(1, 2), MetricResult(0, 0), MetricResult(1, 1)):
        figure.add(result)
    assert (3, 2, 0.75, MetricResult(2, 3)) == (figure.games, figure.having, figure.mean, figure.pooled)


def test_a_figure_that_no_game_has_has_no_mean() -> None:
    assert Aggregate().mean is None


def test_a_summary_counts_claims_by_type_and_verdict() -> None:
    summary = Summary()
    summary.add(game(record("true"), record("true"), record("false", "route")))
    summary.add(game(record("true"), name="run/seed02"))
    expected = {("location", "true", "supported"): 3, ("route", "false", "refuted"): 1}
    assert expected == dict(summary.verdicts)
    assert (4, 2) == (summary.claims, len(summary.games))


def test_a_claim_without_a_verdict_counts_as_undecided() -> None:
    summary = Summary()
    summary.add(game(record(verdict=None, bucket=None)))
    assert {("location", "no verdict", "undecided"): 1} == dict(summary.verdicts)
    assert (0, 0) == tuple(summary.metrics["goose_truthfulness"].pooled)


def test_a_summary_keeps_what_failed_apart() -> None:
    summary = Summary()
    summary.add(FailedGame("run/seed03", Path("game.jsonl"), LogError("bad")))
    assert (0, ["run/seed03"]) == (len(summary.games), [failed.game for failed in summary.failed])


@pytest.mark.parametrize(("name", "condition"), [("a/b/seed1", "a/b"), ("a/seed1", "a"), ("seed1", "."), (".", ".")])
def test_a_condition_is_what_lies_above_the_run_folder(name: str, condition: str) -> None:
    assert condition == condition_of(name)
