"""Would any rule be missed? Leaves out each rule of the shipped rulebooks in turn; the test beside its file must notice."""

from functools import cache

import pytest

from quack.kb.coverage import remove_each_rule, run_with_coverage
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT

NAMES = ("observed", "paper")


@cache
def rulebook(name):
    return load_rulebook(name, rules_in=ROOT / "rules")


@cache
def results(name):
    return run_with_coverage(rulebook(name))


def files_with_rules():
    """Each file of each rulebook; a file that both share is tried in the first one."""
    seen = set()
    for name in NAMES:
        for file in dict.fromkeys(rule.file for rule in rulebook(name).rules):
            if file not in seen:
                seen.add(file)
                yield pytest.param(name, file, id=f"{name}-{file}")


@pytest.mark.parametrize(("name", "file"), files_with_rules())
def test_the_test_beside_a_file_notices_the_removal_of_each_of_its_rules(name, file):
    rules = [rule for rule in rulebook(name).rules if rule.file == file]
    removals = remove_each_rule(rulebook(name), results(name), rules, beside_only=True)
    assert [] == [str(removal) for removal in removals if removal.noticed_by is None]
