"""Games scored: the figures of a game, its parts, and the line that keeps them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from quack.audit.auditor import audit_games
from quack.audit.discover import discover_games, with_claims
from quack.audit.results import FailedGame, GameAudit
from quack.errors import SettingsError
from quack.kb.rulebook import load_rulebook
from quack.metrics import METRICS, MetricResult, of_tier
from quack.metrics.aggregate import score_game
from quack.metrics.game_figures import CHAT, GameFigures
from quack.metrics.judged import StatementMetric, part
from quack.metrics.registry import NOTHING
from quack.metrics.scoring import ScoreOrder, score_each
from quack.metrics.study import score_games
from tests.conftest import ROOT

LOGS = ROOT / "logs"
# Two Ducks may lie in the same meeting, and a meeting may have lies of several types.
OF_MEETINGS = ("lie_detection_rate", "lie_detection_rate.all", "published_lie_detection_rate")
OF_CLAIMS = [name for name in of_tier(3) if name not in OF_MEETINGS and not name.endswith("coverage")]


def _score(*paths: Path, jobs: int = 1) -> list[GameFigures | FailedGame]:
    games = with_claims(discover_games(paths or [LOGS]))
    return list(score_each(games, ScoreOrder(load_rulebook("observed")), jobs=jobs))


@pytest.fixture(scope="module")
def games() -> list[GameFigures]:
    return [each for each in _score() if isinstance(each, GameFigures)]


@pytest.fixture(scope="module")
def audits() -> tuple[GameAudit, ...]:
    return audit_games(LOGS, rulebook="observed").games


def test_the_statements_are_those_of_an_audit(games: list[GameFigures], audits: tuple[GameAudit, ...]) -> None:
    assert [score_game(audit) for audit in audits] == [game.statements for game in games]


def test_a_line_keeps_all_figures(games: list[GameFigures]) -> None:
    for game in games:
        kept = GameFigures.from_json(json.loads(game.to_line()))
        assert game.to_line() == kept.to_line()
        assert {name: result for name, result in game.figures.items() if result.denominator} == kept.figures


@pytest.mark.parametrize(
    "parts",
    [lambda game: game.teams, lambda game: game.players, lambda game: game.rounds, lambda game: game.types],
    ids=["teams", "players", "rounds", "types"],
)
def test_figures_of_claims_of_the_parts_add_up_to_the_game(
    parts: Callable[[GameFigures], dict[str, dict[str, MetricResult]]], games: list[GameFigures]
) -> None:
    for game in games:
        for name in OF_CLAIMS:
            total = sum((each.get(name, NOTHING) for each in parts(game).values()), NOTHING)
            assert game.figures[name] == total, (game.game, name)


def test_what_happened_to_players_adds_up_to_their_team(games: list[GameFigures]) -> None:
    for game in games:
        for player in game.roster:
            assert game.players[player.id].keys() <= game.teams[player.team].keys()
        members = {team: [game.players[each.id] for each in game.roster if each.team == team] for team in game.teams}
        for team, figures in game.teams.items():
            assert figures["survivors"].numerator == sum(each["survivors"].numerator for each in members[team])


def test_a_part_has_a_figure_exactly_where_the_figure_of_its_claims_alone_is_there(
    games: list[GameFigures], audits: tuple[GameAudit, ...]
) -> None:
    metrics = [metric for metric in METRICS.values() if isinstance(metric, StatementMetric)]
    for game, audit in zip(games, audits, strict=True):
        for kind, figures in game.types.items():
            alone = part(audit, [record for record in audit.records if record.kind == kind])
            results = {metric.name: metric.compute(alone) for metric in metrics}
            assert {name: result for name, result in results.items() if result.denominator} == figures


def test_rounds_count_from_1_and_chat_has_its_own(games: list[GameFigures]) -> None:
    rounds = {key for game in games for key in game.rounds}
    assert "1" in rounds
    assert rounds - {CHAT} == {str(number) for number in range(1, len(rounds - {CHAT}) + 1)}


def test_players_come_with_who_played_them_where_the_log_says_so(games: list[GameFigures]) -> None:
    played = {game.game: game.roster for game in games}
    assert {None} == {player.model for player in played["sample"]}
    assert None not in {player.model for name, roster in played.items() if name != "sample" for player in roster}


def test_two_processes_give_the_same_lines(games: list[GameFigures]) -> None:
    assert [game.to_line() for game in games] == [game.to_line() for game in _score(jobs=2)]  # type: ignore[union-attr]


def test_a_game_that_cannot_be_read_is_kept_apart_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text("{")
    study = score_games([LOGS / "sample", tmp_path])
    assert (1, 1) == (len(study.games), len(study.failed))
    assert "no game_started" in str(study.failed[0].error)


def test_a_path_without_games_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no game here"):
        score_games(tmp_path)


def test_the_paper_has_its_own_rulebook_unless_another_is_named() -> None:
    sample = LOGS / "sample"
    plain, paper = score_games(sample), score_games(sample, paper=True)
    assert plain.results((), "goose_truthfulness.all") != paper.results((), "goose_truthfulness.all")
    named = score_games(sample, paper=True, rulebook="observed")
    assert plain.results((), "goose_truthfulness.all") == named.results((), "goose_truthfulness.all")
