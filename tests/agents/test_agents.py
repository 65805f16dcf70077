"""The table of agents, and how they play."""

from __future__ import annotations

import asyncio
import json
from collections import Counter

import pytest

from quack.agents import AGENTS, seat
from quack.agents.conduct import first_steps
from quack.agents.play import play_game
from quack.errors import SettingsError
from quack.game.agent import Decision
from quack.game.config import GameSetup
from quack.game.engine import play
from quack.game.record import Lines
from quack.world.map import GameMap, Room, load_map
from tests.support.scripted import STATION, STRANGE_NAMES

NAMES = ("random", "honest", "honest:0.1", "blunt", "subtle", "subtle:moved", "subtle:swapped", "subtle:omission")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("values", [{}, {"players": 10, "ducks": 2, "map": STATION, "names": STRANGE_NAMES}])
def test_every_agent_plays_for_either_team_without_a_fault(name: str, values: dict):
    for crew, impostor in ((name, "random"), ("random", name), (name, name)):
        game = play_game(seed=1, crew=crew, impostor=impostor, ticks=80, tasks=3, **values)
        assert 0 == game.figures.failures


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("nobody", "random, honest, blunt, subtle"),
        ("", "random, honest, blunt, subtle"),
        ("honest:", "from 0 to 1"),
        ("honest:often", "from 0 to 1"),
        ("honest:1.1", "from 0 to 1"),
        ("honest:nan", "from 0 to 1"),
        ("subtle:loudly", "moved, swapped, omission"),
        ("blunt:0.1", "no parameter"),
        ("random:1", "no parameter"),
    ],
)
def test_an_agent_that_can_not_be_made_is_refused_with_a_remedy(name: str, remedy: str):
    with pytest.raises(SettingsError) as caught:
        seat(name)
    assert remedy in str(caught.value.remedy)


def test_users_add_agents_of_their_own(monkeypatch: pytest.MonkeyPatch):
    class Idle:
        async def act(self, observation):
            return Decision(observation.actions[0])

        async def speak(self, meeting):
            return "I saw nothing."

        async def vote(self, meeting):
            return "skip"

    monkeypatch.setitem(AGENTS, "idle", lambda parameter: lambda briefing: Idle())
    lines = Lines()
    seats = {player: seat("idle:whatever") for player in GameSetup(ticks=5).seats}
    result = asyncio.run(play(GameSetup(ticks=5), seats, seed=1, recorder=lines))
    assert 5 == result.ticks
    assert "idle:whatever" == lines.events[0].config.seats["player_0"]


def test_games_end_in_more_than_one_way():
    ends = Counter(play_game(seed=seed).figures.winner for seed in range(40))
    assert min(ends["goose"], ends["duck"]) >= 5


def test_votes_against_a_blunt_impostor_find_it_more_often_than_chance_would():
    hit = missed = 0
    for seed in range(40):
        events = [json.loads(line) for line in play_game(seed=seed, crew="honest", impostor="blunt").log.splitlines()]
        out = [event["data"]["team"] for event in events if event["event_type"] == "player_ejected"]
        hit += out.count("duck")
        missed += out.count("goose")
    assert hit > (hit + missed) / 3


def test_speech_of_all_kinds_is_heard_within_a_few_games():
    made: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    status: Counter[str] = Counter()
    for seed in range(24):
        for line in map(json.loads, play_game(seed=seed, crew="honest:0.2", players=8).labels.splitlines()):
            made.update(line["made"])
            status[line["status"]] += 1
            status["chat" if "chat" in line else "message"] += 1
            for claim in line["claims"]:
                kinds[claim["type"]] += 1
                kinds["route"] += "route" in claim
                kinds["denied"] += claim["polarity"] == "denied"
                kinds["reported"] += claim["attribution"].startswith("reported:")
                kinds["body"] += claim.get("state") == "body"
                kinds["perceived"] += claim.get("perceived", False)
                kinds["except"] += "except" in claim
                kinds["ticks"] += "ticks" in claim
    assert {"recalled", "misremembered", "slipped", "moved", "swapped", "relayed", "opinion"} <= set(made)
    assert {"extracted", "empty", "vote_token", "chat", "message"} <= {name for name, count in status.items() if count}
    wanted = "location route sighting activity accusation defense intent denied reported body perceived except ticks"
    assert set(wanted.split()) == {name for name, count in kinds.items() if count}


def test_ways_are_the_shortest():
    steps = first_steps(load_map("simple_ship"), "oxygen")
    assert "cafeteria" == steps["weapons"]
    assert "upper_engine" == steps["lower_engine"]
    assert 9 == len(steps)


@pytest.mark.parametrize("impostor", ["blunt", "subtle:moved", "subtle:swapped", "subtle:omission"])
def test_agents_can_play_where_there_is_one_room(impostor):
    cell = GameMap(name="cell", rooms=(Room(name="cell", button=True, task="Sweep"),))
    for seed in range(12):
        game = play_game(seed=seed, map=cell, tasks=1, players=8, ducks=2, crew="honest:0.5", impostor=impostor)
        assert 0 == game.figures.failures
