"""Data frames of claims, games, players and figures, for notebooks.

    from quack.report.frames import data_frames

    frames = data_frames("logs")
    frames.claims.groupby(["team", "verdict"], observed=True).size()

`quack.report.data_schema.TABLES` describes the columns. Missing values are missing (pandas.NA), never 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from quack.audit.results import FailedGame
from quack.errors import SettingsError, whole_text
from quack.report.data_columns import KINDS, Column, DataTable
from quack.report.data_schema import TABLES
from quack.report.data_source import Exported, open_source

if TYPE_CHECKING:
    import pandas as pd

    from quack.kb.rulebook import Rulebook

_CHUNK = 20_000
"""So many rows are held as Python values at a time."""


class Frames(NamedTuple):
    """A data frame per table; one that was not asked for is empty. `failed` are the games that are in none."""

    claims: pd.DataFrame
    games: pd.DataFrame
    players: pd.DataFrame
    metrics: pd.DataFrame
    failed: tuple[FailedGame, ...] = ()


def data_frames(
    paths: str | Path | Sequence[str | Path],
    *,
    rulebook: Rulebook | str | Path | None = None,
    claims: str | Path | None = None,
    jobs: int = 1,
    tables: Iterable[str] = tuple(TABLES),
) -> Frames:
    """Data frames of games, or of an audit that `--out` has written.

        from quack import data_frames

        frames = data_frames("logs/sample")
        print(frames.claims.groupby(["team", "verdict"], observed=True).size())
        print(frames.games.columns)

    Args:
        paths: a log, a run folder, a tree of them, or the folder of a written audit, or several.
        rulebook, claims, jobs: as for `quack.audit_games`; a written audit needs none of them.
        tables: which tables to fill; few take less memory.

    Raises:
        SettingsError: a path or an option can't be used.
        RulebookError: the rulebook can't be loaded, or fails with every game.
    """
    several = [paths] if isinstance(paths, str | Path) else paths
    wanted = tuple(tables)
    source = open_source(several, rulebook=rulebook, claims=claims, jobs=jobs, tables=wanted)
    return collect(source.each)


def collect(exported: Iterable[Exported], columns: Mapping[str, Sequence[str]] | None = None) -> Frames:
    """Data frames of the rows of games.

    Args:
        columns: which columns to keep of which tables; None: all of all tables.
    """
    tables = {name: _only(table, None if columns is None else columns.get(name, ())) for name, table in TABLES.items()}
    gathering = {name: _Gathering(table, TABLES[name]) for name, table in tables.items()}
    failed = []
    for game in exported:
        if isinstance(game, FailedGame):
            failed.append(game)
            continue
        for name, rows in game.rows.items():
            gathering[name].add(rows)
    return Frames(**{name: each.frame() for name, each in gathering.items()}, failed=tuple(failed))


def _only(table: DataTable, names: Sequence[str] | None) -> DataTable:
    if names is None:
        return table
    return DataTable(table.name, table.row, tuple(column for column in table.columns if column.name in names))


class _Gathering:
    """Rows that become a data frame, chunk by chunk."""

    def __init__(self, table: DataTable, whole: DataTable) -> None:
        self._table = table
        self._places = [whole.names.index(name) for name in table.names]
        self._rows: list[tuple[Any, ...]] = []
        self._chunks: list[pd.DataFrame] = []

    def add(self, rows: Iterable[tuple[Any, ...]]) -> None:
        self._rows += rows
        if len(self._rows) >= _CHUNK:
            self._flush()

    def _flush(self) -> None:
        self._chunks.append(frame_of(self._table, [[row[place] for row in self._rows] for place in self._places]))
        self._rows = []

    def frame(self) -> pd.DataFrame:
        if self._rows or not self._chunks:
            self._flush()
        return _joined(self._table, self._chunks)


def _joined(table: DataTable, chunks: Sequence[pd.DataFrame]) -> pd.DataFrame:
    import pandas as pd
    from pandas.api.types import union_categoricals

    if len(chunks) == 1:
        return chunks[0]
    columns = {
        column.name: union_categoricals([chunk[column.name] for chunk in chunks], sort_categories=True)
        if column.dtype == "category"
        else pd.concat([chunk[column.name] for chunk in chunks], ignore_index=True)
        for column in table.columns
    }
    return pd.DataFrame(columns)


def frame_of(table: DataTable, columns: Sequence[Sequence[Any]]) -> pd.DataFrame:
    """A data frame of a table from the values of its columns; None is missing.

    Raises:
        ValueError: a value is of another type than its column.
    """
    import pandas as pd

    arrays = {}
    for column, values in zip(table.columns, columns, strict=True):
        cells = checked(column, values)
        if column.dtype == "category":
            arrays[column.name] = pd.Categorical(cells, categories=_categories(cells))
        else:
            arrays[column.name] = pd.array(cells, dtype=column.dtype)
    frame: pd.DataFrame = pd.DataFrame(arrays)
    return frame


def _categories(cells: Iterable[Any]) -> Any:
    import pandas as pd

    # With their type said: pandas infers another one for no categories than for some.
    return pd.Index(sorted({cell for cell in cells if cell is not None}), dtype="str")


def checked(column: Column, values: Sequence[Any]) -> list[Any]:
    """The values of a column, text made whole where halves of characters stand in it.

    Raises:
        ValueError: a value is of another type than the column, or missing where none may be.
    """
    kinds = KINDS[column.dtype]
    for value in values:
        if value is None:
            if not column.nullable:
                raise ValueError(f"a missing {column.name}")
        elif not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
            raise ValueError(f"{column.name} is {type(value).__name__}")
    if not column.textual:
        return list(values)
    return [value if value is None or value.isascii() else whole_text(value) for value in values]


def read_parquet(path: Path | str) -> pd.DataFrame:
    """The data frame that `quack export` wrote as Parquet.

    Raises:
        SettingsError: the file is not one of an exported table.
    """
    from quack.report.exports import read_parquet_table

    return _of_arrow(*read_parquet_table(Path(path)))


def read_csv(path: Path | str, table: str | None = None) -> pd.DataFrame:
    """The data frame that `quack export --format csv` wrote.

    Args:
        table: which table it is; None: the one that the file is named after.

    Raises:
        SettingsError: the file is not one of an exported table.
    """
    from quack.report.exports import read_csv_table

    name = Path(path).stem if table is None else table
    if name not in TABLES:
        raise SettingsError(f"there is no table {name!r}", path=path, remedy=f"say which: {', '.join(TABLES)}")
    return _of_arrow(TABLES[name], read_csv_table(Path(path), TABLES[name]))


def _of_arrow(table: DataTable, read: Any) -> pd.DataFrame:
    """The data frame of an Arrow table with the columns of a table."""
    import pandas as pd
    import pyarrow as pa

    types = {pa.string(): pd.StringDtype(), pa.int64(): pd.Int64Dtype()}
    types |= {pa.float64(): pd.Float64Dtype(), pa.bool_(): pd.BooleanDtype()}
    columns = {}
    for column in table.columns:
        cells = read[column.name]
        if column.textual:
            cells = cells.cast(pa.string())
        columns[column.name] = series = cells.to_pandas(types_mapper=types.get)
        if column.dtype == "category":
            kinds = pd.CategoricalDtype(_categories(cells.unique().to_pylist()))
            columns[column.name] = series.astype(kinds)
    frame: pd.DataFrame = pd.DataFrame(columns)
    return frame
