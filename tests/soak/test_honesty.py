"""Three hundred games of scripted players of each kind, on all maps and of many sizes, held against the audit."""

import os
from pathlib import Path

import pytest

from tests.agents.test_honesty import check_made, check_memory, check_mistakes
from tests.support.scripted import audited, setups

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]


def test_300_games_of_honest_players_and_subtle_impostors(tmp_path: Path):
    rows = audited(tmp_path, setups(range(300)), "honest", "subtle")
    check_memory(rows)
    check_made(rows, "moved", {"near_miss"})
    check_made(rows, "swapped", {"near_miss"})
    check_made(rows, "misleading", {"true"})


@pytest.mark.parametrize("rate", ["0.1", "0.3"])
def test_300_games_of_forgetful_players_and_blunt_impostors(tmp_path: Path, rate: str):
    rows = audited(tmp_path, setups(range(1000, 1300)), f"honest:{rate}", "blunt")
    check_memory(rows)
    check_mistakes(rows)
    check_made(rows, "invented", {"false", "wrong_room"})
