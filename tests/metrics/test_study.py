"""Figures of many games as columns, by groups of games or of their parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.audit.results import Coverage, FailedGame
from quack.errors import LogError, SettingsError
from quack.metrics import MetricResult
from quack.metrics.game_figures import GameFigures, Player
from quack.metrics.grouping import NOT_TOLD, OVERALL
from quack.metrics.study import Study
from tests.support.scored import ROSTER, scored


def _study(*games: GameFigures | FailedGame, by: tuple[str, ...] = ("condition",), paper: bool = False) -> Study:
    study = Study(by, paper=paper)
    for each in games:
        study.add(each)
    return study


def _pooled(study: Study, metric: str) -> dict[tuple[str, ...], tuple[int, int]]:
    return {group: tuple(sum(study.results(group, metric), MetricResult(0, 0))) for group in study.groups()}


def test_games_are_told_apart_by_condition_and_all_of_them_come_last() -> None:
    study = _study(scored("b/1", {"kills": (2, 1)}), scored("a/1", {"kills": (1, 1)}), scored("b/2", {"kills": (0, 1)}))
    assert {("a",): (1, 1), ("b",): (2, 2), OVERALL: (3, 3)} == _pooled(study, "kills")
    assert [("a",), ("b",), OVERALL] == study.groups()


def test_a_game_without_a_figure_has_a_missing_result_in_its_place() -> None:
    study = _study(scored("a/1"), scored("a/2", {"report_latency": (3, 2)}), scored("a/3"))
    assert [(0, 0), (3, 2), (0, 0)] == study.results(OVERALL, "report_latency")
    assert [(0, 0)] * 3 == study.results(("a",), "kills")


def test_rows_of_a_group_tell_their_games() -> None:
    study = _study(scored("b/1"), scored("a/1", seed="7"), scored("b/2"))
    assert [0, 2] == list(study.figures(("b",)).games)
    assert ("a/1", "a", "7") == study.games[1]


def test_a_model_has_the_figures_of_the_teams_that_it_played() -> None:
    teams = {"goose": {"meetings": (1, 1), "goose_wins": (1, 1)}, "duck": {"meetings": (2, 1), "kills": (2, 1)}}
    study = _study(scored(teams=teams), by=("model",))
    assert (("model-a",), ("model-b",), OVERALL) == tuple(study.groups())
    assert [(1, 1)] == study.results(("model-a",), "meetings") == study.results(("model-a",), "goose_wins")
    assert [(2, 1)] == study.results(("model-b",), "meetings")


def test_a_count_of_a_model_that_played_both_teams_stands_for_one_game() -> None:
    roster = tuple(player._replace(model="model-a") for player in ROSTER)
    teams = {"goose": {"meetings": (1, 1), "coverage": (1, 2)}, "duck": {"meetings": (2, 1), "coverage": (1, 1)}}
    study = _study(scored(roster=roster, teams=teams), by=("model",))
    assert [(3, 1)] == study.results(("model-a",), "meetings")
    assert [(2, 3)] == study.results(("model-a",), "coverage")


def test_a_model_that_played_some_of_a_team_has_the_figures_of_its_players() -> None:
    roster = (ROSTER[0], ROSTER[1], Player("player_2", "Charlie", "goose", None))
    players = {"player_0": {"goose_skip_rate": (1, 2)}, "player_2": {"goose_skip_rate": (0, 3)}}
    study = _study(scored(roster=roster, players=players), by=("model",))
    assert [("model-a",), ("model-b",), (NOT_TOLD,), OVERALL] == study.groups()
    assert [(1, 2)] == study.results(("model-a",), "goose_skip_rate")
    assert [(0, 3)] == study.results((NOT_TOLD,), "goose_skip_rate")


def test_players_go_by_their_names() -> None:
    players = {"player_1": {"kills": (2, 1)}}
    study = _study(scored(players=players), by=("player",))
    assert {("Alice",): (0, 0), ("Bob",): (2, 1), ("Charlie",): (0, 0), OVERALL: (0, 0)} == _pooled(study, "kills")


def test_rounds_are_counted_on_and_chat_comes_after_them() -> None:
    figure = {"accusation_accuracy": (1, 2)}
    study = _study(scored(rounds={"10": figure, "chat": figure, "2": figure}), by=("round",))
    assert [("2",), ("10",), ("chat",), OVERALL] == study.groups()


def test_types_of_claims_stand_in_the_order_of_tables() -> None:
    figure = {"accusation_accuracy": (1, 2)}
    study = _study(scored(types={"gesture": figure, "accusation": figure, "location": figure}), by=("claim_type",))
    assert [("location",), ("accusation",), ("gesture",), OVERALL] == study.groups()


def test_several_things_make_a_group_of_each_combination() -> None:
    teams = {"goose": {"survivors": (2, 1)}, "duck": {"survivors": (1, 1)}}
    study = _study(scored("a/1", teams=teams), scored("b/1", teams=teams), by=("condition", "team"))
    groups = [("a", "goose"), ("a", "duck"), ("b", "goose"), ("b", "duck"), OVERALL]
    assert groups == study.groups()
    assert [(1, 1)] == study.results(("b", "duck"), "survivors")


@pytest.mark.parametrize(
    ("by", "complaint"),
    [
        (("colour",), "can't be told apart by 'colour'; by condition, model, team, player, round, claim_type"),
        (("round", "team"), "not known by round and team at once"),
    ],
)
def test_what_cannot_tell_games_apart_is_said(by: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint):
        Study(by)


def test_values_as_published_are_kept_beside_ours() -> None:
    values = {"task_efficiency": 0.25, "report_latency": None}
    games = [scored("a/1", {"task_efficiency": (1, 2)}, published=values), scored("b/1", published=values)]
    study = _study(*games, paper=True)
    assert [0.25] == study.published(("a",), "task_efficiency")
    assert [None, None] == study.published(OVERALL, "report_latency")


def test_a_game_that_was_scored_without_values_as_published_has_none() -> None:
    with_it, without = scored("a/1", published={"kills": 2.0}), scored("a/2")
    assert [None, 2.0, None] == _study(without, with_it, without, paper=True).published(OVERALL, "kills")


def test_figures_that_were_not_published_have_no_such_values_nor_have_parts_of_games() -> None:
    game = scored("a/1", published={"kills": 2.0})
    assert None is _study(game, paper=True).published(OVERALL, "cooldown_used")
    assert None is _study(game).published(OVERALL, "kills")
    assert None is _study(game, by=("team",), paper=True).published(("goose",), "kills")


def test_what_was_read_is_told_by_condition_and_of_all() -> None:
    study = _study(scored("a/1", coverage=Coverage({"extracted": 2})), scored("b/1", coverage=Coverage({"failed": 1})))
    assert {"failed": 1} == study.told["b"].coverage
    assert {"extracted": 2, "failed": 1} == study.all_told().coverage
    assert {(None, None): 2} == study.all_told().sources


def test_games_that_failed_are_kept_apart() -> None:
    study = _study(FailedGame("a/2", Path("game.jsonl"), LogError("bad")), scored("a/1"))
    assert ([0], ["a/2"]) == (list(study.figures().games), [failed.game for failed in study.failed])
