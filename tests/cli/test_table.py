"""The terminal that a person plays at: what is shown steers it not, what is written is read line by line."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from typing import Any

import pytest

from quack.cli.table import Terminal, _obituary
from quack.events.models import PlayerEjected, PlayerKilled
from tests.support.stand_ins import small_order


def _read(terminal: Terminal, number: int) -> list[str | None]:
    async def lines() -> list[str | None]:
        return [await terminal.line("> ") for _ in range(number)]

    return asyncio.run(lines())


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts bytes where the person writes."""

    def pipe(data: bytes) -> None:
        end, start = os.pipe()
        os.write(start, data)
        os.close(start)
        monkeypatch.setattr(sys, "stdin", open(end, encoding="utf-8"))  # noqa: SIM115

    return pipe


def test_what_others_say_steers_no_terminal(capfdbinary):
    Terminal().show('Bob said "\x1b[2J\r\x07 \u202e ü"\nnext')
    assert 'Bob said "\\x1b[2J\\r\\x07 \\u202e ü"\nnext\n'.encode() == capfdbinary.readouterr().out


def test_long_lines_are_as_wide_as_the_terminal_and_go_on_below_their_words(capfd, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    Terminal().show("- round 1, Alice: on the way from weapons\n\n  1  move(a room) and something else besides it")
    assert (
        "- round 1, Alice: on the way from\n  weapons\n\n  1  move(a room) and something else\n     besides it\n"
        == capfd.readouterr().out
    )


def test_what_is_shown_can_stand_aside(capfdbinary):
    Terminal(aside=True).show("a table")
    assert (b"", b"a table\n") == capfdbinary.readouterr()


def test_lines_are_read_one_by_one_to_their_end(piped):
    piped("one\r\nzwei ü\n\nlast".encode())
    assert ["one", "zwei ü", "", "last", None, None] == _read(Terminal(), 6)


def test_bytes_that_are_no_text_and_lines_without_end_are_read(piped):
    piped(b"\xff\n" + b"x" * 50_000)
    assert ["\ufffd", "x" * 50_000] == _read(Terminal(), 2)


def test_where_there_is_no_file_lines_are_read_all_the_same(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("one\n\ntwo"))
    assert ["one", "", "two", None] == _read(Terminal(), 4)


def test_a_person_is_told_of_its_own_end_and_of_nobody_elses(capfd):
    order = small_order(seats=(("Bob", "human"),))
    tell = _obituary(order, Terminal())
    common = {"line": 1, "tick": 1}
    for player in ("player_0", "player_1"):
        tell(PlayerKilled(**common, killer_id="player_2", target_id=player, room="medbay"))
        tell(PlayerEjected(**common, player_id=player, name="x", role="Goose", team="goose", votes={}))
    out = capfd.readouterr().out.splitlines()
    assert ["Bob has been killed. The others play on.", "Bob has been voted out. The others play on."] == out[1::2]
