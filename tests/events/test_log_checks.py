"""Events that contradict the ones before them are refused: strangers, time running backwards, the dead at work."""

import pytest

from tests.support.games import GameBuilder
from tests.support.refusals import event, refused

MOVE = {"player_id": "player_0", "from": "cafeteria", "to": "medbay"}


def killed() -> GameBuilder:
    return GameBuilder(rooms={"Alice": "medbay"}).tick(1).kill("Bob", "Alice", room="medbay").tick(2)


def ejected() -> GameBuilder:
    return GameBuilder().tick(1).call("Bob").vote("Bob", "Diana").eject("Diana").respawn().tick(2)


# --- players, rooms, time ---------------------------------------------------------------------------------------------

CHAT = {"player_id": "player_0", "name": "Alice", "room": "medbay", "message": "hi"}
EJECTION = {"player_id": "player_1", "name": "Bob", "role": "Duck", "team": "duck", "votes": {}}
TASK = {"player_id": "player_0", "task_name": "Submit Scan", "room": "medbay"}
REPORT = {"caller": "player_0", "reason": "", "bodies": [{"room": "medbay", "victim_name": "Bob"}]}
KILL = {"killer_id": "player_1", "target_id": "player_0", "room": "medbay"}

NAMING_A_PLAYER = [
    ("player_moved", {**MOVE, "player_id": "x"}),
    ("task_progress", {**TASK, "progress": "1/3", "player_id": "x"}),
    ("task_completed", {**TASK, "player_id": "x"}),
    ("player_killed", {**KILL, "killer_id": "x"}),
    ("player_killed", {**KILL, "target_id": "x"}),
    ("body_reported", {**REPORT, "caller": "x"}),
    ("body_reported", {**REPORT, "bodies": [{"room": "medbay", "victim_name": "x"}]}),
    ("meeting_called", {**REPORT, "caller": "x"}),
    ("discussion_message", {"player_id": "x", "message": "hi"}),
    ("vote_cast", {"voter": "x", "target": None}),
    ("vote_cast", {"voter": "player_0", "target": "x"}),
    ("player_ejected", {**EJECTION, "player_id": "x"}),
    ("player_ejected", {**EJECTION, "votes": {"x": None}}),
    ("player_ejected", {**EJECTION, "votes": {"player_0": "x"}}),
    ("players_respawned", {"rooms": {"x": "medbay"}}),
    ("free_roam_chat", {**CHAT, "player_id": "x"}),
]
NAMING_A_ROOM = [
    ("player_moved", {**MOVE, "from": "x"}),
    ("player_moved", {**MOVE, "to": "x"}),
    ("task_progress", {**TASK, "progress": "1/3", "room": "x"}),
    ("task_completed", {**TASK, "room": "x"}),
    ("player_killed", {**KILL, "room": "x"}),
    ("body_reported", {**REPORT, "bodies": [{"room": "x", "victim_name": "Bob"}]}),
    ("players_respawned", {"rooms": {"player_0": "x"}}),
    ("free_roam_chat", {**CHAT, "room": "x"}),
]


@pytest.mark.parametrize(("event_type", "data"), NAMING_A_PLAYER)
def test_an_unknown_player_is_refused_wherever_it_stands(tmp_path, event_type, data):
    refused(event(event_type, **data).write(tmp_path), 3, "unknown player 'x'")


@pytest.mark.parametrize(("event_type", "data"), NAMING_A_ROOM)
def test_an_unknown_room_is_refused_wherever_it_stands(tmp_path, event_type, data):
    refused(event(event_type, **data).write(tmp_path), 3, "unknown room 'x'")


@pytest.mark.parametrize(
    ("event_type", "data"), [row for row in NAMING_A_ROOM if "task" in row[0] or "x" == row[1].get("room")]
)
def test_a_room_that_only_a_deed_names_is_unknown_on_an_unknown_map(tmp_path, event_type, data):
    game = GameBuilder(map="moon").tick(1).event(event_type, **data).over()
    refused(game.write(tmp_path), 3, "unknown room 'x'")


def test_a_room_without_a_name_is_refused_on_an_unknown_map(tmp_path):
    refused(GameBuilder(map="moon", rooms={"Alice": " "}).over().write(tmp_path), 1, "a room without a name")


@pytest.mark.parametrize(
    ("event_type", "data", "what"),
    [
        ("free_roam_chat", {**CHAT, "name": "Bob"}, "'player_0' has the name 'Alice', here 'Bob'"),
        ("player_ejected", {**EJECTION, "name": "Alice"}, "'player_1' has the name 'Bob', here 'Alice'"),
        ("player_ejected", {**EJECTION, "team": "goose"}, "'player_1' has the team 'duck', here 'goose'"),
    ],
)
def test_a_line_that_contradicts_the_opening_is_refused(tmp_path, event_type, data, what):
    refused(event(event_type, **data).write(tmp_path), 3, what)


@pytest.mark.parametrize("event_type", ["tick_start", "slept"])
def test_time_that_runs_backwards_is_refused(tmp_path, event_type):
    game = GameBuilder().tick(5).event(event_type, tick=4).tick(5).over()
    refused(game.write(tmp_path), 3, "tick 4 after tick 5: time runs backwards")


ACTS = [
    lambda game, name: game.move(name, "oxygen", origin="medbay", ticks=1),
    lambda game, name: game.task(name, room="medbay"),
    lambda game, name: game.complete(name, room="medbay"),
    lambda game, name: game.chat(name, "hi", room="medbay"),
    lambda game, name: game.say(name, "hi"),
    lambda game, name: game.vote(name, None),
    lambda game, name: game.kill(name, "Charlie", room="medbay"),
    lambda game, name: game.kill("Bob", name, room="medbay"),
    lambda game, name: game.report(name),
    lambda game, name: game.call(name),
    lambda game, name: game.eject(name),
    lambda game, name: game.event("players_respawned", rooms={game.ids[name]: "medbay"}),
]


@pytest.mark.parametrize("act", ACTS)
def test_the_dead_neither_act_nor_die_in_a_later_tick(tmp_path, act):
    game = act(killed(), "Alice")
    line = next(number for number, text in enumerate(game.lines, 1) if number > 5 and "player_0" in text)
    refused(game.over().write(tmp_path), line, "out")


@pytest.mark.parametrize("act", ACTS)
def test_the_ejected_neither_act_nor_die_in_a_later_tick(tmp_path, act):
    game = ejected()
    start = game.last
    act(game, "Diana")
    line = next(number for number, text in enumerate(game.lines, 1) if number > start and "player_3" in text)
    refused(game.over().write(tmp_path), line, "out")


def test_a_call_by_a_player_that_died_earlier_in_the_tick_is_refused(tmp_path):
    game = GameBuilder().tick(1).kill("Bob", "Alice").report("Alice").over()
    refused(game.write(tmp_path), 4, "body_reported by 'Alice', who is out")
