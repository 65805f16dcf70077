"""The whole removal campaign: every rule of every rulebook, against every test of that rulebook."""

import os
import random
from functools import cache

import pytest

from quack.kb.coverage import remove_each_rule, run_with_coverage
from quack.kb.rule_tests import run_rule_test
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]

NAMES = ("observed", "paper")
PAIRS = 500


@cache
def rulebook(name):
    return load_rulebook(name, rules_in=ROOT / "rules")


@cache
def results(name):
    return run_with_coverage(rulebook(name))


def test_some_test_notices_the_removal_of_each_rule():
    """A rule that two rulebooks share may be noticed by the tests of either."""
    noticed, unnoticed = set(), {}
    for name in NAMES:
        for removal in remove_each_rule(rulebook(name), results(name)):
            place = (removal.rule.place, removal.rule.column)
            if removal.noticed_by is None:
                unnoticed[place] = str(removal)
            else:
                noticed.add(place)
    assert [] == [said for place, said in unnoticed.items() if place not in noticed]


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_that_does_not_fire_in_a_test_can_go_without_changing_it(name):
    """The shortcut of the campaign, tried on random pairs of a rule and a test."""
    book, rng = rulebook(name), random.Random(20)
    pairs = [(rule, result) for rule in book.rules for result in results(name) if rule.id not in result.fired]
    for rule, result in rng.sample(pairs, min(PAIRS, len(pairs))):
        assert result.passed == run_rule_test(book, result.test, without={rule.id}).passed, (rule.place, result.test.id)
