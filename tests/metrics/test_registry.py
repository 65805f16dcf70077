"""The table of figures."""

from __future__ import annotations

import pytest

from quack.metrics import METRICS, MetricResult, of_tier
from quack.metrics.counting import figure


def test_every_figure_is_in_one_tier() -> None:
    assert sorted(METRICS) == sorted([*of_tier(1), *of_tier(2), *of_tier(3)])


def test_every_definition_says_what_is_divided_by_what() -> None:
    assert [] == [name for name, metric in METRICS.items() if " / " not in metric.definition]


def test_shares_have_no_unit_and_the_others_have_one() -> None:
    assert [] == [name for name, metric in METRICS.items() if (metric.kind == "share") == bool(metric.unit)]


def test_a_name_is_given_once() -> None:
    with pytest.raises(ValueError, match="two metrics of the name kills"):

        @figure("Kills again", 1, "count", "kills")
        def kills(course: object) -> list[object]:
            """Kills / games."""
            return []


def test_nothing_to_divide_by_is_missing_here_and_0_as_it_was_published() -> None:
    nothing = MetricResult(0, 0)
    assert (None, 0.0) == (nothing.value, METRICS["ejection_accuracy"].published_value(nothing))
    assert None is METRICS["report_latency"].published_value(nothing)
    assert 0.5 == METRICS["report_latency"].published_value(MetricResult(1, 2))
