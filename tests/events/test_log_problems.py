"""The check that goes on lists every problem of a log."""

import pytest

from quack.errors import QuackError
from quack.events.log import check_log, read_log
from quack.events.problems import MAX_PROBLEMS
from tests.support.games import GameBuilder
from tests.support.refusals import event, opening


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
        (8, "error", "game_over: winner: expected 'duck', 'goose' or null, got 7"),
        (8, "error", "game_over: reason: it is missing"),
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
