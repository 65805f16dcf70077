"""`quack audit`, with a judge that needs no rules."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quack.cli.app import app
from tests.cli.conftest import Run
from tests.conftest import ROOT

Games = Callable[..., Path]


def test_a_table_shows_the_games_and_the_labels_of_the_policy(run: Run, games: Games) -> None:
    games("", "")
    result = run("audit", "runs")
    assert 0 == result.exit_code
    assert "game0" in result.stdout
    head = next(line for line in result.stdout.splitlines() if line.startswith("game "))
    assert ["game", "claims", "true", "false", "unverifiable", "refuted", "coverage"] == head.split()
    assert "" == result.stderr


def test_json_lines_are_the_records(run: Run, games: Games) -> None:
    games("", "")
    lines = run("audit", "runs", "--format", "jsonl").stdout.splitlines()
    assert [("game0", "at(g0)"), ("game1", "at(g1)")] == [
        (record["game"], record["evidence"][0]["fact"]) for record in map(json.loads, lines)
    ]


def test_json_is_one_object(run: Run, games: Games) -> None:
    games("", "unreadable")
    result = run("audit", "runs", "--format", "json")
    summary = json.loads(result.stdout)
    assert (1, "observed") == (summary["overall"]["games"], summary["rulebook"]["name"])
    assert ["game1"] == [failed["game"] for failed in summary["failed"]]


def test_a_game_that_fails_is_named_and_the_others_are_audited(run: Run, games: Games) -> None:
    games("", "unreadable", "")
    result = run("audit", "runs", "--format", "jsonl")
    assert 1 == result.exit_code
    assert 2 == len(result.stdout.splitlines())
    assert "runs/game1/game.jsonl:3: not a log; record it again\n" == result.stderr


def test_a_defect_of_the_rulebook_is_named_with_the_claim(run: Run, games: Games) -> None:
    games("defect")
    result = run("audit", "runs", "--format", "jsonl")
    assert (1, "game0: claim 0.0.0: no_verdict\n") == (result.exit_code, result.stderr)


def test_records_are_written_per_game(run: Run, games: Games, tmp_path: Path) -> None:
    games("", "unreadable")
    run("audit", "runs", "--out", "audited")
    assert ["game0/audit.jsonl"] == [
        path.relative_to(tmp_path / "audited").as_posix() for path in (tmp_path / "audited").rglob("*.jsonl")
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="processes inherit no fake judge here")
def test_one_process_and_two_write_the_same_bytes(run: Run, games: Games, tmp_path: Path) -> None:
    games(*[""] * 5)
    run("audit", "runs", "--out", "one")
    run("audit", "runs", "--out", "two", "--jobs", "2")
    assert _bytes(tmp_path / "one") == _bytes(tmp_path / "two")


def _bytes(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.rglob("audit.jsonl"))]


def test_an_interruption_keeps_what_was_written(
    run: Run, games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games("", "interrupted")
    monkeypatch.setenv("QUACK_BATCH", "1")
    result = run("audit", "runs", "--out", "audited")
    said = "interrupted; the records of 1 game are in audited\n"
    assert (130, said) == (result.exit_code, result.stderr)
    assert 1 == len(list((tmp_path / "audited").rglob("audit.jsonl")))
    assert [] == list((tmp_path / "audited").rglob(".*"))


def test_an_interruption_says_that_nothing_was_written(run: Run, games: Games, tmp_path: Path) -> None:
    games("interrupted", "")
    assert "interrupted; the records of 0 games are in audited\n" == run("audit", "runs", "--out", "audited").stderr
    assert "interrupted\n" == run("audit", "runs").stderr
    assert [] == list((tmp_path / "audited").rglob("audit.jsonl"))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere"], "nowhere: there is no such file or folder"),
        (["rules"], "rules: no game here"),
        (["runs", "--rules", "papr"], "no rulebook papr"),
        (["runs", "--const", "slack"], "--const slack; write it as NAME=VALUE"),
        (["runs", "--const", "slack=1", "--const", "slack=2"], "--const slack is given twice"),
        (["runs", "--const", "slak=2"], "no #const slak; did you mean slack?"),
        (["runs", "--claims", "nowhere.jsonl"], "nowhere.jsonl: no game has a file of this name"),
        (["runs", "--jobs", "0"], "Invalid value for '--jobs'"),
        (["runs", "--format", "xml"], "Invalid value for '--format'"),
        (["runs", "--frobnicate"], "No such option: --frobnicate"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_used_is_said_and_nothing_is_done(
    run: Run, games: Games, words: list[str], complaint: str
) -> None:
    games("")
    result = run("audit", *words)
    assert (2, "") == (result.exit_code, result.stdout)
    assert complaint in result.stderr


def test_a_map_that_cannot_be_read_is_an_error_in_one_line(run: Run, games: Games) -> None:
    games("")
    result = run("audit", "runs", "--map", "nowhere.yaml")
    assert 1 == len(result.stderr.splitlines())
    assert result.exit_code != 0


def test_names_from_folders_steer_no_terminal(run: Run, games: Games, tmp_path: Path) -> None:
    games("")
    (tmp_path / "runs/game0").rename(tmp_path / "runs/\x1b[31m[red]\u202e")
    result = run("audit", "runs")
    assert "\\x1b[31m[red]\\u202e" in result.stdout
    assert "\x1b" not in result.stdout


def test_a_rulebook_that_decides_nothing_is_an_error(
    run: Run, games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)

    result = CliRunner().invoke(app, ["audit", str(ROOT / "logs/sample"), "--rules", str(ROOT / "rules/policy.lp")])

    what = "the rulebook gives no claim a verdict; name the entry file of a whole rulebook"
    assert (1, f"{ROOT}/rules/policy.lp: {what}\n") == (result.exit_code, result.stderr)


def test_claims_that_were_dropped_are_told_where_the_table_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "logs/sample", tmp_path / "logs/sample")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUACK_RULES", str(ROOT / "rules"))
    claims = tmp_path / "logs/sample/claims.jsonl"
    lines = claims.read_text("utf-8").splitlines()
    lines[4] = "{"
    claims.write_text("\n".join(lines) + "\n", "utf-8")

    table = CliRunner().invoke(app, ["audit", "logs"])
    records = CliRunner().invoke(app, ["audit", "logs", "--format", "jsonl"])

    said = ["1 notice about logs and claims; --format json lists them all.", "  logs/sample/claims.jsonl:5: dropped: "]
    assert (0, 0) == (table.exit_code, records.exit_code)
    for text in (table.stdout, records.stderr):
        assert said[0] in text
        assert said[1] in text


def test_a_game_in_the_path_itself_goes_by_the_name_of_its_folder(run: Run, games: Games) -> None:
    games("defect")
    table = run("audit", "runs/game0").stdout
    assert any(line.startswith("game0 ") for line in table.splitlines())
    assert "  game0: claim 0.0.0: no_verdict\n" in table
    assert "game0: claim 0.0.0: no_verdict\n" == run("audit", "runs/game0", "--format", "jsonl").stderr
