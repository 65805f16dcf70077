"""Every mutant of the shipped rulebooks: the rule tests notice it, or `rules/MUTANTS.md` says why none can."""

import os

import pytest

from quack.kb.mutants import mutants
from quack.kb.mutation import try_mutants
from quack.kb.rule_tests import collect_rule_tests
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT
from tests.support.mutants import explained

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]
SHARE = 0.95


def test_every_mutant_of_the_shipped_rules_is_noticed_or_explained():
    noticed = {}
    for name in ("observed", "paper"):
        book = load_rulebook(name, rules_in=ROOT / "rules")
        for mutant, fate in try_mutants(book, collect_rule_tests(book), list(mutants(book))):
            noticed[str(mutant)] = noticed.get(str(mutant), False) or fate is not None
    unnoticed = {mutant for mutant, seen in noticed.items() if not seen}
    assert unnoticed == explained(ROOT / "rules" / "MUTANTS.md")
    assert len(unnoticed) <= (1 - SHARE) * len(noticed)
