"""Under which condition a game was played, by whom, and from which state."""

from __future__ import annotations

import pytest

from quack.metrics.condition import condition_of, condition_of_log, models_of, seed_of
from tests.support.folding import read_texts
from tests.support.games import GameBuilder


@pytest.mark.parametrize(
    ("condition", "models"),
    [
        ("homogeneous_gpt5.5", {"goose": "gpt5.5", "duck": "gpt5.5"}),
        ("homogeneous/gpt5.5", {"goose": "gpt5.5", "duck": "gpt5.5"}),
        ("release/homogeneous/gpt5.5", {"goose": "gpt5.5", "duck": "gpt5.5"}),
        ("geese_a_b_duck_c", {"goose": "a_b", "duck": "c"}),
        ("heterogeneous/geese_a_duck_b_c", {"goose": "a", "duck": "b_c"}),
        ("crowd", None),
        (".", None),
        ("homogeneous", None),
        ("geese_a", None),
    ],
)
def test_the_name_of_a_condition_tells_the_models(condition: str, models: dict[str, str] | None) -> None:
    assert models == models_of(condition)


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        ("a/seed01", "1"),
        ("a/20250101_120000_seed0", "0"),
        ("a/run-seed-42", "42"),
        ("seed7", "7"),
        ("a/seedling", None),
        ("a/run1", None),
        ("seed3/run", None),
    ],
)
def test_the_name_of_a_run_folder_tells_the_seed(game: str, seed: str | None) -> None:
    assert seed == seed_of(game, read_texts(GameBuilder().tick(1).over().lines))


def test_a_game_in_no_folder_of_a_condition_has_none() -> None:
    log = read_texts(GameBuilder().tick(1).over().lines)
    assert ("a/b", ".") == (condition_of("a/b/seed1"), condition_of_log("seed1", log))
