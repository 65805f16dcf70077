"""How two sets of rates of the same games are compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quack.metrics.effect import correlation

RATES = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=2, max_size=20)


def test_a_correlation_is_that_of_the_textbook():
    assert pytest.approx(0.5298, abs=1e-4) == correlation(
        [0.43, 0.21, 0.25, 0.42, 0.57, 0.59], [0.99, 0.65, 0.79, 0.75, 0.87, 0.81]
    )


@pytest.mark.parametrize(
    ("one", "other"), [([], []), ([0.5], [0.7]), ([0.5, 0.5], [0.1, 0.9]), ([0.1, 0.9], [1.0, 1.0])]
)
def test_too_few_games_or_rates_that_never_vary_have_none(one, other):
    assert correlation(one, other) is None


@given(RATES)
def test_a_correlation_is_symmetric_and_within_its_bounds(pairs):
    one, other = [a / 20 for a, _ in pairs], [b / 20 for _, b in pairs]
    value = correlation(one, other)
    assert value == (None if value is None else pytest.approx(correlation(other, one)))
    assert value is None or -1.0000001 <= value <= 1.0000001
    assert len(set(one)) == 1 or pytest.approx(1) == correlation(one, one)
