"""Whole games: they end, their logs are sound and say how they ended."""

import pytest

from quack.audit.reading import check_game
from quack.events.log import read_log
from tests.support.players import play_out


@pytest.mark.parametrize("seed", range(3))
def test_a_game_ends_and_its_log_is_sound(tmp_path, seed):
    played = play_out(seed=seed)
    path = tmp_path / "game.jsonl"
    path.write_text(played.lines.log)
    assert [] == check_game(path)
    assert played.result.winner == read_log(path).events[-1].winner
