"""Two conditions compared: other games, or the same games (or seeds) once more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot, sqrt
from typing import Literal, TypeVar

import numpy as np

from quack.metrics.effect_sizes import Effect, cohens_h, hedges_g
from quack.metrics.inference import DEFAULT, mean_sample, pooled_sample, share_interval
from quack.metrics.intervals import Interval, score_interval, student_quantile
from quack.metrics.registry import NOTHING, Kind, MetricResult
from quack.metrics.resampling import Array, Draws, Resampling, Sample, draws_of, studentised

Over = Literal["pooled", "mean"]
"""Rates pooled over all games, or means over the games that have the figure."""

_ROUNDING = 1e-9

Key = TypeVar("Key", str, int)


@dataclass(frozen=True, slots=True)
class Difference:
    """How much larger a figure is under the first condition than under the second.

    Attributes:
        value: None where one of the two has no figure.
        interval: None where fewer than two games (or pairs) have the figure on a side.
        p_value: for no difference at all, of the same bootstrap as the interval: at most 1 - confidence where the
            interval leaves out 0, and nowhere else. None without an interval.
        effect: how large it is, in the measure `measure`; None where nothing varies.
        games: how many games of each condition are in the comparison, those without the figure left out.
        pairs: of how many pairs both games have the figure; None where the games are others. In pooled rates a game
            whose counterpart lacks the figure counts on its side all the same, so `games` may be more.
        unpaired: how many games of each condition have the figure, but are left out: for want of a counterpart, or in
            means of one that has the figure.
        shared: how many games have the figure under both conditions, where games are not paired.
        identical: whether the figure is made of the same numbers on both sides of every pair, so that there is nothing
            to tell by, and no interval. Where games are not paired: whether all have one and the same value; then a
            share still has an interval, as another game may differ.
    """

    value: float | None
    interval: Interval | None
    p_value: float | None
    effect: float | None
    measure: Effect
    games: tuple[int, int]
    pairs: int | None = None
    unpaired: tuple[int, int] = (0, 0)
    shared: int = 0
    identical: bool = False


def difference(
    first: Iterable[MetricResult],
    second: Iterable[MetricResult],
    *,
    over: Over = "pooled",
    kind: Kind = "share",
    how: Resampling = DEFAULT,
) -> Difference:
    """Compares the games of two conditions, which are others, by the studentised bootstrap of games, symmetric.

    Where hardly a game differs from the others, draws tell nothing. Then the interval of a share combines Wilson's of
    both sides (MOVER, Newcombe's method 10), that of another figure is Student's, and the p-value is read off it.

    The effect is Cohen's h for pooled shares, and else Hedges' g over the games' values.

    Args:
        first, second: the figure of each game, in any order.
    """
    sides = tuple([result for result in side if result.denominator] for side in (first, second))
    counts = len(sides[0]), len(sides[1])
    measure = _measure(over, kind)
    if not all(counts):
        return Difference(None, None, None, None, measure, counts)
    make = pooled_sample if over == "pooled" else mean_sample
    apart = _Apart(make(sides[0]), make(sides[1]), kind, how)
    identical = len({result.value for side in sides for result in side}) == 1
    inferred = (None, None) if identical and kind != "share" else _inferred(apart)
    effect = _effect(measure, apart, sides[0], sides[1])
    return Difference(apart.value, *inferred, effect, measure, counts, identical=identical)


def overlapping_difference(
    first: Mapping[Key, MetricResult],
    second: Mapping[Key, MetricResult],
    *,
    over: Over = "pooled",
    kind: Kind = "share",
    how: Resampling = DEFAULT,
) -> Difference:
    """Compares two conditions that have some of their games in common, as two models that also met each other.

    The games of both together are drawn, each with what it adds to either side: what a game does to both at once is no
    chance between them. For the method see `paired_difference`, for the effect `difference`.

    Args:
        first, second: the figure by game, in any order.
    """
    both = [(first.get(game, NOTHING), second.get(game, NOTHING)) for game in {**first, **second}]
    games = sorted((one, other) for one, other in both if one.denominator or other.denominator)
    sides = tuple([result for result in side if result.denominator] for side in zip(*games, strict=True)) or ([], [])
    counts = len(sides[0]), len(sides[1])
    measure = _measure(over, kind)
    shared = sum(counts) - len(games)
    if not all(counts):
        return Difference(None, None, None, None, measure, counts)
    together = _Together(*_two_samples(games, over), kind, how)
    effect = _effect(measure, together, sides[0], sides[1])
    identical = _identical(games)
    inferred = (None, None) if identical else _inferred(together)
    return Difference(together.value, *inferred, effect, measure, counts, shared=shared, identical=identical)


def _measure(over: Over, kind: Kind) -> Effect:
    """What the effect between two conditions is measured by."""
    return "Cohen's h" if over == "pooled" and kind == "share" else "Hedges' g"


def _effect(
    measure: Effect, sides: _Apart | _Together, first: list[MetricResult], second: list[MetricResult]
) -> float | None:
    """The effect between two conditions, whose games have these results."""
    if measure == "Cohen's h":
        return cohens_h(sides.first.value, sides.second.value)
    return hedges_g(mean_sample(first), mean_sample(second))


def paired_difference(
    first: Mapping[Key, MetricResult],
    second: Mapping[Key, MetricResult],
    *,
    over: Over = "pooled",
    kind: Kind = "share",
    how: Resampling = DEFAULT,
) -> Difference:
    """Compares the same games under two rulebooks, or the same seeds under two conditions: pairs are drawn.

    Rates are pooled over the pairs of which a side has the figure, means are over those of which both have it. For the
    method see `difference`; where draws tell nothing, the interval is Student's, for a share with room for a few more
    games like the one that differs most. The effect is Cohen's h for pooled shares, and else d_z: the mean difference
    within pairs over its standard deviation.

    Args:
        first, second: the figure by game or seed, in any order.
    """
    keys = [key for key in first if key in second]
    complete = [(first[key], second[key]) for key in keys if first[key].denominator and second[key].denominator]
    some = [(first[key], second[key]) for key in keys if first[key].denominator or second[key].denominator]
    pairs = sorted(some if over == "pooled" else complete)
    counts = sum(bool(one.denominator) for one, _ in pairs), sum(bool(other.denominator) for _, other in pairs)
    measure: Effect = "Cohen's h" if over == "pooled" and kind == "share" else "Cohen's d_z"
    unpaired = _having(first) - counts[0], _having(second) - counts[1]
    if not all(counts):
        return Difference(None, None, None, None, measure, counts, len(complete), unpaired)
    together = _Together(*_two_samples(pairs, over), kind, how)
    effect = cohens_h(together.first.value, together.second.value) if measure == "Cohen's h" else _d_z(complete)
    identical = _identical(pairs)
    inferred = (None, None) if identical else _inferred(together)
    return Difference(together.value, *inferred, effect, measure, counts, len(complete), unpaired, identical=identical)


def _identical(pairs: Iterable[tuple[MetricResult, MetricResult]]) -> bool:
    return all(one == other for one, other in pairs)


def _having(results: Mapping[Key, MetricResult]) -> int:
    return sum(bool(result.denominator) for result in results.values())


def _two_samples(pairs: Sequence[tuple[MetricResult, MetricResult]], over: Over) -> tuple[Sample, Sample]:
    """Both sides of the pairs, in the same order; a side that lacks the figure adds nothing."""
    parts = _value if over == "mean" else tuple
    numbers = np.array([(*parts(one), *parts(other)) for one, other in pairs], dtype=np.float64)
    return Sample(numbers[:, 0], numbers[:, 1]), Sample(numbers[:, 2], numbers[:, 3])


def _value(result: MetricResult) -> tuple[float, int]:
    """A game's value as two numbers, of which the second is as large for every game that has it."""
    return (0.0, 0) if result.value is None else (result.value, 1)


@dataclass(frozen=True)
class _Apart:
    """Games of two conditions."""

    first: Sample
    second: Sample
    kind: Kind
    how: Resampling

    @property
    def value(self) -> float:
        return self.first.value - self.second.value

    @property
    def fewest(self) -> int:
        """Games of the side that has fewer."""
        return min(int(np.count_nonzero(side.denominators)) for side in (self.first, self.second))

    @property
    def variance(self) -> float:
        """Of the difference."""
        return self.first.variance + self.second.variance

    @cached_property
    def error(self) -> float:
        """Standard error of the difference."""
        return sqrt(self.variance)

    def without_draws(self, confidence: float) -> Interval:
        """The interval where draws can't tell, the wider the more confidence."""
        if self.kind != "share":
            return self.around(student_quantile(confidence, self.fewest - 1) * self.error)
        one, other = (share_interval(side.having, None, confidence) for side in (self.first, self.second))
        low = self.value - hypot(self.first.value - one[0], other[1] - self.second.value)
        high = self.value + hypot(one[1] - self.first.value, self.second.value - other[0])
        return self._bounded(low, high)

    def around(self, reach: float) -> Interval:
        """So far on either side."""
        return self._bounded(self.value - reach, self.value + reach)

    def _bounded(self, low: float, high: float) -> Interval:
        """Two shares differ by 1 at most."""
        return (max(low, -1.0), min(high, 1.0)) if self.kind == "share" else (low, high)

    def strays(self) -> Array:
        """How many of its standard errors the difference strays, draw by draw."""
        sides = [side.grouped(self.how.seed) for side in (self.first, self.second)]
        one, other = (Draws.of(side, draws_of(side.size, self.how, stream)) for stream, side in enumerate(sides, 1))
        scale = sides[0].variance + sides[1].variance
        return studentised(one.shifts - other.shifts, one.variances + other.variances, scale)


@dataclass(frozen=True)
class _Together(_Apart):
    """The same games under two conditions; both samples have them in the same order.

    A game that counts on one side only has nothing to divide by on the other.
    """

    @property
    def variance(self) -> float:
        return _variance_together(self.first, self.second)

    def without_draws(self, confidence: float) -> Interval:
        """Student's, which leaves room for a few more games like the one that differs most."""
        if self.kind != "share" or (self.value and not self.variance):
            return super().without_draws(confidence)
        quantile = student_quantile(confidence, self.fewest - 1)
        if not self.variance:
            # In no pair a difference: what a share of 0 in so many games leaves possible.
            return self.around(score_interval(0.0, self.fewest, quantile)[1])
        most = float(np.abs(_residuals_together(self.first, self.second)).max())
        return self.around(hypot(quantile * self.error, quantile**2 * most))

    def strays(self) -> Array:
        first, second = (side.grouped(self.how.seed) for side in (self.first, self.second))
        weights = draws_of(first.size, self.how)
        one, other = Draws.of(first, weights), Draws.of(second, weights)
        scale = one.variances + other.variances
        variances = scale - 2 * one.covariances(first, other, second)
        # A draw without a game of one side says nothing of the difference.
        variances = np.where((one.totals > 0) & (other.totals > 0), variances, 0.0)
        return studentised(one.shifts - other.shifts, variances, scale)


def _residuals_together(first: Sample, second: Sample) -> Array:
    """What each game adds to the difference beyond what was to be expected."""
    one, other = first.residuals / first.total, second.residuals / second.total
    rest = one - other
    return np.where(np.abs(rest) <= _ROUNDING * (np.abs(one).max() + np.abs(other).max()), 0.0, rest)


def _variance_together(first: Sample, second: Sample) -> float:
    rest = _residuals_together(first, second)
    return float((rest**2).sum()) * first.size / (first.size - 1) if first.size > 1 else 0.0


def _inferred(compared: _Apart) -> tuple[Interval | None, float | None]:
    """The interval and the p-value."""
    if compared.fewest < 2:
        return None, None
    value, how = compared.value, compared.how
    strays = compared.strays() if compared.variance else np.full(1, np.inf)
    critical = how.critical(strays)
    if critical is None:
        return compared.without_draws(how.confidence), _read_off(compared)
    return compared.around(critical * compared.error), how.p_value(strays, value / compared.error)


def _read_off(compared: _Apart) -> float:
    """The p-value at which the interval without a bootstrap ends at 0, no smaller than a bootstrap's could be."""
    if not compared.value:
        return 1.0
    least, most = 1 / (compared.how.resamples + 1), 1.0
    for _ in range(50):
        middle = (least + most) / 2
        low, high = compared.without_draws(1 - middle)
        least, most = (middle, most) if low <= 0 <= high else (least, middle)
    return most


def _d_z(pairs: list[tuple[MetricResult, MetricResult]]) -> float | None:
    if len(pairs) < 2:
        return None
    one, other = _two_samples(sorted(pairs), "mean")
    variance = _variance_together(one, other)
    return (one.value - other.value) / sqrt(variance * one.size) if variance else None
