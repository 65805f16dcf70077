"""Scored games as tables: figures of a group, groups by figure, a figure by group, and what accusations came to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rich.cells import cell_len

from quack.errors import amount
from quack.metrics.estimates import GroupFigure
from quack.metrics.grouping import OVERALL, By, Group, group_name
from quack.metrics.intervals import CONFIDENCE, Interval
from quack.metrics.registry import NOTHING, TIERS, Metric, MetricResult, Tier
from quack.report.layout import GAP
from quack.report.tables import MISSING, Table, percent, rate

Cells = Mapping[str, GroupFigure]
"""The figures of a group, by their names."""

HEADLINES = (
    "goose_wins",
    "task_completion_rate",
    "duration",
    "kills",
    "ejection_accuracy",
    "goose_voting_accuracy",
    "goose_skip_rate",
    "task_efficiency",
    "cooldown_used",
    "goose_truthfulness",
    "duck_truthfulness",
    "spatial_hallucination_rate",
    "deception_rate",
    "vote_intent_consistency",
    "accusation_accuracy",
    "unsupported_accusation_rate",
    "lie_detection_rate",
)
"""What is shown of every group where there is no room for all; what is compared if nobody says what."""

CELLS = {
    ("hit", True): "accusations_hit_grounded",
    ("hit", False): "accusations_hit_ungrounded",
    ("miss", True): "accusations_miss_grounded",
    ("miss", False): "accusations_miss_ungrounded",
}
"""The figures that make up the table of accusations."""

_SCOPES = {
    "self": "Whereabouts, sightings and deeds, about oneself",
    "all": "Whereabouts, sightings and deeds, about anybody",
    None: "Votes, accusations and coverage",
}
_TITLES: Mapping[Tier, str] = {1: "Outcomes", 2: "Behaviour", 3: "What was said"}
_NAMES = 0.45
"""The share of the width that names of groups may take; longer ones stand on lines of their own."""

_ROOMY, _ROOMY_PAPER = 96, 108
"""From so many columns on, means have intervals too: without, and with figures as published."""


def value(metric: Metric, figure: float | None) -> str:
    """A figure as text: a share in percent, anything else with two decimals."""
    if metric.kind == "share" or figure is None:
        return percent(figure)
    return f"{figure:,.2f}"


def bounds(metric: Metric, interval: Interval | None) -> str:
    """An interval as text; the unit is that of the figure beside it."""
    if interval is None:
        return MISSING
    if metric.kind == "share":
        return f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f}"
    return f"{interval[0]:,.2f}–{interval[1]:,.2f}"


def labelled(metric: Metric) -> str:
    """What a figure is called, with its unit where that isn't clear from the label."""
    clear = not metric.unit or metric.unit.rstrip("s") in metric.label.lower()
    return metric.label if clear else f"{metric.label} ({metric.unit})"


def covered(figures: Cells) -> str:
    """How many messages were read, as a part of a title."""
    read = figures["coverage"].made_of if "coverage" in figures else NOTHING
    return f"{read.numerator:,} of {read.denominator:,} messages read ({percent(read.value)})"


@dataclass(frozen=True, slots=True)
class View:
    """How figures are shown.

    Attributes:
        confidence: of the intervals.
        paper: give the figures as published, where they were, beside ours.
        width: columns of the screen; None where tables may be as wide as they like.
    """

    confidence: float = CONFIDENCE
    paper: bool = False
    width: int | None = None

    @property
    def interval(self) -> str:
        """The head of a column of intervals."""
        return f"{100 * self.confidence:.4g}%"

    @property
    def roomy(self) -> bool:
        """Whether there is room for the intervals of means too."""
        return self.width is None or self.width >= (_ROOMY_PAPER if self.paper else _ROOMY)


def detail_tables(figures: Cells, names: Collection[str], view: View) -> Iterator[Table]:
    """Figures of a group, a table for each tier; what is said about oneself and about anybody stands apart."""
    shown = [figures[name] for name in names if name not in CELLS.values()]
    for (tier, scope), rows in _parts(shown):
        title = _SCOPES[scope] if tier == 3 else f"{_TITLES[tier]}, {TIERS[tier].partition(', ')[2]}"
        own = _view_of(rows, view)
        table = tuple((labelled(each.metric), *_numbers(each, own)) for each in rows)
        yield Table(f"{_whose(rows[0])}{title}; {_basis(figures, tier)}", ("figure", *_detail_heads(own)), table)
    if set(CELLS.values()) <= set(names) and figures[CELLS["hit", True]].made_of.denominator:
        yield accusations_table(figures)


def _view_of(rows: Sequence[GroupFigure], view: View) -> View:
    """The view without values as published where there are none."""
    return replace(view, paper=view.paper and any(each.published for each in rows))


def _whose(figure: GroupFigure) -> str:
    return "" if figure.group == OVERALL else f"{group_name(figure.group)}: "


def _basis(figures: Cells, tier: Tier) -> str:
    return covered(figures) if tier == 3 else amount(next(iter(figures.values())).pooled.games, "game")


def _parts(figures: Iterable[GroupFigure]) -> Iterator[tuple[tuple[Tier, str | None], list[GroupFigure]]]:
    def place(each: GroupFigure) -> tuple[int, int]:
        return each.metric.tier, list(_SCOPES).index(each.metric.scope) if each.metric.tier == 3 else 0

    for _, rows in groupby(sorted(figures, key=place), place):
        part = list(rows)
        yield (part[0].metric.tier, part[0].metric.scope), part


def _detail_heads(view: View) -> tuple[str, ...]:
    mean = ("mean", view.interval) if view.roomy else ("mean",)
    return ("pooled", view.interval, "made of", *mean, "games", *(("as published",) if view.paper else ()))


def _numbers(each: GroupFigure, view: View) -> tuple[str, ...]:
    metric, published = each.metric, each.published
    mean = (value(metric, each.mean.value), bounds(metric, each.mean.interval))
    cells = (
        value(metric, each.pooled.value),
        bounds(metric, each.pooled.interval),
        rate(each.made_of)[1],
        *(mean if view.roomy else mean[:1]),
        f"{each.pooled.having:,}/{each.pooled.games:,}",
    )
    if not view.paper:
        return cells
    return (*cells, MISSING if published is None else value(metric, published.mean))


def accusations_table(figures: Cells) -> Table:
    """Accusations by whom they hit and whether they stand on something seen: counts, and shares of all."""
    counts = {cell: figures[name].made_of for cell, name in CELLS.items()}
    every = counts["hit", True].denominator
    rows = [
        _accusations(label, [counts[outcome, True].numerator, counts[outcome, False].numerator], every)
        for outcome, label in (("hit", "of a Duck"), ("miss", "of a Goose"))
    ]
    total = [sum(counts[outcome, grounded].numerator for outcome in ("hit", "miss")) for grounded in (True, False)]
    heads = ("accusation", "with grounds", "share", "without grounds", "share", "all", "share")
    title = f"{_whose(next(iter(figures.values())))}Accusations by outcome and grounds; {covered(figures)}"
    return Table(title, heads, tuple(rows), _accusations("all", total, every))


def _accusations(label: str, numbers: Sequence[int], every: int) -> tuple[str, ...]:
    cells = [(f"{number:,}", percent(MetricResult(number, every).value)) for number in (*numbers, sum(numbers))]
    return (label, *(text for cell in cells for text in cell))


def metric_table(rows: Sequence[GroupFigure], by: Sequence[By], view: View) -> Table:
    """One figure: a row per group."""
    metric, view = rows[0].metric, _view_of(rows, view)
    cells = [(group_name(each.group), *_numbers(each, view)) for each in rows]
    total = cells.pop() if rows[-1].group == OVERALL and len(rows) > 1 else None
    whose = {"self": ", about oneself", "all": ", about anybody", None: ""}[metric.scope]
    title = f"{labelled(metric)}{whose}: {metric.definition}"
    return Table(title, (_head(by), *_detail_heads(view)), tuple(cells), total)


def _head(by: Sequence[By]) -> str:
    return " / ".join(by).replace("_", " ") or "games"


def group_tables(groups: Mapping[Group, Cells], names: Sequence[str], by: Sequence[By], view: View) -> Iterator[Table]:
    """Figures side by side, a row per group, a table for each tier and as many as the width makes necessary.

    Args:
        groups: with `OVERALL` last.
        names: the figures; those that no group has are left out.
    """
    there = [name for name in names if any(cells[name].made_of.denominator for key, cells in groups.items() if key)]
    first = next(iter(groups.values()))
    for tier, each in groupby(there, lambda name: first[name].metric.tier):
        blocks = [_block([cells[name] for cells in groups.values()], view) for name in each]
        base = _base(groups, by, coverage=tier == 3)
        for number, part in enumerate(_fitting(base, blocks, view.width)):
            lines = list(zip(*(column for block in (base, *part) for column in block), strict=True))
            title = f"{_TITLES[tier]} by {' and '.join(by).replace('_', ' ')}{', continued' if number else ''}"
            yield Table(title, lines[0], tuple(lines[1:-1]), lines[-1])


Block = list[tuple[str, ...]]
"""Columns that stay together: head and cells of each."""


def _base(groups: Mapping[Group, Cells], by: Sequence[By], *, coverage: bool) -> Block:
    games = (f"{next(iter(cells.values())).pooled.games:,}" for cells in groups.values())
    columns = [(_head(by), *map(group_name, groups)), ("games", *games)]
    if coverage and any(cells["coverage"].made_of.denominator for key, cells in groups.items() if key):
        columns.append(("coverage", *(percent(cells["coverage"].made_of.value) for cells in groups.values())))
    return columns


def _block(figures: Sequence[GroupFigure], view: View) -> Block:
    metric = figures[0].metric
    columns = [
        (labelled(metric), *(value(metric, each.pooled.value) for each in figures)),
        (view.interval, *(bounds(metric, each.pooled.interval) for each in figures)),
    ]
    if any(each.pooled.having < each.pooled.games for each in figures):
        columns.append(("n", *(f"{each.pooled.having:,}" for each in figures)))
    return columns


def _fitting(base: Block, blocks: Sequence[Block], width: int | None) -> Iterator[list[Block]]:
    """As many blocks at a time as fit beside the base, at least one."""
    if width is None:
        yield list(blocks)
        return
    names = max(map(cell_len, base[0]))
    # A long name stands on a line of its own.
    names = names if names <= _NAMES * width else len(base[0][0])
    room = width - names - sum(map(_width, base[1:]))
    part: list[Block] = []
    used = 0
    for block in blocks:
        needed = sum(map(_width, block))
        if part and used + needed > room:
            yield part
            part, used = [], 0
        part.append(block)
        used += needed
    yield part


def _width(column: Sequence[str]) -> int:
    words = column[0].replace("_", " ").split()
    return len(GAP) + max(map(cell_len, [*words, *column[1:]]))
