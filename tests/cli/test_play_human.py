"""`quack play` with a person: answers come through a pipe or a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

SHORT = ("--players", "4", "--ticks", "6", "--discussion-rounds", "1", "--first-kill", "1")


def _lines(path: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in Path(path).open()]


@pytest.fixture
def command(starter: object, tmp_path: Path) -> list[str]:
    """`quack play` of a short game with Bob played by a person, and kept in `runs`."""
    quack = starter.write(tmp_path / "bin/quack")  # type: ignore[attr-defined]
    return [str(quack), "play", *SHORT, "--human", "Bob", "--out", "runs"]


def test_piped_lines_are_answers_and_what_is_missing_is_asked_for_later(command: list[str], tmp_path: Path) -> None:
    first = subprocess.run(command, cwd=tmp_path, input="1\n1 hello", capture_output=True, text=True, check=False)
    assert 1 == first.returncode
    assert "seed1: not finished: Bob has left the table; run the same command again to go on" in first.stderr
    assert 2 == sum("n" in line for line in _lines(f"{tmp_path}/runs/seed1/transcript.jsonl"))
    second = subprocess.run(command, cwd=tmp_path, input="1\n" * 30, capture_output=True, text=True, check=False)
    assert 0 == second.returncode, second.stderr
    assert "Written to runs/seed1: game.jsonl, transcript.jsonl with what was asked" in second.stdout
    assert '"message":"hello"' in (tmp_path / "runs/seed1/game.jsonl").read_text()


def test_the_person_is_shown_no_more_than_its_player_sees(command: list[str], tmp_path: Path) -> None:
    told = subprocess.run(
        command,
        cwd=tmp_path,
        input="1\n" * 40,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"COLUMNS": "1000"},
    ).stdout
    table = told.partition("\nGames\n")[0]
    assert table and "the start" not in table and "Duck: " not in table
    kept = [str(line["text"]) for line in _lines(f"{tmp_path}/runs/seed1/transcript.jsonl") if "text" in line]
    lines = set(re.sub(r"\[[^\]]*; m for memory, \? for help\] 1", "", table).splitlines())
    more = "\n".join(sorted(lines - {line for text in kept for line in text.splitlines()} - {""}))
    assert re.fullmatch(r"(Bob has been (killed|voted out)\. The others play on\.)?", more), more


def test_a_person_answers_on_a_terminal_and_control_d_leaves(command: list[str], tmp_path: Path) -> None:
    main, other = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=environment, cwd=tmp_path) as process:
        os.close(other)
        shown = _until(main, b"for help] ")
        os.write(main, b"?\n")
        shown += _until(main, b"for help] ")
        os.write(main, b"1\n")
        shown += _until(main, b"for help] ")
        os.write(main, b"\x04")
        shown += _until(main, b"to go on")
        process.wait(30)
    os.close(main)
    assert 1 == process.returncode
    assert b"You are Bob, a Goose." in shown and b"Ctrl-D leaves the table" in shown
    assert 100 >= max(map(len, shown.decode().splitlines()))
    assert 1 == sum("n" in line for line in _lines(f"{tmp_path}/runs/seed1/transcript.jsonl"))


def test_an_interruption_keeps_what_was_answered_and_says_how_to_go_on(command: list[str], tmp_path: Path) -> None:
    own = [sys.executable, str(ROOT / "cli.py"), *command[1:]]  # a signal reaches no fork of another process
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(own, cwd=tmp_path, **pipes) as process:  # type: ignore[call-overload]
        process.stdin.write(b"1\n")
        process.stdin.flush()
        _until(process.stdout.fileno(), b"for help] 1")
        _until(process.stdout.fileno(), b"for help] ")
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert 130 == process.returncode
    assert b"interrupted; 0 of 1 games are in runs; the same command goes on, and asks nothing twice" in told
    assert 1 == sum("n" in line for line in _lines(f"{tmp_path}/runs/seed1/transcript.jsonl"))


def _until(file: int, end: bytes) -> bytes:
    """What is written there, up to and with the first such words."""
    read = b""
    while end not in read:
        more = os.read(file, 1)
        assert more, read
        read += more
    return read
