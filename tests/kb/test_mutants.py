"""Mutants: what is changed, what clingo would refuse, and what the tests of a rulebook notice."""

import random

import pytest

from quack.kb.mutants import mutants
from quack.kb.mutation import LIMIT, try_mutants
from quack.kb.rule_tests import collect_rule_tests
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT
from tests.support.mutants import explained
from tests.support.rulebooks import LOCATION_TEST, write_rulebook

FILES, SAMPLE = 4, 12


def fates(folder, **files):
    book = load_rulebook(write_rulebook(folder, **files))
    return {str(mutant): fate for mutant, fate in try_mutants(book, collect_rule_tests(book), list(mutants(book)))}


def changes(folder, head, **files):
    book = load_rulebook(write_rulebook(folder, **files))
    return [mutant.change for mutant in mutants(book) if mutant.head == head]


def test_a_rule_is_changed_in_one_place_at_a_time(tmp_path):
    assert [
        "without F - slack <= T",
        "without T <= L + slack",
        "at(S, R, L, F) for at(S, R, F, L)",
        "F - slack < T for F - slack <= T",
        "F - slack >= T for F - slack <= T",
        "T < L + slack for T <= L + slack",
        "T >= L + slack for T <= L + slack",
    ] == changes(tmp_path, "stood(C)")


def test_what_clingo_refuses_is_no_mutant(tmp_path):
    assert ["without stood(C)"] not in changes(tmp_path, "candidate(C, true)")


def test_numbers_are_changed_by_one(tmp_path):
    assert ["0 for 1", "2 for 1"] == changes(tmp_path, "#const slack")


def test_a_mutant_that_a_test_notices_names_the_test(tmp_path):
    found = fates(tmp_path, location_test=LOCATION_TEST)
    assert "location_test.lp::a_stay_makes_it_true" == found["policy.lp: #const slack: 0 for 1"]
    assert found["location.lp: stood(C): without T <= L + slack"] is None


def test_a_mutant_that_would_go_on_for_ever_is_noticed_by_its_limit(tmp_path, monkeypatch):
    monkeypatch.setenv("QUACK_MAX_SECONDS", "1")
    rules = "% So?\n% in: at/4\n% out: n/1\nn(F) :- at(_, _, F, _).\nn(X+1) :- n(X), X < 3.\n"
    test = "#program test_it. at(a, b, 0, 0). expect(n(3)). expect_not(n(4)).\n"
    entry = '#include "schema.lp".\n#include "location.lp".\n'
    found = fates(tmp_path, location=rules, location_test=test, observed=entry)
    assert LIMIT == found["location.lp: n(X+1): without X < 3"]


@pytest.mark.parametrize("name", ["observed", "paper"])
def test_the_shipped_tests_notice_a_sample_of_mutants(name):
    """All of them are tried by `make soak`."""
    book = load_rulebook(name, rules_in=ROOT / "rules")
    known = explained(ROOT / "rules" / "MUTANTS.md")
    chance = random.Random(20)
    files = chance.sample(sorted({rule.file for rule in book.rules}), FILES)
    some = chance.sample([mutant for mutant in mutants(book, files) if str(mutant) not in known], SAMPLE)
    tests = collect_rule_tests(book)
    left = _unnoticed(book, [test for test in tests if test.subject in files], some)
    left = _unnoticed(book, [test for test in tests if test.subject not in files], left)
    # A file that both rulebooks share has its tests in either: what one leaves unnoticed the other may notice.
    other = load_rulebook({"observed": "paper", "paper": "observed"}[name], rules_in=ROOT / "rules")
    again = [mutant for mutant in mutants(other, {mutant.file for mutant in left}) if mutant in left]
    missed = _unnoticed(other, collect_rule_tests(other), again)
    assert [] == sorted(map(str, {*left} - {*again} | {*missed}))


def _unnoticed(book, tests, some):
    return [mutant for mutant, fate in try_mutants(book, tests, some) if fate is None] if some else []
