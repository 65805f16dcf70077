"""Training: the same games give the same bytes, and what is held out is not trained on."""

import pytest

pytest.importorskip("sklearn")

from quack.claims.offline.model import read_model
from quack.claims.offline.train import learn


@pytest.fixture(scope="module")
def games(reference):
    logs = sorted(reference.glob("homogeneous_gpt5.5/seed0[1-4]/game.jsonl"))
    return [(str(path), path.with_name("extractions.jsonl")) for path in logs]


def test_the_same_games_give_the_same_bytes(games, tmp_path):
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    learn(games, first)
    learn(games, second)
    assert first.read_bytes() == second.read_bytes()
    assert {"here", "at", "step", "sight", "move", "task", "accuse", "defend"} == set(read_model(first).judges)
