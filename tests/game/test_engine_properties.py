"""Random games on random setups: played by the rules, and told by their logs as they were."""

import os
import subprocess
import sys
from collections import defaultdict
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quack.game.watch import watch_game
from quack.world.map import load_map, shipped_maps
from tests.conftest import ROOT
from tests.support.books import Books
from tests.support.folding import folds_to_its_end, lies_between, read_texts
from tests.support.players import Nuisance, Rambler, Striver, any_setup, play_out

MAPS = tuple(load_map(name) for name in shipped_maps())
seeds = st.integers(min_value=0, max_value=2**32)
games = settings(max_examples=15, deadline=None)
makers = pytest.mark.parametrize("make", [Rambler, Striver, Nuisance])


def played(seed, make=Rambler):
    """A game of any kind."""
    return play_out(any_setup(Random(seed), MAPS), seed=seed, make=make)


@makers
@games
@given(seed=seeds)
def test_every_game_is_played_by_the_rules(make, seed):
    game = played(seed, make)
    assert [] == Books(game.setup).read(game.lines.texts)


@makers
@games
@given(seed=seeds)
def test_the_log_folds_to_the_state_in_which_the_game_ended(make, seed):
    folds_to_its_end(played(seed, make))


def test_what_was_logged_lies_between_what_is_sure_and_what_is_possible_in_200_games():
    for seed in range(200):
        lies_between(played(seed, (Rambler, Striver, Nuisance)[seed % 3]).lines.texts)


@games
@given(seed=seeds)
def test_the_same_seed_gives_the_same_bytes(seed):
    assert played(seed, Nuisance).lines.log == played(seed, Nuisance).lines.log


def test_another_seed_gives_another_game():
    logs = {"\n".join(play_out(seed=seed).lines.texts[1:]) for seed in range(20)}
    assert 20 == len(logs)


@games
@given(seed=seeds)
def test_sightings_are_exactly_the_logged_observations(seed):
    log = read_texts(played(seed).lines.texts)
    chats = [event for event in log.events if event.event_type == "free_roam_chat"]
    told = defaultdict(set)
    for event in log.events:
        if event.event_type == "observation":
            place = (event.player_id, event.room, event.tick)
            told[place] |= {(player, "present", None) for player in event.present}
            told[place] |= {(player, "body", None) for player in event.bodies}
            told[place] |= {(seen.player_id, "departing", seen.to) for seen in event.departing}
            told[place] |= {(seen.player_id, "arriving", seen.origin) for seen in event.arriving}
            for index in event.heard:
                chat = chats[index]
                told[event.player_id, chat.room, chat.tick].add((chat.player_id, "heard", None))
    found = defaultdict(set)
    for row in watch_game(log)[1].sightings:
        for tick in range(row.first, row.last + 1):
            found[row.viewer, row.room, tick].add((row.target, row.how, row.other_end))
    assert {place: seen for place, seen in told.items() if seen} == found


def test_the_hash_seed_does_not_matter():
    code = (
        "import hashlib; from quack.game.config import GameSetup; from tests.support.players import *\n"
        "setup = GameSetup(players=12, ducks=3, ticks=30, meetings=9)\n"
        "print(hashlib.sha256(play_out(setup, seed=5, make=Nuisance).lines.log.encode()).hexdigest())"
    )
    digests = set()
    for seed in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout)
    assert 1 == len(digests)
