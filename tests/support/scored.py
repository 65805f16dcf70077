"""Figures of games made by hand, for tests that need no log."""

from __future__ import annotations

from typing import Any

from quack.audit.results import Coverage
from quack.metrics import METRICS, MetricResult
from quack.metrics.aggregate import GameScore
from quack.metrics.game_figures import GameFigures, Player
from quack.metrics.outcome import Outcome

ROSTER = (
    Player("player_0", "Alice", "goose", "model-a"),
    Player("player_1", "Bob", "duck", "model-b"),
    Player("player_2", "Charlie", "goose", "model-a"),
)

Pairs = dict[str, tuple[int, int]]


def scored(name: str = "here/seed01", figures: Pairs | None = None, **changes: Any) -> GameFigures:
    """The figures of a game; what a test doesn't say is missing.

    Args:
        figures: of the game.
        changes: fields of `GameFigures`, figures of parts as pairs; `coverage` and other fields of `GameScore`.
    """
    own = {field: changes.pop(field) for field in list(changes) if field in GameScore.__slots__}
    parts = {split: changes.pop(split, {}) for split in ("players", "rounds", "types")}
    teams: dict[str, Pairs] = {"goose": {}, "duck": {}, **changes.pop("teams", {})}
    players = {player.id: parts["players"].get(player.id, {}) for player in changes.get("roster", ROSTER)}
    results = _results(figures or {})
    fields: dict[str, Any] = {
        "condition": name.rpartition("/")[0] or ".",
        "seed": None,
        "map": "ship",
        "roster": ROSTER,
        "outcome": Outcome("goose", "all done", False),
        "statements": _score(name, {each: results[each] for each in results if METRICS[each].tier == 3}, own),
        "course": {each: results[each] for each in results if METRICS[each].tier != 3},
        "teams": {key: _results(each) for key, each in teams.items()},
        "players": {key: _results(each) for key, each in players.items()},
        "rounds": {key: _results(each) for key, each in parts["rounds"].items()},
        "types": {key: _results(each) for key, each in parts["types"].items()},
    }
    return GameFigures(**{**fields, **changes})


def _results(pairs: Pairs) -> dict[str, MetricResult]:
    return {name: MetricResult(*pair) for name, pair in pairs.items()}


def _score(name: str, metrics: dict[str, MetricResult], own: dict[str, Any]) -> GameScore:
    fields: dict[str, Any] = {
        "game": name,
        "claims": 0,
        "verdicts": {},
        "metrics": metrics,
        "coverage": Coverage(),
        "chat_coverage": Coverage(),
        "phrases": {},
    }
    return GameScore(**{**fields, **own})
