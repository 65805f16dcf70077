"""Intervals around rates."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95

Interval = tuple[float, float]
"""Lower and upper bound."""


def wilson(hits: int, of: int, confidence: float = CONFIDENCE) -> Interval | None:
    """Wilson's score interval for a rate; None where there is nothing to divide by."""
    if not of:
        return None
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, square = hits / of, z * z / of
    centre = (rate + square / 2) / (1 + square)
    reach = z / (1 + square) * sqrt(rate * (1 - rate) / of + square / (4 * of))
    low = 0.0 if hits == 0 else max(0.0, centre - reach)
    high = 1.0 if hits == of else min(1.0, centre + reach)
    return low, high
