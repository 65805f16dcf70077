"""`quack report`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quack.cli.app import INTERRUPTED
from quack.report.page import making
from quack.report.page.models import GamePage
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


AGAIN = "; the same command begins anew and writes every page\n"


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if somebody interrupted a report as its second game is done, before its page is written."""
    write, games = making.write_page, iter((False, True))

    def written(folder: Path, page: GamePage) -> int:
        if next(games):
            raise KeyboardInterrupt
        return write(folder, page)

    monkeypatch.setattr(making, "write_page", written)


def test_an_interrupted_report_says_what_is_there_and_what_the_next_run_does(why: Run, interrupt: None) -> None:
    shutil.copytree(ROOT / "logs" / "chance", "logs/chance")
    result = why("report", "logs/sample", "logs/chance", "--out", "out")
    there = "interrupted; pages of 1 of 2 games are in out, which has no index yet"
    assert (INTERRUPTED, "", f"{there}{AGAIN}") == (result.exit_code, result.stdout, result.stderr)


def test_the_index_of_an_earlier_report_is_told_apart(why: Run, interrupt: None) -> None:
    shutil.copytree(ROOT / "logs" / "chance", "logs/chance")
    Path("out").mkdir()
    Path("out/index.html").write_text("an earlier one")
    result = why("report", "logs/sample", "logs/chance", "--out", "out")
    there = "interrupted; pages in out may be new, and its index is still that of an earlier report"
    assert f"{there}{AGAIN}" == result.stderr


def test_a_report_that_is_interrupted_at_once_has_no_page(why: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def written(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(making, "write_page", written)
    assert f"interrupted; no page is written{AGAIN}" == why("report", "logs/sample", "--out", "out").stderr
