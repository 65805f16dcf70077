"""How large a difference is, whatever the number of games."""

from __future__ import annotations

from math import asin, sqrt
from typing import Literal

from quack.metrics.resampling import Sample

Effect = Literal["Cohen's h", "Hedges' g", "Cohen's d_z"]
"""A difference between two rates, in standard deviations between games, and in standard deviations of the differences
within pairs."""


def cohens_h(first: float, second: float) -> float:
    """The difference of the arcsines of two shares."""
    one, other = (2 * asin(sqrt(min(max(share, 0.0), 1.0))) for share in (first, second))
    return one - other


def hedges_g(first: Sample, second: Sample) -> float | None:
    """The difference of two means in pooled standard deviations, less what few games add to it."""
    free = first.size + second.size - 2
    squares = float((first.residuals**2).sum() + (second.residuals**2).sum())
    if free < 1 or not squares:
        return None
    return (first.value - second.value) / sqrt(squares / free) * (1 - 3 / (4 * free - 1))
