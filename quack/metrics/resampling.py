"""Games drawn again and again: how far a figure strays when other games of the same kind had been played.

A game is a cluster: what is said in it hangs together, so games are drawn, never claims. A pooled rate is a ratio of
sums over games, and so is a mean over games, whose denominators are 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil
from typing import Any

import numpy as np

from quack.metrics.intervals import CONFIDENCE

Array = np.ndarray[Any, np.dtype[np.float64]]
Counts = np.ndarray[Any, np.dtype[np.uint16]]

CLUSTERS = 300
"""More games than this are drawn in so many groups, dealt at random, which keeps the cost of a figure bounded."""

_SPARSE = 0.01
"""Where a larger share of the draws has no spread at all, too few games differ for the draws to tell anything."""

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Resampling:
    """How games are drawn. What is drawn depends on the seed and the number of games, on no figure computed before.

        from quack import Resampling, score_games

        study = score_games("logs")
        for figure in study.table(["accusation_accuracy"], how=Resampling(seed=7, confidence=0.9)):
            print(figure.group, figure.pooled.value, figure.pooled.interval)

    Attributes:
        seed: of numpy's PCG64 generator.
        resamples: how often as many games are drawn as there are.
        confidence: how many of the intervals are to contain the true figure.
    """

    seed: int = 0
    resamples: int = 2000
    confidence: float = CONFIDENCE

    def critical(self, strays: Array) -> float | None:
        """How many standard errors a figure strays at most, on either side; None where the draws can't tell.

        Args:
            strays: studentised, infinite where a draw has no spread.
        """
        if np.isinf(strays).mean() > _SPARSE:
            return None
        return float(np.sort(np.abs(strays))[self._rank(self.confidence)])

    def tails(self, strays: Array) -> tuple[float, float] | None:
        """The same for each side by itself: the lowest and the highest."""
        if np.isinf(strays).mean() > _SPARSE:
            return None
        ordered = np.sort(strays)
        above = self._rank((1 + self.confidence) / 2)
        return float(ordered[-1 - above]), float(ordered[above])

    def p_value(self, strays: Array, observed: float) -> float:
        """How often a figure strays as far as `observed` standard errors; at most 1 - confidence beyond `critical`."""
        return float((1 + np.count_nonzero(np.abs(strays) >= abs(observed))) / (len(strays) + 1))

    def _rank(self, share: float) -> int:
        return min(ceil(share * (self.resamples + 1) - _ROUNDING), self.resamples) - 1


@dataclass(frozen=True)
class Sample:
    """Games, by the two numbers that a figure of each is made of; not all denominators are 0.

    Attributes:
        numerators, denominators: one for each game, floats.
    """

    numerators: Array
    denominators: Array

    @property
    def size(self) -> int:
        """The number of games."""
        return len(self.numerators)

    @cached_property
    def total(self) -> float:
        """The sum of the denominators."""
        return float(self.denominators.sum())

    @cached_property
    def value(self) -> float:
        """The ratio of the sums."""
        return float(self.numerators.sum()) / self.total

    @cached_property
    def residuals(self) -> Array:
        """By how much a game's numerator exceeds what its denominator would have led to expect."""
        rest = (self.numerators * self.total - self.denominators * self.numerators.sum()) / self.total
        return np.where(np.abs(rest) <= _ROUNDING * np.abs(self.numerators).max(), 0.0, rest)

    @cached_property
    def variance(self) -> float:
        """Of the value: linearised, clustered by game (Taylor series; CR1)."""
        return _inflated(self.size) * float((self.residuals**2).sum()) / self.total**2

    @cached_property
    def jackknife(self) -> float:
        """Of the value: from the games left out one by one (CR3); more careful where games differ in size."""
        if len(np.flatnonzero(self.denominators)) < 2:
            return self.variance
        without = self.residuals / (self.total - self.denominators)
        return float((without**2).sum()) * (self.size - 1) / self.size

    @property
    def having(self) -> Sample:
        """The games that have the figure."""
        there = self.denominators > 0
        return self if there.all() else Sample(self.numerators[there], self.denominators[there])

    def grouped(self, seed: int) -> Sample:
        """The same in no more than `CLUSTERS` groups."""
        deal = groups(self.size, seed)
        return self if deal is None else Sample(deal(self.numerators), deal(self.denominators))


@dataclass(frozen=True, slots=True)
class Draws:
    """What the draws of a sample give, one entry for each.

    Attributes:
        weights: how often each game was drawn, games x draws.
        totals: sums of the denominators.
        shifts: by how much the value exceeds that of all games.
        variances: linearised, of the values.
    """

    weights: Counts
    totals: Array
    shifts: Array
    variances: Array

    @classmethod
    def of(cls, sample: Sample, weights: Counts) -> Draws:
        """Those of a sample that isn't larger than `CLUSTERS`."""
        e, b = sample.residuals, sample.denominators
        totals, shift, ee, eb, bb = sums(weights, (b, e, e * e, e * b, b * b))
        with np.errstate(divide="ignore", invalid="ignore"):
            shifts = np.where(totals > 0, shift / totals, 0.0)
            spread = np.maximum(ee - 2 * shifts * eb + shifts**2 * bb, 0.0)
            variances = np.where(totals > 0, _inflated(sample.size) * spread / totals**2, 0.0)
        return cls(weights, totals, shifts, variances)

    def covariances(self, sample: Sample, others: Draws, other: Sample) -> Array:
        """Linearised, of the values of two samples of the same games, drawn together."""
        (e, b), (f, c) = ((each.residuals, each.denominators) for each in (sample, other))
        ef, ec, bf, bc = sums(self.weights, (e * f, e * c, b * f, b * c))
        spread = ef - others.shifts * ec - self.shifts * bf + self.shifts * others.shifts * bc
        totals = self.totals * others.totals
        return _inflated(sample.size) * np.where(totals > 0, spread, 0.0) / np.where(totals > 0, totals, 1.0)


def studentised(shifts: Array, variances: Array, scale: Array | float) -> Array:
    """Shifts in units of the standard errors of their own draws; infinite where those are 0.

    Args:
        scale: variances that aren't 0, beside which rounding is told from spread.
    """
    spread = variances > _ROUNDING * scale
    return np.where(spread, shifts / np.sqrt(np.where(spread, variances, 1.0)), np.inf)


@lru_cache(maxsize=24)
def draws_of(size: int, resampling: Resampling, stream: int = 0) -> Counts:
    """How often each of so many games is drawn each time, games x draws.

    Args:
        stream: another one for games that are drawn apart from these.
    """
    generator = np.random.Generator(np.random.PCG64([resampling.seed, stream, size]))
    drawn = generator.integers(0, size, size=(resampling.resamples, size), dtype=np.int32)
    cells = drawn + size * np.arange(resampling.resamples, dtype=np.int64)[:, None]
    counts = np.bincount(cells.ravel(), minlength=size * resampling.resamples).reshape(resampling.resamples, size)
    weights = np.ascontiguousarray(counts.T, dtype=np.uint16)
    weights.flags.writeable = False
    return weights


def sums(weights: Counts, columns: Sequence[Array]) -> Array:
    """The weighted sums of each column, columns x draws.

    Games are added one by one, in their order: a matrix product would round differently with other numbers of threads.
    """
    total = np.zeros((len(columns), weights.shape[1]))
    term = np.empty_like(total)
    for weight, row in zip(weights, np.column_stack(columns), strict=True):
        np.multiply(row[:, None], weight.astype(np.float64), out=term)
        total += term
    return total


def groups(size: int, seed: int) -> Callable[[Array], Array] | None:
    """What adds up the numbers of so many games by group; None where they need no groups."""
    if size <= CLUSTERS:
        return None
    places = np.random.Generator(np.random.PCG64([seed, size])).permutation(size) % CLUSTERS
    return lambda numbers: np.bincount(places, weights=numbers, minlength=CLUSTERS).astype(np.float64)


def _inflated(size: int) -> float:
    """What makes up for a variance being taken around the games' own value."""
    return size / (size - 1) if size > 1 else 1.0
