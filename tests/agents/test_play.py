"""Whole games: what they leave behind, that a seed decides them, and what can't be played."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quack import play_game
from quack.agents import AGENTS
from quack.agents.play import Order, opening_line, play, setup_of
from quack.agents.recording import Recording, figures_of
from quack.claims.store import GOLD_NAME, read_claims
from quack.errors import MapError, PlayError, SettingsError
from quack.events.log import read_log
from quack.events.models import Event, GameOver
from quack.events.timeline import replay
from quack.game.agent import Speech
from tests.conftest import ROOT

BIG = {"players": 12, "ducks": 2, "ticks": 60}


def test_a_game_leaves_a_log_and_labels_that_fit_it(tmp_path):
    game = play_game(seed=3)
    (tmp_path / "game.jsonl").write_bytes(game.log)
    (tmp_path / GOLD_NAME).write_bytes(game.labels)
    log = read_log(tmp_path / "game.jsonl")
    timeline = replay(log)
    claims = read_claims(tmp_path / GOLD_NAME, log, timeline)
    assert () == timeline.misfits
    assert ((), (), {}) == (claims.dropped, claims.notices, claims.extra_keys)
    assert 0 == claims.coverage()["not_attempted"] == claims.coverage("chat")["not_attempted"]
    assert game.figures.claims == claims.duplicates + sum(len(one.claims) for one in claims.extractions)


def test_every_claim_says_how_it_was_made():
    lines = [json.loads(line) for line in play_game(seed=3).labels.splitlines()]
    assert [] == [line for line in lines if len(line["made"]) != len(line["claims"])]


def test_figures_count_what_the_log_holds(tmp_path):
    game = play_game(seed=5, **BIG)
    (tmp_path / "game.jsonl").write_bytes(game.log)
    timeline = replay(read_log(tmp_path / "game.jsonl"))
    figures = game.figures
    assert (len(timeline.kills), len(timeline.meetings), len(timeline.utterances), len(timeline.chats)) == (
        figures.kills,
        figures.meetings,
        figures.messages,
        figures.chats,
    )


def test_a_log_without_its_end_has_no_figures():
    game = play_game(seed=3)
    with pytest.raises(ValueError, match="game_over"):
        figures_of(game.log.rpartition(b'{"timestamp"')[0], game.labels)


def test_who_plays_goes_by_team():
    first = json.loads(play_game(seed=4, crew="honest:0.2", impostor="blunt", **BIG).log.partition(b"\n")[0])["data"]
    teams = {player: seat["team"] for player, seat in first["initial_state"].items()}
    assert {player: "blunt" if team == "duck" else "honest:0.2" for player, team in teams.items()} == first["config"][
        "seats"
    ]


def test_a_listener_is_told_every_event_in_order():
    events: list[Event] = []
    game = play_game(seed=3, listener=events.append)
    assert list(range(1, len(game.log.splitlines()) + 1)) == [event.line for event in events]
    assert isinstance(events[-1], GameOver)


def test_the_opening_line_is_that_of_the_game():
    order = Order(setup_of(BIG))
    assert play(order, 9).log.startswith(opening_line(order, 9))


def test_a_game_is_the_same_where_a_loop_runs_already():
    async def in_a_notebook():
        return play_game(seed=3, ticks=12)

    assert play_game(seed=3, ticks=12) == asyncio.run(in_a_notebook())


def test_other_seeds_are_other_games():
    assert play_game(seed=1).log != play_game(seed=2).log


_SCRIPT = """
import hashlib, sys
from quack import play_game
for seed, values in ((3, {}), (4, {"players": 12, "ducks": 2, "ticks": 60, "crew": "honest:0.3", "impostor": "blunt"})):
    game = play_game(seed=seed, **values)
    print(hashlib.sha256(game.log + game.labels).hexdigest())
"""


def test_a_seed_decides_a_game_whatever_the_hashes_are():
    def run(hash_seed: str) -> bytes:
        environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", _SCRIPT]
        return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, check=True).stdout

    assert run("0") == run("1") == run("4242")


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({"players": 2}, "players"),
        ({"players": 51}, "players"),
        ({"ducks": 3}, "3 of 6 players can't be Ducks"),
        ({"tasks": 99}, "has 9 tasks, not 99"),
        ({"ticks": 0}, "ticks"),
        ({"colour": "red"}, "colour"),
        ({"crew": "ghost"}, "ghost"),
        ({"impostor": "honest:lots"}, "honest:lots"),
    ],
)
def test_what_no_game_can_be_played_with_is_named(values, what):
    with pytest.raises(SettingsError, match=what):
        play_game(**values)


def test_an_unknown_map_is_named_with_those_there_are():
    with pytest.raises(MapError, match=r"nowhere.*simple_ship"):
        play_game(map="nowhere")


def test_a_map_file_will_do(tmp_path: Path):
    rooms = [{"name": "hall", "button": True}, {"name": "den", "task": "Dig"}]
    (tmp_path / "own.yaml").write_text(
        json.dumps({"name": "own", "rooms": rooms, "corridors": [{"a": "hall", "b": "den", "weight": 1}]})
    )
    first = play_game(map=tmp_path / "own.yaml", tasks=1).log.partition(b"\n")[0]
    assert "own" == json.loads(first)["data"]["config"]["map"]


@pytest.mark.parametrize(
    ("speech", "status"),
    [
        (Speech("I was here.", ({"type": "location"},), ("recalled",)), "extracted"),
        (Speech("Hello.", ()), "empty"),
        (Speech(" Bob. ", ()), "vote_token"),
        (Speech("skip", ()), "vote_token"),
        (Speech("Who knows?"), "not_attempted"),
    ],
)
def test_labels_say_what_became_of_an_utterance(speech, status):
    recording = Recording({"player_0": "Alice", "player_1": "Bob"})
    recording.speech("message", 0, 0, "player_0", speech)
    line = json.loads(recording.labels)
    assert (status, "claims" in line) == (line["status"], speech.claims is not None)


def test_a_game_that_comes_to_no_end_names_its_seed(monkeypatch):
    def break_down(briefing: object) -> object:
        raise ZeroDivisionError("by zero")

    monkeypatch.setitem(AGENTS, "broken", lambda parameter: break_down)
    with pytest.raises(PlayError, match="the game of seed 3 came to no end: ZeroDivisionError: by zero"):
        play_game(seed=3, crew="broken")


def test_agents_of_ones_own_play_by_name(monkeypatch):
    monkeypatch.setitem(AGENTS, "mine", AGENTS["random"])
    assert b'"player_0":"mine"' in play_game(seed=3, crew="mine", impostor="mine").log.partition(b"\n")[0]
