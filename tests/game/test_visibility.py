"""Who saw whom, how, and how surely: minimal games."""

import pytest

from quack.events.log import read_log
from quack.events.state import GameState, apply
from quack.game.visibility import Sight, Sighting, observe
from quack.game.watch import watch_game
from tests.support.four import ALICE, BOB, TOGETHER, Seen, game
from tests.support.games import GameBuilder

# --- the look at one's own turn ---------------------------------------------------------------------------------------


def test_a_sighting_says_where_when_and_in_which_line(derived):
    log = game().move("Bob", "cafeteria").tick(2).task("Alice")
    assert Sighting(BOB, ALICE, "medbay", 0, 1, 1, "present", None, "sure", 3) in derived(log).sightings


def test_a_player_sees_the_others_in_its_room_and_not_itself(seen):
    log = game().task("Alice").task("Bob").task("Charlie").tick(2)
    assert {Seen("present", "Bob", "sure", 1)} == {row for row in seen(log, "Alice") if row.tick == 1}
    assert set() == seen(log, "Charlie")


@pytest.mark.parametrize("to", ["cafeteria", "storage"])
def test_a_departure_before_ones_turn_is_seen_whatever_the_way_takes(seen, to):
    log = game().move("Bob", to).task("Alice").task("Charlie").over()
    assert {Seen("departing", "Bob", "sure", 1, to)} == seen(log, "Alice")


def test_a_departure_after_ones_turn_is_not_seen(seen):
    log = game().task("Alice").move("Bob", "cafeteria").over()
    assert {Seen("present", "Bob", "sure", 1)} == seen(log, "Alice")


def test_an_arrival_over_weight_1_is_seen_in_its_tick(seen):
    log = GameBuilder(rooms={**TOGETHER, "Bob": "cafeteria"}).tick(1).move("Bob", "medbay").task("Alice").over()
    assert {Seen("present", "Bob", "sure", 1), Seen("arriving", "Bob", "sure", 1, "cafeteria")} == seen(log, "Alice")


def test_an_arrival_from_a_corridor_is_seen_in_the_tick_that_it_begins(seen):
    log = (
        game().move("Charlie", "medbay").task("Bob").tick(2).task("Bob").tick(3).task("Bob").tick(4).task("Bob").over()
    )
    found = {row for row in seen(log, "Bob") if row.target == "Charlie"}
    arrival = Seen("arriving", "Charlie", "sure", 3, "storage")
    assert {arrival, Seen("present", "Charlie", "sure", 3), Seen("present", "Charlie", "sure", 4)} == found


def test_whoever_arrives_from_a_corridor_looks_at_its_turn(seen):
    log = game().move("Charlie", "medbay").tick(2).tick(3).task("Charlie").over()
    assert {("Alice", 3), ("Bob", 3)} == {(row.target, row.tick) for row in seen(log, "Charlie")}


def test_a_player_in_a_corridor_sees_nothing_and_is_not_seen(seen):
    log = GameBuilder(rooms=TOGETHER).tick(1).move("Bob", "storage").tick(2).task("Alice").task("Charlie").tick(3)
    assert set() == {row for row in seen(log, "Bob") if row.tick == 2}
    assert set() == {row for row in seen(log, "Alice") | seen(log, "Charlie") if row.tick == 2}


def test_arriving_and_leaving_in_one_tick_of_the_others_shows_both_ends(seen):
    log = GameBuilder(rooms={**TOGETHER, "Bob": "cafeteria"}).tick(1).task("Alice").move("Bob", "medbay")
    log.tick(2).move("Bob", "electrical").task("Alice").over()
    assert {Seen("departing", "Bob", "sure", 2, "electrical")} == seen(log, "Alice")


def test_the_killer_sees_its_victim_alive(seen):
    log = game().kill("Bob", "Alice").tick(2)
    assert {Seen("present", "Alice", "sure", 1)} == {row for row in seen(log, "Bob") if row.tick == 1}


def test_a_body_is_seen_where_it_lies(seen):
    log = game().kill("Bob", "Alice").tick(2).task("Bob").over()
    assert Seen("body", "Alice", "sure", 2) in seen(log, "Bob")


def test_whoever_arrived_and_was_then_killed_is_a_body_that_was_seen_arriving(seen):
    log = GameBuilder(rooms={**TOGETHER, "Alice": "cafeteria", "Charlie": "medbay"}).tick(1)
    log.move("Alice", "medbay").kill("Bob", "Alice").task("Charlie").over()
    found = {row for row in seen(log, "Charlie") if row.target == "Alice"}
    assert {Seen("arriving", "Alice", "sure", 1, "cafeteria"), Seen("body", "Alice", "sure", 1)} == found


def test_the_dead_see_nothing_and_their_lines_show_nothing(seen):
    log = GameBuilder(rooms={**TOGETHER, "Charlie": "medbay"}).tick(1)
    log.kill("Bob", "Alice").move("Alice", "cafeteria").chat("Alice", "Bye", room="medbay").task("Charlie").over()
    assert set() == seen(log, "Alice")
    expected = {Seen("body", "Alice", "sure", 1), Seen("present", "Bob", "sure", 1)}
    assert expected == seen(log, "Charlie")


def test_nobody_sees_anything_in_tick_0_or_between_a_respawn_and_the_next_tick(seen):
    log = game().call("Bob").skip().respawn().task("Alice").tick(2).task("Alice").over()
    assert {(1, "call"), (2, "sure")} == {(row.tick, row.look) for row in seen(log, "Alice")}


# --- a turn without a line --------------------------------------------------------------------------------------------


def test_what_every_moment_of_the_tick_shows_a_waiting_player_is_sure(seen):
    log = game().task("Bob").tick(2).over()
    assert Seen("present", "Bob", "sure", 1) in seen(log, "Alice")


def test_whoever_leaves_while_one_waits_was_glimpsed_and_perhaps_seen_either_way(seen):
    log = game().move("Bob", "cafeteria").tick(2)
    assert {
        Seen("glimpsed", "Bob", "sure", 1),
        Seen("present", "Bob", "maybe", 1),
        Seen("departing", "Bob", "maybe", 1, "cafeteria"),
    } == seen(log, "Alice")


def test_whoever_comes_while_one_waits_was_perhaps_seen(seen):
    log = GameBuilder(rooms={**TOGETHER, "Bob": "cafeteria"}).tick(1).move("Bob", "medbay").tick(2)
    found = {row for row in seen(log, "Alice") if row.tick == 1}
    assert {Seen("present", "Bob", "maybe", 1), Seen("arriving", "Bob", "maybe", 1, "cafeteria")} == found


def test_whoever_is_due_when_the_tick_begins_is_surely_seen_arriving(seen):
    log = game().move("Charlie", "medbay").tick(2).tick(3).move("Charlie", "cafeteria").tick(4)
    found = {row for row in seen(log, "Alice") if row.target == "Charlie"}
    assert {
        Seen("arriving", "Charlie", "sure", 3, "storage"),
        Seen("glimpsed", "Charlie", "sure", 3),
        Seen("present", "Charlie", "maybe", 3),
        Seen("departing", "Charlie", "maybe", 3, "cafeteria"),
    } == found


def test_a_kill_while_one_waits_was_perhaps_seen_from_before_or_after(seen):
    log = GameBuilder(rooms={**TOGETHER, "Charlie": "medbay"}).tick(1).kill("Bob", "Alice").tick(2)
    found = {row for row in seen(log, "Charlie") if row.target == "Alice" and row.tick == 1}
    assert {Seen("present", "Alice", "maybe", 1), Seen("body", "Alice", "maybe", 1)} == found


def test_nothing_is_sure_for_a_victim_that_may_not_have_had_its_turn(seen):
    log = game().kill("Bob", "Alice").tick(2)
    assert {Seen("present", "Bob", "maybe", 1)} == seen(log, "Alice")


def test_a_victim_sees_nothing_of_what_follows_its_death(seen):
    log = game().kill("Bob", "Alice")
    log.move("Charlie", "medbay", ticks=1).tick(2)
    assert {"Bob"} == {row.target for row in seen(log, "Alice")}


def test_a_victim_whose_turn_comes_after_its_death_saw_nothing(seen):
    log = game().kill("Bob", "Alice").task("Alice").tick(2)
    assert set() == seen(log, "Alice")


def test_in_a_tick_that_the_log_cuts_off_nothing_is_sure_for_who_left_no_line(seen):
    log = game().task("Bob")
    assert {Seen("present", "Bob", "maybe", 1)} == seen(log, "Alice")


def test_a_tick_without_its_end_is_whole_if_another_follows(seen):
    log = game().task("Bob")
    log.now = 2
    log.task("Bob")
    assert Seen("present", "Bob", "sure", 1) in seen(log, "Alice")


# --- the look at a call -----------------------------------------------------------------------------------------------


def test_at_a_call_everyone_sees_its_room_with_the_movers_back_in_it(seen):
    log = game().move("Bob", "storage").tick(2).call("Diana").over()
    assert {Seen("present", "Bob", "call", 2)} == {row for row in seen(log, "Alice") if row.tick == 2}
    assert {Seen("present", "Alice", "call", 2)} == {row for row in seen(log, "Bob") if row.tick == 2}


def test_in_the_tick_of_a_call_a_waiting_player_has_only_the_look_at_the_call(seen):
    log = game().move("Bob", "cafeteria").call("Diana").over()
    assert {Seen("departing", "Bob", "call", 1, "cafeteria")} == seen(log, "Alice")


def test_at_the_call_only_movements_since_ones_own_turn_are_seen(seen):
    log = GameBuilder(rooms={**TOGETHER, "Charlie": "medbay"}).tick(1)
    log.move("Bob", "cafeteria").task("Alice").move("Charlie", "electrical").call("Diana").over()
    assert {
        Seen("departing", "Bob", "sure", 1, "cafeteria"),
        Seen("present", "Charlie", "sure", 1),
        Seen("departing", "Charlie", "call", 1, "electrical"),
    } == seen(log, "Alice")


def test_bodies_are_seen_at_the_call(seen):
    log = game().kill("Bob", "Alice").tick(2).report("Bob").over()
    assert Seen("body", "Alice", "call", 2) in seen(log, "Bob")


def test_the_caller_looks_at_its_turn_and_at_the_call(seen):
    log = game().move("Charlie", "medbay", ticks=1).call("Alice").over()
    found = {row for row in seen(log, "Alice") if row.target == "Charlie"}
    assert {
        Seen("present", "Charlie", "sure", 1),
        Seen("arriving", "Charlie", "sure", 1, "storage"),
        Seen("present", "Charlie", "call", 1),
    } == found


def test_a_reporter_sees_the_body_in_the_tick_in_which_it_arrives(seen):
    log = game().move("Charlie", "medbay").tick(2).kill("Bob", "Alice").tick(3).report("Charlie").over()
    assert {Seen("body", "Alice", "sure", 3), Seen("body", "Alice", "call", 3)} <= seen(log, "Charlie")


# --- any state --------------------------------------------------------------------------------------------------------


def test_observe_tells_what_a_player_sees_in_a_state(tmp_path):
    log = read_log(game().move("Bob", "cafeteria").write(tmp_path))
    state = GameState()
    for event in log.events:
        apply(state, event)
    assert [Sight(BOB, "departing", "cafeteria")] == observe(state, ALICE)
    assert [] == observe(state, ALICE, since=3)


def test_observe_shows_nothing_in_a_corridor(tmp_path):
    log = read_log(game().move("Bob", "storage").write(tmp_path))
    state = GameState()
    for event in log.events:
        apply(state, event)
    assert [] == observe(state, BOB)


# --- the released games -----------------------------------------------------------------------------------------------


def test_every_sighting_of_the_released_games_was_in_that_room_in_that_tick(reference):
    for path in sorted(reference.glob("*/*/game.jsonl")):
        log = read_log(path)
        timeline, found = watch_game(log)
        stood = {(s.player, s.room, tick) for s in timeline.stays for tick in range(s.first, s.last + 1)}
        lay = {(b.victim, b.room, tick) for b in timeline.bodies for tick in range(b.first, b.last + 1)}
        came = {(m.player, m.destination, m.arrival) for m in timeline.moves}
        places = {"body": lay, "arriving": came}
        for row in found.sightings:
            for tick in range(row.first, row.last + 1):
                assert (row.viewer, row.room, tick) in stood
                assert (row.target, row.room, tick) in places.get(row.how, stood)
