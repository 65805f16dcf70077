"""Would any rule or condition of the shipped rulebooks be missed?

Each rule fires in a test, and the test beside its file notices when it is left out; each condition fails alone in one.
"""

from functools import cache

import pytest

from quack.errors import RulebookError
from quack.kb.coverage import remove_each_rule
from quack.kb.coverage_conditions import measure
from quack.kb.rule_tests import collect_rule_tests, run_rule_test
from quack.kb.rulebook import load_rulebook
from quack.kb.trials import trials
from tests.conftest import ROOT

BASES = ("observed", "paper")
NAMES = (*BASES, "strict", "lenient", "courtroom")


@cache
def rulebook(name):
    return load_rulebook(name, rules_in=ROOT / "rules")


@cache
def tried(name):
    return trials(rulebook(name))


@cache
def results(name):
    """What its tests say; of a layer, the tests beside its own file: its own rules count."""
    tests = collect_rule_tests(rulebook(name))
    own = [test for test in tests if name in BASES or test.file == f"{name}_test.lp"]
    return [run_rule_test(rulebook(name), test, coverage=True, trials=tried(name)) for test in own]


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


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_fires_in_a_test_and_every_condition_fails_alone_in_one(name):
    assert [] == [str(each) for each in measure(rulebook(name), results(name), tried(name)).untried]
