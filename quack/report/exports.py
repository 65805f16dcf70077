"""Tables of exported data as files: Parquet by row groups, CSV by blocks, so that memory doesn't grow with the games.

The same rows give the same bytes by the same version of pyarrow. A file appears under its name when it is whole.
In CSV all text stands in quotes and what is missing is empty, so that an empty text and a missing one stay apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from quack.audit.results import FailedGame
from quack.drafts import draft_of, draft_path, naming
from quack.errors import AuditError, SettingsError
from quack.report.data_columns import Column, DataTable
from quack.report.data_schema import SCHEMA_VERSION, TABLES, schema_json
from quack.report.data_source import Exported
from quack.report.extras import require
from quack.report.frames import checked
from quack.report.markup import FORMULA

Format = Literal["parquet", "csv"]

GROUP_ROWS = 20_000
"""Rows of a row group, and of a block of CSV."""

SCHEMA_NAME = "schema.json"

_BLOCK = 64_000_000
"""Bytes of CSV that are read at once; a row has to fit."""


def export(
    games: Iterable[Exported],
    out: Path,
    *,
    tables: Sequence[str] = tuple(TABLES),
    format: Format = "parquet",
    spreadsheet_safe: bool = False,
) -> tuple[dict[Path, int], list[FailedGame]]:
    """Writes the rows of games as `out/<table>.<format>`, and what their columns mean as `out/schema.json`.

    Args:
        spreadsheet_safe: put an apostrophe before text that a spreadsheet would take for a formula (CSV only).

    Returns:
        How many rows each file has, and the games that are in none.

    Raises:
        SettingsError: pyarrow is not installed.
        AuditError: a game's rows don't fit the tables.
        OSError: a file can't be written.
    """
    require("pyarrow")
    out.mkdir(parents=True, exist_ok=True)
    failed = []
    with ExitStack() as stack:
        made = {
            name: stack.enter_context(_Writer(out / f"{name}.{format}", TABLES[name], format, spreadsheet_safe))
            for name in tables
        }
        for game in games:
            if isinstance(game, FailedGame):
                failed.append(game)
                continue
            for name, writer in made.items():
                writer.add(game.rows[name])
        for writer in made.values():
            writer.finish()
        _write_schema(out / SCHEMA_NAME)
        for writer in made.values():
            writer.publish()
    return {writer.path: writer.rows for writer in made.values()}, failed


def _write_schema(path: Path) -> None:
    with draft_of(path) as draft:
        draft.write_text(json.dumps(schema_json(), indent=1) + "\n", encoding="utf-8")


class _Writer:
    """A file that grows by groups of rows under another name, until it is published.

    Attributes:
        rows: how many it was given.
    """

    def __init__(self, path: Path, table: DataTable, format: Format, safe: bool) -> None:
        self.path, self.rows = path, 0
        self._table, self._safe = table, safe and format == "csv"
        self._draft = draft_path(path)
        self._waiting: list[tuple[Any, ...]] = []
        self._schema = _schema(table, plain=format == "csv")
        self._sink = open(self._draft, "wb")  # noqa: SIM115
        self._writer = (_csv_writer if format == "csv" else _parquet_writer)(self._sink, self._schema)

    def __enter__(self) -> _Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # What is written after a failure goes with the draft; unclosed, the writer would complain later.
        with suppress(Exception):
            self._writer.close()
        with suppress(OSError):
            self._sink.close()
        self._draft.unlink(missing_ok=True)

    def add(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Takes in some rows."""
        self.rows += len(rows)
        self._waiting += rows
        while len(self._waiting) >= GROUP_ROWS:
            self._write(self._waiting[:GROUP_ROWS])
            del self._waiting[:GROUP_ROWS]

    def finish(self) -> None:
        """Writes what is left and ends the file."""
        if self._waiting:
            self._write(self._waiting)
            self._waiting = []
        with naming(self.path):
            self._writer.close()
            self._sink.close()

    def publish(self) -> None:
        """Gives the file its name."""
        self._draft.replace(self.path)

    def _write(self, rows: Sequence[tuple[Any, ...]]) -> None:
        import pyarrow as pa

        try:
            columns = [
                pa.array(self._cells(column, [row[index] for row in rows]), field.type)
                for index, (column, field) in enumerate(zip(self._table.columns, self._schema, strict=True))
            ]
        except (ValueError, TypeError, OverflowError) as error:
            raise AuditError(f"{self._table.name}: {error}", path=self.path, remedy="audit again") from None
        with naming(self.path):
            self._writer.write_table(pa.Table.from_arrays(columns, schema=self._schema))

    def _cells(self, column: Column, values: Sequence[Any]) -> list[Any]:
        cells = checked(column, values)
        if self._safe and column.textual:
            return [f"'{cell}" if cell is not None and cell.startswith(FORMULA) else cell for cell in cells]
        return cells


def _parquet_writer(sink: Any, schema: Any) -> Any:
    parquet = require("pyarrow.parquet")
    return parquet.ParquetWriter(sink, schema, compression="zstd", version="2.6")


def _csv_writer(sink: Any, schema: Any) -> Any:
    csv = require("pyarrow.csv")
    return csv.CSVWriter(sink, schema, write_options=csv.WriteOptions(include_header=True, quoting_style="needed"))


def _types() -> Mapping[str, Any]:
    import pyarrow as pa

    return {
        "string": pa.string(),
        "category": pa.dictionary(pa.int32(), pa.string()),
        "Int64": pa.int64(),
        "Float64": pa.float64(),
        "boolean": pa.bool_(),
    }


_NUMPY_TYPES = {"string": "string", "category": "object", "Int64": "Int64", "Float64": "Float64", "boolean": "boolean"}


def _schema(table: DataTable, *, plain: bool = False) -> Any:
    """The Arrow schema of a table, with the meaning of each column, and its dtype for `pandas.read_parquet`."""
    import pyarrow as pa

    types = _types()
    fields = [
        pa.field(
            column.name,
            types["string"] if plain and column.textual else types[column.dtype],
            column.nullable,
            {"meaning": column.meaning, "unit": column.unit},
        )
        for column in table.columns
    ]
    told = {
        "index_columns": [],
        "column_indexes": [],
        "columns": [
            {
                "name": column.name,
                "field_name": column.name,
                "pandas_type": "categorical" if column.dtype == "category" else column.dtype.lower(),
                "numpy_type": _NUMPY_TYPES[column.dtype],
                "metadata": None,
            }
            for column in table.columns
        ],
    }
    about = {"table": table.name, "version": SCHEMA_VERSION}
    return pa.schema(fields, {"pandas": json.dumps(told), "quack": json.dumps(about)})


def read_parquet_table(path: Path) -> tuple[DataTable, Any]:
    """Which table a file holds, and its rows as an Arrow table.

    Raises:
        SettingsError: it is no exported table of this version.
    """
    arrow, parquet = require("pyarrow"), require("pyarrow.parquet")
    try:
        read = parquet.read_table(path)
        about = json.loads((read.schema.metadata or {})[b"quack"])
        table = TABLES[about["table"]]
        if about["version"] != SCHEMA_VERSION or tuple(read.column_names) != table.names:
            raise KeyError(path)
    except (arrow.ArrowException, KeyError, ValueError, TypeError):
        raise SettingsError("no table of this version of quack export", path=path, remedy="export it again") from None
    return table, read


def read_csv_table(path: Path, table: DataTable) -> Any:
    """The rows of a table as an Arrow table.

    Raises:
        SettingsError: the file holds other columns.
    """
    arrow, csv = require("pyarrow"), require("pyarrow.csv")
    types = {field.name: field.type for field in _schema(table, plain=True)}
    try:
        read = csv.read_csv(
            path,
            read_options=csv.ReadOptions(block_size=_BLOCK, use_threads=False),
            parse_options=csv.ParseOptions(newlines_in_values=True),
            convert_options=csv.ConvertOptions(
                column_types=types, strings_can_be_null=True, quoted_strings_can_be_null=False, null_values=[""]
            ),
        )
    except arrow.ArrowException as error:
        raise SettingsError(f"no table {table.name}: {error}", path=path, remedy="export it again") from None
    if tuple(read.column_names) != table.names:
        raise SettingsError(f"other columns than the table {table.name}", path=path, remedy="export it again")
    return read
