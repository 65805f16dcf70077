"""p-values corrected for how many there are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quack.metrics.multiplicity import adjust

P_VALUES = st.lists(st.none() | st.floats(0, 1))


def test_holms_correction_is_as_by_hand():
    # In their order .01 x 4, .02 x 3, .03 x 2 and .04 x 1, none smaller than the one before.
    assert pytest.approx([0.06, 0.04, 0.06, 0.06]) == adjust([0.03, 0.01, 0.04, 0.02], "holm")


def test_benjamini_and_hochbergs_correction_is_as_by_hand():
    # In their order .005 x 4/1, .02 x 4/2, .045 x 4/3 and .05 x 4/4, none larger than the one after.
    assert pytest.approx([0.05, 0.02, 0.05, 0.04]) == adjust([0.045, 0.005, 0.05, 0.02], "bh")


@pytest.mark.parametrize("method", ["holm", "bh"])
def test_what_is_missing_stays_missing_and_does_not_count(method):
    assert [None, *adjust([0.01, 0.04], method), None] == adjust([None, 0.01, 0.04, None], method)


@pytest.mark.parametrize("method", ["holm", "bh"])
def test_nothing_to_correct_is_no_mistake(method):
    assert ([], [None], [0.2]) == (adjust([], method), adjust([None], method), adjust([0.2], method))


def test_corrected_values_stay_probabilities():
    assert [1, 1, 1] == adjust([0.5, 0.6, 0.9])


@given(P_VALUES)
def test_a_correction_makes_no_value_smaller_and_holms_is_the_stricter(p_values):
    for raw, holm, bh in zip(p_values, adjust(p_values, "holm"), adjust(p_values, "bh"), strict=True):
        assert (raw is None) == (holm is None) == (bh is None)
        assert raw is None or raw <= bh * (1 + 1e-12) <= holm * (1 + 1e-11)


@given(P_VALUES)
def test_a_correction_keeps_the_order(p_values):
    for method in ("holm", "bh"):
        pairs = sorted(pair for pair in zip(p_values, adjust(p_values, method), strict=True) if pair[0] is not None)
        assert [new for _, new in pairs] == sorted(new for _, new in pairs)
