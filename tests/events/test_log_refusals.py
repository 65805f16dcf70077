"""What would make verdicts wrong is refused, with the line and the remedy."""

import json
from collections.abc import Callable

import pytest

from quack.errors import LogError, QuackError
from quack.events.log import check_log, read_log
from quack.events.problems import MAX_PROBLEMS
from tests.support.games import GameBuilder

MOVE = {"player_id": "player_0", "from": "cafeteria", "to": "medbay"}
NAN = float("nan")


def refused(path, line, what):
    """Both readers say so: the one that stops and the one that goes on."""
    with pytest.raises(LogError) as caught:
        read_log(path)
    error = caught.value
    assert (path, line) == (error.path, error.line)
    assert what in error.what
    assert error.remedy
    assert str(error).isprintable()
    listed = [problem for problem in check_log(path) if problem.severity == "error"]
    assert (error.line, error.what) in [(problem.line, problem.what) for problem in listed]
    assert all(str(problem).isprintable() and problem.remedy for problem in listed)


def opening(change: Callable[[dict], object]) -> GameBuilder:
    """A game whose first line is changed."""
    game = GameBuilder()
    first = json.loads(game.lines[0])
    change(first)
    game.lines[0] = json.dumps(first)
    return game


def raw(text: str) -> GameBuilder:
    return GameBuilder().tick(1).text(text).over()


def event(event_type: str, **data) -> GameBuilder:
    return GameBuilder().tick(1).event(event_type, **data).over()


def killed() -> GameBuilder:
    return GameBuilder(rooms={"Alice": "medbay"}).tick(1).kill("Bob", "Alice", room="medbay").tick(2)


def ejected() -> GameBuilder:
    return GameBuilder().tick(1).call("Bob").vote("Bob", "Diana").eject("Diana").respawn().tick(2)


# --- the file -------------------------------------------------------------------------------------------------------------


def test_an_empty_file_is_refused(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"")
    refused(path, None, "the log is empty")
    path.write_bytes(b"\n \n")
    refused(path, None, "the log is empty")


def test_a_folder_is_refused(tmp_path):
    refused(tmp_path, None, "can't read the log: Is a directory")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    refused(tmp_path / "game.jsonl", None, "can't read the log: No such file")


def test_a_path_that_can_not_be_is_refused(tmp_path):
    refused(tmp_path / "a\0b", None, "can't read the log")


def test_a_file_without_lines_is_refused_before_it_fills_the_memory(tmp_path):
    path = tmp_path / "game.jsonl"
    with path.open("wb") as file:
        file.truncate(20_000_000)
    refused(path, 1, "longer than")


def test_a_log_that_is_one_torn_line_is_refused(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text('{"event_type": "game_st')
    refused(path, None, "no game_started")


# --- the lines ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("nonsense", "not JSON"),
        ('{"event_type": "tick_end"', "not JSON"),
        ("[]", "not a JSON object"),
        ("7", "not a JSON object"),
        ("{}", "a line without an event_type"),
        ('{"event_type": 7, "tick": 1}', "a line without an event_type"),
        ('{"event_type": "tick_end"}', "'tick_end' without a tick"),
        ('{"event_type": "tick_end", "tick": "1"}', "without a tick"),
        ('{"event_type": "tick_end", "tick": true}', "without a tick"),
        ('{"event_type": "tick_end", "tick": 1.0}', "without a tick"),
        ('{"event_type": "tick_end", "tick": -1}', "without a tick"),
        ('{"event_type": "tick_end", "tick": NaN}', "not JSON"),
        ('{"event_type": "tick_end", "tick": 1, "x": Infinity}', "not JSON"),
        ('{"event_type": "tick_end", "tick": 1234567890123}', "without a tick"),
        ('{"event_type": "slept", "tick": 1234567890123}', "without a tick"),
        ('{"event_type": "tick_end", "tick": ' + "9" * 5000 + "}", "not JSON"),
        ('{"event_type": "tick_end", "tick": 1, "data": []}', "whose data is no object"),
        ('{"event_type": "tick_end", "tick": 1, "data": null}', "whose data is no object"),
        ('{"event_type": "tick_end", "tick": 1, "data": {"tick": 2}}', "of tick 1 says tick '2'"),
        ('{"event_type": "tick_end", "tick": 1, "data": {"tick": true}}', "of tick 1 says tick 'True'"),
        ('{"event_type": "tick_end", "tick": 1, "tick": 1}', "the key 'tick' stands twice"),
        ('{"event_type": "tick_end", "tick": 1, "data": {"tick": 1, "t\\u0069ck": 1}}', "the key 'tick' stands twice"),
        ('{"event_type": "slept", "tick": 1, "data": {"a": {"b": 1, "b" : 2}}}', "the key 'b' stands twice"),
        ('{"event_type": "slept", "tick": 1, "data": ' + "[" * 5000 + "]" * 5000 + "}", "not JSON"),
        ('{"event_type": "slept", "tick": 1, "data": "\\ud800"}', "not JSON"),
        ('{"event_type": "slept\0", "tick": 1}', "not JSON"),
        ("\0\0\0", "not JSON"),
    ],
)
def test_a_line_that_is_no_event_is_refused(tmp_path, text, what):
    refused(raw(text).write(tmp_path), 3, what)


def test_invalid_utf8_is_refused(tmp_path):
    path = GameBuilder().tick(1).chat("Bob", "?").over().write(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"?", b"\xff"))
    refused(path, 3, "not JSON")


def test_a_broken_last_line_with_its_line_end_is_refused(tmp_path):
    path = GameBuilder().tick(1).text('{"event_type": "tick_').write(tmp_path)
    refused(path, 3, "not JSON")


def test_a_last_line_without_line_end_that_is_whole_and_wrong_is_refused(tmp_path):
    path = GameBuilder().tick(1).move("Alice", "attic").write(tmp_path)
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    refused(path, 3, "unknown room 'attic'")


@pytest.mark.parametrize(
    ("event_type", "data", "what"),
    [
        ("player_moved", {**MOVE, "to": None}, "player_moved: to: "),
        ("player_moved", {"player_id": "player_0", "from": "medbay"}, "player_moved: to: Field required"),
        ("player_moved", {**MOVE, "ticks_remaining": 0}, "ticks_remaining"),
        ("player_moved", {**MOVE, "ticks_remaining": "2"}, "ticks_remaining"),
        ("player_moved", {**MOVE, "ticks_remaining": 2.0}, "ticks_remaining"),
        ("player_moved", {**MOVE, "ticks_remaining": 1234567890123}, "ticks_remaining"),
        ("task_completed", {"player_id": 0, "task_name": "Submit Scan", "room": "medbay"}, "player_id"),
        ("phase_changed", {"phase": "siesta"}, "phase"),
        ("body_reported", {"caller": "player_0", "reason": "", "bodies": "none"}, "bodies"),
        ("body_reported", {"caller": "player_0", "reason": "", "bodies": [{"room": "medbay"}]}, "bodies.0.victim_name"),
        ("vote_cast", {"voter": "player_0"}, "target: Field required"),
        ("vote_cast", {"voter": "player_0", "target": ["player_1"]}, "target"),
        ("players_respawned", {"rooms": ["medbay"]}, "rooms"),
        ("players_respawned", {"rooms": {"player_0": None}}, "rooms.player_0"),
        ("game_over", {"winner": "swan", "reason": ""}, "winner"),
        ("discussion_message", {"player_id": "player_0", "message": {"text": "hi"}}, "message"),
    ],
)
def test_a_wrong_type_is_refused(tmp_path, event_type, data, what):
    refused(event(event_type, **data).write(tmp_path), 3, what)


# --- the opening ----------------------------------------------------------------------------------------------------------


def test_a_log_without_game_started_is_refused(tmp_path):
    game = GameBuilder().tick(1).over()
    del game.lines[0]
    refused(game.write(tmp_path), 1, "the log opens with tick_start")
    assert 1 == len(check_log(game.write(tmp_path)))


def test_a_log_of_unknown_events_is_refused(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text('{"event_type": "a", "tick": 1}\n')
    refused(path, None, "no game_started")


def test_game_started_after_another_event_is_refused(tmp_path):
    game = GameBuilder().tick(0).over()
    game.lines[0], game.lines[1] = game.lines[1], game.lines[0]
    refused(game.write(tmp_path), 1, "the log opens with tick_start")
    assert [1, 2] == [problem.line for problem in check_log(game.write(tmp_path))]


def test_a_second_game_started_is_refused(tmp_path):
    game = GameBuilder().tick(0)
    game.text(game.lines[0]).over()
    refused(game.write(tmp_path), 3, "a second game_started (the first is line 1)")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda first: first.update(tick=3), "game_started in tick 3"),
        (lambda first: first["data"].pop("config"), "config: Field required"),
        (lambda first: first["data"]["config"].update(map=None), "config.map"),
        (lambda first: first["data"]["config"].update(num_players=1234567890123), "config.num_players"),
        (lambda first: first["data"].update(players="Alice"), "players"),
        (lambda first: first["data"]["players"].pop(), "name different players: 'Diana'"),
        (lambda first: first["data"]["players"].append("Alice"), "name different players"),
        (lambda first: first["data"].update(players=[], initial_state={}), "a game without players"),
        (lambda first: seat(first).update(name="Bob"), "two players are called 'Bob'"),
        (lambda first: seat(first).update(team="swan"), "initial_state.player_0.team"),
        (lambda first: seat(first).update(team="duck"), "'Alice' has the role Goose and the team duck"),
        (lambda first: seat(first).update(room="attic"), "unknown room 'attic'"),
        (lambda first: seat(first)["tasks"][0].update(room="attic"), "unknown room 'attic'"),
        (lambda first: seat(first)["tasks"][0].update(ticks_required=0), "tasks.0.ticks_required"),
        (lambda first: first["data"]["config"].update(map={"name": "x", "rooms": []}), "config.map: a map needs rooms"),
        (lambda first: first["data"]["config"].update(map={}), "config.map: name: Field required"),
    ],
)
def test_an_opening_that_does_not_fit_is_refused(tmp_path, change, what):
    refused(opening(change).tick(3).over().write(tmp_path), 1, what)


def seat(first):
    return first["data"]["initial_state"]["player_0"]


def test_a_player_without_a_name_is_refused(tmp_path):
    refused(GameBuilder(("Alice", " ", "Charlie")).over().write(tmp_path), 1, "a player without a name")


# --- players, rooms, time -------------------------------------------------------------------------------------------------

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


# --- all of them ----------------------------------------------------------------------------------------------------------


def test_the_check_goes_on_and_lists_every_problem_by_line(tmp_path):
    game = GameBuilder(rooms={"Alice": "medbay"}).tick(3).move("Alice", "attic").text("nonsense").event("slept")
    game.event("vote_cast", voter="x", target="y").event("tick_end", tick=2).event("game_over", winner=7)
    problems = check_log(game.write(tmp_path))
    assert [
        (3, "error", "unknown room 'attic': the map 'simple_ship' has none of that name"),
        (4, "error", "not JSON: expected ident at column 2"),
        (5, "notice", "unknown event type 'slept' (1×)"),
        (6, "error", "unknown player 'x'"),
        (6, "error", "unknown player 'y'"),
        (7, "error", "tick 2 after tick 3: time runs backwards"),
        (8, "error", "game_over: winner: Input should be 'goose' or 'duck'"),
        (8, "error", "game_over: reason: Field required"),
    ] == [problem[1:4] for problem in problems]
    assert str(problems[0]) == (
        f"{tmp_path}/game.jsonl:3: unknown room 'attic': the map 'simple_ship' has none of that name; "
        "name a room of the map, or the map that was played on with --map"
    )


def test_without_a_valid_opening_only_lines_are_checked(tmp_path):
    game = opening(lambda first: first["data"].pop("config")).tick(1).move("Alice", "attic").text("nonsense").over()
    assert [1, 4] == [problem.line for problem in check_log(game.write(tmp_path))]


def test_without_a_valid_map_rooms_are_not_checked(tmp_path):
    game = opening(lambda first: first["data"]["config"].update(map={})).tick(1).move("Alice", "attic").over()
    assert [1] == [problem.line for problem in check_log(game.write(tmp_path))]


def test_beyond_a_thousand_problems_only_their_number_is_told(tmp_path):
    game = GameBuilder().tick(1)
    for _ in range(MAX_PROBLEMS + 5):
        game.text("nonsense")
    *told, last = check_log(game.over().write(tmp_path))
    assert MAX_PROBLEMS == len(told)
    assert (None, "error", "5 more problems are not listed") == last[1:4]


def test_names_that_steer_terminals_are_told_harmlessly(tmp_path):
    path = event("vote_cast", voter="\x1b[31m" + "x" * 500, target=None).write(tmp_path)
    (problem,) = check_log(path)
    assert "\x1b" not in problem.what
    assert len(problem.what) < 100


def test_every_refusal_is_one_of_ours(tmp_path):
    with pytest.raises(QuackError):
        read_log(tmp_path)
