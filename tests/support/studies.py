"""Made-up studies whose true rate is known: games whose claims hang together, and how often intervals contain it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from quack.metrics.intervals import Interval
from quack.metrics.registry import MetricResult

STUDIES = 2000

Study = list[MetricResult]


@dataclass(frozen=True)
class Setting:
    """Games of a condition.

    Attributes:
        games: how many a study has.
        rate: the true share of claims that are so.
        correlation: between two claims of a game; their shares have a beta distribution over games.
        claims: of a game, on average; Poisson, so that a game may have none.
    """

    games: int = 20
    rate: float = 0.15
    correlation: float = 0.1
    claims: float = 12

    def shares(self, generator: np.random.Generator, studies: int) -> np.ndarray:
        """The expected share of each game, studies x games."""
        if not self.correlation:
            return np.full((studies, self.games), self.rate)
        precision = (1 - self.correlation) / self.correlation
        return generator.beta(self.rate * precision, (1 - self.rate) * precision, (studies, self.games))

    def studies(self, seed: int, number: int = STUDIES) -> list[Study]:
        """So many studies, each with its games."""
        generator = np.random.default_rng([seed, self.games])
        return _played(generator, self.shares(generator, number), self.claims)

    def twice(self, seed: int, factor: float, number: int = STUDIES) -> Iterator[tuple[Study, Study]]:
        """The same games under two conditions, of which the second has the shares of the first times a factor."""
        generator = np.random.default_rng([seed, self.games, 2])
        shares = self.shares(generator, number)
        return zip(
            _played(generator, shares, self.claims), _played(generator, shares * factor, self.claims), strict=True
        )


def _played(generator: np.random.Generator, shares: np.ndarray, claims: float) -> list[Study]:
    of = generator.poisson(claims, shares.shape)
    hits = generator.binomial(of, shares)
    return [list(map(MetricResult, *study)) for study in zip(hits.tolist(), of.tolist(), strict=True)]


def contained(intervals: Iterable[Interval | None], truth: float) -> float:
    """In how many per cent of the studies the interval contains what is true; those without one don't count."""
    hits = [low <= truth <= high for low, high in filter(None, intervals)]
    return 100 * sum(hits) / len(hits)
