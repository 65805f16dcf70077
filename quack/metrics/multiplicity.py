"""Many comparisons at once: p-values corrected for how many there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

Method = Literal["holm", "bh"]
"""Holm's keeps the probability of any false finding down, Benjamini and Hochberg's the share of false findings."""


def adjust(p_values: Sequence[float | None], method: Method = "holm") -> list[float | None]:
    """The corrected p-values, in the given order; one that is missing stays missing and doesn't count.

    Raises:
        KeyError: there is no such method.
    """
    correct = _METHODS[method]
    present = sorted((value, place) for place, value in enumerate(p_values) if value is not None)
    corrected: list[float | None] = [None] * len(p_values)
    for (_, place), value in zip(present, correct([value for value, _ in present]), strict=True):
        corrected[place] = value
    return corrected


def _holm(ascending: list[float]) -> list[float]:
    """Step down: the smallest times their number, the next times one less; none smaller than the one before."""
    corrected, largest = [], 0.0
    for rank, value in enumerate(ascending):
        largest = max(largest, min(1.0, value * (len(ascending) - rank)))
        corrected.append(largest)
    return corrected


def _benjamini_hochberg(ascending: list[float]) -> list[float]:
    """Step up: each times their number over its rank; none larger than the one after."""
    corrected, smallest = [], 1.0
    for rank in range(len(ascending), 0, -1):
        smallest = min(smallest, ascending[rank - 1] * len(ascending) / rank)
        corrected.append(smallest)
    return corrected[::-1]


_METHODS: Mapping[str, Callable[[list[float]], list[float]]] = {"holm": _holm, "bh": _benjamini_hochberg}
