"""How games are set up, and what is refused."""

import pytest

from quack.errors import MapError, SettingsError
from quack.game.config import NAMES, GameSetup, filled_up
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


@pytest.mark.parametrize(
    ("names", "seats"),
    [
        ((), ("Alice", "Bob", "Charlie", "Diana")),
        (("Zoe",), ("Zoe", "Bob", "Charlie", "Diana")),
        (("bob",), ("bob", "Charlie", "Diana", "Eve")),
        (("Zoe", "Alice"), ("Zoe", "Alice", "Charlie", "Diana")),
        (("A", "B", "C", "D", "E"), ("A", "B", "C", "D", "E")),
    ],
)
def test_who_was_given_no_name_has_a_usual_one_that_is_free(names, seats):
    assert seats == filled_up(names, 4)


def test_there_are_usual_names_enough_for_most_players():
    given = ("Yusuf", *NAMES[:20])
    assert 50 == len(GameSetup(players=50, names=filled_up(given, 50)).seats)


def test_players_may_have_names_of_their_own():
    seats = GameSetup(players=3, names=("Zoë", "Bo", "Al")).seats
    assert {"player_0": "Zoë", "player_1": "Bo", "player_2": "Al"} == seats


def test_the_button_works_as_often_as_there_are_ducks_unless_told_otherwise():
    assert 2 == GameSetup(ducks=2).button_pool
    assert 0 == GameSetup(ducks=2, meetings=0).button_pool


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({"players": 2}, "--players has to be 3 or more, not 2; leave it out for the usual 6"),
        ({"players": 51}, "--players has to be 50 or less, not 51; leave it out for the usual 6"),
        ({"ducks": 0}, "--ducks has to be 1 or more, not 0; leave it out for the usual 1"),
        ({"ducks": 3}, "3 of 6 players can't be Ducks: there have to be more Geese; --ducks 2 or --players 7"),
        ({"ducks": 25}, "25 of 6 players can't be Ducks: there have to be more Geese; --ducks 2"),
        ({"players": 10**5_000}, "--players has to be 50 or less, not so large a number; leave it out for the usual 6"),
        ({"ticks": 0}, "--ticks has to be 1 or more, not 0; leave it out for the usual 200"),
        ({"ticks": 10**6}, "--ticks has to be 100,000 or less, not 1000000; leave it out for the usual 200"),
        ({"ticks": 1.5}, "--ticks has to be a whole number, not 1.5; leave it out for the usual 200"),
        ({"ticks": True}, "--ticks has to be a whole number, not True; leave it out for the usual 200"),
        ({"tasks": 10}, "the map 'simple_ship' has 9 tasks, not 10; --tasks 9"),
        ({"tasks": -1}, "--tasks has to be 0 or more, not -1; leave it out for the usual 5"),
        ({"task_ticks": 0}, "--task-ticks has to be 1 or more, not 0; leave it out for the usual 3"),
        ({"kill_cooldown": -1}, "--kill-cooldown has to be 0 or more, not -1; leave it out for the usual 5"),
        ({"meetings": -1}, "--meetings has to be 0 or more, not -1; leave it out for what is usual"),
        ({"map": 7}, "--map has to be keys and their values, not 7; leave it out for what is usual"),
        ({"turn_seconds": 0.0}, "turn_seconds has to be more than 0.0, not 0.0; leave it out for what is usual"),
        ({"turn_seconds": float("nan")}, "turn_seconds has to be a finite number, not nan; leave it out for what is"),
        ({"turn_seconds": "1"}, "turn_seconds has to be a number, not '1'; leave it out for what is usual"),
        ({"names": 5}, "--names has to be a list, not 5; leave it out for what is usual"),
        ({"names": (1, 2)}, "--names.0 has to be text"),
        ({"names": ("A", "B")}, "2 names for 6 players; name them otherwise, or leave the names out"),
        ({"players": 3, "names": ("A", "b", "B ")}, "two players have the same name"),
        ({"players": 3, "names": ("A", "B", "C" * 41)}, "a name of 41 characters, 'CCC"),
        ({"players": 3, "names": ("A", "B", "Upper Engine")}, "'Upper Engine' is a room of the map 'simple_ship'"),
        ({"players": 3, "names": ("A", "B", "Cafe")}, "'Cafe' is a room of the map 'simple_ship'"),
        ({"players": 3, "names": ("A", "B", "skip")}, "nobody can be called 'skip'"),
        ({"players": 3, "names": ("A", "B", "player_0")}, "nobody can be called 'player_0'"),
        ({"players": 3, "names": ("A", "B", "\x1b[2J")}, "nobody can be called"),
        ({"speed": 1}, "speed is not known; a game is set up with: players, ducks, "),
    ],
)
def test_a_setup_that_can_not_be_played_is_refused_in_plain_words(values, what):
    with pytest.raises(SettingsError) as caught:
        GameSetup.of(values)
    assert str(caught.value).startswith(what)


def test_a_map_without_a_button_is_refused():
    with pytest.raises(MapError, match="emergency button"):
        GameSetup.of({"map": GameMap(name="one", rooms=(Room(name="a", task="x"),)), "tasks": 1})
