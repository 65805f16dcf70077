"""The seeds of a study."""

from __future__ import annotations

import pytest

from quack.experiment.seeds import seeds_of


@pytest.mark.parametrize(
    ("value", "seeds"),
    [
        (7, (7,)),
        ("1-5", (1, 2, 3, 4, 5)),
        (" 0 - 1 ", (0, 1)),
        ([3, 1, "10-12"], (1, 3, 10, 11, 12)),
        ("4", (4,)),
    ],
)
def test_seeds_are_numbers_ranges_or_a_list_of_them(value, seeds):
    assert seeds == seeds_of(value)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, "a number, a range such as 1-5, or a list of them"),
        (True, "a number, a range"),
        ("one", "a number, a range"),
        ("-3", "a number, a range"),
        ([[1]], "a number, a range"),
        ({"from": 1}, "a number, a range"),
        (1.5, "a number, a range"),
        ([], "no seed"),
        (-1, "a whole number from 0"),
        ("5-1", "the range 5-1 runs backwards"),
        ([1, "1-2"], "the seed 1 stands there twice"),
        ("1-100001", "more than 100,000 seeds"),
        (["1-60000", "60001-120000"], "more than 100,000 seeds"),
        ("1-999999999999999", "more than 100,000 seeds"),
    ],
)
def test_what_is_no_seed_is_refused_in_words(value, told):
    with pytest.raises(ValueError, match=told):
        seeds_of(value)
