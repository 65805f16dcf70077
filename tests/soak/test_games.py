"""Thousands of random games: played by the rules, and told by their logs as they were."""

import os
from collections import Counter
from random import Random

import pytest

from quack.world.map import load_map, shipped_maps
from tests.support.books import Books
from tests.support.folding import folds_to_its_end, lies_between
from tests.support.players import Nuisance, Rambler, Striver, any_setup, play_out

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]

GAMES = int(os.environ.get("QUACK_SOAK_ROUNDS", "3000"))


def test_thousands_of_games_are_played_by_the_rules_and_told_as_they_were():
    maps = tuple(load_map(name) for name in shipped_maps())
    endings = Counter()
    for seed in range(GAMES):
        make = (Rambler, Striver, Nuisance)[seed % 3]
        game = play_out(any_setup(Random(seed), maps), seed=seed, make=make)
        assert [] == Books(game.setup).read(game.lines.texts), seed
        folds_to_its_end(game)
        lies_between(game.lines.texts)
        endings[game.result.reason] += 1
    assert 4 == len(endings), endings
