"""`quack play`: what it shows, keeps and refuses; what it writes can be replayed and audited."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from quack.cli.app import app
from quack.cli.play_options import complete_agents, complete_maps
from quack.world.map import load_map
from tests.conftest import ROOT

Run = Callable[..., Result]
SHORT = ("--ticks", "30")


@pytest.fixture
def quack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUACK_RULES", str(ROOT / "rules"))
    monkeypatch.setenv("COLUMNS", "100")
    return lambda *words: CliRunner().invoke(app, list(words))


def test_without_a_folder_the_game_is_told_and_nothing_is_written(quack, tmp_path):
    result = quack("play", *SHORT)
    assert 0 == result.exit_code, result.output
    assert "the start: 6 players on simple_ship; Duck: " in result.output
    assert "Nothing was written; --out DIR keeps games" in result.output
    assert [] == list(tmp_path.iterdir())


def test_with_a_folder_into_a_pipe_only_the_summary_is_told(quack):
    output = quack("play", *SHORT, "--out", "runs").output
    assert "the start" not in output
    assert "Written to runs/seed1: game.jsonl, and claims.gold.jsonl" in output


@pytest.mark.parametrize(("option", "told"), [("--watch", True), ("--no-watch", False)])
def test_telling_can_be_asked_for(quack, option, told):
    assert told is ("the start" in quack("play", *SHORT, option, "--out", "runs").output)


def test_the_next_commands_work_as_they_stand(quack, starter, tmp_path):
    output = quack("play", *SHORT, "--out", "my runs", "--games", "2").output
    commands = [line.strip() for line in output.partition("Next:")[2].splitlines() if line.strip()]
    assert ["quack replay 'my runs/seed1'", "quack audit 'my runs'", "quack why 'my runs/seed1'"] == commands
    command = f'"{starter.write(tmp_path / "bin" / "quack")}"'
    for line in commands:
        done = subprocess.run(line.replace("quack", command, 1), shell=True, capture_output=True, text=True)
        assert 0 == done.returncode, done.stderr


def test_an_audit_says_that_it_used_the_exact_labels(quack):
    quack("play", "--out", "runs")
    result = quack("audit", "runs")
    assert 0 == result.exit_code, result.output
    assert "Claims: claims.gold.jsonl, the players' own exact labels (1 game)." in result.output
    assert (
        "claims.gold.jsonl" == json.loads(quack("audit", "runs", "--format", "json").output)["games"][0]["claims_file"]
    )


def test_the_summary_lists_the_games_and_who_won(quack):
    output = quack("play", *SHORT, "--games", "3", "--seed", "5").output
    for seed in ("seed5", "seed6", "seed7"):
        assert seed in output
    assert "Games won: Geese " in output


def test_json_is_the_summary(quack):
    told = json.loads(quack("play", *SHORT, "--games", "2", "--out", "runs", "--json").output)
    assert ([1, 2], 2, "honest:0.1") == (
        [game["seed"] for game in told["games"]],
        told["overall"]["games"],
        told["crew"],
    )
    assert ("runs/seed1", False, 30) == (
        told["games"][0]["folder"],
        told["games"][0]["played_before"],
        told["setup"]["ticks"],
    )


def test_games_played_before_are_counted(quack):
    quack("play", *SHORT, "--out", "runs")
    assert "1 of 2 had been played before" in quack("play", *SHORT, "--out", "runs", "--games", "2").output


def test_options_reach_the_game(quack):
    quack("play", *SHORT, "--players", "9", "--ducks", "2", "--tasks", "2", "--crew", "random", "--out", "runs")
    config = json.loads(Path("runs/seed1/game.jsonl").read_text().partition("\n")[0])["data"]["config"]
    assert (9, 2, 2, 30) == tuple(config[key] for key in ("num_players", "num_ducks", "tasks", "ticks"))
    assert {"random", "subtle"} == set(config["seats"].values())


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--players", "51"), "--players has to be 50 or less, not 51; leave it out for the usual 6"),
        (("--tasks", "12"), "the map 'simple_ship' has 9 tasks, not 12; --tasks 9"),
        (("--show-map", "nowhere"), "no map called 'nowhere' comes with the program; name one of: manor, outpost"),
        (("--ducks", "3"), "3 of 6 players can't be Ducks"),
        (("--map", "nowhere"), "name a YAML file or one of: "),
        (("--crew", "ghost"), "ghost"),
        (("--out", "file"), "file: can't keep games here: it is no folder"),
        (("--map", "bad.yaml"), "bad.yaml:2:1: not YAML"),
        (("--map", "lost.yaml"), "no way leads from"),
    ],
)
def test_what_can_not_be_played_is_one_line_and_nothing_is_done(quack, words, what):
    Path("file").write_text("")
    Path("bad.yaml").write_text("name: [")
    Path("lost.yaml").write_text("name: lost\nrooms: [{name: a, button: true}, {name: b}]\n")
    result = quack("play", *words)
    assert (2, 1) == (result.exit_code, len(result.output.splitlines())), result.output
    assert what in result.output


def test_another_game_in_the_folder_is_a_clear_error(quack):
    quack("play", *SHORT, "--out", "runs")
    result = quack("play", *SHORT, "--players", "7", "--out", "runs")
    assert (2, True) == (result.exit_code, "another game lies here: players 6, not 7" in result.output)


def test_maps_and_agents_complete():
    assert "simple_ship" in complete_maps("simple")
    assert ["honest"] == complete_agents("hon")


def test_the_shipped_maps_are_listed(quack):
    assert "simple_ship: 10 rooms, 9 tasks, corridors of up to 3 ticks" in quack("play", "--maps").output


def test_a_shipped_map_is_printed_and_can_be_played_on(quack):
    Path("mine.yaml").write_text(quack("play", "--show-map", "outpost").output)
    assert load_map("outpost") == load_map("mine.yaml")
    assert 0 == quack("play", *SHORT, "--map", "mine.yaml").exit_code


def test_the_examples_of_the_help_work_in_their_order(quack):
    """With few games in place of many, and short ones; those with models are tried elsewhere."""
    told = quack("play", "--help").output.partition("Examples:")[2]
    lines = (told.partition("With models")[0] + told.partition("Then:")[2]).splitlines()
    examples = [re.split(r"\s{2,}", line.strip())[0] for line in lines if line.strip().startswith("quack ")]
    assert 9 == len(examples)
    for example in examples:
        words, _, target = example.replace("--games 100", "--games 2").partition(" > ")
        short = SHORT if words.startswith("quack play") and "--show-map" not in words else ()
        result = quack(*shlex.split(words)[1:], *short)
        assert 0 == result.exit_code, f"{example}: {result.output}"
        if target:
            Path(target).write_text(result.output)


def test_on_a_terminal_the_game_is_told_and_no_color_is_obeyed(tmp_path: Path) -> None:
    plain, coloured = (_on_a_terminal(tmp_path, colour) for colour in ({"NO_COLOR": "1"}, {}))
    assert b"the start: 6 players" in plain
    assert (False, True) == (b"\x1b[3" in plain, b"\x1b[3" in coloured)


def _on_a_terminal(folder: Path, colour: dict[str, str]) -> bytes:
    kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    main, other = pty.openpty()
    command = [sys.executable, str(ROOT / "cli.py"), "play", *SHORT, "--out", "runs"]
    environment = kept | {"TERM": "xterm", "COLUMNS": "100"} | colour
    shown = b""
    with subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=environment, cwd=folder) as process:
        os.close(other)
        while chunk := _read(main):
            shown += chunk
    os.close(main)
    for path in (folder / "runs").rglob("*.jsonl"):
        path.unlink()
    assert 0 == process.returncode
    return shown


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:
        return b""


def players_of(folder: Path) -> list[str]:
    return json.loads((folder / "game.jsonl").read_text("utf-8").splitlines()[0])["data"]["players"]


def test_players_are_called_as_they_are_named_and_the_others_as_usual(quack, tmp_path):
    result = quack("play", *SHORT, "--names", "Zoe, 李明", "--seat", "Zoe=random", "--out", "runs")
    assert 0 == result.exit_code, result.output
    assert ["Zoe", "李明", "Charlie", "Diana", "Eve", "Frank"] == players_of(tmp_path / "runs/seed1")
    assert 0 == quack("audit", "runs").exit_code


def test_the_usual_names_given_by_hand_change_no_byte(quack, tmp_path):
    quack("play", *SHORT, "--out", "usual")
    quack("play", *SHORT, "--names", "Alice,Bob,Charlie", "--out", "given")
    for name in ("game.jsonl", "claims.gold.jsonl"):
        assert (tmp_path / "usual/seed1" / name).read_bytes() == (tmp_path / "given/seed1" / name).read_bytes()


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("A,B,C,D,E,F,G", "7 names for 6 players"),
        ("Zoe,zoe", "two players have the same name"),
        ("Zoe,,Amir", "nobody can be called ''"),
        ("", "nobody can be called ''"),
        ("Zoe,\x1b[2J", r"nobody can be called '\x1b[2J'"),
        ("x" * 41, "a name of 41 characters"),
        ("skip", "nobody can be called 'skip'"),
    ],
)
def test_names_that_nobody_can_have_are_refused(quack, tmp_path, names, said):
    result = quack("play", "--names", names, "--out", "runs")
    assert (2, []) == (result.exit_code, list(tmp_path.iterdir()))
    assert said in result.stderr


def test_a_folder_of_other_names_is_not_mixed_with_these(quack):
    quack("play", *SHORT, "--out", "runs")
    assert 2 == quack("play", *SHORT, "--names", "Zoe", "--out", "runs").exit_code
