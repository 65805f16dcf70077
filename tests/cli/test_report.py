"""`quack report`."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.cli.conftest import Run
from tests.conftest import ROOT


def test_a_report_is_an_index_and_a_page_for_each_game(why: Run) -> None:
    shutil.copytree(ROOT / "logs" / "chance", "logs/chance")
    result = why("report", "logs/sample", "logs/chance", "--out", "out", "--compare", "paper")
    assert (0, "", "out/index.html: 2 games, 49 claims\n") == (result.exit_code, result.stderr, result.stdout)
    pages = {path.relative_to("out").as_posix() for path in Path("out").rglob("*.html")}
    assert {"index.html", "games/sample/index.html", "games/chance/seed14/index.html"} == pages


def test_a_game_that_cannot_be_read_is_told_and_the_others_have_pages(why: Run) -> None:
    broken = Path("logs/broken/game.jsonl")
    broken.parent.mkdir()
    broken.write_text("{}\n")
    result = why("report", "logs/sample", "logs/broken", "--out", "out")
    assert 1 == result.exit_code
    assert "logs/broken/game.jsonl:1: " in result.stderr
    assert "out/index.html: 1 game, 36 claims\n" == result.stdout
    assert "broken" in Path("out/index.html").read_text("utf-8")


def test_a_folder_that_cannot_be_written_is_told(why: Run) -> None:
    Path("out").write_text("a file")
    result = why("report", "logs/sample", "--out", "out")
    assert 1 == result.exit_code
    assert "can't be written" in result.stderr
