"""The figures of groups, with their intervals."""

from __future__ import annotations

import pytest

from quack.metrics import METRICS
from quack.metrics.estimates import group_figure
from quack.metrics.grouping import OVERALL
from quack.metrics.resampling import Resampling
from quack.metrics.study import Study
from tests.support.scored import scored


def _study() -> Study:
    study = Study(paper=True)
    for number, pair in enumerate(((1, 2), (3, 4), None, (0, 10))):
        figures = {} if pair is None else {"task_efficiency": pair}
        study.add(scored(f"a/{number}", figures, published={"task_efficiency": number / 4, "report_latency": None}))
    return study


def test_a_figure_tells_what_it_is_made_of_and_of_how_many_games() -> None:
    found = group_figure(_study(), ("a",), "task_efficiency")
    assert ((4, 16), 0.25, 4, 3) == (found.made_of, found.pooled.value, found.pooled.games, found.pooled.having)
    assert pytest.approx((1 / 2 + 3 / 4) / 3) == found.mean.value


def test_coverage_is_counted_in_full_and_has_no_interval() -> None:
    study = Study()
    for number in range(5):
        study.add(scored(f"a/{number}", {"coverage": (number, 9), "kills": (number, 1)}))
    found, other = group_figure(study, OVERALL, "coverage"), group_figure(study, OVERALL, "kills")
    assert (10 / 45, None, None) == (found.pooled.value, found.pooled.interval, found.mean.interval)
    assert other.pooled.interval is not None


def test_values_as_published_are_means_over_the_games_that_have_one() -> None:
    study = _study()
    published = group_figure(study, OVERALL, "task_efficiency").published
    assert published is not None
    assert (0.375, 4) == (published.mean, published.games)
    missing = group_figure(study, OVERALL, "report_latency").published
    assert missing is not None
    assert (None, 0) == (missing.mean, missing.games)
    assert None is group_figure(study, OVERALL, "cooldown_used").published


def test_a_figure_that_no_game_has_is_missing() -> None:
    found = group_figure(_study(), ("a",), "kills")
    assert ((0, 0), None, None, None) == (found.made_of, found.pooled.value, found.pooled.interval, found.mean.value)


def test_the_same_seed_gives_the_same_intervals_and_another_one_others() -> None:
    study = Study()
    for number in range(12):
        study.add(scored(f"a/{number}", {"kills": (number % 5, 1)}))
    one, same, other = (group_figure(study, OVERALL, "kills", Resampling(seed)).pooled for seed in (1, 1, 2))
    assert one == same != other


def test_a_table_has_every_figure_of_every_group_if_not_told_which() -> None:
    study = _study()
    assert [(group, name) for group in (("a",), OVERALL) for name in METRICS] == [
        (row.group, row.metric.name) for row in study.table(how=Resampling(resamples=100))
    ]
    assert [("kills", OVERALL)] == [(row.metric.name, row.group) for row in study.table(["kills"], [OVERALL])]
