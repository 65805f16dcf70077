"""The most telling figures of a study's conditions, as a table that a screen of 100 columns holds."""

from __future__ import annotations

from math import ceil, floor

from quack.metrics.estimates import GroupFigure
from quack.metrics.grouping import OVERALL
from quack.report.experiment_figures import Results
from quack.report.score_tables import Cells, labelled, value
from quack.report.tables import Table, percent

SHOWN = ("goose_wins", "goose_truthfulness", "duck_truthfulness", "deception_rate", "accusation_accuracy")
"""The figures that are shown of each condition, all of them shares."""


def brief_table(results: Results) -> Table:
    """A row for each condition that has games, in the order of the study, and one for all of them."""
    run, figures = results.run, results.figures
    first = figures[OVERALL]
    heads = ("condition", *(labelled(first[name].metric) for name in SHOWN), "coverage")
    rows = [(one.name, *_cells(figures[one.name,])) for one in run.plan.conditions if (one.name,) in figures]
    total = ("all", *_cells(first)) if len(rows) > 1 else None
    return Table(f"Figures of {run.plan.name}, with intervals of {_confidence(results)}", heads, tuple(rows), total)


def _confidence(results: Results) -> str:
    return f"{100 * results.scores.how.confidence:.4g} %"


def _cells(figures: Cells) -> tuple[str, ...]:
    coverage = percent(figures["coverage"].made_of.value)
    return (*(_cell(figures[name]) for name in SHOWN), coverage)


def _cell(figure: GroupFigure) -> str:
    """A share and its interval, which is widened to whole percents."""
    shown, interval = value(figure.metric, figure.pooled.value), figure.pooled.interval
    if interval is None:
        return shown
    low, high = floor(100 * interval[0] + 1e-9), ceil(100 * interval[1] - 1e-9)
    return f"{shown} {low}–{high}"
