"""Claims by type, or by who made them, and verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quack.errors import AuditError
from quack.metrics.aggregate import NO_VERDICT
from quack.report.plots.bars import Rows, stacked
from quack.report.plots.canvas import themed
from quack.report.plots.counts import groups
from quack.report.theme import Theme

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

_ORDER = ("true", "near_miss", "wrong_room", "false", "unverifiable")


def verdicts(claims: pd.DataFrame, theme: Theme, *, by: str = "type") -> Figure:
    """Draws the shares of verdicts.

    Args:
        claims: the frame of claims.
        by: what a row is: type, team, model or condition.

    Raises:
        AuditError: there are no claims.
        SettingsError: they can't be told apart so, or matplotlib is missing.
    """
    if claims.empty:
        raise AuditError("there are no claims to draw")
    rows = groups(claims, by)
    told = claims["verdict"].astype("string").fillna(NO_VERDICT)
    found = set(told.unique())
    labels = [*(each for each in _ORDER if each in found), *sorted(found - set(_ORDER))]
    counts = {row: {str(each): int(n) for each, n in told[claims[by] == row].value_counts().items()} for row in rows}
    with themed(theme):
        marks = theme.verdicts(labels)
        drawn = Rows({each: marks[each] for each in labels}, counts)
        return stacked(drawn, f"Verdicts by {by}", f"All {len(claims):,} claims.", theme)
