"""`quack replay`: which ticks it tells, to whom, and how."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from quack.cli.app import app
from quack.cli.stepping import step
from quack.report.replay import Printer
from quack.report.telling import Line, Page
from tests.conftest import ROOT
from tests.support.games import GameBuilder

SAMPLE = str(ROOT / "logs" / "sample")
Run = Callable[..., Result]


@pytest.fixture
def replay(monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("COLUMNS", "120")
    return lambda *words: CliRunner().invoke(app, ["replay", *words])


def _ticks(result: Result) -> list[str]:
    return [line.split()[2].strip(",") for line in result.output.splitlines() if " tick " in f" {line} "[:12]]


def test_into_a_pipe_the_whole_game_is_told(replay):
    result = replay(SAMPLE)
    assert 0 == result.exit_code
    assert [str(tick) for tick in range(1, 15)] == _ticks(result)


@pytest.mark.parametrize("path", [SAMPLE, f"{SAMPLE}/game.jsonl"])
def test_one_tick_can_be_asked_for(replay, path):
    assert ["7"] == _ticks(replay(path, "--tick", "7"))


def test_some_ticks_can_be_asked_for(replay):
    assert ["7", "8", "9"] == _ticks(replay(SAMPLE, "--from", "7", "--to", "9"))


@pytest.mark.parametrize("words", [("--tick", "999"), ("--from", "9", "--to", "7"), ("--tick", "3", "--to", "7")])
def test_ticks_that_are_not_there_are_an_error(replay, words):
    assert 2 == replay(SAMPLE, *words).exit_code


@pytest.mark.parametrize("name", ["Frank", "frank", "player_5"])
def test_a_player_goes_by_name_or_id(replay, name):
    output = replay(SAMPLE, "--player", name, "--tick", "7").output
    assert "sees Bob leaving for cafeteria, the body of Alice" in output
    assert "security" not in output.partition("meeting 0")[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("--player", "Alice", "--tick", "12"),
            "nothing to tell of tick 12, for in tick 6 Alice is killed: nothing more reaches it; ticks go from 0 to 6",
        ),
        (("--tick", "99"), "nothing to tell of tick 99, for in tick 14 the "),
        (("--from", "9", "--to", "7"), "nothing to tell of ticks 9 to 7; ticks go from 0 to 14"),
    ],
)
def test_why_there_is_nothing_to_tell_is_said(replay, words, said):
    assert said in replay(SAMPLE, *words).output


def test_an_unknown_player_is_named_with_those_there_are(replay):
    result = replay(SAMPLE, "--player", "Zoe")
    assert 2 == result.exit_code
    assert "there is no player Zoe; name one of: Alice, Bob, Charlie, Diana, Eve, Frank" in result.output


def test_json_holds_places_and_events(replay):
    told = json.loads(replay(SAMPLE, "--tick", "7", "--json").output)
    tick = told["ticks"][0]
    assert (7, {"player": "player_1", "name": "Bob", "room": "medbay"}) == (tick["tick"], tick["places"][0])
    assert {"kind": "meeting", "text": "meeting 0: Frank reports a body (dead: Alice in medbay)", "line": 53} in tick[
        "events"
    ]


def test_a_folder_of_several_games_has_to_name_one(replay, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        GameBuilder().tick(1).write(tmp_path / name)
    result = replay(str(tmp_path))
    assert (2, True) == (result.exit_code, "2 games lie here: a, b; name one of them" in result.output)


def test_a_log_that_is_none_is_an_error(replay, tmp_path):
    (tmp_path / "game.jsonl").write_text("nonsense\nnonsense\n")
    assert 1 == replay(str(tmp_path)).exit_code


def test_a_log_that_contradicts_itself_is_told_with_a_warning(replay, tmp_path):
    game = GameBuilder(rooms={"Alice": "medbay"}).tick(1).move("Alice", "cafeteria", origin="storage").tick(2)
    result = replay(str(game.write(tmp_path)))
    assert 0 == result.exit_code
    assert "quack log check" in result.output


HOSTILE = "Al\x1b]0;owned\x07\x1b[31m\nice\u202e"


@pytest.mark.parametrize("words", [(), ("--player", "Bob"), ("--json",)])
def test_hostile_names_and_words_do_not_steer_the_terminal(replay, tmp_path, words):
    game = GameBuilder((HOSTILE, "Bob", "Cid"), rooms={HOSTILE: "medbay", "Bob": "medbay"}).tick(1)
    game.chat(HOSTILE, f"\x1b[2J {HOSTILE}\r\x9b31m").task(HOSTILE, task="\x1b[5mscan").tick(2).call("Cid")
    game.say(HOSTILE, "\x1b[2J[red]bold[/red]\x00"[:-1]).vote("Bob", HOSTILE).eject(HOSTILE).over(reason="\x1b[31mwon")
    result = replay(str(game.write(tmp_path)), *words)
    assert 0 == result.exit_code, result.output
    assert set() == {"\x1b", "\x07", "\x9b", "\r", "\u202e", "\x00"} & set(result.output)


def _step(answers: list[str], monkeypatch: pytest.MonkeyPatch, count: int = 4) -> str:
    file = io.StringIO()
    pages = [Page(tick, {}, {}, (Line("tick", f"t{tick}"),)) for tick in range(count)]
    waiting = iter(answers)

    def answer(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    step(pages, Printer(file))
    return file.getvalue().replace("\n", " ").split().__str__()


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (["", "", ""], ["t0", "t1", "t2", "t3"]),
        (["", "b", ""], ["t0", "t1", "t0", "t1"]),
        (["2"], ["t0", "t2"]),
        (["3"], ["t0", "t3"]),
        (["00002", "1", "q"], ["t0", "t2", "t1"]),
        (["", "a"], ["t0", "t1", "t2", "t3"]),
        (["q"], ["t0"]),
        ([], ["t0"]),
    ],
)
def test_a_person_steps_through_it(answers, told, monkeypatch):
    assert str(told) == _step(answers, monkeypatch)


@pytest.mark.parametrize("answer", ["zz", "bb", "quark", "-1", "1.5", "²"])
def test_what_is_not_understood_is_said_and_the_page_stays(answer, monkeypatch, capsys):
    assert str(["t0", "t1"]) == _step([answer, answer, "", "q"], monkeypatch)
    assert 2 == capsys.readouterr().out.count("not understood: Enter goes on, b back, a number to that tick")


@pytest.mark.parametrize("answer", ["4", "999", "9" * 5_000])
def test_a_tick_that_is_not_there_is_said_and_the_page_stays(answer, monkeypatch, capsys):
    assert str(["t0", "t1"]) == _step([answer, "", "q"], monkeypatch)
    assert f"no tick {answer[:10]} here: they go from 0 to 3\n" == capsys.readouterr().out


def test_on_a_terminal_it_waits_and_obeys_no_color(tmp_path: Path) -> None:
    main, other = pty.openpty()
    environment = os.environ | {"NO_COLOR": "1", "TERM": "xterm", "COLUMNS": "100"}
    command = [sys.executable, str(ROOT / "cli.py"), "replay", SAMPLE]
    with subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=environment, cwd=tmp_path) as process:
        os.close(other)
        os.write(main, b"\nq\n")
        shown = b""
        while chunk := _read(main):
            shown += chunk
    os.close(main)
    assert 0 == process.returncode
    assert (True, False) == (b"tick 1, round 0" in shown, b"tick 2, round 0" in shown)
    assert b"\x1b[3" not in shown


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:
        return b""
