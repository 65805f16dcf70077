"""Accusations by whether they hit a Duck and whether they stand on something seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quack.errors import AuditError
from quack.report.plots.bars import Rows, stacked
from quack.report.plots.canvas import themed
from quack.report.plots.counts import groups
from quack.report.theme import Mark, Theme

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

_PARTS = {
    ("hit", True): "hit grounded",
    ("hit", False): "hit by luck",
    ("miss", True): "miss grounded",
    ("miss", False): "miss no grounds",
}


def accusations(claims: pd.DataFrame, theme: Theme, *, by: str = "condition") -> Figure:
    """Draws the shares of the four kinds.

    Args:
        claims: the frame of claims.
        by: what a row is: team, model or condition; a row of all stands below.

    Raises:
        AuditError: there are no accusations.
        SettingsError: they can't be told apart so, or matplotlib is missing.
    """
    accused = _accused(claims)
    if accused.empty:
        raise AuditError("there are no accusations to draw")
    rows = groups(accused, by)
    counts = {row: _count(accused[accused[by] == row]) for row in rows}
    if len(rows) > 1:
        counts["all"] = _count(accused)
    words = f"{len(accused):,} accusations by the speaker itself. Hit: of a Duck. Grounded: the accuser had seen why."
    with themed(theme):
        return stacked(Rows(_marks(theme), counts), "Accusations by outcome and ground", words, theme)


def accusing(claims: pd.DataFrame, by: str) -> list[str]:
    """The rows that there are accusations for."""
    return groups(_accused(claims), by)


def _accused(claims: pd.DataFrame) -> pd.DataFrame:
    own = claims[(claims["type"] == "accusation") & claims["own"]]
    return own[own["outcome"].notna() & own["grounded"].notna()]


def _marks(theme: Theme) -> dict[str, Mark]:
    """Hits share a colour and misses another; what has no grounds is hatched."""
    hit, miss = theme.marks[2], theme.marks[3]
    return {
        name: (hit if outcome == "hit" else miss)._replace(hatch="" if grounded else "///")
        for (outcome, grounded), name in _PARTS.items()
    }


def _count(accused: pd.DataFrame) -> dict[str, int]:
    return {
        name: int(((accused["outcome"] == outcome) & (accused["grounded"] == grounded)).sum())
        for (outcome, grounded), name in _PARTS.items()
    }
