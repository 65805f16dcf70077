"""How often intervals contain the truth, in 2,000 made-up studies each."""

from __future__ import annotations

import numpy as np
import pytest

from quack.metrics.comparison import difference, overlapping_difference, paired_difference
from quack.metrics.inference import mean_of_games, pooled_rate
from quack.metrics.intervals import wilson
from quack.metrics.registry import MetricResult
from quack.metrics.resampling import Resampling
from tests.support.studies import STUDIES, Setting, contained

HOW = Resampling(seed=1, resamples=500)
USUAL = Setting()
SETTINGS = [USUAL, Setting(games=10, rate=0.5), Setting(games=30, rate=0.8, correlation=0.2, claims=4)]


def naive(study):
    """As if claims of a game were independent answers."""
    pooled = sum(study, MetricResult(0, 0))
    return wilson(pooled.numerator, pooled.denominator)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_interval_of_a_pooled_rate_contains_it_as_often_as_it_says(setting):
    share = contained([pooled_rate(study).interval for study in setting.studies(1)], setting.rate)
    assert 93 <= share <= 97


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_interval_of_a_mean_over_games_contains_it_as_often_as_it_says(setting):
    share = contained([mean_of_games(study, how=HOW).interval for study in setting.studies(2)], setting.rate)
    assert 93 <= share <= 97


@pytest.mark.parametrize(("games", "rate"), [(20, 0.3), (30, 0.8), (60, 0.5)])
def test_the_interval_of_a_share_of_the_games_contains_it_as_often_as_it_says(games, rate):
    won = np.random.default_rng(11).binomial(1, rate, (STUDIES, games)).tolist()
    found = [mean_of_games([MetricResult(each, 1) for each in study], how=HOW).interval for study in won]
    assert 93 <= contained(found, rate) <= 97


def test_an_interval_that_takes_claims_for_independent_contains_the_rate_too_seldom():
    assert contained(map(naive, USUAL.studies(1)), USUAL.rate) < 85


def test_without_correlation_the_naive_interval_contains_the_rate_as_often_as_it_says():
    setting = Setting(correlation=0)
    assert 93 <= contained(map(naive, setting.studies(1)), setting.rate) <= 97


@pytest.mark.parametrize("over", ["pooled", "mean"])
def test_the_interval_of_a_difference_of_two_conditions_contains_it_as_often_as_it_says(over):
    other = Setting(rate=0.3)
    pairs = zip(USUAL.studies(3), other.studies(4), strict=True)
    found = [difference(one, two, over=over, how=HOW).interval for one, two in pairs]
    assert 93 <= contained(found, USUAL.rate - other.rate) <= 97


@pytest.mark.parametrize("over", ["pooled", "mean"])
def test_the_interval_of_a_difference_of_pairs_contains_it_as_often_as_it_says(over):
    setting = Setting(rate=0.4, correlation=0.3)
    found = [
        paired_difference(dict(enumerate(one)), dict(enumerate(two)), over=over, how=HOW).interval
        for one, two in setting.twice(5, 0.75)
    ]
    assert 93 <= contained(found, 0.1) <= 97


@pytest.mark.parametrize("over", ["pooled", "mean"])
def test_the_interval_of_a_difference_of_sides_that_share_games_contains_it_as_often_as_it_says(over):
    setting = Setting(games=30, rate=0.4, correlation=0.3)
    found = [
        overlapping_difference(dict(list(enumerate(one))[:20]), dict(list(enumerate(two))[10:]), over=over, how=HOW)
        for one, two in setting.twice(10, 0.75)
    ]
    assert 93 <= contained((each.interval for each in found), 0.1) <= 97


def test_where_there_is_no_difference_hardly_more_than_one_in_twenty_is_found():
    pairs = zip(USUAL.studies(6), USUAL.studies(7), strict=True)
    found = sum(difference(one, two, how=HOW).p_value <= 0.05 for one, two in pairs)
    assert 0.03 <= found / STUDIES <= 0.07


def test_pairs_find_a_difference_that_the_same_games_taken_apart_do_not():
    setting = Setting(rate=0.4, correlation=0.4, claims=30)
    together = apart = 0
    for one, two in setting.twice(8, 0.75, 200):
        together += paired_difference(dict(enumerate(one)), dict(enumerate(two)), how=HOW).p_value <= 0.05
        apart += difference(one, two, how=HOW).p_value <= 0.05
    assert together > 2 * apart


def test_the_interval_of_a_count_contains_its_mean_as_often_as_it_says():
    counts = np.random.default_rng(9).poisson(2, (STUDIES, 20)).tolist()
    studies = [[MetricResult(count, 1) for count in study] for study in counts]
    found = [mean_of_games(study, kind="count", how=HOW).interval for study in studies]
    assert 93 <= contained(found, 2) <= 97
