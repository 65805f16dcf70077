"""What plots count in the data frame of claims."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quack.errors import AuditError, SettingsError
from quack.metrics import MetricResult
from quack.report.tables import KINDS

if TYPE_CHECKING:
    import pandas as pd

STATEMENTS = ("location", "route", "sighting", "activity")
"""Types of claims about where somebody was and what somebody saw or did."""

GROUPINGS = ("condition", "team", "model", "type")
"""Columns by which claims can be told apart."""


def statements(claims: pd.DataFrame) -> pd.DataFrame:
    """The claims about whereabouts, sightings and deeds that their speaker itself asserts and that are decided."""
    return claims[claims["own"] & claims["type"].isin(STATEMENTS) & _decided(claims)]


def _decided(claims: pd.DataFrame) -> pd.Series:
    return claims["bucket"].notna() & (claims["bucket"] != "undecided")


def groups(claims: pd.DataFrame, by: str) -> list[str]:
    """The values of a column, in the order of plots: types as tables have them, teams Geese first, others by name.

    Raises:
        SettingsError: claims can't be told apart by it.
        AuditError: no claim has a value.
    """
    if by not in GROUPINGS:
        raise SettingsError(f"plots can't tell claims apart by {by!r}", remedy=f"choose from {', '.join(GROUPINGS)}")
    known: Sequence[str] = {"type": KINDS, "team": ("goose", "duck")}.get(by, ())
    found = set(claims[by].dropna().unique())
    if not found:
        raise AuditError(f"nobody says of what {by} the claims are")
    return [*(value for value in known if value in found), *sorted(found - set(known))]


def refuted(claims: pd.DataFrame) -> list[MetricResult]:
    """Refuted claims of all, game by game."""
    wrong = (claims["bucket"] == "refuted").astype("int64")
    by_game = wrong.groupby(claims["game"], observed=True).agg(["sum", "count"])
    return [MetricResult(int(hits), int(of)) for hits, of in by_game.itertuples(index=False)]
