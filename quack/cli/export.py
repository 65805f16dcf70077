"""`quack export`: claims, games, players and figures as files for other programs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli.options import (
    ClaimsFile,
    Constants,
    Jobs,
    MapFile,
    MaxMemory,
    MaxSeconds,
    parse_constants,
    rulebook_names,
)
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.errors import SettingsError
from quack.settings import DEFAULT_RULEBOOK, set_limits

if TYPE_CHECKING:
    from quack.kb.rulebook import Rulebook
    from quack.report.data_source import Exported, Source

EXAMPLES = """\b
Examples:
  quack export logs --out exported
  quack export logs --out exported --format csv --table claims --table metrics
  quack export --schema
"""


class FileFormat(StrEnum):
    """What the files are."""

    parquet = "parquet"
    csv = "csv"


class TableName(StrEnum):
    """Which tables there are."""

    claims = "claims"
    games = "games"
    players = "players"
    metrics = "metrics"


DataPaths = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="PATH",
        help="A log, a run folder or a tree of them, or the folder that quack audit --out has written.",
        show_default=False,
    ),
]
DataRules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="NAME|DIR",
        autocompletion=rulebook_names,
        help=f"The rulebook, as for quack audit; {DEFAULT_RULEBOOK} if not given. A written audit is exported as it is "
        "unless this, --const, --claims or --map is given.",
        show_default=False,
    ),
]


def export(
    paths: DataPaths = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="Write a file for each table into this folder.")
    ] = None,
    file_format: Annotated[
        FileFormat, typer.Option("--format", "-f", help="parquet keeps the types of columns, csv is plain text.")
    ] = FileFormat.parquet,
    tables: Annotated[
        list[TableName] | None, typer.Option("--table", "-t", help="Only this table; repeatable.", show_default=False)
    ] = None,
    rulebook_name: DataRules = None,
    constants: Constants = None,
    claims: ClaimsFile = None,
    map_file: MapFile = None,
    jobs: Jobs = 1,
    spreadsheet_safe: Annotated[
        bool,
        typer.Option(
            "--spreadsheet-safe",
            help="In CSV, put an apostrophe before text that a spreadsheet would run as a formula, such as =1+1.",
        ),
    ] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Say what the columns mean, and write nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --schema: as JSON.")] = False,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
) -> None:
    """Write claims, games, players and figures as Parquet or CSV.

    The games under PATH are audited; the records of a written audit are taken as they are. Beside the tables,
    schema.json says what their columns mean.
    """
    wanted = tuple(table.value for table in tables or TableName)
    if schema:
        _show_schema(wanted, as_json)
        return
    if not paths or out is None:
        lacking = "no games are named" if not paths else "no folder is named to write into"
        raise SettingsError(lacking, remedy="quack export PATH --out DIR")
    if spreadsheet_safe and file_format is not FileFormat.csv:
        raise SettingsError("--spreadsheet-safe is for CSV", remedy="add --format csv, or leave it out")
    from quack.report.exports import export as write

    set_limits(max_seconds, max_memory)
    source = open_games(paths, wanted, rulebook_name, constants, claims, map_file, jobs)
    with Bar("exporting", source.games) as bar:
        files, failed = write(
            watched(source, bar), out, tables=wanted, format=file_format.value, spreadsheet_safe=spreadsheet_safe
        )
    for path, rows in files.items():
        tell(f"{path}: {rows:,} {'row' if rows == 1 else 'rows'}")
    for game in failed:
        complain(game.error)
    if failed:
        raise typer.Exit(FAILED)


def open_games(
    paths: list[Path],
    tables: tuple[str, ...],
    rulebook_name: str | None,
    constants: list[str] | None,
    claims: str | None,
    map_file: Path | None,
    jobs: int,
) -> Source:
    """The rows that the options of a command ask for."""
    from quack.report.data_source import open_source
    from quack.world.map import load_map

    return open_source(
        paths,
        rulebook=_rulebook(rulebook_name, constants),
        claims=claims,
        map=load_map(map_file) if map_file else None,
        tables=tables,
        jobs=jobs,
    )


def _rulebook(name: str | None, constants: list[str] | None) -> Rulebook | None:
    from quack.kb.rulebook import load_rulebook

    if name is None and not constants:
        return None
    return load_rulebook(name or DEFAULT_RULEBOOK, parse_constants(constants))


def watched(source: Source, bar: Bar) -> Iterator[Exported]:
    """The games of a source, while a bar shows how many are done."""
    for done, game in enumerate(source.each, 1):
        yield game
        bar.show(done, source.games)


def _show_schema(tables: tuple[str, ...], as_json: bool) -> None:
    from quack.report.data_listing import schema_lines
    from quack.report.data_schema import TABLES, schema_json

    if as_json:
        tell(json.dumps(schema_json(), indent=1))
    else:
        width = shutil.get_terminal_size((100, 24)).columns
        tell("\n".join(schema_lines([TABLES[table] for table in tables], width)))
