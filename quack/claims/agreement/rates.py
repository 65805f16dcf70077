"""Hits among what was predicted and what is true, and the rates that they make."""

from __future__ import annotations

from typing import NamedTuple


class Rate(NamedTuple):
    """How many hits there are, among how many predicted and how many gold claims.

    `+` pools two of them, so that the figures of many messages are made of their claims, not of their rates.
    """

    hits: int = 0
    predicted: int = 0
    gold: int = 0

    @property
    def precision(self) -> float | None:
        """Hits / predicted; None if nothing was predicted."""
        return self.hits / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        """Hits / gold; None if there is nothing to find."""
        return self.hits / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both; None if there is neither a prediction nor anything to find."""
        return 2 * self.hits / (self.predicted + self.gold) if self.predicted + self.gold else None

    def __add__(self, other: object) -> Rate:
        """Pools two rates; a tuple's own `+` would join them."""
        if not isinstance(other, Rate):
            return NotImplemented
        return Rate(self.hits + other.hits, self.predicted + other.predicted, self.gold + other.gold)

    def to_json(self) -> dict[str, float | None]:
        """The counts and the rates by name."""
        return self._asdict() | {"precision": self.precision, "recall": self.recall, "f1": self.f1}


NOTHING = Rate()
