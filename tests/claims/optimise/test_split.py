"""Games teach, choose or measure, and none does two of these."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quack.claims.optimise.lessons import LabelledGame
from quack.claims.optimise.split import Sizes, split_games
from quack.errors import SettingsError


def many(labelled: list[LabelledGame], count: int) -> list[LabelledGame]:
    """So many games, told apart by their logs."""
    kinds = [labelled[index % len(labelled)] for index in range(count)]
    return [replace(one, name=f"g{index}", log=f"{index}", digest=f"{index}") for index, one in enumerate(kinds)]


def test_no_game_serves_twice_and_all_serve(labelled: list[LabelledGame]) -> None:
    split = split_games(many(labelled, 12), Sizes(), seed=0)

    parts = [split.train.games, split.dev.games, split.test.games]
    assert [6, 3, 3] == [len(part) for part in parts]
    assert 12 == len({name for part in parts for name in part})


def test_the_games_that_measure_stay_whatever_the_others_do(labelled: list[LabelledGame]) -> None:
    games = many(labelled, 12)

    few = split_games(games, Sizes(train=1, dev=2, test=3), seed=4)
    all_of_them = split_games(list(reversed(games)), Sizes(test=3), seed=4)

    assert few.test.games == all_of_them.test.games
    assert [1, 2, 3] == [len(part.games) for part in (few.train, few.dev, few.test)]


def test_the_seed_decides(labelled: list[LabelledGame]) -> None:
    games = many(labelled, 12)

    splits = [split_games(games, Sizes(messages=5), seed) for seed in (0, 0, 1)]

    told = [(split.test.games, [one.at for one in split.test.lessons], split.digest) for split in splits]
    assert told[0] == told[1]
    assert told[0][0] != told[2][0] and told[0][2] != told[2][2]


def test_a_copy_of_a_game_is_no_other_game(labelled: list[LabelledGame]) -> None:
    games = [*labelled, replace(labelled[0], name="copy")]

    split = split_games(games, Sizes(), seed=0)

    assert 1 == split.copies
    assert "copy" not in (*split.train.games, *split.dev.games, *split.test.games)


def test_too_few_games_are_told_with_what_they_are_needed_for(labelled: list[LabelledGame]) -> None:
    with pytest.raises(
        SettingsError, match=r"2 labelled games, but the parts need 3: 1 train, 1 dev, 1 test; these are games"
    ):
        split_games(labelled[:2], Sizes(), seed=0)
