"""Every proof of twenty released games, in both rulebooks, checked step by step."""

import os
from pathlib import Path

import pytest

from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT
from tests.support.proofs import games_under, gaps, problems, prove, unplaced

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]


@pytest.mark.parametrize("name", ["observed", "paper"])
def test_every_proof_of_twenty_released_games_holds(name, reference: Path):
    rulebook = load_rulebook(name, rules_in=ROOT / "rules")
    for game in games_under(reference)[::9]:
        case, proofs = prove(game, rulebook)
        assert problems(case, proofs, rulebook) == [], game.name
        assert [proof.id for proof in proofs if unplaced(proof)] == [], game.name
        if name == "observed":
            assert gaps(case, proofs, rulebook) == [], game.name
