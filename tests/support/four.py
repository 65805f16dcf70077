"""Minimal games of four players, and what one of them saw."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.support.games import GameBuilder

ALICE, BOB, CHARLIE, DIANA = (f"player_{index}" for index in range(4))
TOGETHER = {"Alice": "medbay", "Bob": "medbay", "Charlie": "storage", "Diana": "weapons"}


class Seen(NamedTuple):
    how: str
    target: str
    look: str
    tick: int
    other_end: str | None = None


Watch = Callable[[GameBuilder, str], set[Seen]]


def game() -> GameBuilder:
    """Alice and Bob in one room, the others each in another, at the first tick."""
    return GameBuilder(rooms=TOGETHER).tick(1)
