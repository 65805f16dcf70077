"""Files of exported data: what is written is what is read."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quack.audit.results import FailedGame
from quack.errors import AuditError, LogError, SettingsError, whole_text
from quack.report import exports
from quack.report.data_columns import KINDS, DataTable
from quack.report.data_schema import TABLES
from quack.report.data_source import Exported, GameRows
from quack.report.exports import export
from quack.report.frames import Frames, collect, data_frames, frame_of, read_csv, read_parquet
from tests.conftest import ROOT

pd = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")
READERS = {"parquet": read_parquet, "csv": read_csv}


@pytest.mark.parametrize("format", READERS)
@pytest.mark.parametrize("table", TABLES)
def test_a_file_is_read_as_the_frame_it_was_written_from(
    format: Any, table: str, exported: list[Exported], frames: Frames, tmp_path: Path
) -> None:
    export(exported, tmp_path, tables=[table], format=format)
    pd.testing.assert_frame_equal(getattr(frames, table), READERS[format](tmp_path / f"{table}.{format}"))


def test_pandas_alone_reads_the_same_types(exported: list[Exported], frames: Frames, tmp_path: Path) -> None:
    export(exported, tmp_path, tables=["metrics"])
    alone = pd.read_parquet(tmp_path / "metrics.parquet")
    assert list(map(str, frames.metrics.dtypes)) == list(map(str, alone.dtypes))


@pytest.mark.parametrize("format", READERS)
def test_the_same_rows_give_the_same_bytes_however_they_come(
    format: Any, exported: list[Exported], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "GROUP_ROWS", 100)
    for folder in ("a", "b"):
        export(iter(exported), tmp_path / folder, format=format)
    for path in sorted((tmp_path / "a").iterdir()):
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()
    assert [] == [path.name for path in (tmp_path / "a").iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("format", READERS)
def test_groups_of_rows_do_not_change_what_is_read(
    format: Any, exported: list[Exported], frames: Frames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "GROUP_ROWS", 7)
    export(exported, tmp_path, tables=["claims"], format=format)
    pd.testing.assert_frame_equal(frames.claims, READERS[format](tmp_path / f"claims.{format}"))


def _cells(table: DataTable) -> st.SearchStrategy[tuple[Any, ...]]:
    texts = st.one_of(
        st.text(max_size=6), st.sampled_from(["", '"', ",", "\r", "\n", "\x00", "'", "NA", "\ud800", "=1"])
    )
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "string": texts,
        "category": texts,
        "Int64": st.integers(-(2**63), 2**63 - 1),
        "Float64": st.floats(allow_nan=False),
        "boolean": st.booleans(),
    }
    return st.tuples(*(st.none() | kinds[c.dtype] if c.nullable else kinds[c.dtype] for c in table.columns))


@pytest.mark.parametrize("format", READERS)
@pytest.mark.parametrize("table", ["players", "metrics"])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_text_and_number_comes_back(
    format: Any, table: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rows = data.draw(st.lists(_cells(TABLES[table]), max_size=4))
    out = tmp_path_factory.mktemp("any")
    export([GameRows("g", {table: rows})], out, tables=[table], format=format)
    columns = list(zip(*rows, strict=True)) or [() for _ in TABLES[table].columns]
    read = READERS[format](out / f"{table}.{format}")
    pd.testing.assert_frame_equal(frame_of(TABLES[table], columns), read)


def test_an_empty_text_is_not_a_missing_one(tmp_path: Path) -> None:
    row = tuple(
        "" if column.textual else None if column.nullable else KINDS[column.dtype]()  # type: ignore[operator]
        for column in TABLES["players"].columns
    )
    export([GameRows("g", {"players": [row]})], tmp_path, tables=["players"], format="csv")
    read = read_csv(tmp_path / "players.csv")
    assert ("", True) == (read["model"][0], bool(read["kills"].isna()[0]))


def test_formulas_stay_text_for_spreadsheets_if_wanted(tmp_path: Path) -> None:
    named = {"name": '=HYPERLINK("x")', "model": "@cmd", "kills": -3}
    row = tuple(
        named.get(column.name, "" if column.textual else KINDS[column.dtype]())  # type: ignore[operator]
        for column in TABLES["players"].columns
    )
    games = [GameRows("g", {"players": [row]})]
    export(games, tmp_path, tables=["players"], format="csv", spreadsheet_safe=True)
    read = read_csv(tmp_path / "players.csv")
    assert ('\'=HYPERLINK("x")', "'@cmd", -3) == (read["name"][0], read["model"][0], read["kills"][0])
    export(games, tmp_path, tables=["players"], format="csv")
    assert '=HYPERLINK("x")' == read_csv(tmp_path / "players.csv")["name"][0]


def test_a_failure_on_the_way_leaves_the_older_files(exported: list[Exported], tmp_path: Path) -> None:
    export(exported, tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def broken() -> Iterator[Exported]:
        yield exported[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(broken(), tmp_path)
    assert before == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


def test_a_full_disk_is_told_with_the_file_and_leaves_no_draft(
    exported: list[Exported], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(sink: Any, schema: Any) -> Any:
        class Full:
            def write_table(self, table: Any) -> None:
                raise OSError(errno.ENOSPC, "No space left on device")

            close = write_table

        return Full()

    monkeypatch.setattr(exports, "_parquet_writer", full)
    with pytest.raises(OSError, match="No space left") as caught:
        export(exported, tmp_path, tables=["games"])
    assert (str(tmp_path / "games.parquet"), []) == (caught.value.filename, list(tmp_path.iterdir()))


def test_a_value_of_another_type_is_an_error_with_the_column(tmp_path: Path) -> None:
    row = tuple(["x"] * len(TABLES["players"].columns))
    with pytest.raises(AuditError, match="players: seat is str"):
        export([GameRows("g", {"players": [row]})], tmp_path, tables=["players"])


def test_failed_games_are_handed_back(exported: list[Exported], tmp_path: Path) -> None:
    failed = FailedGame("bad", tmp_path, LogError("no log"))
    files, left_out = export([*exported, failed], tmp_path, tables=["games"])
    assert ({tmp_path / "games.parquet": 6}, [failed]) == (files, left_out)
    assert (failed,) == collect([failed]).failed


def test_a_file_that_is_no_exported_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "claims.parquet").write_bytes(b"PAR1 is not enough")
    (tmp_path / "claims.csv").write_text("a,b\n1,2\n")
    with pytest.raises(SettingsError, match="no table of this version"):
        read_parquet(tmp_path / "claims.parquet")
    with pytest.raises(SettingsError, match="claims"):
        read_csv(tmp_path / "claims.csv")
    with pytest.raises(SettingsError, match="there is no table"):
        read_csv(tmp_path / "other.csv")


def test_a_missing_library_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SettingsError, match=r"needs pyarrow, which is not installed; pip install 'quack\[export\]'"):
        export([], tmp_path)


def test_frames_of_games_are_had_in_one_call() -> None:
    frames = data_frames(ROOT / "logs" / "sample", tables=["games"])
    assert (1, 0) == (len(frames.games), len(frames.claims))


def test_halves_of_characters_are_replaced_alike_everywhere() -> None:
    table = TABLES["players"]
    row = ["\ud800" if c.textual else KINDS[c.dtype]() for c in table.columns]  # type: ignore[operator]
    assert whole_text("\ud800") == frame_of(table, [[cell] for cell in row])["name"][0]
