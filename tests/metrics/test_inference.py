"""Figures over games with their intervals."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quack.metrics.inference import Estimate, mean_of_games, pooled_rate
from quack.metrics.intervals import score_interval, student_quantile, wilson
from quack.metrics.registry import NOTHING, MetricResult
from quack.metrics.resampling import CLUSTERS, Draws, Resampling, Sample, draws_of
from tests.support.studies import Setting

HOW = Resampling(seed=3, resamples=400)
SHARES = st.lists(
    st.integers(0, 12).flatmap(lambda of: st.builds(MetricResult, st.integers(0, of), st.just(of))), max_size=12
)
AMOUNTS = st.lists(st.builds(MetricResult, st.integers(0, 500), st.integers(0, 9)), max_size=12)
BOTH = pytest.mark.parametrize("figure", [pooled_rate, mean_of_games])
GAMES = [MetricResult(1, 4), NOTHING, MetricResult(3, 5), MetricResult(0, 2), MetricResult(2, 3), MetricResult(4, 9)]


def alike(hits: int, of: int, games: int = 20) -> list[MetricResult]:
    return [MetricResult(hits, of)] * games


def test_a_pooled_rate_is_the_sum_of_the_numerators_over_that_of_the_denominators():
    assert 10 / 23 == pooled_rate(GAMES).value


def test_a_mean_over_games_leaves_out_the_games_without_the_figure():
    estimate = mean_of_games(GAMES)
    assert (pytest.approx((1 / 4 + 3 / 5 + 0 + 2 / 3 + 4 / 9) / 5), 6, 5) == (
        estimate.value,
        estimate.games,
        estimate.having,
    )


@pytest.mark.parametrize("kind", ["share", "count"])
def test_where_all_denominators_are_the_same_the_mean_is_the_pooled_rate_with_its_interval(kind):
    games = [MetricResult(hits, 3) for hits in (0, 3, 1, 2, 3, 3, 0, 1)] + [NOTHING]
    assert pooled_rate(games, kind=kind, how=HOW) == mean_of_games(games, kind=kind, how=HOW)


@BOTH
def test_the_intervals_of_winning_and_losing_mirror_each_other_whatever_the_seed(figure):
    won = [MetricResult(int(game < 16), 1) for game in range(20)]
    lost = [MetricResult(1 - game.numerator, 1) for game in won]
    low, high = figure(won, how=Resampling(seed=0)).interval
    for seed in (0, 2, 7):
        assert (pytest.approx(1 - high), pytest.approx(1 - low)) == figure(lost, how=Resampling(seed)).interval


@BOTH
def test_no_game_has_no_figure(figure):
    assert Estimate(None, None, 0, 0) == figure([])


@BOTH
def test_where_all_games_lack_the_figure_it_is_missing(figure):
    assert Estimate(None, None, 3, 0) == figure([NOTHING] * 3)


@BOTH
def test_one_game_has_a_figure_without_an_interval(figure):
    assert Estimate(0.25, None, 2, 1) == figure([MetricResult(1, 4), NOTHING])


@BOTH
def test_two_games_have_an_interval_that_says_how_little_they_tell(figure):
    low, high = figure([MetricResult(1, 4), MetricResult(3, 4)]).interval
    assert high - low > 0.8


@BOTH
@pytest.mark.parametrize(("hits", "value"), [(0, 0.0), (10, 1.0)])
def test_where_all_games_agree_on_none_or_all_each_game_is_one_answer(figure, hits, value):
    low, high = score_interval(value, 20, student_quantile(0.95, 19))
    estimate = figure(alike(hits, 10))
    assert (value, (pytest.approx(low), pytest.approx(high))) == (estimate.value, estimate.interval)
    assert estimate.interval[0] < estimate.interval[1]


@BOTH
def test_games_that_are_all_alike_do_not_make_a_share_certain(figure):
    low, high = figure(alike(1, 3)).interval
    assert low < 0.2 < 0.5 < high


def test_games_that_differ_as_independent_claims_would_give_about_wilsons_interval():
    games = Setting(games=300, rate=0.3, correlation=0).studies(1, 1)[0]
    pooled = sum(games, NOTHING)
    assert pytest.approx(wilson(*pooled), abs=0.005) == pooled_rate(games).interval


def test_claims_that_hang_together_make_the_interval_wider():
    games = Setting(correlation=0.4).studies(2, 1)[0]
    low, high = pooled_rate(games).interval
    naive = wilson(*sum(games, NOTHING))
    assert high - low > 1.5 * (naive[1] - naive[0])


def test_a_count_of_nothing_may_still_be_some():
    assert (0.0, pytest.approx(-log(0.025) / 20)) == mean_of_games(alike(0, 1), kind="count").interval


def test_an_amount_that_never_varies_is_certain():
    assert (80.0, 80.0) == mean_of_games(alike(80, 1), kind="count").interval


def test_amounts_may_be_beyond_one_but_not_below_zero():
    games = [MetricResult(amount, 1) for amount in (0, 0, 1, 0, 30, 2, 0, 1, 0, 3)]
    low, high = mean_of_games(games, kind="count").interval
    assert low == 0 < 3.7 < 10 < high


@BOTH
@pytest.mark.parametrize("kind", ["share", "mean"])
def test_the_same_games_give_the_same_figures_whatever_was_computed_before(figure, kind):
    before = figure(GAMES, kind=kind, how=HOW)
    draws_of.cache_clear()
    pooled_rate(GAMES[::2] * 3, kind="mean", how=HOW)
    assert before == figure(GAMES, kind=kind, how=HOW)


def test_another_seed_gives_a_slightly_other_interval():
    first, second = (mean_of_games(GAMES, how=Resampling(seed)).interval for seed in (1, 2))
    assert first != second
    assert first == pytest.approx(second, abs=0.1)


def test_more_confidence_takes_a_wider_interval():
    for figure in (pooled_rate, mean_of_games):
        narrow, wide = (figure(GAMES, how=Resampling(confidence=share)).interval for share in (0.8, 0.99))
        assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_many_games_drawn_in_groups_give_about_the_interval_of_the_games():
    games = Setting(games=3 * CLUSTERS).studies(4, 1)[0]
    mean, pooled = mean_of_games(games).interval, pooled_rate(games).interval
    by_bootstrap = pooled_rate(games, kind="mean").interval
    assert by_bootstrap == pytest.approx(pooled, abs=0.005)
    assert mean[1] - mean[0] == pytest.approx(pooled[1] - pooled[0], rel=0.15)


def test_draws_take_as_many_games_as_there_are():
    weights = draws_of(30, HOW)
    assert (30, 400) == weights.shape
    assert {30} == set(weights.sum(axis=0).tolist())
    assert not np.array_equal(weights, draws_of(30, HOW, 1))


def test_a_draw_of_every_game_once_gives_the_figure_and_its_variance():
    sample = Sample(np.array([1.0, 3, 0, 2]), np.array([4.0, 5, 2, 3]))
    draws = Draws.of(sample, np.ones((4, 1), dtype=np.uint16))
    assert (pytest.approx(0), pytest.approx(sample.variance)) == (draws.shifts[0], draws.variances[0])


def test_the_variance_of_a_draw_is_that_of_the_games_drawn():
    drawn = np.array([[2], [0], [1], [1]], dtype=np.uint16)
    numerators, denominators = np.array([1.0, 3, 0, 2]), np.array([4.0, 5, 2, 3])
    times = drawn[:, 0]
    directly = Sample(np.repeat(numerators, times), np.repeat(denominators, times))
    draws = Draws.of(Sample(numerators, denominators), drawn)
    assert pytest.approx(directly.variance) == draws.variances[0]


@given(SHARES, st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_a_share_lies_in_its_interval_whatever_the_order_of_the_games(results, random):
    shuffled = random.sample(results, len(results))
    for figure in (pooled_rate, mean_of_games):
        estimate = figure(results, how=HOW)
        assert estimate == figure(shuffled, how=HOW)
        if estimate.interval:
            low, high = estimate.interval
            assert 0 <= low <= estimate.value <= high <= 1
            assert low < high


@given(AMOUNTS)
@settings(max_examples=60, deadline=None)
def test_an_amount_lies_in_its_interval(results):
    for figure in (pooled_rate, mean_of_games):
        estimate = figure(results, kind="mean", how=HOW)
        assert (estimate.interval is None) == (estimate.having < 2)
        if estimate.interval:
            assert 0 <= estimate.interval[0] <= estimate.value <= estimate.interval[1]


@pytest.mark.parametrize(
    ("confidence", "freedom", "expected"),
    [(0.95, 1, 12.7062), (0.95, 2, 4.30265), (0.95, 3, 3.18245), (0.95, 9, 2.26216), (0.99, 19, 2.86093)],
)
def test_students_quantiles_are_those_of_the_tables(confidence, freedom, expected):
    assert pytest.approx(expected, rel=1e-5) == student_quantile(confidence, freedom)
