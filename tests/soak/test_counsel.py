"""Why not, and what if: over every claim of all released games and of all sample logs, in both rulebooks."""

import os
from pathlib import Path

import pytest

from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT
from tests.support.counsel import wrong_alternatives, wrong_refusals
from tests.support.proofs import games_under

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]


@pytest.mark.parametrize("name", ["observed", "paper"])
def test_every_proposal_is_true_and_every_condition_named_fails(name, reference: Path):
    rulebook = load_rulebook(name, rules_in=ROOT / "rules")
    for game in (*games_under(ROOT / "logs"), *games_under(reference)):
        assert [] == wrong_alternatives(game, rulebook), game.name
        assert [] == wrong_refusals(game, rulebook), game.name
