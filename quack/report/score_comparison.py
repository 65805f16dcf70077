"""Two sides compared, as a table and in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from quack.errors import amount
from quack.metrics.comparing import ComparedFigure, Comparison, Correction
from quack.metrics.registry import CENSUS, NOTHING, Metric, MetricResult, Tier
from quack.metrics.resampling import Resampling
from quack.report.score_tables import View, labelled, value
from quack.report.tables import MISSING, Table, percent

_CORRECTIONS: dict[Correction, str] = {
    "holm": "adjusted by Holm's method, which keeps down the probability of any false finding",
    "bh": "adjusted by Benjamini and Hochberg's method, which keeps down the share of false findings",
    "none": "not adjusted: the more figures are compared, the more findings are chance",
}
_EFFECTS = {"Cohen's h": "h", "Hedges' g": "g", "Cohen's d_z": "d"}
_TITLES: dict[Tier, str] = {1: "Outcomes", 2: "Behaviour", 3: "What was said"}

_ROOMY = 110
"""From so many columns on, p stands beside the adjusted one."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison, what its sides are called, and how much of what was said there was read."""

    comparison: Comparison
    first: str
    second: str
    read: tuple[MetricResult, MetricResult] = (NOTHING, NOTHING)

    def heading(self, tier: Tier) -> str:
        """Which side is which; for what was said, with its coverage."""
        told = [f"; {percent(read.value)} of messages read" if tier == 3 and any(read) else "" for read in self.read]
        return f"A: {self.first}{told[0]}. B: {self.second}{told[1]}."


def comparison_tables(compared: Compared, view: View) -> Iterator[Table]:
    """A row per figure, a table per tier."""
    comparison = compared.comparison
    for tier, title in _TITLES.items():
        plain = comparison.correction == "none" or view.width is None or view.width >= _ROOMY
        rows = [_row(each, comparison, plain=plain) for each in comparison.figures if each.metric.tier == tier]
        if rows:
            p_values = ("p",) * plain + ("adjusted p",) * (comparison.correction != "none")
            pairs = "pairs" if comparison.pairing else "games"
            heads = ("figure", "A", "B", "A−B", view.interval, "effect", *p_values, pairs, "finding")
            yield Table(f"{title}. {compared.heading(tier)}", heads, tuple(rows))


def _row(each: ComparedFigure, comparison: Comparison, *, plain: bool) -> tuple[str, ...]:
    metric, found = each.metric, each.difference
    scope = ", about anybody" if metric.scope == "all" else ""
    sides = (each.first, each.second)
    values = [(side.pooled if comparison.over == "pooled" else side.mean).value for side in sides]
    return (
        f"{labelled(metric)}{scope}",
        *(value(metric, one) for one in values),
        signed(metric, found.value),
        signed_bounds(metric, found.interval),
        MISSING if found.effect is None else f"{found.effect:+z.2f} {_EFFECTS[found.measure]}",
        *((probability(found.p_value, comparison.how),) * plain),
        *((probability(each.adjusted, comparison.how),) * (comparison.correction != "none")),
        f"{found.games[0]:,}+{found.games[1]:,}" if found.pairs is None else f"{found.pairs:,}",
        finding(each, comparison.how.confidence),
    )


def signed(metric: Metric, difference: float | None) -> str:
    """A difference as text: that of shares in percentage points."""
    if difference is None:
        return MISSING
    return f"{100 * difference:+z.1f}" if metric.kind == "share" else f"{difference:+z,.2f}"


def signed_bounds(metric: Metric, interval: tuple[float, float] | None) -> str:
    """The interval of a difference as text."""
    return MISSING if interval is None else " to ".join(signed(metric, bound) for bound in interval)


def probability(value: float | None, how: Resampling) -> str:
    """A p-value as text; one that is as small as so few draws can give is only known to be below the next digit."""
    if value is None:
        return MISSING
    least = max(ceil(1e4 / (how.resamples + 1)), 1) / 1e4
    smallest = value < min(least, 1.001 / (how.resamples + 1))
    return f"<{least:.4f}" if smallest else f"{value:.4f}"


def finding(each: ComparedFigure, confidence: float) -> str:
    """What the comparison of a figure comes to, in words."""
    if each.difference.identical:
        return "identical"
    if each.adjusted is None or each.difference.value is None:
        return MISSING
    if each.adjusted > 1 - confidence + 1e-12:
        return "unclear"
    return "A higher" if each.difference.value > 0 else "A lower"


def comparison_lines(compared: Compared) -> Iterator[str]:
    """How to read the comparison."""
    comparison = compared.comparison
    how, drawn = comparison.how, "pairs" if comparison.pairing else "games"
    yield f"{_paired(comparison)} {_OVER[comparison.over]} Difference: A−B, of shares in percentage points."
    if number := comparison.tests:
        yield (
            f"Intervals ({100 * how.confidence:.4g} %) and p: symmetric studentised bootstrap of {drawn}, seed "
            f"{how.seed}, {how.resamples:,} draws; where hardly any differ, {_OTHERWISE[drawn]}."
        )
        yield f"p of {amount(number, 'figure')}, {_CORRECTIONS[comparison.correction]}."
        if comparison.correction != "none":
            level = 1 - how.confidence
            yield f"The finding goes by the adjusted p: unclear above {level:.3g}. Intervals are not adjusted."
    elif not all(each.difference.identical or each.metric.name in CENSUS for each in comparison.figures):
        yield "There are too few games for intervals and p."
    yield (
        "Effects: h compares two rates (Cohen), g two means in standard deviations between games (Hedges), d those of "
        "pairs in standard deviations of their differences."
    )
    yield from _counted(comparison)
    if any(each.metric.scope for each in comparison.figures):
        yield "What was said is what players said about themselves, where nothing else stands there."


def _counted(comparison: Comparison) -> Iterator[str]:
    """What isn't taken for granted about the pairs that count."""
    found = [each.difference for each in comparison.figures]
    if any(each.identical for each in found):
        yield f"Identical: {_IDENTICAL[bool(comparison.pairing or comparison.shared)]}."
    if any(each.pairs is not None and max(each.games) > each.pairs for each in found):
        yield "Pairs: both games have the figure. A game whose counterpart lacks it counts in the rate of its side."


_OTHERWISE = {"pairs": "Student's t", "games": "Wilson's of both sides for shares, else Student's t"}
_IDENTICAL = {
    True: "the figure has the same numbers on both sides of every pair, so that there is no interval and no p",
    False: "the figure has one value in all games, which is no test of anything",
}
_OVER = {
    "pooled": "Rates are pooled over the games of a side.",
    "mean": "Figures are means over the games of a side that have them.",
}


def _paired(comparison: Comparison) -> str:
    if comparison.shared:
        are = "is" if comparison.shared == 1 else "are"
        return (
            f"Games are not paired, but {amount(comparison.shared, 'game')} {are} on both sides: all games are drawn "
            "together, each with what it adds to either side."
        )
    if comparison.pairing is None:
        return "Games are not paired: those of A are taken to be others than those of B."
    most = max((each.difference.pairs or 0 for each in comparison.figures), default=0)
    what = "the same games on both sides" if comparison.pairing == "game" else "games of one seed"
    told = f"Paired: {what}, up to {amount(most, 'pair')}."
    if any(any(each.difference.unpaired) for each in comparison.figures):
        told += " A−B is of pairs only, A and B of all games of a side, so it may differ from what they suggest."
    return told
