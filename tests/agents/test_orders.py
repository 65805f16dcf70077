"""Who is ordered to play, and who can't be."""

from __future__ import annotations

import json

import pytest

from quack import play_game
from quack.agents.batch import play_games
from quack.agents.model.asking import SIZE
from quack.agents.model.table import ModelTable
from quack.agents.play import Order, play
from quack.agents.together import Run, play_together
from quack.errors import SettingsError
from quack.game.agent import GameSuspended
from quack.providers.client import ModelSpec
from tests.support.stand_ins import StandIn, planned, small_order, wander


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"seats": (("Zed", "honest"),)}, "nobody is called 'Zed'; name one of: Alice, Bob, Charlie, Diana"),
        ({"seats": (("Bob", "honest"), ("player_1", "random"))}, "two agents for Bob: honest and random"),
        ({"seats": (("Bob", "ghost"),)}, "there is no agent 'ghost'.*or a model by litellm's name"),
        ({"crew": "human"}, "no agent 'human'"),
        ({"crew": "human", "seats": (("Bob", "human"),)}, "one person can play"),
        ({"seats": (("Bob", "human"), ("Alice", "human"))}, "one person can play"),
        ({"table": ModelTable(models={"honest": ModelSpec("a/b")})}, "a model can't be called 'honest'"),
        ({"table": ModelTable(models={"a\nb": ModelSpec("a/b")})}, "a model can't be called"),
        ({"turn_seconds": 3.0}, "turn_seconds would make the log depend on how fast a model is"),
    ],
)
def test_what_can_not_be_seated_is_said(options, what):
    with pytest.raises(SettingsError, match=what):
        small_order(**options)


def test_a_seat_goes_by_name_or_id_before_the_teams():
    order = small_order(crew="honest", impostor="blunt", seats=(("Bob", "my/model"), ("player_2", "random")))
    found = [order.agent(player, "duck") for player in order.setup.seats]
    assert ["blunt", "my/model", "random", "blunt"] == found
    assert ("my/model",) == order.models


def test_models_have_names_of_ones_own(tmp_path):
    table = ModelTable(models={"mine": ModelSpec("my/model", temperature=0.3)}, views="none")
    order = small_order(crew="mine", impostor="mine", table=table)
    client = StandIn(lambda text, chance: wander(text, chance))
    play_together(planned(tmp_path, (1,), order), Run(client))  # type: ignore[arg-type]
    head = json.loads((tmp_path / "seed1/transcript.jsonl").open().readline())
    assert {"mine": {"model": "my/model", "temperature": 0.3, "max_tokens": 8000}} == head["models"]
    assert '"seats":{"player_0":"mine"' in (tmp_path / "seed1/game.jsonl").read_text()


def test_who_has_nobody_to_ask_refuses_games_of_models():
    with pytest.raises(SettingsError, match="play_together"):
        play(small_order(), 1)
    with pytest.raises(SettingsError, match="play_together"):
        list(play_games(small_order(), (1,)))


def test_a_game_of_models_can_be_had_from_python(monkeypatch):
    client = StandIn()
    monkeypatch.setattr("quack.agents.together.Client", lambda: client)
    game = play_game(seed=1, crew="my/model", players=4, ticks=2, discussion_rounds=1)
    assert b'"my/model"' in game.log and game.transcript is not None
    assert ["my/model"] == client.checked and client.asked


def test_from_python_a_game_that_can_not_go_on_says_why(monkeypatch):
    monkeypatch.setattr("quack.agents.together.Client", lambda: StandIn(lambda text, chance: "authentication"))
    with pytest.raises(GameSuspended, match="my/model can't be asked: authentication"):
        play_game(crew="my/model")


def test_pictures_have_the_usual_size():
    assert SIZE == ModelTable().image_size


def test_scripted_logs_say_nothing_of_options():
    assert b"seat_options" not in play_game(ticks=3).log
    assert not Order(small_order().setup).asks
