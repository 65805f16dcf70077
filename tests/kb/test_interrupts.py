"""A Ctrl-C while clingo works is raised by us, at the end of it, and not printed by clingo."""

from __future__ import annotations

import os
import signal

import pytest

from quack.kb.rulebook import load_rulebook
from quack.kb.solve import run_program
from quack.pause import interrupts_held
from tests.conftest import ROOT


def test_an_interruption_waits_for_the_end_of_the_block() -> None:
    reached = False
    with pytest.raises(KeyboardInterrupt), interrupts_held():
        os.kill(os.getpid(), signal.SIGINT)
        reached = True

    assert (True, signal.default_int_handler) == (reached, signal.getsignal(signal.SIGINT))


def test_an_interruption_while_clingo_solves_is_ours(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from clingo.control import _SolveEventHandler

    monkeypatch.setattr(
        _SolveEventHandler, "on_statistics", lambda *_: os.kill(os.getpid(), signal.SIGINT), raising=True
    )
    book = load_rulebook(ROOT / "rules")
    with pytest.raises(KeyboardInterrupt):
        run_program(book, book.places, book.text(), trusted=True)

    assert ("", "") == capfd.readouterr()


def test_a_handler_of_somebody_else_is_left_alone() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        with interrupts_held():
            os.kill(os.getpid(), signal.SIGINT)
            assert [signal.SIGINT] == heard
    finally:
        signal.signal(signal.SIGINT, before)
