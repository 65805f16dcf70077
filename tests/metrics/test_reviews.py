"""Intervals, agreement beyond chance, and recall with claims that nobody judged."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quack.metrics.intervals import wilson
from quack.metrics.reviews import Answers, Asked, cohens_kappa, find_recall

ANSWER = st.sampled_from(["yes", "no"])


def kappa(pairs):
    return cohens_kappa("faithful", "ann", "bob", pairs).value


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (1, 1, 0.2065, 1.0)],
)
def test_wilsons_interval_is_that_of_the_tables(hits, of, low, high):
    assert (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4)) == wilson(hits, of)


@given(st.integers(0, 200), st.integers(1, 200))
def test_an_interval_holds_its_rate_and_narrows_with_more_claims(hits, of):
    hits = min(hits, of)
    low, high = wilson(hits, of)
    assert 0 <= low <= hits / of <= high <= 1
    wider, narrower = high - low, wilson(10 * hits, 10 * of)
    assert narrower[1] - narrower[0] < wider


def test_nothing_has_no_interval():
    assert (None, None) == (wilson(0, 0), Answers(unsure=3).interval)


def test_kappa_is_that_of_the_textbook():
    pairs = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
    assert pytest.approx(0.4) == kappa(pairs)


def test_kappa_is_missing_where_chance_explains_everything():
    assert (None, None) == (kappa([]), kappa([("yes", "yes")] * 5))


@given(st.lists(st.tuples(ANSWER, ANSWER), min_size=1))
def test_kappa_is_symmetric_and_1_only_for_those_who_always_agree(pairs):
    value = kappa(pairs)
    turned = kappa([(other, one) for one, other in pairs])
    if value is None:
        assert turned is None and len({*pairs}) == 1
    else:
        assert isclose(value, turned) and -1 <= value <= 1
        assert (value == 1) == all(one == other for one, other in pairs)


def test_recall_counts_faithful_claims_and_missed_things():
    recall = find_recall([Asked(5, 5, 4, 1), Asked(3, 3, 3, 0)])
    assert (7 / 8, 1, 2, False) == (recall.value, recall.missed, recall.utterances, recall.estimated)
    assert wilson(7, 8) == recall.interval


def test_claims_that_nobody_judged_are_taken_to_be_as_faithful_as_the_others():
    recall = find_recall([Asked(10, 2, 1, 1), Asked(6, 2, 2, 0)])
    assert (True, 12 / 13) == (recall.estimated, recall.value)
    assert recall == find_recall([Asked(10, 2, 1, 1), Asked(6, 2, 2, 0)])


def test_recall_is_missing_where_nothing_is_claimed_or_nobody_looked():
    assert [(None, None)] * 3 == [
        (one.value, one.interval) for one in map(find_recall, ([], [Asked(0, 0, 0, 0)], [Asked(4, 0, 0, 0)]))
    ]
