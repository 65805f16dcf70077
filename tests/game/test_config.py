"""How games are set up, and what is refused."""

import pytest

from quack.errors import MapError, SettingsError
from quack.game.config import NAMES, GameSetup
from quack.world.map import GameMap, Room


def test_the_usual_game_is_that_of_the_released_logs():
    setup = GameSetup()
    assert (6, 1, 200, 5, 3, 5, 5, 1, 2, None, "simple_ship") == (
        setup.players,
        setup.ducks,
        setup.ticks,
        setup.tasks,
        setup.task_ticks,
        setup.kill_cooldown,
        setup.first_kill,
        setup.button_pool,
        setup.discussion_rounds,
        setup.turn_seconds,
        setup.map.name,
    )


def test_players_are_called_by_the_usual_names():
    assert ["Alice", "Bob", "Charlie", "Diana", "Eve", "Frank"] == list(GameSetup().seats.values())
    assert 50 == len(set(NAMES)) == len(GameSetup(players=50, ducks=24).seats)


def test_players_may_have_names_of_their_own():
    seats = GameSetup(players=3, names=("Zoë", "Bo", "Al")).seats
    assert {"player_0": "Zoë", "player_1": "Bo", "player_2": "Al"} == seats


def test_the_button_works_as_often_as_there_are_ducks_unless_told_otherwise():
    assert 2 == GameSetup(ducks=2).button_pool
    assert 0 == GameSetup(ducks=2, meetings=0).button_pool


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({"players": 2}, "players"),
        ({"players": 51}, "players"),
        ({"ducks": 0}, "ducks"),
        ({"ducks": 3}, "there have to be more Geese"),
        ({"ticks": 0}, "ticks"),
        ({"ticks": 1.5}, "ticks"),
        ({"ticks": True}, "ticks"),
        ({"tasks": 10}, "has 9 tasks, not 10"),
        ({"tasks": -1}, "tasks"),
        ({"task_ticks": 0}, "task_ticks"),
        ({"kill_cooldown": -1}, "kill_cooldown"),
        ({"meetings": -1}, "meetings"),
        ({"turn_seconds": 0.0}, "turn_seconds"),
        ({"turn_seconds": float("nan")}, "turn_seconds"),
        ({"names": ("A", "B")}, "2 names for 6 players"),
        ({"players": 3, "names": ("A", "b", "B ")}, "two players have the same name"),
        ({"players": 3, "names": ("A", "B", "skip")}, "nobody can be called 'skip'"),
        ({"players": 3, "names": ("A", "B", "player_0")}, "nobody can be called 'player_0'"),
        ({"players": 3, "names": ("A", "B", "\x1b[2J")}, "nobody can be called"),
        ({"speed": 1}, "speed"),
    ],
)
def test_a_setup_that_can_not_be_played_is_refused(values, what):
    with pytest.raises(SettingsError) as caught:
        GameSetup.of(values)
    assert what in str(caught.value)


def test_a_map_without_a_button_is_refused():
    with pytest.raises(MapError, match="emergency button"):
        GameSetup.of({"map": GameMap(name="one", rooms=(Room(name="a", task="x"),)), "tasks": 1})
