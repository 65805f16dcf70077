"""What would make verdicts wrong is refused, with the line and the remedy."""

import pytest

from quack.events.log import check_log
from tests.support.games import GameBuilder
from tests.support.refusals import event, opening, refused

MOVE = {"player_id": "player_0", "from": "cafeteria", "to": "medbay"}


def raw(text: str) -> GameBuilder:
    return GameBuilder().tick(1).text(text).over()


# --- the file ---------------------------------------------------------------------------------------------------------


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


# --- the lines --------------------------------------------------------------------------------------------------------


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
        ("player_moved", {"player_id": "player_0", "from": "medbay"}, "player_moved: to: it is missing"),
        ("player_moved", {**MOVE, "ticks_remaining": 0}, "ticks_remaining"),
        ("player_moved", {**MOVE, "ticks_remaining": "2"}, "ticks_remaining"),
        ("player_moved", {**MOVE, "ticks_remaining": 2.0}, "ticks_remaining"),
        ("player_moved", {**MOVE, "ticks_remaining": 1234567890123}, "ticks_remaining"),
        ("task_completed", {"player_id": 0, "task_name": "Submit Scan", "room": "medbay"}, "player_id"),
        ("phase_changed", {"phase": "siesta"}, "phase"),
        ("body_reported", {"caller": "player_0", "reason": "", "bodies": "none"}, "bodies"),
        ("body_reported", {"caller": "player_0", "reason": "", "bodies": [{"room": "medbay"}]}, "bodies.0.victim_name"),
        ("vote_cast", {"voter": "player_0"}, "target: it is missing"),
        ("vote_cast", {"voter": "player_0", "target": ["player_1"]}, "target"),
        ("players_respawned", {"rooms": ["medbay"]}, "rooms"),
        ("players_respawned", {"rooms": {"player_0": None}}, "rooms.player_0"),
        ("game_over", {"winner": "swan", "reason": ""}, "winner"),
        ("discussion_message", {"player_id": "player_0", "message": {"text": "hi"}}, "message"),
    ],
)
def test_a_wrong_type_is_refused(tmp_path, event_type, data, what):
    refused(event(event_type, **data).write(tmp_path), 3, what)


@pytest.mark.parametrize(
    ("event_type", "data", "what"),
    [
        ("player_moved", {**MOVE, "to": 7}, "to: expected a string, got 7"),
        ("player_moved", {**MOVE, "to": ["x"]}, "to: expected a string, got a list"),
        ("player_moved", {**MOVE, "ticks_remaining": True}, "expected an integer from 1 to 1000000 or null, got true"),
        ("player_moved", {**MOVE, "ticks_remaining": 2.0}, "expected an integer from 1 to 1000000 or null, got 2.0"),
        ("phase_changed", {"phase": "siesta"}, "phase: expected 'discussion', 'free_roam' or 'voting', got 'siesta'"),
        ("body_reported", {"caller": "player_0", "reason": "", "bodies": {}}, "bodies: expected a list, got an object"),
        ("body_reported", {"caller": "player_0", "reason": "", "bodies": [0]}, "bodies.0: expected an object, got 0"),
        ("players_respawned", {"rooms": {"a": "x", "b": None}}, "rooms.b: expected a string, got null"),
    ],
)
def test_a_wrong_value_is_told_with_its_place_and_what_stands_there(tmp_path, event_type, data, what):
    refused(event(event_type, **data).write(tmp_path), 3, what)


def test_every_wrong_value_of_a_line_is_told(tmp_path):
    path = event("player_moved", player_id=1, to=None).write(tmp_path)
    assert [
        "player_moved: player_id: expected a string, got 1",
        "player_moved: from: it is missing",
        "player_moved: to: expected a string, got null",
    ] == [problem.what for problem in check_log(path)]


# --- the opening ------------------------------------------------------------------------------------------------------


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
        (lambda first: first["data"].pop("config"), "config: it is missing"),
        (lambda first: first["data"]["config"].update(map=None), "config.map: expected a string or an object"),
        (lambda first: first["data"]["config"].update(seats={"player_0": 1}), "config.seats.player_0: expected a str"),
        (lambda first: first["data"]["config"].update(turn_seconds="1"), "turn_seconds: expected a number or null"),
        (lambda first: first["data"]["config"].update(turn_seconds=10**400), "game_started: "),
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
        (lambda first: first["data"]["config"].update(map={}), "config.map: name is missing"),
    ],
)
def test_an_opening_that_does_not_fit_is_refused(tmp_path, change, what):
    refused(opening(change).tick(3).over().write(tmp_path), 1, what)


def seat(first):
    return first["data"]["initial_state"]["player_0"]


def test_a_player_without_a_name_is_refused(tmp_path):
    refused(GameBuilder(("Alice", " ", "Charlie")).over().write(tmp_path), 1, "a player without a name")
