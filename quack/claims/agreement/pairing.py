"""One-to-one pairs of what is most alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def pair(golds: Sequence[T], others: Sequence[T], likeness: Callable[[T, T], float | None]) -> list[tuple[T, T]]:
    """Pairs gold items with others, the most alike first; of equals those that come first.

    Args:
        likeness: how alike a gold item and another are; None if they may not pair.
    """
    ranked = []
    for row, gold in enumerate(golds):
        for column, other in enumerate(others):
            alike = likeness(gold, other)
            if alike is not None:
                ranked.append((-alike, row, column))
    pairs: list[tuple[T, T]] = []
    rows: set[int] = set()
    columns: set[int] = set()
    for _, row, column in sorted(ranked):
        if row not in rows and column not in columns:
            rows.add(row)
            columns.add(column)
            pairs.append((golds[row], others[column]))
    return pairs
