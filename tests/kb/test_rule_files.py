"""The shipped rulebooks: their own tests, their headers, and a test beside every rule file."""

from collections import Counter
from functools import cache

import pytest

from quack.errors import QuackError
from quack.kb.headers import header_problems
from quack.kb.layered_tests import count_tests, test_files
from quack.kb.rule_tests import collect_rule_tests, run_rule_test, run_rule_tests
from quack.kb.rulebook import load_rulebook
from quack.kb.solve import solve
from tests.conftest import ROOT

RULES = ROOT / "rules"
BASES = ("observed", "paper")
LAYERS = ("strict", "lenient", "courtroom")
NAMES = (*BASES, *LAYERS)


@cache
def rulebook(name):
    return load_rulebook(name, rules_in=RULES)


def shipped_tests():
    """Every section of every `x_test.lp`, once for each rulebook that it concerns and that is no layer."""
    found = []
    for name in BASES:
        try:
            tests = collect_rule_tests(rulebook(name))
        except QuackError as error:
            # One failing item that says why, instead of a module that can't be collected.
            found.append(pytest.param(name, error, id=f"{name}-unreadable"))
            continue
        found += [pytest.param(name, test, id=f"{name}-{test.id}") for test in tests]
    return found


@pytest.mark.parametrize(("name", "test"), shipped_tests())
def test_a_rule_test_passes(name, test):
    if isinstance(test, QuackError):
        pytest.fail(str(test))
    result = run_rule_test(rulebook(name), test)
    assert result.passed, str(result)


@pytest.mark.parametrize("name", LAYERS)
def test_what_its_base_promises_holds_in_a_layer_too_where_it_says_nothing_else(name):
    assert [] == [str(result) for result in run_rule_tests(rulebook(name)) if not result.passed]


@pytest.mark.parametrize("name", NAMES)
def test_a_rulebook_grounds_without_a_word_from_clingo(name):
    assert [] == solve(rulebook(name)).rows("candidate", 2)


@pytest.mark.parametrize("name", NAMES)
def test_every_file_says_truly_what_it_reads_and_defines(name):
    assert [] == [str(problem) for problem in header_problems(rulebook(name))]


@pytest.mark.parametrize("name", NAMES)
def test_every_file_with_rules_has_a_test_beside_it(name):
    book = rulebook(name)
    tested = {test.subject for test in collect_rule_tests(book)}
    assert [] == sorted({rule.file for rule in book.rules} - tested)


@pytest.mark.parametrize("name", NAMES)
def test_as_many_tests_are_counted_as_are_run(name):
    book = rulebook(name)
    assert Counter(test.subject for test in collect_rule_tests(book)) == +count_tests(book)


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_says_in_words_what_it_means(name):
    assert [] == [rule.place for rule in rulebook(name).rules if rule.label is None and not rule.is_fact]


def test_every_rule_file_belongs_to_a_rulebook():
    used = {file.source.path.resolve() for name in NAMES for file in rulebook(name).files}
    tests = {path.resolve() for name in NAMES for path in test_files(rulebook(name))}
    assert set() == {path.resolve() for path in RULES.rglob("*.lp")} - used - tests
