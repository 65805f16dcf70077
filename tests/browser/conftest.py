"""A report in a real browser that complains about nothing and fetches nothing from elsewhere."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from quack.audit.discover import discover_games, with_claims
from quack.kb.rulebook import load_rulebook
from quack.report.page.writing import write_report
from tests.browser.games import crowded_game, hostile_game
from tests.conftest import ROOT
from tests.support.browser import Browser, browser


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a sample game and of one whose names and words are markup, by two rulebooks."""
    folder = tmp_path_factory.mktemp("report")
    shutil.copytree(ROOT / "logs" / "sample", folder / "games" / "sample")
    shutil.copytree(ROOT / "logs" / "swapped" / "seed3", folder / "games" / "swapped")
    hostile_game(folder / "games" / "hostile")
    crowded_game(folder / "games" / "crowd")
    games = with_claims(discover_games([folder / "games"]))
    write_report(games, folder / "out", load_rulebook("observed"), load_rulebook("paper"))
    return folder / "out"


@pytest.fixture(scope="session")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The one browser of these tests."""
    with browser(tmp_path_factory.mktemp("browser")) as started:
        started.resize(1400, 900)
        yield started


@pytest.fixture
def quiet(session: Browser) -> Iterator[Browser]:
    """The browser; after the test nothing may have been complained about, nor anything fetched from elsewhere."""
    session.complaints(), session.requests()
    yield session
    assert [] == session.complaints()
    assert [] == [url for url in session.requests() if not url.startswith(("file:", "blob:"))]
    assert session.run("return window.canary === undefined;")


@pytest.fixture
def game(quiet: Browser, written: Path) -> Browser:
    """The page of the sample game."""
    quiet.open(written / "index.html")
    quiet.open(written / "games" / "sample" / "index.html")
    return quiet
