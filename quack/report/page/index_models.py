"""What the index of a report shows, as data; `quack/report/assets/index.js` reads it by these names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from quack.metrics.intervals import Interval


class VerdictName(NamedTuple):
    """A verdict that occurs, and what it counts as."""

    verdict: str | None
    bucket: str | None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game.

    Attributes:
        file: its page, as an address.
        condition: the position of its condition in the index.
        verdicts: how many claims have each verdict of the index, in its order.
        read, utterances: how many messages were read, of how many.
        winner, reason: how it ended, as far as that is known.
        changed: of how many claims the two rulebooks say something differently; None without another rulebook.
    """

    title: str
    file: str
    condition: int
    map: str
    players: int
    claims: int
    verdicts: tuple[int, ...]
    read: int
    utterances: int
    winner: str | None
    reason: str | None
    changed: int | None


@dataclass(frozen=True, slots=True)
class FigureName:
    """A figure that can be looked at; `unit` is "" for shares."""

    name: str
    label: str
    definition: str
    kind: str
    unit: str


class FigureCell(NamedTuple):
    """A figure of a condition: the sums it is made of, their ratio and its interval, and how many games have it."""

    numerator: int
    denominator: int
    value: float | None
    interval: Interval | None
    games: int


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """The games of a condition together; `figures` in the order of the index."""

    name: str
    games: int
    figures: tuple[FigureCell, ...]


class Piece(NamedTuple):
    """A part of the table of all claims: its file, as an address, and how many claims are in it."""

    file: str
    claims: int


@dataclass(frozen=True, slots=True)
class IndexPage:
    """All that the index shows.

    Attributes:
        rulebook, other: the names of the rulebook, and of the one that it is compared with.
        verdicts: those that occur, in the order of the rulebook's policy.
        conditions: by name, all games together last.
        pieces: of the table of all claims; nothing of it is loaded before somebody searches.
        shifts: verdicts by the rulebook and by the other, where they differ, with the number of claims.
        failed: games without a page, each with the reason.
    """

    rulebook: str
    other: str | None
    verdicts: tuple[VerdictName, ...]
    figures: tuple[FigureName, ...]
    conditions: tuple[ConditionRow, ...]
    games: tuple[GameRow, ...]
    pieces: tuple[Piece, ...]
    shifts: tuple[tuple[str, str, int], ...]
    failed: tuple[tuple[str, str], ...]
