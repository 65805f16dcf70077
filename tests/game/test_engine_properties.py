"""Random games on random setups: played by the rules, and told by their logs as they were."""

import json
import tempfile
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quack.audit.reading import check_game
from quack.events.log import read_log
from quack.events.state import GameState, apply
from quack.game.progress import Progress
from quack.game.watch import watch_game
from quack.world.map import load_map, shipped_maps
from tests.support.books import Books
from tests.support.players import Nuisance, Rambler, any_setup, play_out

MAPS = tuple(load_map(name) for name in shipped_maps())
GAMES = 25
seeds = st.integers(min_value=0, max_value=2**32)
games = settings(max_examples=GAMES, deadline=None)


def played(seed, make=Rambler):
    """A game of any kind."""
    return play_out(any_setup(Random(seed), MAPS), seed=seed, make=make)


def read(texts):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        path.write_text("".join(f"{text}\n" for text in texts))
        return read_log(path), check_game(path)


def slots(state):
    return {name: getattr(state, name) for name in GameState.__slots__}


@pytest.mark.parametrize("make", [Rambler, Nuisance])
@games
@given(seed=seeds)
def test_every_game_is_played_by_the_rules(make, seed):
    game = played(seed, make)
    assert [] == Books(game.setup).read(game.lines.texts)


@pytest.mark.parametrize("make", [Rambler, Nuisance])
@games
@given(seed=seeds)
def test_the_log_folds_to_the_state_in_which_the_game_ended(make, seed):
    game = played(seed, make)
    log, problems = read(game.lines.texts)
    assert [] == problems
    assert game.lines.events == list(log.events)
    state, progress = GameState(), Progress()
    for event in log.events:
        apply(state, event)
        progress.apply(event)
    assert slots(game.result.state) == slots(state)
    assert game.result.progress == progress
    assert log.map == game.setup.map


@games
@given(seed=seeds)
def test_the_same_seed_gives_the_same_bytes(seed):
    assert played(seed, Nuisance).lines.log == played(seed, Nuisance).lines.log


@games
@given(seed=seeds)
def test_a_game_told_to_be_decided_is_over_at_the_first_moment(seed):
    game = played(seed)
    last = json.loads(game.lines.texts[-1])
    assert "game_over" == last["event_type"]
    assert game.result.reason == last["data"]["reason"]
    assert 1 == sum('"game_over"' in text for text in game.lines.texts)


def expanded(found, certainty):
    """The sightings of some certainties, tick by tick."""
    return {
        (row.viewer, row.target, row.room, tick, row.how, row.other_end)
        for row in found.sightings
        if row.look in certainty
        for tick in range(row.first, row.last + 1)
    }


@games
@given(seed=seeds)
def test_what_was_logged_lies_between_what_is_sure_and_what_is_possible(seed):
    lies_between(played(seed).lines.texts)


def lies_between(texts):
    """The looks of a log against those that are derived from it without its observations."""
    log, _ = read(texts)
    _, logged = watch_game(log)
    _, derived = watch_game(read(text for text in texts if '"event_type":"observation"' not in text)[0])
    assert {"maybe"}.isdisjoint(row.look for row in logged.sightings)
    told = expanded(logged, ("sure", "call"))
    sure = expanded(derived, ("sure", "call"))
    glimpsed = {row for row in sure if row[4] == "glimpsed"}
    certain = sure - glimpsed
    assert certain <= told
    assert told <= certain | expanded(derived, ("maybe",))
    near = {
        (viewer, target, room, tick) for viewer, target, room, tick, how, _ in told if how in ("present", "departing")
    }
    assert {row[:4] for row in glimpsed} <= near
    heard = {(row.listener, row.chat) for row in logged.hearings}
    assert len(heard) == len(logged.hearings)
    surely = {(row.listener, row.chat) for row in derived.hearings if row.look != "maybe"}
    assert surely <= heard <= {(row.listener, row.chat) for row in derived.hearings}
    assert len(derived.hearings) == len({(row.listener, row.chat) for row in derived.hearings})


@games
@given(seed=seeds)
def test_sightings_are_exactly_the_logged_observations(seed):
    game = played(seed)
    log, _ = read(game.lines.texts)
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
