"""Rows of stacked bars: the share of each part of a row, with its count beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from quack.report.plots.canvas import contrasting, label, new_figure, note, percent_axis, title
from quack.report.theme import DOUBLE, SMALL, Mark, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SMALLEST = 0.075
"""A smaller part has no room for its share in words; its count stands beside the bar in any case."""


ALL = "all"

_HEAD, _SHORT = 20, 6
"""Signs of a head's line at most, and of one that is not broken after its first word."""
_LEAST = "1,234"
_SIGN = 0.05
"""Inches that a sign of a number takes."""
_NAMES = 1.6
"""Inches that the names of rows take, about."""


class Rows(NamedTuple):
    """What to draw.

    Attributes:
        parts: the heads of the parts, with their marks.
        counts: by row, then by part.
    """

    parts: Mapping[str, Mark]
    counts: Mapping[str, Mapping[str, int]]


def stacked(rows: Rows, heading: str, words: str, theme: Theme) -> Figure:
    """Draws the bars, and at their right the counts under a head that shows the mark of each part."""
    columns = _columns(rows)
    figure = new_figure(DOUBLE, 1.0 + 0.28 * len(rows.counts))
    needed = sum(column.width for column in columns) * _SIGN
    bars, figures = figure.subplots(1, 2, width_ratios=(DOUBLE - _NAMES - needed, needed), sharey=True)
    for place, counts in enumerate(rows.counts.values()):
        _bar(bars, place, counts, rows.parts, theme)
    bars.set_xlim(0, 1)
    bars.set_ylim(len(rows.counts) - 0.45, -0.55)
    bars.set_yticks(range(len(rows.counts)), [label(name, 30) for name in rows.counts])
    bars.tick_params(axis="y", length=0)
    bars.spines["left"].set_visible(False)
    percent_axis(bars.xaxis)
    _numbers(figures, columns, theme)
    title(figure, heading)
    note(figure, words)
    return figure


def _bar(axes: Axes, place: int, counts: Mapping[str, int], parts: Mapping[str, Mark], theme: Theme) -> None:
    total, left = sum(counts.values()), 0.0
    for part, mark in parts.items():
        share = counts.get(part, 0) / total if total else 0.0
        if not share:
            continue
        axes.barh(
            place,
            share,
            left=left,
            height=0.72,
            color=mark.colour,
            hatch=mark.hatch,
            edgecolor=theme.ground,
            linewidth=0.6,
        )
        if share >= _SMALLEST:
            axes.text(
                left + share / 2,
                place,
                f"{share:.0%}",
                ha="center",
                va="center",
                fontsize=SMALL,
                color=contrasting(mark.colour),
                bbox={"facecolor": mark.colour, "edgecolor": "none", "pad": 1.0},
            )
        left += share


class _Column(NamedTuple):
    """A column of numbers; `width` is in signs."""

    head: str
    mark: Mark | None
    cells: list[str]
    width: int


def _columns(rows: Rows) -> list[_Column]:
    columns = []
    for head, mark in [*rows.parts.items(), (ALL, None)]:
        numbers = [counts.get(head, 0) if mark else sum(counts.values()) for counts in rows.counts.values()]
        cells = [f"{number:,}" for number in numbers]
        lines = label(head, _HEAD).replace("_", " ").replace(" ", "\n", 1 if len(head) > _SHORT else 0)
        columns.append(_Column(lines, mark, cells, max(map(len, [*lines.split("\n"), *cells, _LEAST])) + 3))
    return columns


def _numbers(axes: Axes, columns: Sequence[_Column], theme: Theme) -> None:
    from matplotlib.patches import Rectangle

    axes.set_xlim(0, sum(column.width for column in columns))
    axes.axis("off")
    right = 0.0
    for column in columns:
        right += column.width
        axes.text(right, -0.95, column.head, ha="right", va="bottom", fontsize=SMALL)
        if column.mark:
            swatch = Rectangle(
                (right - 5, -0.87), 5, 0.26, facecolor=column.mark.colour, hatch=column.mark.hatch * 2,
                edgecolor=theme.ground, linewidth=0.0, clip_on=False,
            )  # fmt: skip
            axes.add_patch(swatch)
        for place, cell in enumerate(column.cells):
            axes.text(right, place, cell, ha="right", va="center", fontsize=SMALL)
