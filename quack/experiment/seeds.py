"""The seeds of a study: numbers, ranges, or a list of them."""

from __future__ import annotations

import re
from collections import Counter

MOST_SEEDS = 100_000
LARGEST = 10**15
"""No seed is larger, so that the names of folders stay short."""

_RANGE = re.compile(r"\s*(\d{1,15})\s*(?:-\s*(\d{1,15})\s*)?", re.ASCII)


def seeds_of(value: object) -> tuple[int, ...]:
    """The seeds that a value means, in order.

    Raises:
        ValueError: it says in words what is wrong.
    """
    parts = value if isinstance(value, list) else [value]
    seeds: list[int] = []
    for part in parts:
        seeds += _part(part)
        if len(seeds) > MOST_SEEDS:
            raise ValueError(f"more than {MOST_SEEDS:,} seeds")
    if not seeds:
        raise ValueError("no seed")
    twice, times = Counter(seeds).most_common(1)[0]
    if times > 1:
        raise ValueError(f"the seed {twice} stands there twice")
    return tuple(sorted(seeds))


def _part(value: object) -> list[int]:
    if type(value) is int:
        if not 0 <= value <= LARGEST:
            raise ValueError(f"a seed is a whole number from 0 to {LARGEST:,}")
        return [value]
    found = _RANGE.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise ValueError("they have to be a number, a range such as 1-5, or a list of them")
    first, last = int(found[1]), int(found[2] or found[1])
    if last < first:
        raise ValueError(f"the range {first}-{last} runs backwards")
    if last - first >= MOST_SEEDS:
        raise ValueError(f"more than {MOST_SEEDS:,} seeds")
    return list(range(first, last + 1))
