"""How often claims are refuted, by how long before the meeting what they speak of was."""

from __future__ import annotations

from math import ceil, nan
from typing import TYPE_CHECKING, NamedTuple

from quack.errors import AuditError
from quack.metrics.inference import Estimate, pooled_rate
from quack.report.plots.canvas import guide, label, new_figure, note, percent_axis, themed, title
from quack.report.plots.counts import groups, refuted, statements
from quack.report.theme import DOUBLE, SINGLE, SMALL, Mark, Theme

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDEST = 8
"""Claims whose window is longer (ticks) speak of no time in particular, and are left out."""

_STARTS = (0, 3, 6, 9, 12, 16)
"""First ticks of the bins; the last is open."""

_TINY = 5.8
"""Size of the text below the axis, in points."""

_BELOW = 0.05
"""The share of its height by which the axis lies below 0, so that a mark at 0 doesn't lie on it."""

_TOGETHER = 2
"""So many groups share a panel."""


class _Curve(NamedTuple):
    name: str
    estimates: list[Estimate | None]
    claims: list[int]


def distance(claims: pd.DataFrame, theme: Theme, *, by: str = "team") -> Figure:
    """Draws the pooled rate of refuted claims in each bin, with its 95 % interval over games.

    Args:
        claims: the frame of claims.
        by: what a curve is: team, type, model or condition; more than two have a panel each.

    Raises:
        AuditError: there are too few claims with a time.
        SettingsError: they can't be told apart so, or matplotlib is missing.
    """
    timed = _timed(claims)
    if timed.empty:
        raise AuditError("no decided claim says when something was")
    curves = _curves(timed, by)
    if not curves:
        raise AuditError(f"nowhere do {FEWEST} claims speak of the same distance in time")
    with themed(theme):
        return _draw(curves, by, len(timed), theme)


FEWEST = 20
"""A bin of fewer claims is not drawn: next to nothing is known of it."""


def reaching(claims: pd.DataFrame, by: str) -> list[str]:
    """The curves that there are claims enough for."""
    return [curve.name for curve in _curves(_timed(claims), by)]


def _timed(claims: pd.DataFrame) -> pd.DataFrame:
    timed = statements(claims)
    width = timed["window_last"] - timed["window_first"]
    return timed[timed["distance"].notna() & (width <= WIDEST)]


def _curves(timed: pd.DataFrame, by: str) -> list[_Curve]:
    curves = [_curve(name, timed[timed[by] == name]) for name in groups(timed, by)]
    return [curve for curve in curves if any(curve.estimates)]


def _curve(name: str, timed: pd.DataFrame) -> _Curve:
    ends = (*_STARTS[1:], None)
    bins = [
        timed[(timed["distance"] >= start) & ((timed["distance"] < end) if end is not None else True)]
        for start, end in zip(_STARTS, ends, strict=True)
    ]
    estimates = [pooled_rate(refuted(each)) if len(each) >= FEWEST else None for each in bins]
    return _Curve(name, estimates, [len(each) for each in bins])


def _draw(curves: list[_Curve], by: str, claims: int, theme: Theme) -> Figure:
    together = len(curves) <= _TOGETHER
    marks = theme.many([curve.name for curve in curves])
    columns = 1 if together else 2 if len(curves) == 4 else min(3, len(curves))
    lines = 1 if together else ceil(len(curves) / columns)
    width = SINGLE if together else DOUBLE
    figure = new_figure(width, 2.5 if together else 0.7 + 1.45 * lines)
    panels = figure.subplots(lines, columns, sharex=True, sharey=True, squeeze=False).ravel().tolist()
    for index, curve in enumerate(curves):
        axes = panels[0 if together else index]
        shift = (index - (len(curves) - 1) / 2) * 0.16 if together else 0.0
        _line(axes, curve, shift, marks[curve.name] if together else marks[curves[0].name], theme)
        _numbers(axes, curve, index if together else 0, named=together)
        if not together:
            axes.set_title(label(curve.name, 26), fontsize=SMALL)
    for axes in panels[len(curves) if not together else 1 :]:
        axes.set_visible(False)
    _axes(figure, panels[: 1 if together else len(curves)], together, theme)
    title(figure, "Refuted claims by distance in time")
    note(
        figure,
        f"{claims:,} decided claims of a time no longer than {WIDEST} ticks, about whereabouts,\n"
        "sightings and deeds. Ticks ago: from its middle to the meeting or chat line.\n"
        f"Bars: 95 % over games. Bins of fewer than {FEWEST} claims are left out.",
    )
    return figure


def _axes(figure: Figure, panels: list[Axes], together: bool, theme: Theme) -> None:
    names = [
        f"{start}–{end - 1}" if end is not None else f"{start}+"
        for start, end in zip(_STARTS, (*_STARTS[1:], None), strict=True)
    ]
    for axes in panels:
        guide(axes, theme, "y")
        axes.set_xticks(range(len(names)), names)
        axes.tick_params(axis="x", labelbottom=True, labelsize=_TINY)
        axes.set_xlim(-0.5, len(names) - 0.5)
        percent_axis(axes.yaxis)
    top = panels[0].get_ylim()[1]
    panels[0].set_ylim(-_BELOW * top, top)
    panels[0].set_ylabel("refuted")
    for axes in panels:
        axes.annotate(
            "ticks ago",
            (-0.55, 0),
            xycoords=axes.get_xaxis_transform(),
            xytext=(0, -7),
            textcoords="offset points",
            ha="right",
            va="top",
            fontsize=_TINY,
        )
    if together:
        panels[0].legend(
            loc="lower left", bbox_to_anchor=(0, 1), ncols=2, handlelength=3.2, borderaxespad=0.2, columnspacing=1.5
        )


def _numbers(axes: Axes, curve: _Curve, line: int, *, named: bool) -> None:
    """Writes below the axis how many claims there are in each bin."""
    cells = [(-0.55, "right", label(curve.name, 12)) if named else (-0.55, "right", "claims")]
    for where, side, text in [*cells, *((place, "center", f"{number:,}") for place, number in enumerate(curve.claims))]:
        axes.annotate(
            text,
            (where, 0),
            xycoords=axes.get_xaxis_transform(),
            xytext=(0, -16 - 7.5 * line),
            textcoords="offset points",
            ha=side,
            va="top",
            fontsize=_TINY,
        )


def _line(axes: Axes, curve: _Curve, shift: float, mark: Mark, theme: Theme) -> None:
    # The line breaks where a bin is left out.
    axes.plot(
        [place + shift for place in range(len(curve.estimates))],
        [nan if each is None or each.value is None else each.value for each in curve.estimates],
        color=mark.colour,
        marker=mark.marker,
        linestyle=mark.line,
        markersize=3.5,
        clip_on=False,
        label=label(curve.name),
    )
    for place, each in enumerate(curve.estimates):
        if each and each.interval is not None:
            axes.plot([place + shift] * 2, each.interval, "-", color=mark.colour, linewidth=0.8)
