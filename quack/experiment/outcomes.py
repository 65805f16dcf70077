"""What has become of the games of a study."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from quack.agents.model.budget import Spent
from quack.experiment.plan import PlannedGame

Stage = Literal["playing", "extracting", "scoring"]

Progress = Callable[[Stage, int, int, str], None]
"""Told what is being done, how much of it is done, of how much, and in a few words what was asked and spent so far."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A game that came to no end or whose claims can't be read, and why.

    Attributes:
        suspended: it is half a game, which the next run continues; otherwise it has failed, and is tried again.
    """

    game: PlannedGame
    reason: str
    suspended: bool = False


def price_of(spent: Spent) -> str:
    """What questions cost, in words; a price that nobody knows is never shown as nothing."""
    if spent.unpriced and not spent.usd:
        return "price unknown"
    return f"${spent.usd:.4f}" + (" and more" if spent.unpriced else "")


def spent_so_far(spent: Spent) -> str:
    """What was asked and spent, in a few words; nothing where nobody was asked."""
    return f"{spent.questions:,} questions, {price_of(spent)}" if spent.questions else ""
