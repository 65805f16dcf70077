"""A figure of each game by condition, with the mean over games and the pooled rate in their 95 % intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import ceil, floor
from typing import TYPE_CHECKING

from quack.errors import AuditError, SettingsError
from quack.metrics import METRICS, Metric, MetricResult
from quack.metrics.inference import Estimate, mean_of_games, pooled_rate
from quack.report.plots.canvas import guide, label, new_figure, note, percent_axis, themed, title
from quack.report.tables import MISSING, percent
from quack.report.theme import DOUBLE, SMALL, Theme

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ALL = "all games"

_Range = tuple[float, float]
_COLUMNS = (31, 62, 93)
"""Where the figures beside a row end, in points from the axes."""

_REACH = 0.30
"""How far the dots of a row may stray from its middle; rows are 1 apart."""
_BINS = 60
_MEAN, _POOLED = 0.38, 0.52
"""How far below the dots the mean and the pooled rate stand."""


def distribution(metrics: pd.DataFrame, metric: str, theme: Theme) -> Figure:
    """Draws one figure.

    Args:
        metrics: the frame of figures.
        metric: its name in METRICS.

    Raises:
        AuditError: no game has it.
        SettingsError: there is no such figure, or matplotlib is missing.
    """
    if metric not in METRICS:
        raise SettingsError(f"there is no figure {metric!r}", remedy="quack metrics list names them all")
    rows = _rows(metrics, metric)
    if not any(result.denominator for result in rows[ALL]):
        raise AuditError(f"no game has the figure {metric}")
    with themed(theme):
        return _draw(rows, METRICS[metric], theme)


def _rows(metrics: pd.DataFrame, metric: str) -> dict[str, list[MetricResult]]:
    own = metrics[(metrics["level"] == "game") & (metrics["metric"] == metric)]
    rows: dict[str, list[MetricResult]] = defaultdict(list)
    whole = []
    for condition, numerator, denominator in zip(own["condition"], own["numerator"], own["denominator"], strict=True):
        rows[condition].append(MetricResult(int(numerator), int(denominator)))
        whole.append(rows[condition][-1])
    ordered = {name: rows[name] for name in sorted(rows)} if len(rows) > 1 else {}
    return {**ordered, ALL: whole}


def _draw(rows: dict[str, list[MetricResult]], metric: Metric, theme: Theme) -> Figure:
    figure = new_figure(DOUBLE, 0.95 + 0.42 * len(rows))
    axes = figure.subplots()
    guide(axes, theme)
    estimates = [
        (mean_of_games(results, kind=metric.kind), pooled_rate(results, kind=metric.kind)) for results in rows.values()
    ]
    low, high = _range(rows[ALL], estimates, metric)
    axes.set_xlim(low - 0.02 * (high - low), high + 0.02 * (high - low))
    for place, (results, (mean, pooled)) in enumerate(zip(rows.values(), estimates, strict=True)):
        _dots(axes, place, [each.value for each in results if each.value is not None], high - low, theme)
        _estimate(axes, place + _MEAN, mean, theme, "D", filled=True)
        _estimate(axes, place + _POOLED, pooled, theme, "s", filled=False)
        _beside(axes, place + 0.2, (_told(mean, metric), _told(pooled, metric), f"{mean.having}/{mean.games}"))
    if len(rows) > 1:
        axes.axhline(len(rows) - 1.36, color=theme.ink, linewidth=0.6)
    axes.set_ylim(len(rows) - 0.32, -0.42)
    axes.set_yticks([place + 0.2 for place in range(len(rows))], [label(name, 30) for name in rows])
    axes.tick_params(axis="y", length=0)
    _explain(figure, axes, metric, theme)
    return figure


def _range(results: Sequence[MetricResult], estimates: Sequence[tuple[Estimate, ...]], metric: Metric) -> _Range:
    """What the axis shows: every game and every interval, from 0 unless all are shares far from it."""
    values = [result.value for result in results if result.value is not None]
    ends = [end for each in estimates for one in each if one.interval for end in one.interval]
    if metric.kind != "share":
        return 0.0, max([*values, *ends]) or 1.0
    least, most = min([*values, *ends]), max([*values, *ends])
    # At least a tenth, for all games may be alike.
    low = min(floor(least * 10) / 10, 0.9) if least > 0.4 else 0.0
    return low, max(ceil(most * 10) / 10, low + 0.1) if most < 0.6 else 1.0


def _told(estimate: Estimate, metric: Metric) -> str:
    if metric.kind == "share":
        return percent(estimate.value)
    return MISSING if estimate.value is None else f"{estimate.value:.1f}"


def _beside(axes: Axes, height: float, cells: Sequence[str]) -> None:
    """Writes a row's figures at the right of the axes."""
    for cell, shift in zip(cells, _COLUMNS, strict=True):
        axes.annotate(
            cell,
            (1, height),
            xycoords=axes.get_yaxis_transform(),
            xytext=(shift, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=SMALL,
        )


def _explain(figure: Figure, axes: Axes, metric: Metric, theme: Theme) -> None:
    if metric.kind == "share":
        percent_axis(axes.xaxis)
    else:
        axes.set_xlabel(metric.unit)
    scope = {"self": ", said of oneself", "all": ", said of anybody"}.get(metric.scope or "", "")
    title(figure, f"{metric.label}{scope}")
    _beside(axes, -0.55, ("mean", "pooled", "games"))
    axes.plot([], [], "o", color=theme.marks[0].colour, markersize=3, alpha=0.6, label="a game")
    axes.plot([], [], "D-", color=theme.ink, markersize=3.5, label="mean over games, 95 %")
    axes.plot([], [], "s-", color=theme.ink, markerfacecolor=theme.ground, markersize=3.5, label="pooled, 95 %")
    figure.legend(loc="outside upper right", ncols=3, handletextpad=0.4, columnspacing=1.2)
    note(figure, metric.definition)


def _dots(axes: Axes, place: int, values: Sequence[float], reach: float, theme: Theme) -> None:
    """The games, those with about the same value beside each other."""
    bins: dict[int, list[float]] = defaultdict(list)
    for value in sorted(values):
        bins[round(value / reach * _BINS)].append(value)
    most = max(map(len, bins.values()), default=1)
    step = min(0.13, 2 * _REACH / max(most - 1, 1))
    for alike in bins.values():
        heights = [place + (index - (len(alike) - 1) / 2) * step for index in range(len(alike))]
        axes.plot(alike, heights, "o", color=theme.marks[0].colour, markersize=2.8, alpha=0.6, markeredgewidth=0)


def _estimate(axes: Axes, height: float, estimate: Estimate, theme: Theme, marker: str, *, filled: bool) -> None:
    if estimate.value is None:
        return
    if estimate.interval is not None:
        axes.plot(estimate.interval, [height, height], "-", color=theme.ink, solid_capstyle="butt")
    face = theme.ink if filled else theme.ground
    axes.plot(estimate.value, height, marker, color=theme.ink, markerfacecolor=face, markersize=3.5)
