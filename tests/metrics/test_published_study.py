"""A study of the reference games under the paper's rulebook: each game as its released verdicts and evaluation say."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from quack.audit.results import GameAudit
from quack.metrics import METRICS, of_tier
from quack.metrics.estimates import group_figure
from quack.metrics.grouping import OVERALL
from quack.metrics.study import Study, score_games
from tests.metrics.test_published import released_game
from tests.metrics.test_published_course import LISTED

SAID = [name for name, metric in of_tier(3).items() if metric.published_as]
DONE = [name for tier in (1, 2) for name, metric in of_tier(tier).items() if metric.published_as]
WINS = {"goose_wins": "goose", "duck_wins": "duck"}
Values = dict[str, float | None]


@pytest.fixture(scope="module")
def study(reference: Path) -> Study:
    return score_games(reference, paper=True)


@pytest.fixture(scope="module")
def evaluations(reference: Path, study: Study) -> dict[str, dict[str, Any]]:
    """The released evaluations; two games that were never evaluated have none, nor verdicts."""
    paths = {game.name: reference / game.name / "evaluation.json" for game in study.games}
    return {name: json.loads(path.read_text("utf-8")) for name, path in paths.items() if path.exists()}


@pytest.fixture(scope="module")
def verdicts(reference: Path, evaluations: dict[str, dict[str, Any]]) -> dict[str, GameAudit]:
    """The games by their released verdicts."""
    return {game: released_game(reference / game) for game in evaluations}


def _values(study: Study, name: str, games: dict[str, Any]) -> Values:
    values = study.published(OVERALL, name)
    assert values is not None
    return {game.name: value for game, value in zip(study.games, values, strict=True) if game.name in games}


def _differing(one: Values, other: Values) -> list[str]:
    assert one.keys() == other.keys()
    return [game for game in one if (one[game], other[game]) != (None, None) and not _same(one[game], other[game])]


def _same(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and abs(one - other) <= 1e-9


def _released(evaluations: dict[str, dict[str, Any]], name: str) -> Values:
    metric = METRICS[name]
    tiers = {game: each[f"tier{metric.tier}"] for game, each in evaluations.items()}
    if name in WINS:
        return {game: float(tier["winner"] == WINS[name]) for game, tier in tiers.items()}
    return {game: tier[metric.published_as] for game, tier in tiers.items()}


@pytest.mark.parametrize("name", SAID)
def test_what_was_said_is_in_every_game_what_follows_from_the_released_verdicts(
    name: str, study: Study, verdicts: dict[str, GameAudit]
) -> None:
    metric = METRICS[name]
    expected = {game: metric.published_value(metric.compute(audit)) for game, audit in verdicts.items()}
    assert 178 == len(expected)
    assert [] == _differing(expected, _values(study, name, verdicts))


@pytest.mark.parametrize("name", [*SAID, *DONE])
def test_every_game_has_the_released_figure_among_those_as_published(
    name: str, study: Study, evaluations: dict[str, dict[str, Any]]
) -> None:
    assert [] == _differing(_released(evaluations, name), _values(study, name, evaluations))


@pytest.mark.parametrize("name", DONE)
def test_what_happened_is_by_our_count_the_released_figure_unless_the_game_is_listed(
    name: str, study: Study, evaluations: dict[str, dict[str, Any]]
) -> None:
    metric = METRICS[name]
    listed = {tuple(line.split("\t")[:2]) for line in LISTED.read_text("utf-8").splitlines()}
    results = zip(study.games, study.results(OVERALL, name), strict=True)
    ours = {game.name: metric.published_value(each) for game, each in results if game.name in evaluations}
    differing = _differing(_released(evaluations, name), ours)
    assert [] == [game for game in differing if (name, game) not in listed]


@pytest.mark.parametrize("name", [*SAID, *DONE])
def test_the_mean_as_published_is_that_of_the_games(name: str, study: Study) -> None:
    values = [value for value in study.published(OVERALL, name) or () if value is not None]
    found = group_figure(study, OVERALL, name).published
    assert found is not None
    assert (pytest.approx(fmean(values), abs=1e-9), len(values)) == (found.mean, found.games)
