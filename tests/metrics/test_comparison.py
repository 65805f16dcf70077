"""Two conditions compared."""

from __future__ import annotations

from math import asin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quack.metrics.comparison import Difference, difference, overlapping_difference, paired_difference
from quack.metrics.registry import NOTHING, MetricResult
from quack.metrics.resampling import CLUSTERS, Resampling, draws_of
from tests.support.studies import Setting

HOW = Resampling(seed=5, resamples=400)
ONE, OTHER = Setting(rate=0.5).studies(1, 1)[0], Setting(rate=0.2).studies(2, 1)[0]
OVER = pytest.mark.parametrize("over", ["pooled", "mean"])
RESULT = st.integers(0, 9).flatmap(lambda of: st.builds(MetricResult, st.integers(0, of), st.just(of)))
SHARES = st.lists(RESULT, max_size=12)
PAIRS = st.dictionaries(st.integers(0, 30), st.tuples(RESULT, RESULT), max_size=12)


def results(*values: tuple[int, int]) -> list[MetricResult]:
    return [MetricResult(*value) for value in values]


def by_seed(games: list[MetricResult]) -> dict[int, MetricResult]:
    return dict(enumerate(games))


def consistent(found: Difference, confidence: float = 0.95) -> bool:
    """Whether the p-value is small exactly where the interval leaves out 0."""
    low, high = found.interval
    return (found.p_value <= 1 - confidence) == (not low <= 0 <= high)


def test_a_difference_is_the_first_less_the_second():
    one, other = results((3, 4), (1, 4), (0, 0)), results((1, 2), (0, 6), (1, 1))
    pooled, mean = difference(one, other), difference(one, other, over="mean")
    assert (pytest.approx(4 / 8 - 2 / 9), (2, 3)) == (pooled.value, pooled.games)
    assert pytest.approx(0.5 - 0.5) == mean.value


def test_a_large_difference_is_found_and_its_interval_leaves_out_zero():
    found = difference(ONE, OTHER)
    assert found.interval[0] > 0.1
    assert found.p_value < 0.001


@OVER
def test_the_other_way_round_it_is_the_same_with_the_other_sign(over):
    there, back = difference(ONE, OTHER, over=over), difference(OTHER, ONE, over=over)
    assert (-there.value, -there.effect) == (back.value, pytest.approx(back.effect))
    assert there.interval == pytest.approx((-back.interval[1], -back.interval[0]), abs=0.02)


@OVER
@pytest.mark.parametrize("compare", [difference, lambda *sides, **how: paired_difference(*map(by_seed, sides), **how)])
def test_without_games_on_a_side_there_is_no_difference(over, compare):
    for one, other in (([], []), (results((1, 2)), []), (results((1, 2), (1, 3)), [NOTHING, NOTHING])):
        found = compare(one, other, over=over)
        assert (None, None, None, None) == (found.value, found.interval, found.p_value, found.effect)


@OVER
def test_one_game_on_a_side_gives_a_difference_without_an_interval(over):
    found = difference(results((1, 2)), OTHER, over=over)
    assert found.value is not None
    assert (None, None, (1, 20)) == (found.interval, found.p_value, found.games)


@OVER
def test_none_of_none_on_both_sides_is_no_difference_but_not_a_certain_one(over):
    found = difference(results((0, 9)) * 10, results((0, 9)) * 10, over=over)
    assert (0, 1) == (found.value, found.p_value)
    assert found.interval[0] < -0.1 < 0.1 < found.interval[1]


@OVER
def test_all_against_none_is_certain_to_differ(over):
    found = difference(results((9, 9)) * 10, results((0, 9)) * 10, over=over)
    assert (1, 1) == (found.value, found.interval[1])
    assert 0.5 < found.interval[0]
    assert found.p_value < 0.001


@OVER
@pytest.mark.parametrize("kind", ["share", "mean", "count"])
@pytest.mark.parametrize("compare", [paired_difference, overlapping_difference])
def test_what_is_the_same_on_both_sides_of_every_pair_has_no_interval(over, kind, compare):
    found = compare(by_seed(ONE), by_seed(ONE), over=over, kind=kind)
    assert (True, 0, None, None) == (found.identical, found.value, found.interval, found.p_value)


@OVER
def test_pairs_of_other_numbers_but_the_same_rates_leave_room_for_a_small_difference(over):
    one, other = by_seed(results((3, 10)) * 20), by_seed(results((6, 20)) * 20)
    found = paired_difference(one, other, over=over)
    assert (False, 0, 1, 0, 20) == (found.identical, found.value, found.p_value, found.effect or 0, found.pairs)
    assert -0.25 < found.interval[0] < 0 < found.interval[1] < 0.25


@pytest.mark.parametrize(("kind", "interval"), [("share", True), ("count", False)])
def test_games_that_all_have_one_value_are_identical_yet_another_might_have_a_share_of_its_own(kind, interval):
    found = difference(results((1, 1)) * 6, results((1, 1)) * 4, kind=kind)
    assert (True, interval) == (found.identical, found.interval is not None)


def test_two_pairs_tell_next_to_nothing():
    found = paired_difference(by_seed(results((1, 2), (1, 3))), by_seed(results((1, 1), (0, 1))))
    assert found.interval[0] < -0.9
    assert found.interval[1] > 0.9
    assert consistent(found)


def test_a_verdict_that_changed_in_one_game_leaves_room_for_a_few_more():
    one, other = results((3, 10)) * 20, results((2, 10), *[(3, 10)] * 19)
    low, high = paired_difference(by_seed(one), by_seed(other)).interval
    assert pytest.approx(1 / 200, abs=1e-12) == (low + high) / 2
    assert 4 / 200 < (high - low) / 2 < 6 / 200


def test_pairs_are_found_by_their_key_whatever_the_order():
    one, other = by_seed(ONE), by_seed(OTHER)
    assert paired_difference(one, other) == paired_difference(dict(reversed(one.items())), other)


def test_games_without_a_counterpart_are_left_out_and_counted():
    one = {1: MetricResult(1, 2), 2: MetricResult(1, 3), 3: MetricResult(2, 2), 4: NOTHING, 5: MetricResult(1, 1)}
    other = {1: MetricResult(0, 2), 2: MetricResult(1, 4), 3: NOTHING, 4: NOTHING, 9: MetricResult(1, 1)}
    mean, pooled = paired_difference(one, other, over="mean"), paired_difference(one, other)
    assert (2, (2, 2), (2, 1)) == (mean.pairs, mean.games, mean.unpaired)
    assert (2, (3, 2), (1, 1)) == (pooled.pairs, pooled.games, pooled.unpaired)
    assert (pytest.approx(5 / 12 - 1 / 8), pytest.approx(4 / 7 - 1 / 6)) == (mean.value, pooled.value)


def test_pairs_are_those_whose_games_both_have_the_figure():
    one = {game: NOTHING if game == 18 else MetricResult(1, 2) for game in range(19)}
    other = {game: NOTHING if game == 0 else MetricResult(1, 3) for game in range(19)}
    found = {over: paired_difference(one, other, over=over) for over in ("pooled", "mean")}
    assert (17, (18, 18), (0, 0)) == (found["pooled"].pairs, found["pooled"].games, found["pooled"].unpaired)
    assert (17, (17, 17), (1, 1)) == (found["mean"].pairs, found["mean"].games, found["mean"].unpaired)


def test_the_effect_between_pooled_shares_is_cohens_h():
    found = difference(results((3, 4), (1, 4)), results((1, 4), (1, 4)))
    assert ("Cohen's h", pytest.approx(2 * asin(sqrt(0.5)) - 2 * asin(0.5))) == (found.measure, found.effect)


def test_the_effect_between_means_is_hedges_g():
    found = difference(results((2, 1), (4, 1)), results((5, 1), (7, 1), (9, 1)), over="mean", kind="mean")
    deviation = sqrt((2 + 8) / 3)
    assert ("Hedges' g", pytest.approx(-4 / deviation * (1 - 3 / 11))) == (found.measure, found.effect)


def test_the_effect_within_pairs_is_the_mean_difference_in_its_standard_deviations():
    found = paired_difference(
        by_seed(results((5, 1), (7, 1), (9, 1))), by_seed(results((4, 1), (4, 1), (4, 1))), over="mean", kind="mean"
    )
    assert ("Cohen's d_z", pytest.approx(3 / 2)) == (found.measure, found.effect)


def test_where_nothing_varies_there_is_no_standard_deviation_to_measure_in():
    found = difference(results((80, 1)) * 5, results((90, 1)) * 5, kind="count")
    assert (-10, (-10, -10), None) == (found.value, found.interval, found.effect)
    assert found.p_value < 0.01


def test_amounts_differ_by_any_amount():
    one, other = results(*((300 + 7 * n, 1) for n in range(12))), results(*((200 + 9 * n, 1) for n in range(15)))
    found = difference(one, other, kind="count")
    assert 40 < found.interval[0] < found.value < found.interval[1] < 120
    assert consistent(found)


@OVER
def test_the_same_games_give_the_same_difference_whatever_was_computed_before(over):
    before = difference(ONE, OTHER, over=over), paired_difference(by_seed(ONE), by_seed(OTHER), over=over)
    draws_of.cache_clear()
    assert before == (difference(ONE, OTHER, over=over), paired_difference(by_seed(ONE), by_seed(OTHER), over=over))


def test_many_games_are_compared_in_groups():
    one, other = (Setting(games=2 * CLUSTERS, rate=rate).studies(3, 1)[0] for rate in (0.3, 0.2))
    apart, together = difference(one, other), paired_difference(by_seed(one), by_seed(other))
    assert apart.interval == pytest.approx(together.interval, abs=0.015)
    assert 0.02 < apart.interval[1] - apart.interval[0] < 0.08


@given(SHARES, SHARES, st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_a_difference_lies_in_its_interval_whatever_the_order_of_the_games(one, other, random):
    found = difference(one, other, how=HOW)
    assert found == difference(random.sample(one, len(one)), random.sample(other, len(other)), how=HOW)
    if found.interval:
        assert -1 <= found.interval[0] <= found.value <= found.interval[1] <= 1
        assert consistent(found)


@given(PAIRS, st.sampled_from(["pooled", "mean"]))
@settings(max_examples=80, deadline=None)
def test_a_difference_of_pairs_lies_in_its_interval(pairs, over):
    sides = ({key: pair[side] for key, pair in pairs.items()} for side in (0, 1))
    found = paired_difference(*sides, over=over, how=HOW)
    if found.interval:
        assert -1 <= found.interval[0] <= found.value + 1e-12
        assert found.value - 1e-12 <= found.interval[1] <= 1
        assert consistent(found)


@OVER
def test_sides_with_some_games_in_common_differ_by_as_much_as_if_they_had_none(over):
    one, other = by_seed(ONE), {seed + 12: game for seed, game in enumerate(OTHER)}
    found, apart = overlapping_difference(one, other, over=over), difference(ONE, OTHER, over=over)
    assert (apart.value, apart.effect, apart.games) == (pytest.approx(found.value), found.effect, found.games)
    assert (8, None) == (found.shared, found.pairs)


@OVER
def test_what_a_game_does_to_both_sides_at_once_is_no_chance_between_them(over):
    one, other = by_seed(ONE), {**dict(list(by_seed(ONE).items())[5:]), **{30: OTHER[0], 31: OTHER[1], 32: OTHER[2]}}
    found, apart = overlapping_difference(one, other, over=over), difference(ONE, other.values(), over=over)
    assert found.interval[1] - found.interval[0] < 0.8 * (apart.interval[1] - apart.interval[0])
    assert consistent(found)


def test_sides_with_all_games_in_common_are_compared_as_pairs_are():
    one, other = by_seed(ONE), by_seed(OTHER)
    found, paired = overlapping_difference(one, other), paired_difference(one, other)
    assert (paired.value, paired.interval, paired.p_value) == (found.value, found.interval, found.p_value)


@OVER
def test_in_whatever_order_games_come_sides_with_some_in_common_differ_by_the_same(over):
    one, other = by_seed(ONE), {seed + 12: game for seed, game in enumerate(OTHER)}
    back = [dict(reversed(side.items())) for side in (one, other)]
    assert overlapping_difference(one, other, over=over) == overlapping_difference(*back, over=over)


@OVER
def test_a_side_without_the_figure_has_no_difference_to_one_that_shares_its_games(over):
    for one, other in (({}, {}), ({1: MetricResult(1, 2)}, {1: NOTHING, 2: NOTHING})):
        assert None is overlapping_difference(one, other, over=over).value
