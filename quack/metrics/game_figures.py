"""The figures of one game: of the game, its teams, players, rounds and types of claims, and the line that keeps them.

A line is all that tables, intervals and exports need of a game, so any number of games can be scored without keeping
their records in memory.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from quack.audit.results import Coverage
from quack.metrics.aggregate import GameScore
from quack.metrics.outcome import Outcome
from quack.metrics.registry import METRICS, TEAMS, MetricResult, Team

Figures = Mapping[str, MetricResult]
"""Results by the names of metrics; one that has nothing to divide by is left out."""

_MOST = 2**53

CHAT = "chat"
"""Stands for the round of what was said in proximity chat."""


class Player(NamedTuple):
    """A player of a scored game; `model` is who played it, None if nobody says."""

    id: str
    name: str
    team: Team
    model: str | None


@dataclass(frozen=True, slots=True)
class GameFigures:
    """The figures of a game.

    Attributes:
        condition: what it was played under; see `quack.metrics.condition`.
        seed: of its initial state, as text: games of one seed in two conditions make a pair. None if nobody says.
        map: the map's name.
        roster: the players in seat order.
        statements: what was said: verdicts, coverage, and tier 3 of the game.
        course: tiers 1 and 2 of the game.
        teams, players: all tiers, by team and by player id.
        rounds: tier 3, by the number of the meeting from 1 as text, or `CHAT`.
        types: tier 3, by the type of claim.
        published: values as the published program has them, by the names of metrics; empty if nobody asked.
    """

    condition: str
    seed: str | None
    map: str
    roster: tuple[Player, ...]
    outcome: Outcome
    statements: GameScore
    course: Figures
    teams: Mapping[str, Figures]
    players: Mapping[str, Figures]
    rounds: Mapping[str, Figures]
    types: Mapping[str, Figures]
    published: Mapping[str, float | None] = field(default_factory=dict)

    @property
    def game(self) -> str:
        """The game's name: its run folder relative to the scored path."""
        return self.statements.game

    @property
    def figures(self) -> dict[str, MetricResult]:
        """All tiers of the game."""
        return {**self.course, **self.statements.metrics}

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {
            "game": self.game,
            "condition": self.condition,
            "seed": self.seed,
            "map": self.map,
            "roster": [list(player) for player in self.roster],
            "outcome": list(self.outcome),
            "statements": _score_json(self.statements),
            "course": _pairs(self.course),
            **{split: {key: _pairs(each) for key, each in getattr(self, split).items()} for split in SPLITS},
            "published": dict(self.published),
        }

    def to_line(self) -> str:
        """The figures as one line of JSON, without the line's end."""
        return json.dumps(self.to_json(), separators=(",", ":"))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameFigures:
        """The figures that `to_json` gave.

        Raises:
            KeyError, TypeError, ValueError, AttributeError: the data are of another form.
        """
        if not isinstance(data["condition"], str) or not all(key == CHAT or key.isdecimal() for key in data["rounds"]):
            raise ValueError("no condition, or no round")
        return cls(
            condition=data["condition"],
            seed=data["seed"],
            map=data["map"],
            roster=tuple(map(_player, data["roster"])),
            outcome=Outcome(*data["outcome"]),
            statements=_score(data["game"], data["statements"]),
            course=_results(data["course"]),
            **{split: {key: _results(each) for key, each in data[split].items()} for split in SPLITS},
            published=dict(data["published"]),
        )


SPLITS = ("teams", "players", "rounds", "types")
"""What the figures of a game are told apart by."""


def _pairs(figures: Figures) -> dict[str, list[int]]:
    return {name: list(result) for name, result in figures.items() if result.denominator}


def _player(seat: Sequence[Any]) -> Player:
    player = Player(*seat)
    if player.team not in TEAMS:
        raise ValueError(f"no team: {player.team}")
    return player


def _results(pairs: Mapping[str, Sequence[int]]) -> dict[str, MetricResult]:
    results = {name: MetricResult(*pair) for name, pair in pairs.items()}
    if not METRICS.keys() >= results.keys() or not all(map(_countable, results.values())):
        raise ValueError("no figures of this program")
    return results


def _countable(result: MetricResult) -> bool:
    # Columns of figures hold 64 bits.
    return type(result[0]) is type(result[1]) is int and abs(result[0]) < _MOST and 0 <= result[1] < _MOST


def _counts(data: Mapping[str, Any]) -> Mapping[str, int]:
    if not all(type(number) is int for number in data.values()):
        raise ValueError("no number of utterances")
    return data


def _score_json(score: GameScore) -> dict[str, Any]:
    return {
        "verdicts": [[*cell, number] for cell, number in sorted(score.verdicts.items())],
        "metrics": _pairs(score.metrics),
        "coverage": dict(score.coverage.counts),
        "chat_coverage": dict(score.chat_coverage.counts),
        "phrases": dict(score.phrases),
        "claims_file": score.claims_file,
        "extractor": score.extractor,
        "defects": list(score.defects),
        "notices": list(score.notices),
    }


def _score(game: str, data: Mapping[str, Any]) -> GameScore:
    verdicts = Counter({(kind, verdict, bucket): number for kind, verdict, bucket, number in data["verdicts"]})
    return GameScore(
        game=game,
        claims=verdicts.total(),
        verdicts=verdicts,
        metrics=_results(data["metrics"]),
        coverage=Coverage(_counts(data["coverage"])),
        chat_coverage=Coverage(_counts(data["chat_coverage"])),
        phrases=_counts(data["phrases"]),
        claims_file=data["claims_file"],
        extractor=data["extractor"],
        defects=tuple(data["defects"]),
        notices=tuple(data["notices"]),
    )
