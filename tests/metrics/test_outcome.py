"""What the figures of outcomes count."""

from __future__ import annotations

import pytest

from quack.metrics import METRICS, of_tier
from quack.metrics.outcome import outcome_of
from tests.metrics.courses import course, of, of_each
from tests.support.games import GameBuilder

FIVE = ("Alice", "Bob", "Charlie", "Diana", "Eve")


def _two_kills() -> GameBuilder:
    """Bob kills Alice in tick 5 and Eve in tick 11; Charlie reports, then presses the button; Diana goes, then Bob."""
    game = GameBuilder(FIVE, rooms=dict.fromkeys(FIVE, "medbay"))
    game.tick(5).kill("Bob", "Alice").tick(7).report("Charlie")
    game.vote("Charlie", "Diana").vote("Bob", "Diana").vote("Eve", "Diana").vote("Diana", None).eject("Diana")
    game.respawn({"Bob": "cafeteria", "Charlie": "cafeteria", "Eve": "cafeteria"})
    game.tick(11).kill("Bob", "Eve").call("Charlie").vote("Charlie", "Bob").eject("Bob")
    return game.over("goose", "All Ducks have been ejected")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("goose_wins", (1, 1)),
        ("duck_wins", (0, 1)),
        ("inferred_outcomes", (0, 1)),
        ("duration", (11, 1)),
        ("kills", (2, 1)),
        ("first_kill", (5, 1)),
        ("kill_interval", (6, 1)),
        ("meetings", (2, 1)),
        ("reports", (1, 1)),
        ("emergencies", (1, 1)),
        ("ejections", (2, 1)),
        ("correct_ejections", (1, 1)),
        ("wrong_ejections", (1, 1)),
        ("ejection_accuracy", (1, 2)),
        ("votes_without_ejection", (0, 1)),
        ("survivors", (1, 1)),
        ("goose_survivors", (1, 1)),
        ("duck_survivors", (0, 1)),
    ],
)
def test_a_game_with_two_kills_and_two_meetings(name: str, expected: tuple[int, int]) -> None:
    assert expected == of(name, _two_kills())


def test_a_count_is_known_of_those_whose_it_can_be() -> None:
    assert {"Bob": (2, 1)} == of_each("kills", _two_kills())
    assert {"Alice": (0, 1), "Bob": (0, 1), "Charlie": (2, 1), "Diana": (0, 1), "Eve": (0, 1)} == of_each(
        "meetings", _two_kills()
    )
    assert {"Bob": (1, 1)} == of_each("correct_ejections", _two_kills())


def test_what_belongs_to_the_game_is_no_players() -> None:
    assert {} == of_each("duration", _two_kills())


def test_a_victory_is_its_teams() -> None:
    by_team = METRICS["goose_wins"].by_team(course(_two_kills()))
    assert {"goose": (1, 1), "duck": (0, 0)} == {team: tuple(result) for team, result in by_team.items()}


def test_without_kills_there_is_no_first_one_and_no_interval() -> None:
    game = GameBuilder().tick(1).over("goose", "All Goose tasks completed")
    assert [None, None, 0.0] == [
        METRICS[name].compute(course(game)).value for name in ("first_kill", "kill_interval", "kills")
    ]
    assert (0, 0) == of("ejection_accuracy", game)


def test_one_kill_has_no_interval() -> None:
    assert (0, 0) == of("kill_interval", GameBuilder().tick(5).kill("Bob", "Alice").over("duck"))


def test_tasks_of_geese_count_and_fake_ones_do_not() -> None:
    tasks = {name: [("Submit Scan", "medbay"), ("Sort Cargo", "storage")] for name in ("Alice", "Bob", "Charlie")}
    game = GameBuilder(("Alice", "Bob", "Charlie"), tasks=tasks, rooms=dict.fromkeys(tasks, "medbay"))
    game.tick(1).complete("Alice").complete("Bob").over(None, "cut short")
    assert [(1, 1), (4, 1), (1, 4)] == [
        of(name, game) for name in ("tasks_completed", "tasks_assigned", "task_completion_rate")
    ]
    assert {"Alice": (1, 2), "Charlie": (0, 2)} == of_each("task_completion_rate", game)


def test_a_task_that_a_victim_completes_in_the_tick_of_its_death_counts_as_the_engine_counted_it() -> None:
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "medbay"})
    game.tick(5).kill("Bob", "Alice").complete("Alice", room="medbay").over("goose")
    assert (1, 1) == of("tasks_completed", game)


def test_a_vote_that_ejects_nobody_is_counted() -> None:
    game = GameBuilder().tick(1).call("Alice").vote("Alice", None).skip().respawn().tick(2).over("goose")
    assert (1, 1) == of("votes_without_ejection", game)


def test_a_log_that_nobody_won_has_no_winner() -> None:
    game = GameBuilder().tick(1).over(None, "stopped")
    assert (None, "stopped", False) == outcome_of(course(game))
    assert [(0, 0), (0, 0)] == [of("goose_wins", game), of("duck_wins", game)]


def test_a_log_cut_off_after_the_last_duck_left_was_won_by_the_geese() -> None:
    game = GameBuilder().tick(1).call("Alice").vote("Alice", "Bob").eject("Bob")
    assert ("goose", "All Ducks have been ejected", True) == outcome_of(course(game))
    assert [(1, 1), (1, 1)] == [of("goose_wins", game), of("inferred_outcomes", game)]


def test_a_log_cut_off_with_as_many_ducks_as_geese_was_won_by_the_ducks() -> None:
    game = GameBuilder(("Alice", "Bob", "Charlie")).tick(5).kill("Bob", "Alice")
    assert ("duck", "Ducks have voting majority", True) == outcome_of(course(game))


def test_a_log_cut_off_after_the_last_task_was_won_by_the_geese() -> None:
    game = GameBuilder(rooms=dict.fromkeys(("Alice", "Charlie", "Diana"), "medbay")).tick(1)
    game.complete("Alice").complete("Charlie").complete("Diana")
    assert ("goose", "All Goose tasks completed", True) == outcome_of(course(game))


def test_a_log_cut_off_while_all_is_open_has_no_winner() -> None:
    game = GameBuilder().tick(1)
    assert (None, None, True) == outcome_of(course(game))
    assert [(0, 0), (1, 1)] == [of("goose_wins", game), of("inferred_outcomes", game)]


def test_a_published_value_is_0_where_ours_is_missing_unless_it_was_missing_too() -> None:
    game = course(GameBuilder().tick(1).over("goose"))
    published = {
        name: metric.published_value(metric.compute(game))
        for name, metric in {**of_tier(1), **of_tier(2)}.items()
        if metric.compute(game).value is None
    }
    missing = {"first_kill", "kill_interval", "report_latency"}
    assert missing == {name for name, value in published.items() if value is None}
    assert {0.0} == {value for name, value in published.items() if name not in missing}
