"""Scores are sums of weights, whichever kinds are added up side by side."""

import pytest

from quack.claims.offline.candidates import Proposal
from quack.claims.offline.model import Judge, Model

PRESENT = ("here", "at", "step", "task")
WEIGHTS = {
    "here": {"P": {"a": 0.1, "b": -2.5}},
    "at": {"P": {"a": -0.7}, "R": {"a": 1.3}},
    "sight": {"P": {"b": 0.02}, "C": {"a": -3.0, "c": 0.5}},
    "move": {"P": {"a": 4.0}},
    "defend": {"P": {"a": -0.04}},
}


@pytest.fixture(scope="module")
def model():
    return Model({kind: Judge(-0.125, places) for kind, places in WEIGHTS.items()})


def scores(model, kinds, blocks, more=()):
    return tuple(model.scorer().scores(Proposal(kinds, (), (), (), blocks, more)))


def test_kinds_side_by_side_have_each_their_own_sum(model):
    assert (-2.525, 0.475, 0.0, 0.0) == scores(model, PRESENT, (("P", ("a", "b", "x")), ("R", ("a",))))


def test_a_sight_adds_its_own_places_to_those_that_it_shares(model):
    assert (-2.605,) == scores(model, ("sight",), (("P", ("a", "b")),), (("C", ("a", "c", "x")),))


def test_a_kind_alone_and_one_after_the_first_are_found(model):
    assert ((3.875,), (-0.165,)) == (
        scores(model, ("move",), (), (("P", ("a",)),)),
        scores(model, ("defend",), (("P", ("a",)),)),
    )


def test_the_order_of_patterns_changes_nothing():
    model = Model({"move": Judge(0.1, {"M": {str(n): 0.1 * n for n in range(40)}})})
    patterns = tuple(map(str, range(40)))
    assert (78.1,) == scores(model, ("move",), (("M", patterns),))
    assert (78.1,) == scores(model, ("move",), (("M", patterns[::-1]),))
