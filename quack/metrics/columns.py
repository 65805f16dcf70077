"""Figures of many games in arrays of numbers, and what else is kept of them."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from quack.metrics.aggregate import GameScore
from quack.metrics.game_figures import Figures
from quack.metrics.registry import MetricResult


@dataclass(slots=True)
class Column:
    """A figure of some games: numerators and denominators, 0 / 0 where a game doesn't have it."""

    numerators: array[int] = field(default_factory=lambda: array("q"))
    denominators: array[int] = field(default_factory=lambda: array("q"))

    def put(self, row: int, result: MetricResult) -> None:
        """Puts a game's result where it belongs; rows before it that nobody gave are missing."""
        self.fill(row)
        self.numerators.append(result.numerator)
        self.denominators.append(result.denominator)

    def fill(self, rows: int) -> None:
        """Makes the column so long, with missing results."""
        missing = bytes(self.numerators.itemsize * (rows - len(self.numerators)))
        self.numerators.frombytes(missing)
        self.denominators.frombytes(missing)

    def __iter__(self) -> Iterator[MetricResult]:
        return map(MetricResult, self.numerators, self.denominators)


@dataclass(slots=True)
class GroupFigures:
    """The figures of the games of a group, or of its parts of them.

    Attributes:
        games: the indexes of the games, ascending, in `Study.games`.
    """

    games: array[int] = field(default_factory=lambda: array("q"))
    _columns: dict[str, Column] = field(default_factory=dict)

    def add(self, game: int, figures: Figures) -> None:
        """Takes in a game's figures."""
        for name, result in figures.items():
            if result.denominator:
                self._columns.setdefault(name, Column()).put(len(self.games), result)
        self.games.append(game)

    def __getitem__(self, metric: str) -> Column:
        """The column of a metric, aligned with `games`."""
        column = self._columns.get(metric, Column())
        column.fill(len(self.games))
        return column


@dataclass(slots=True)
class Told:
    """What is told of what was said in some games, beside the figures.

    Attributes:
        verdicts: claims by (type, verdict, bucket).
        coverage, chat_coverage: utterances by status.
        phrases: claims with a time phrase by how far it was understood.
        sources: games by (file of claims, extractor); None where there is none, or nobody says.
    """

    verdicts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    coverage: Counter[str] = field(default_factory=Counter)
    chat_coverage: Counter[str] = field(default_factory=Counter)
    phrases: Counter[str] = field(default_factory=Counter)
    sources: Counter[tuple[str | None, str | None]] = field(default_factory=Counter)

    def add(self, score: GameScore) -> None:
        """Takes in one game."""
        self.verdicts.update(score.verdicts)
        self.coverage.update(score.coverage.counts)
        self.chat_coverage.update(score.chat_coverage.counts)
        self.phrases.update(score.phrases)
        self.sources[score.claims_file, score.extractor] += 1
