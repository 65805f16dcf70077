"""Intervals around rates."""

from __future__ import annotations

from math import expm1, pi, sqrt, tan
from statistics import NormalDist

CONFIDENCE = 0.95

Interval = tuple[float, float]
"""Lower and upper bound."""


def wilson(hits: int, of: int, confidence: float = CONFIDENCE) -> Interval | None:
    """Wilson's score interval for a rate; None where there is nothing to divide by."""
    if not of:
        return None
    low, high = score_interval(hits / of, of, normal_quantile(confidence))
    return 0.0 if hits == 0 else low, 1.0 if hits == of else high


def score_interval(rate: float, size: float, quantile: float) -> Interval:
    """Wilson's interval for a rate of which as much is known as from `size` independent answers.

    Args:
        quantile: how many standard errors it reaches, 1.96 for 95 % of a normal distribution.
    """
    square = quantile * quantile / size
    centre = (rate + square / 2) / (1 + square)
    reach = quantile / (1 + square) * sqrt(rate * (1 - rate) / size + square / (4 * size))
    return max(0.0, centre - reach), min(1.0, centre + reach)


def normal_quantile(confidence: float) -> float:
    """What a standard normal variable exceeds on neither side, with this probability."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def student_quantile(confidence: float, freedom: int) -> float:
    """What a variable of Student's t distribution exceeds on neither side, with this probability.

    Hill's approximation (Communications of the ACM 13, 1970, algorithm 396), good to six digits.

    Args:
        freedom: degrees of freedom, at least 1.
    """
    tails, n = 1 - confidence, float(freedom)
    if freedom == 1:
        return 1 / tan(tails * pi / 2)
    if freedom == 2:
        return sqrt(2 / (tails * (2 - tails)) - 2)
    a = 1 / (n - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * pi / 2) * n
    y = (d * tails) ** (2 / n)
    if y <= 0.05 + a:
        y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1) / (
            n + 2
        ) + 1 / y
        return sqrt(n * y)
    x = NormalDist().inv_cdf(tails / 2)
    if freedom < 5:
        c += 0.3 * (n - 4.5) * (x + 0.6)
    c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
    y = (((((0.4 * x**2 + 6.3) * x**2 + 36) * x**2 + 94.5) / c - x**2 - 3) / b + 1) * x
    return sqrt(n * expm1(a * y**2))
