"""`quack export`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quack.report.data_schema import TABLES
from tests.cli.conftest import Run
from tests.conftest import ROOT

pytest.importorskip("pyarrow")


def test_every_table_becomes_a_file(why: Run) -> None:
    result = why("export", "logs", "--out", "out")
    assert 0 == result.exit_code, result.stderr
    assert {*(f"{name}.parquet" for name in TABLES), "schema.json"} == {path.name for path in Path("out").iterdir()}
    assert "out/games.parquet: 1 row\n" in result.stdout


def test_some_tables_become_csv(why: Run) -> None:
    result = why("export", "logs", "--out", "out", "-f", "csv", "-t", "games")
    assert ("out/games.csv: 1 row\n", 0) == (result.stdout, result.exit_code)


def test_a_written_audit_is_exported_as_it_is(why: Run) -> None:
    why("audit", "logs", "--out", "audited", "--rules", "paper")
    why("export", "audited", "--out", "a")
    why("export", "logs", "--rules", "paper", "--out", "b")
    why("export", "logs", "--out", "c")
    claims = [Path(folder, "claims.parquet").read_bytes() for folder in "abc"]
    assert claims[0] == claims[1] != claims[2]


def test_the_schema_is_told_without_games(why: Run) -> None:
    assert "metrics: a row is a figure" in why("export", "--schema").stdout
    assert set(TABLES) == set(json.loads(why("export", "--schema", "--json").stdout)["tables"])


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (["logs"], "no folder is named to write into; quack export PATH --out DIR"),
        (["--out", "out"], "no games are named; quack export PATH --out DIR"),
        (["logs", "--out", "out", "--spreadsheet-safe"], "add --format csv"),
    ],
)
def test_what_cannot_be_done_is_told_with_a_remedy(words: list[str], remedy: str, why: Run) -> None:
    result = why("export", *words)
    assert 2 == result.exit_code
    assert remedy in result.stderr


def test_a_game_that_fails_is_named_and_the_others_are_exported(why: Run) -> None:
    folder = Path("logs/broken")
    folder.mkdir()
    (folder / "game.jsonl").write_text("no log\n")
    result = why("export", "logs", "--out", "out", "-t", "games")
    assert (1, "out/games.parquet: 1 row\n") == (result.exit_code, result.stdout)
    assert "logs/broken/game.jsonl" in result.stderr


def test_help_needs_no_data_frames() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from quack.cli import app; "
        "print([n for n in ('pandas', 'pyarrow', 'matplotlib', 'numpy') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert "[]\n" == done.stdout
