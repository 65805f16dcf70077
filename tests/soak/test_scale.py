"""Ten thousand games: killed five times and gone on with, in memory that does not grow."""

import os
from pathlib import Path
from random import Random

import pytest

from tests.support.kept_scores import kill_and_go_on, play_tree

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]

GAMES = int(os.environ.get("QUACK_SOAK_GAMES", "10000"))


def test_ten_thousand_games_killed_five_times_end_as_an_undisturbed_run(tmp_path: Path) -> None:
    tree = play_tree(tmp_path / "games", GAMES, ticks=40, jobs=2)
    kill_and_go_on(tree, tmp_path / "killed", Random(5), kills=5, jobs=2)
