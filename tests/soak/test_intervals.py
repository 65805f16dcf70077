"""How often intervals contain the truth, over many kinds of games; the short form is tests/metrics/test_coverage.py."""

from __future__ import annotations

import os
from itertools import product

import pytest

from quack.metrics.comparison import difference, paired_difference
from quack.metrics.inference import mean_of_games, pooled_rate
from quack.metrics.resampling import Resampling
from tests.support.studies import Setting, contained

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]

HOW = Resampling(seed=1, resamples=1000)
SETTINGS = [Setting(*each) for each in product((10, 20, 30, 100), (0.05, 0.15, 0.5, 0.8), (0, 0.1, 0.2, 0.4), (4, 12))]
COMPARED = [Setting(*each) for each in product((20, 30), (0.15, 0.5), (0.1, 0.4), (4, 12))]


def usual(setting: Setting) -> bool:
    """Enough games of which most have both answers; elsewhere no method keeps its promise in all of them."""
    return setting.games >= 20 and setting.rate >= 0.15 and setting.correlation <= 0.2


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_interval_of_a_pooled_rate_contains_it(setting):
    share = contained([pooled_rate(study).interval for study in setting.studies(1)], setting.rate)
    assert 93 <= share <= 97 if usual(setting) else 87 <= share


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_interval_of_a_mean_over_games_contains_it(setting):
    share = contained([mean_of_games(study, how=HOW).interval for study in setting.studies(1)], setting.rate)
    assert 93 <= share <= 98 if usual(setting) else 90 <= share


@pytest.mark.parametrize("setting", COMPARED, ids=str)
@pytest.mark.parametrize("over", ["pooled", "mean"])
def test_the_interval_of_a_difference_of_two_conditions_contains_it(setting, over):
    other = Setting(setting.games, 0.3, setting.correlation, setting.claims)
    pairs = zip(setting.studies(3), other.studies(4), strict=True)
    found = [difference(one, two, over=over, how=HOW).interval for one, two in pairs]
    assert 93 <= contained(found, setting.rate - other.rate) <= 97


@pytest.mark.parametrize("setting", COMPARED, ids=str)
@pytest.mark.parametrize("over", ["pooled", "mean"])
def test_the_interval_of_a_difference_of_pairs_contains_it(setting, over):
    pairs = [(dict(enumerate(one)), dict(enumerate(two))) for one, two in setting.twice(5, 0.75)]
    found = [paired_difference(one, two, over=over, how=HOW).interval for one, two in pairs]
    assert 93 <= contained(found, setting.rate / 4) <= 98.5
