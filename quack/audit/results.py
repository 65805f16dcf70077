"""What an audit hands back: a result per game, or the error that kept a game from having one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from quack.audit.records import AuditRecord
from quack.claims.extraction import READ
from quack.errors import QuackError
from quack.events.problems import Problem

UNDERSTOOD = ("fully", "partly", "not")
"""How far a time phrase can be understood."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many utterances of a channel met which status."""

    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def read(self) -> int:
        """Utterances whose claims are known, be they none."""
        return sum(number for status, number in self.counts.items() if status in READ)

    @property
    def total(self) -> int:
        """All utterances."""
        return sum(self.counts.values())


class Ballot(NamedTuple):
    """A vote; `target` None is a skip."""

    meeting: int
    voter: str
    target: str | None


class Ejection(NamedTuple):
    """Who was voted out."""

    meeting: int
    player: str


@dataclass(frozen=True, slots=True, eq=False)
class GameAudit:
    """A game's records, and what metrics ask of the game besides; equal only to itself.

    Attributes:
        teams: team by player id.
        coverage: of the discussion messages; `chat_coverage`: of the chat lines.
        phrases: claims with a time phrase by how far it was understood.
        claims_file: the name of the file that the claims were read from; None where there was none.
        extractor: name and version of who extracted them, from a file or just now; None if nobody says.
        defects: what the rulebook did wrong with this game's claims.
        notices: what was odd about the log or the claims without harm to the verdicts.
    """

    game: str
    records: tuple[AuditRecord, ...]
    teams: Mapping[str, str]
    ballots: tuple[Ballot, ...] = ()
    ejections: tuple[Ejection, ...] = ()
    coverage: Coverage = Coverage()
    chat_coverage: Coverage = Coverage()
    phrases: Mapping[str, int] = field(default_factory=dict)
    claims_file: str | None = None
    extractor: str | None = None
    defects: tuple[str, ...] = ()
    notices: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class FailedGame:
    """A game that could not be audited, and why."""

    game: str
    log: Path
    error: QuackError


@dataclass(frozen=True, slots=True)
class Audit:
    """All games of an audit, in the order of their names."""

    games: tuple[GameAudit, ...]
    failed: tuple[FailedGame, ...]

    @property
    def records(self) -> tuple[AuditRecord, ...]:
        """The records of all games."""
        return tuple(record for game in self.games for record in game.records)
