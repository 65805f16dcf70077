"""Where exported data come from: games that are audited now, or an audit that has been written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from quack.audit.auditor import carry_out
from quack.audit.batch import Order, audit_of, failure
from quack.audit.discover import Game, discover_games, with_claims
from quack.audit.manifest import WrittenAudit, find_written
from quack.audit.reading import read_case
from quack.audit.records import AuditRecord
from quack.audit.results import FailedGame, GameAudit
from quack.errors import AuditError, SettingsError
from quack.kb.judge import Case
from quack.kb.rulebook import Rulebook, load_rulebook
from quack.metrics.course import Course
from quack.metrics.scoring import figures_of
from quack.report.data_games import ExportedGame, setting_of
from quack.report.data_schema import FROM_RECORDS, TABLES, rows_of
from quack.settings import DEFAULT_RULEBOOK
from quack.world.map import GameMap, load_map

_AGAIN = "audit again with --out"


class GameRows(NamedTuple):
    """The rows of a game, by table."""

    game: str
    rows: Mapping[str, Sequence[tuple[Any, ...]]]


Exported = GameRows | FailedGame


@dataclass(frozen=True, slots=True)
class ExportOrder(Order):
    """Games whose rows are wanted.

    Attributes:
        tables: of which tables.
    """

    tables: tuple[str, ...] = tuple(TABLES)

    def outcomes(self, games: Sequence[Game], cases: Sequence[Case]) -> list[Exported]:  # type: ignore[override]
        """The rows of each of some games on one map, or why it has none.

        Raises:
            RulebookError: the rulebook fails.
        """
        audits = Order.outcomes(self, games, cases)
        return [_rows(audit, case, self.tables) for audit, case in zip(audits, cases, strict=True)]


def _rows(audit: GameAudit | FailedGame, case: Case, tables: Iterable[str]) -> Exported:
    if isinstance(audit, FailedGame):
        return audit
    figures = figures_of(audit, Course(case.log, case.timeline))
    setting = setting_of(case)
    return _of_tables(ExportedGame(audit.game, audit.records, figures, setting, audit.extractor), tables)


def _of_tables(game: ExportedGame, tables: Iterable[str]) -> GameRows:
    return GameRows(game.name, {table: list(rows_of(table, game)) for table in tables})


class Source(NamedTuple):
    """Games with their rows: how many, and each of them as soon as it is there, in order."""

    games: int
    each: Iterator[Exported]


def open_source(
    paths: Sequence[Path | str],
    *,
    rulebook: Rulebook | str | Path | None = None,
    claims: str | Path | None = None,
    map: GameMap | None = None,
    tables: Iterable[str] = tuple(TABLES),
    jobs: int = 1,
) -> Source:
    """The rows of games, in order, kept nowhere.

    Args:
        paths: games, or audits that `--out` has written.
        rulebook, claims, map: how games are audited; with any of them even a written audit is made anew.
        tables: which tables are wanted.
        jobs: how many processes audit; they don't change the outcome.

    Raises:
        SettingsError: a path or an option can't be used.
        AuditError: a written audit can't be read.
        RulebookError: the rulebook can't be loaded.
    """
    wanted = tuple(tables)
    unknown = [table for table in wanted if table not in TABLES]
    if unknown:
        raise SettingsError(f"there is no table {unknown[0]!r}", remedy=f"choose from {', '.join(TABLES)}")
    if rulebook is None and claims is None and map is None:
        written = [find_written(Path(path)) for path in paths]
        if any(written):
            found = [each for each in written if each is not None]
            if len(found) < len(written):
                raise SettingsError("games and written audits together", remedy="export them one after the other")
            return _written(found, wanted)
    book = rulebook if isinstance(rulebook, Rulebook) else load_rulebook(rulebook or DEFAULT_RULEBOOK)
    games = with_claims(discover_games(paths), claims)
    outcomes = carry_out(games, ExportOrder(book, map, wanted), jobs=jobs)
    return Source(len(games), outcomes)  # type: ignore[arg-type]


def _written(audits: Sequence[WrittenAudit], tables: tuple[str, ...]) -> Source:
    base = os.path.commonpath([os.path.abspath(audit.folder) for audit in audits])
    games = [
        (audit, game, game.name if len(audits) == 1 else _below(audit.folder, base, game.name))
        for audit in audits
        for game in audit.games
    ]
    return Source(len(games), (_read(audit, game, name, tables) for audit, game, name in games))


def _below(folder: Path, base: str, game: str) -> str:
    """The name of a game of one of several audits."""
    return (Path(os.path.relpath(os.path.abspath(folder), base)) / game).as_posix()


def _read(audit: WrittenAudit, game: Game, name: str, tables: tuple[str, ...]) -> Exported:
    try:
        records = tuple(_records(audit.records(game.name), name))
        if not game.log.exists():
            if not FROM_RECORDS.issuperset(tables):
                raise AuditError("the log is gone", path=game.log, remedy="without logs export --table claims only")
            return _of_tables(ExportedGame(name, records, None, None), tables)
        case = read_case(game, load_map(audit.map) if audit.map else None, sighted=False)
        if any(record.versions.log != case.log.sha256 for record in records):
            raise AuditError("the log has changed since its audit", path=game.log, remedy=_AGAIN)
        return _rows(audit_of(Game(name, game.log), case, records), case, tables)
    except Exception as error:
        return failure(Game(name, game.log), error)


def _records(path: Path, name: str) -> Iterator[AuditRecord]:
    """The records of a file, which go by the game's name here.

    Raises:
        AuditError: a line is no record.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                yield AuditRecord.from_json({**json.loads(line), "game": name})
            except (ValueError, TypeError, RecursionError, msgspec.ValidationError):
                raise AuditError("no record of an audit", path=path, line=number, remedy=_AGAIN) from None
