"""What the figures of behaviour count."""

from __future__ import annotations

import json

import pytest

from quack.metrics import METRICS
from tests.metrics.courses import course, course_of, of, of_each
from tests.support.games import GameBuilder

PEOPLE = ("Alice", "Bob", "Charlie", "Diana")


def _in(room: str, *names: str) -> dict[str, str]:
    return dict.fromkeys(names or PEOPLE, room)


def _apart(**rooms: str) -> dict[str, str]:
    """Everybody far from the others, but for those who are placed."""
    far = {"Alice": "oxygen", "Bob": "navigation", "Charlie": "weapons", "Diana": "lower_engine"}
    return {**far, **rooms}


# --- votes ------------------------------------------------------------------------------------------------------------


def _voted() -> GameBuilder:
    game = GameBuilder().tick(1).call("Alice")
    game.vote("Alice", "Bob").vote("Bob", "Alice").vote("Charlie", "Diana").vote("Diana", None)
    return game.skip().respawn().tick(2).over(None, "stopped")


def test_voting_accuracy_is_of_geese_who_named_somebody() -> None:
    assert (1, 2) == of("goose_voting_accuracy", _voted())
    assert {"Alice": (1, 1), "Charlie": (0, 1)} == of_each("goose_voting_accuracy", _voted())


def test_the_skip_rate_is_of_all_votes_of_geese() -> None:
    assert (1, 3) == of("goose_skip_rate", _voted())


# --- reports ----------------------------------------------------------------------------------------------------------


def test_latency_runs_from_when_the_reporter_came_to_the_body() -> None:
    game = GameBuilder(rooms=_apart(Alice="medbay", Bob="medbay", Charlie="cafeteria"))
    game.tick(5).kill("Bob", "Alice").tick(7).move("Charlie", "medbay").tick(8).tick(10).report("Charlie")
    assert (3, 1) == of("report_latency", game)
    assert {"Charlie": (3, 1)} == of_each("report_latency", game)


def test_latency_runs_from_the_kill_where_the_reporter_was_there_before() -> None:
    game = GameBuilder(rooms=_in("medbay")).tick(5).kill("Bob", "Alice").tick(9).report("Diana")
    assert (4, 1) == of("report_latency", game)


def test_a_reporter_that_came_by_before_met_the_body_then() -> None:
    game = GameBuilder(rooms=_apart(Alice="medbay", Bob="medbay", Charlie="cafeteria"))
    game.tick(5).kill("Bob", "Alice").tick(6).move("Charlie", "medbay").tick(7).move("Charlie", "cafeteria")
    game.tick(9).move("Charlie", "medbay").tick(10).report("Charlie")
    assert (4, 1) == of("report_latency", game)


def test_who_left_before_the_kill_has_not_met_the_body() -> None:
    game = GameBuilder(rooms=_apart(Alice="medbay", Bob="medbay", Charlie="medbay"))
    game.tick(4).move("Charlie", "cafeteria").tick(5).kill("Bob", "Alice").tick(7).move("Charlie", "medbay")
    assert (1, 1) == of("report_latency", game.tick(8).report("Charlie"))


def test_a_body_that_lies_elsewhere_has_no_latency_of_this_report() -> None:
    game = GameBuilder((*PEOPLE, "Eve"), rooms=_apart(Alice="medbay", Bob="medbay", Charlie="medbay", Eve="cafeteria"))
    game.tick(5).kill("Bob", "Alice").tick(6).move("Charlie", "cafeteria").move("Bob", "cafeteria")
    game.tick(11).kill("Bob", "Eve").tick(12).report("Charlie")
    assert (1, 1) == of("report_latency", game)


def test_a_body_that_is_gone_has_no_latency_any_more() -> None:
    game = GameBuilder((*PEOPLE, "Eve"), rooms=_in("medbay", *PEOPLE, "Eve")).tick(5).kill("Bob", "Alice")
    game.tick(6).report("Charlie").vote("Charlie", None).skip().respawn(_in("medbay", *PEOPLE, "Eve"))
    game.tick(11).kill("Bob", "Eve").tick(12).report("Charlie")
    assert (2, 2) == of("report_latency", game)


def test_reports_of_ducks_have_no_latency() -> None:
    game = GameBuilder(rooms=_in("medbay")).tick(5).kill("Bob", "Alice").tick(9).report("Bob")
    assert (0, 0) == of("report_latency", game)
    assert {} == of_each("report_latency", game)


# --- ways -------------------------------------------------------------------------------------------------------------


def _lonely(task_room: str, start: str) -> GameBuilder:
    """Alice alone has a task."""
    tasks = {"Alice": [("A Task", task_room)], "Charlie": [], "Diana": []}
    return GameBuilder(tasks=tasks, rooms=_apart(Alice=start))


def _alice(game: GameBuilder) -> tuple[int, int]:
    return of_each("task_efficiency", game)["Alice"]


def test_work_and_all_ticks_of_the_way_there_are_efficient() -> None:
    game = _lonely("storage", "medbay").tick(1).move("Alice", "storage").tick(2).tick(3).task("Alice", task="A Task")
    game.tick(4).over(None, "stopped")
    assert (3, 4) == _alice(game)


def test_a_way_that_leads_nowhere_is_not() -> None:
    assert (0, 1) == _alice(_lonely("storage", "medbay").tick(1).move("Alice", "cafeteria").over(None, "stopped"))


@pytest.mark.parametrize("by", ["medbay", "electrical"])
def test_each_of_several_shortest_ways_is_efficient(by: str) -> None:
    # From the cafeteria to security: over electrical, be it straight or past medbay, or over weapons in less.
    game = _lonely("electrical", "cafeteria").tick(1).move("Alice", by).over(None, "stopped")
    assert (1, 1) == _alice(game)


def test_the_way_to_a_task_that_is_done_is_not_efficient() -> None:
    game = _lonely("storage", "storage").tick(1).task("Alice", task="A Task").complete("Alice", task="A Task")
    game.tick(2).move("Alice", "medbay").tick(3).tick(4).move("Alice", "storage").tick(5).over(None, "stopped")
    assert (1, 5) == _alice(game)


def test_the_tick_that_a_call_cuts_short_is_left_out_and_so_is_that_of_ones_death() -> None:
    game = _lonely("storage", "oxygen").tick(1).call("Charlie").vote("Charlie", None).skip()
    game.respawn(_in("medbay")).tick(2).tick(3).kill("Bob", "Alice").over(None, "stopped")
    assert {"Alice": (0, 1), "Charlie": (0, 2), "Diana": (0, 2)} == of_each("task_efficiency", game)


def test_rooms_are_those_stood_in_start_passage_and_respawn_included() -> None:
    game = GameBuilder(rooms=_apart(Alice="oxygen", Bob="weapons"))
    game.tick(1).move("Alice", "upper_engine").move("Bob", "cafeteria")
    game.tick(3).move("Bob", "medbay").call("Charlie").vote("Charlie", None).skip().respawn(_in("storage"))
    game.tick(4).move("Alice", "lower_engine").tick(5).over(None, "stopped")
    assert {"Bob": (4, 1)} == of_each("duck_rooms_visited", game)
    assert {"Alice": (3, 1), "Charlie": (2, 1), "Diana": (2, 1)} == of_each("goose_rooms_visited", game)
    assert (7, 3) == of("goose_rooms_visited", game)


# --- kills ------------------------------------------------------------------------------------------------------------


def test_kills_are_shared_by_all_ducks() -> None:
    game = GameBuilder((*PEOPLE, "Eve"), ducks=("Bob", "Diana")).tick(5).kill("Bob", "Alice").over("duck")
    assert (1, 2) == of("kills_per_duck", game)
    assert {"Bob": (1, 1), "Diana": (0, 1)} == of_each("kills_per_duck", game)


def test_a_killer_is_as_far_as_it_has_come_three_ticks_later() -> None:
    game = GameBuilder(rooms=_in("medbay")).tick(5).kill("Bob", "Alice").tick(6).move("Bob", "cafeteria")
    game.tick(7).tick(8).tick(9).move("Bob", "medbay").over(None, "stopped")
    assert (1, 1) == of("post_kill_displacement", game)


def test_a_killer_in_a_corridor_has_come_no_further_than_the_room_it_left() -> None:
    game = GameBuilder(rooms=_in("medbay")).tick(5).kill("Bob", "Alice").tick(6).move("Bob", "cafeteria")
    game.tick(8).move("Bob", "oxygen").tick(9).tick(10).over(None, "stopped")
    assert (1, 1) == of("post_kill_displacement", game)


def test_a_respawn_is_no_flight() -> None:
    game = GameBuilder(rooms=_in("medbay")).tick(5).kill("Bob", "Alice").tick(6).report("Charlie")
    game.vote("Charlie", None).skip().respawn(_in("navigation")).tick(7).tick(8).over(None, "stopped")
    assert (0, 1) == of("post_kill_displacement", game)


def test_a_self_report_is_of_the_body_with_which_the_killer_stands() -> None:
    game = GameBuilder((*PEOPLE, "Eve"), rooms=_in("medbay", *PEOPLE, "Eve")).tick(5).kill("Bob", "Alice")
    game.tick(6).move("Bob", "cafeteria").move("Eve", "cafeteria").tick(10).kill("Bob", "Eve").report("Bob")
    assert (1, 2) == of("self_report_rate", game)


def test_a_report_by_somebody_else_is_none() -> None:
    assert (0, 1) == of(
        "self_report_rate", GameBuilder(rooms=_in("medbay")).tick(5).kill("Bob", "Alice").report("Diana")
    )


# --- chances ----------------------------------------------------------------------------------------------------------


def _chances(game: GameBuilder) -> tuple[int, int]:
    """How many chances the Ducks let pass, and used."""
    passed, used = (METRICS[name].compute(course(game)) for name in ("cooldown_passed", "cooldown_used"))
    assert (passed.denominator, passed.denominator - passed.numerator) == (used.denominator, used.numerator)
    return passed.numerator, used.numerator


def test_a_kill_uses_its_chance_though_nobody_else_is_there() -> None:
    game = GameBuilder(rooms=_apart(Alice="medbay", Bob="medbay")).tick(5).kill("Bob", "Alice").over(None, "stopped")
    assert (0, 1) == _chances(game)


def test_no_chance_comes_before_the_first_kill_is_allowed() -> None:
    game = GameBuilder(rooms=_in("medbay")).tick(4).task("Bob").tick(5).task("Bob").over(None, "stopped")
    assert (1, 0) == _chances(game)


def test_no_chance_comes_while_the_cooldown_runs() -> None:
    game = GameBuilder(rooms=_in("medbay")).tick(5).kill("Bob", "Alice")
    for tick in range(6, 12):
        game.tick(tick).task("Bob")
    assert (2, 1) == _chances(game.over(None, "stopped"))


def test_a_log_may_say_how_long_the_cooldown_is() -> None:
    game = GameBuilder(rooms=_in("medbay")).tick(2).kill("Bob", "Alice").tick(3).task("Bob").over(None, "stopped")
    first = json.loads(game.lines[0])
    first["data"]["config"] |= {"first_kill": 2, "kill_cooldown": 1}
    both = course_of([json.dumps(first), *game.lines[1:]])
    assert (1, 2) == METRICS["cooldown_used"].compute(both)


def test_a_chance_is_there_or_not_when_the_duck_has_its_turn() -> None:
    rooms = _apart(Alice="medbay", Bob="medbay", Charlie="cafeteria")
    before = GameBuilder(rooms=rooms).tick(5).task("Bob").move("Alice", "storage").over(None, "stopped")
    after = GameBuilder(rooms=rooms).tick(5).move("Alice", "storage").task("Bob").over(None, "stopped")
    assert [(1, 0), (0, 0)] == [_chances(before), _chances(after)]


def test_a_duck_that_waits_has_a_chance_if_a_goose_is_there_all_the_tick() -> None:
    rooms = _apart(Alice="medbay", Bob="medbay", Charlie="cafeteria")
    stays = GameBuilder(rooms=rooms).tick(5).task("Alice").tick(6).move("Alice", "storage").tick(7)
    assert (1, 0) == _chances(stays.over(None, "stopped"))


def test_a_duck_in_a_corridor_has_no_chance() -> None:
    game = GameBuilder(rooms=_in("medbay", "Bob", "Alice")).tick(5).move("Bob", "storage").tick(6)
    assert (1, 0) == _chances(game.over(None, "stopped"))


def test_a_duck_that_reports_lets_its_chance_pass() -> None:
    game = GameBuilder(rooms=_in("medbay")).tick(5).kill("Bob", "Alice").tick(10).report("Bob")
    assert (1, 1) == _chances(game)


def test_a_call_is_no_turn() -> None:
    game = GameBuilder(rooms=_in("cafeteria")).tick(5).call("Alice").vote("Alice", None).skip()
    assert (0, 0) == _chances(game)
