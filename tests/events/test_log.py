"""What the reader accepts, and what it says about it."""

import hashlib
import json

import pytest

from quack.events.log import check_log, read_log
from quack.events.models import FreeRoamChat, GameStarted, PlayerMoved, VoteCast
from quack.world.map import load_map
from tests.support.games import GameBuilder

ODD_NAMES = ('Al"ice', "Bo\\b", "Char\nlie", "Di\0ana", "张伟", "Al-ice", "al ice", "P1", "P10")
ELEVEN = {
    "name": "eleven",
    "rooms": [{"name": f"room {index}", "x": index} for index in range(11)],
    "corridors": [{"a": f"room {index}", "b": f"room {index + 1}", "weight": 1} for index in range(10)],
}


def notices(log):
    return [(problem.line, problem.what) for problem in log.notices]


def test_a_log_is_read_into_typed_events_with_their_lines(tmp_path):
    game = GameBuilder().tick(1).move("Alice", "weapons").chat("Bob", "hi").vote("Bob", None).over()
    log = read_log(game.write(tmp_path))
    assert list(range(1, 8)) == [event.line for event in log.events]
    kinds = {type(event): event for event in log.events}
    assert kinds[GameStarted].config == log.config
    assert ("cafeteria", "weapons", 2) == tuple(
        getattr(kinds[PlayerMoved], k) for k in ("origin", "destination", "ticks_remaining")
    )
    assert "hi" == kinds[FreeRoamChat].message
    assert None is kinds[VoteCast].target
    assert () == log.notices


def test_the_players_are_those_of_the_first_line(tmp_path):
    log = read_log(GameBuilder(rooms={"Bob": "medbay"}).over().write(tmp_path))
    bob = log.by_id["player_1"]
    assert bob is log.players[1] is log.by_name["Bob"]
    assert ("player_1", 1, "Bob", "Duck", "duck", "medbay") == (
        bob.id,
        bob.index,
        bob.name,
        bob.role,
        bob.team,
        bob.room,
    )
    assert ("Submit Scan", "medbay", 3) == (bob.tasks[0].name, bob.tasks[0].room, bob.tasks[0].ticks_required)


def test_players_stand_in_the_order_of_the_list_of_players(tmp_path):
    game = GameBuilder().over()
    first = json.loads(game.lines[0])
    first["data"]["players"].reverse()
    game.lines[0] = json.dumps(first)
    log = read_log(game.write(tmp_path))
    assert ["Diana", "Charlie", "Bob", "Alice"] == [player.name for player in log.players]
    assert [0, 1, 2, 3] == [player.index for player in log.players]


def test_the_hash_is_that_of_the_bytes(tmp_path):
    path = GameBuilder().over().write(tmp_path)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == read_log(path).sha256


def test_blank_lines_count_but_hold_nothing(tmp_path):
    game = GameBuilder().text("").text("  \t").tick(1).over()
    game.text("")
    assert [1, 4, 5] == [event.line for event in read_log(game.write(tmp_path)).events]


def test_windows_line_ends_and_a_byte_order_mark_are_read(tmp_path):
    path = GameBuilder().tick(1).over().write(tmp_path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert (3, ()) == (len(read_log(path).events), read_log(path).notices)


def test_a_last_line_without_its_line_end_is_read(tmp_path):
    path = GameBuilder().tick(1).over().write(tmp_path)
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    assert (3, ()) == (len(read_log(path).events), read_log(path).notices)


@pytest.mark.parametrize("kept", [1, 2, 30, -1])
def test_a_torn_last_line_is_noted_and_everything_before_it_used(tmp_path, kept):
    path = GameBuilder().tick(1).chat("Bob", "再见").write(tmp_path)
    *whole, last = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole) + last.removesuffix(b"\n")[:kept])
    log = read_log(path)
    assert 2 == len(log.events)
    assert (3, "the last line was never written to its end") in notices(log)
    assert not [problem for problem in check_log(path) if problem.severity == "error"]


def test_a_line_torn_inside_a_letter_is_torn_too(tmp_path):
    path = GameBuilder().tick(1).write(tmp_path)
    path.write_bytes(path.read_bytes() + '{"event_type": "再'.encode()[:-1])
    assert (3, "the last line was never written to its end") in notices(read_log(path))


def test_a_game_that_does_not_end_is_noted(tmp_path):
    assert [(2, "the log ends without game_over")] == notices(read_log(GameBuilder().tick(1).write(tmp_path)))


def test_unknown_event_types_are_counted_wherever_they_stand(tmp_path):
    game = GameBuilder().tick(1).event("looked", seen=["Bob"]).event("looked").event("slept", line=3, tick_in_data=True)
    game.lines.insert(0, json.dumps({"event_type": "header", "tick": 0}))
    log = read_log(game.over().write(tmp_path))
    assert {"header": 1, "looked": 2, "slept": 1} == log.unknown_events
    assert (4, "unknown event type 'looked' (2×)") in notices(log)
    assert 3 == len(log.events)


def test_unknown_keys_are_counted_and_passed_over(tmp_path):
    game = GameBuilder().tick(1)
    first = json.loads(game.lines[0])
    first["data"]["version"] = 2
    first["data"]["config"]["seed"] = 7
    first["data"]["initial_state"]["player_0"]["hat"] = "red"
    first["data"]["initial_state"]["player_0"]["tasks"][0]["long"] = True
    first["step"] = 1
    game.lines[0] = json.dumps(first)
    data = {"player_id": "player_0", "from": "medbay", "to": "cafeteria", "why": "so", "line": 9}
    game.event("player_moved", **data).event("player_moved", **data)
    game.event(
        "meeting_called", caller="player_0", reason="", bodies=[{"room": "medbay", "victim_name": "Bob", "age": 3}]
    )
    log = read_log(game.over().write(tmp_path))
    assert {
        "game_started.step": 1,
        "game_started.version": 1,
        "game_started.config.seed": 1,
        "game_started.initial_state.hat": 1,
        "game_started.initial_state.tasks.long": 1,
        "player_moved.why": 2,
        "player_moved.line": 2,
        "meeting_called.bodies.age": 1,
    } == log.extra_keys
    assert PlayerMoved(player_id="player_0", origin="medbay", destination="cafeteria", line=3, tick=1) == log.events[2]
    assert (3, "unknown key 'player_moved.why' (2×)") in notices(log)


def test_the_timestamp_is_not_read(tmp_path):
    game = GameBuilder().tick(1)
    game.text('{"event_type": "tick_end", "tick": 1}').text(
        '{"timestamp": 1779334430010, "event_type": "tick_end", "tick": 1}'
    )
    assert {} == read_log(game.over().write(tmp_path)).extra_keys


def test_lines_of_a_player_in_the_tick_of_its_death_are_kept_and_counted(tmp_path):
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "medbay"}).tick(1).kill("Bob", "Alice")
    game.move("Alice", "cafeteria").task("Alice", room="medbay").complete("Alice").chat("Alice", "oh")
    log = read_log(game.tick(2).over().write(tmp_path))
    assert {4, 5, 6, 7} == log.posthumous
    assert 10 == len(log.events)
    assert (4, "lines of players that died earlier in that tick (4×)") in notices(log)


def test_a_second_kill_of_a_player_in_one_tick_has_no_effect(tmp_path):
    game = GameBuilder().tick(1).kill("Bob", "Alice").kill("Bob", "Alice")
    assert {4} == read_log(game.over().write(tmp_path)).posthumous


def test_a_kill_by_a_player_that_died_earlier_in_the_tick_leaves_its_victim_alive(tmp_path):
    game = GameBuilder(ducks=("Bob", "Charlie")).tick(1).kill("Bob", "Charlie").kill("Charlie", "Alice")
    log = read_log(game.tick(2).task("Alice").over().write(tmp_path))
    assert {4} == log.posthumous


def test_a_vote_of_a_player_killed_in_the_tick_of_the_meeting_has_no_effect(tmp_path):
    game = GameBuilder().tick(1).kill("Bob", "Alice").report("Charlie").say("Alice", "I live!").vote("Alice", "Bob")
    assert {6, 8} == read_log(game.over().write(tmp_path)).posthumous


def test_a_tick_count_one_less_than_the_maps_weight_is_one_notice(tmp_path):
    game = GameBuilder().tick(1).move("Alice", "weapons", ticks=1).move("Bob", "oxygen", ticks=1).over()
    assert [(3, "moves whose ticks differ from the corridor's weight on the map (2×)")] == notices(
        read_log(game.write(tmp_path))
    )


def test_moves_where_the_map_has_no_corridor_are_one_notice(tmp_path):
    game = GameBuilder().tick(1).move("Alice", "storage").move("Alice", "storage").over()
    assert [(3, "moves between rooms that no corridor joins on the map (2×)")] == notices(
        read_log(game.write(tmp_path))
    )


def test_names_of_any_kind_are_read(tmp_path):
    game = GameBuilder(ODD_NAMES, ducks=("P1",)).tick(1)
    for name in ODD_NAMES:
        game.chat(name, name)
    log = read_log(game.over().write(tmp_path))
    assert ODD_NAMES == tuple(player.name for player in log.players)
    assert list(ODD_NAMES) == [event.message for event in log.events if isinstance(event, FreeRoamChat)]
    assert () == log.notices


def test_ids_of_any_kind_are_read(tmp_path):
    path = GameBuilder().tick(1).move("Alice", "medbay").over().write(tmp_path)
    path.write_text(path.read_text().replace("player_0", '\\"; drop\\u0000'))
    assert '"; drop\0' == read_log(path).players[0].id == read_log(path).events[2].player_id


def test_a_number_of_13_digits_in_a_text_is_text(tmp_path):
    game = GameBuilder().tick(1).chat("Bob", "at tick 1234567890123").over(reason="1234567890123")
    assert () == read_log(game.write(tmp_path)).notices


# --- which map it is --------------------------------------------------------------------------------------------------


def test_the_map_is_the_shipped_one_that_the_log_names(tmp_path):
    assert load_map("simple_ship") is read_log(GameBuilder().over().write(tmp_path)).map


def test_a_map_that_the_log_holds_is_used(tmp_path):
    game = GameBuilder(map=ELEVEN).tick(1).move("Alice", "room 1").over()
    log = read_log(game.write(tmp_path))
    assert ("eleven", 11) == (log.map.name, len(log.map.rooms))
    assert ("room 9",) == log.map.neighbours("room 10")
    assert () == log.notices


def test_the_map_that_the_reader_is_told_goes_before_that_of_the_log(tmp_path):
    path = GameBuilder(map=ELEVEN, game_map=load_map("simple_ship")).over().write(tmp_path)
    assert load_map("simple_ship") is read_log(path, map=load_map("simple_ship")).map
    assert [] == check_log(path, map=load_map("simple_ship"))
    assert [] != check_log(path)


def test_an_unknown_map_is_inferred_from_the_log(tmp_path):
    game = GameBuilder(map="maps/moon_base.yaml", rooms={"Alice": "crater"}, tasks={"Bob": [("Dig", "mine")]}).tick(1)
    game.move("Alice", "airlock", ticks=3).move("Bob", "cafeteria").task("Charlie", room="medbay")
    game.call("Diana").skip().respawn({"Diana": "tower"})
    log = read_log(game.tick(2).move("Alice", "airlock").move("Alice", "crater", ticks=2).over().write(tmp_path))
    assert "maps/moon_base.yaml" == log.map.name
    assert {"crater", "airlock", "mine", "medbay", "cafeteria", "tower"} == set(log.map.room_names)
    assert [("airlock", "crater", 3), ("airlock", "cafeteria", 1)] == [(c.a, c.b, c.weight) for c in log.map.corridors]
    assert (1, "the map 'maps/moon_base.yaml' is not known: its rooms are those that the log names") in notices(log)


def test_a_path_in_a_log_is_never_opened(tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text("name: own\nrooms: [{name: secret}]")
    assert "secret" not in read_log(GameBuilder(map=str(own)).over().write(tmp_path)).map.room_names


def test_the_log_may_be_named_by_a_string(tmp_path):
    path = GameBuilder().over().write(tmp_path)
    assert path == read_log(str(path)).path
    assert [] == check_log(str(path))


def test_a_format_that_is_not_known_yet_is_noticed(tmp_path):
    path = GameBuilder().tick(1).over().write(tmp_path)
    first, *rest = path.read_text().splitlines(keepends=True)
    record = json.loads(first)
    record["data"]["format"] = 3
    path.write_text("".join([json.dumps(record) + "\n", *rest]))
    assert [(1, "format 3 is newer than the last one known, 2")] == notices(read_log(path))
