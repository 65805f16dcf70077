"""Each fault of a provider by itself, at a fifth of the questions of whole games."""

import os

import pytest

from tests.support.faulty_games import faults_of, play_faulty, respond
from tests.support.model_server import LASTING, PASSING, Faulty

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]


@pytest.mark.parametrize("kind", [*PASSING, *LASTING])
def test_a_fault_ends_no_game_and_costs_turns_only_where_it_lasts(one_server, tmp_path, kind):
    faulty = Faulty(respond, kinds=(kind,), seed=1)
    play_faulty(one_server, tmp_path, faulty, timeout=2 if kind == "hang" else 60)
    faults = faults_of(tmp_path)
    assert faulty.failed[kind]
    assert bool(faults) == (kind in LASTING)
