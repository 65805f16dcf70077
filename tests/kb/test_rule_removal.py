"""Would any rule be missed? Leaves out each rule of the shipped rulebooks; the test beside its file must notice."""

from functools import cache

import pytest

from quack.errors import RulebookError
from quack.kb.coverage import remove_each_rule, run_with_coverage
from quack.kb.rule_tests import collect_rule_tests, run_rule_test
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT

BASES = ("observed", "paper")
NAMES = (*BASES, "strict", "lenient", "courtroom")


@cache
def rulebook(name):
    return load_rulebook(name, rules_in=ROOT / "rules")


@cache
def results(name):
    """What its tests say; of a layer, the tests beside its own file."""
    if name in BASES:
        return run_with_coverage(rulebook(name))
    own = [test for test in collect_rule_tests(rulebook(name)) if test.file == f"{name}_test.lp"]
    return [run_rule_test(rulebook(name), test, coverage=True) for test in own]


def removals(file):
    """What happens without each rule of a file, by place; a file that both rulebooks share is tried in both."""
    found = {}
    for name in NAMES:
        rules = [rule for rule in rulebook(name).rules if rule.file == file]
        missing = [rule for rule in rules if not noticed(found.get((rule.place, rule.column)))]
        for removal in remove_each_rule(rulebook(name), results(name), missing, beside_only=True) if missing else ():
            found[removal.rule.place, removal.rule.column] = removal
    return found


def noticed(removal):
    return removal is not None and removal.noticed_by is not None


def files():
    """Files with rules; none where a rulebook doesn't load, which is for another test to say."""
    try:
        return list(dict.fromkeys(rule.file for name in NAMES for rule in rulebook(name).rules))
    except RulebookError:
        return []


FILES = files()


@pytest.mark.parametrize("name", NAMES)
def test_the_rulebook_loads(name):
    assert rulebook(name).rules


@pytest.mark.parametrize("file", FILES)
def test_the_test_beside_a_file_notices_the_removal_of_each_of_its_rules(file):
    assert [] == [str(removal) for removal in removals(file).values() if removal.noticed_by is None]
