"""Writes a report: the pages of the games, the index, and the table of all claims in pieces."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from quack.audit.auditor import Progress, carry_out
from quack.audit.discover import Game
from quack.audit.results import FailedGame
from quack.errors import AuditError, amount
from quack.kb.rulebook import Rulebook
from quack.report.page.index import IndexMaker
from quack.report.page.making import GAMES, ReportedGame, ReportOrder
from quack.workers import processors
from quack.world.map import GameMap

_FEW = 10
"""So many games are done before other processes have started everywhere."""


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """What was written.

    Attributes:
        index: the page to open first.
        games, claims: how many are in it.
        failed: the games that could not be audited, or whose page could not be written.
        defects: what the rulebook did wrong, each with its game.
    """

    index: Path
    games: int
    claims: int
    failed: tuple[FailedGame, ...]
    defects: tuple[str, ...]


def write_report(
    games: Sequence[Game],
    folder: Path,
    rulebook: Rulebook,
    other: Rulebook | None = None,
    *,
    jobs: int | None = None,
    map: GameMap | None = None,
    on_progress: Progress | None = None,
) -> WrittenReport:
    """Audits games and writes the report of them below a folder; the same inputs give the same bytes.

    Args:
        other: a rulebook to compare with.
        jobs: how many processes work at it; None: one for each processor, and one alone for a few games.
        map, on_progress: as for `audit_each`.

    Raises:
        RulebookError: a rulebook fails with every game.
        AuditError: the index can't be written.
        KeyboardInterrupt: somebody interrupts it; says what is in the folder then.
    """
    if jobs is None:
        jobs = processors() if len(games) > _FEW else 1
    names = (rulebook.name, None if other is None else other.name)
    order = ReportOrder(rulebook, map, folder=folder, other=other, names=names)
    index = IndexMaker(names, rulebook)
    earlier = os.path.exists(folder / "index.html")
    try:
        for outcome in carry_out(games, order, jobs=jobs, on_progress=on_progress):
            assert isinstance(outcome, ReportedGame | FailedGame), "the order makes nothing else"
            index.add(outcome)
        path = _write_index(index, folder)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_left_behind(games, folder, earlier=earlier)) from None
    return WrittenReport(path, index.games, index.claims, tuple(index.failed), tuple(index.defects))


def _write_index(index: IndexMaker, folder: Path) -> Path:
    try:
        return index.write(folder)
    except OSError as error:
        raise AuditError(f"can't be written: {error.strerror or error}", path=error.filename or folder) from None


def _left_behind(games: Sequence[Game], folder: Path, *, earlier: bool) -> str:
    """What is in the folder of a report that was interrupted, and what the same command will do."""
    pages = sum(os.path.exists(folder / GAMES / game.name / "index.html") for game in games)
    if earlier:
        state = f"pages in {folder} may be new, and its index is still that of an earlier report"
    elif pages:
        state = f"pages of {pages:,} of {amount(len(games), 'game')} are in {folder}, which has no index yet"
    else:
        state = "no page is written"
    return f"{state}; the same command begins anew and writes every page"
