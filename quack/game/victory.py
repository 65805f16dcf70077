"""Who has won, by who lives and what is done."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Ending(NamedTuple):
    """Who has won, and why."""

    winner: Literal["goose", "duck"]
    reason: str


def decide(geese: int, ducks: int, *, tasks_done: bool) -> Ending | None:
    """Who has won with so many alive, and with all Goose tasks completed or not; time left aside."""
    if ducks == 0:
        return Ending("goose", "All Ducks have been ejected")
    if ducks >= geese:
        return Ending("duck", "Ducks have voting majority")
    return Ending("goose", "All Goose tasks completed") if tasks_done else None
