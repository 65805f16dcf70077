"""The progress bar shows itself only where somebody can see it."""

from __future__ import annotations

import io
import sys

import pytest

from quack.cli.progress import Bar


class Terminal(io.StringIO):
    """A stream that somebody watches."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")


def _shown(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, total: int = 3, *, quiet: bool = False) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    with Bar("auditing", total, quiet=quiet) as bar:
        for done in range(1, total + 1):
            bar.show(done, total)
    return stream.getvalue()


def test_nothing_is_shown_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "" == _shown(io.StringIO(), monkeypatch)


def test_a_terminal_sees_how_many_games_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "3/3" in _shown(Terminal(), monkeypatch)


def test_one_game_needs_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "" == _shown(Terminal(), monkeypatch, 1)


def test_results_on_the_same_terminal_are_not_disturbed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert "" == _shown(Terminal(), monkeypatch, quiet=True)
