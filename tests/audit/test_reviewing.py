"""Samples of claims to review."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quack.audit.reviewing import allot

SIZES = st.dictionaries(st.sampled_from("abcdefg"), st.integers(1, 40), max_size=7)


@given(SIZES, st.integers(0, 120))
def test_a_sample_has_the_size_that_was_asked_for_and_takes_no_more_than_there_is(sizes, total):
    shares = allot(sizes, total)
    assert min(total, sum(sizes.values())) == sum(shares.values())
    assert all(0 <= shares[kind] <= size for kind, size in sizes.items())


@given(SIZES, st.integers(0, 120))
def test_every_type_has_its_claim_where_that_is_possible_and_more_where_there_are_more(sizes, total):
    shares = allot(sizes, total)
    assert total < len(sizes) or all(shares.values())
    assert all(shares[a] >= shares[b] for a in sizes for b in sizes if sizes[a] > sizes[b])


def test_shares_are_in_proportion():
    assert {"a": 60, "b": 30, "c": 10} == allot({"a": 600, "b": 300, "c": 100}, 100)
