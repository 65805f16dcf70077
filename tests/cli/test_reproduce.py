"""`quack reproduce`: what it prints and writes, and the games that it fetches first."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from quack.cli.app import app
from tests.conftest import ROOT
from tests.support.hub_server import hub

PLACE = "homogeneous/gpt-5.5/20260101_000000_seed1"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("released")
    shutil.copytree(ROOT / "logs" / "sample", root / PLACE)
    return root


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(app, ["reproduce", *map(str, words)])


def test_the_document_is_printed(games: Path) -> None:
    result = run(games)
    assert 0 == result.exit_code
    assert "THE PUBLISHED STUDY AGAIN" == result.stdout.splitlines()[0]
    assert "What changes, and why" in result.stdout.splitlines()


def test_it_is_written_in_three_forms(games: Path, tmp_path: Path) -> None:
    result = run(games, "--out", tmp_path / "study")
    assert 0 == result.exit_code
    names = ["reproduction.html", "reproduction.json", "reproduction.md"]
    assert names == sorted(path.name for path in (tmp_path / "study").iterdir())
    assert (tmp_path / "study/reproduction.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert 1 == json.loads((tmp_path / "study/reproduction.json").read_text("utf-8"))["games"]


@pytest.mark.parametrize(
    ("form", "name", "start"),
    [
        ("text", "reproduction.txt", "THE PUBLISHED STUDY AGAIN"),
        ("markdown", "reproduction.md", "# "),
        ("html", "reproduction.html", "<!DOCTYPE"),
        ("json", "reproduction.json", "{"),
    ],
)
def test_one_form_may_be_written_alone(form: str, name: str, start: str, games: Path, tmp_path: Path) -> None:
    result = run(games, "--out", tmp_path / "study", "--format", form)
    assert (0, [name]) == (result.exit_code, [path.name for path in (tmp_path / "study").iterdir()])
    text = (tmp_path / "study" / name).read_text("utf-8")
    assert text.startswith(start) and text.endswith("\n")


def test_a_form_that_is_written_alone_is_that_of_all(games: Path, tmp_path: Path) -> None:
    run(games, "--out", tmp_path / "all")
    run(games, "--out", tmp_path / "one", "--format", "json")
    name = "reproduction.json"
    assert (tmp_path / "all" / name).read_bytes() == (tmp_path / "one" / name).read_bytes()


def test_a_file_in_place_of_the_folder_is_refused(games: Path, tmp_path: Path) -> None:
    result = run(games, "--out", tmp_path / "study.md")
    assert (2, []) == (result.exit_code, list(tmp_path.iterdir()))
    assert f"--out {tmp_path / 'study'} --format markdown writes reproduction.md into it" in result.stderr


@pytest.mark.parametrize(("form", "start"), [("markdown", "# "), ("html", "<!DOCTYPE"), ("json", "{")])
def test_one_form_may_be_asked_for(form: str, start: str, games: Path) -> None:
    assert run(games, "--format", form).stdout.startswith(start)


def test_a_folder_without_games_is_told(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert 2 == result.exit_code
    assert "no game here" in result.stderr


def test_a_data_set_without_fetching_is_refused(games: Path) -> None:
    result = run(games, "--data-set", "somebody/games")
    assert 2 == result.exit_code
    assert "--fetch" in result.stderr


def test_games_that_fail_are_told_and_the_others_reproduced(games: Path, tmp_path: Path) -> None:
    shutil.copytree(games, tmp_path / "tree")
    (tmp_path / "tree/seed9").mkdir()
    (tmp_path / "tree/seed9/game.jsonl").write_text("no log\n")
    result = run(tmp_path / "tree", "--format", "json")
    assert (1, 1) == (result.exit_code, json.loads(result.stdout)["games"])
    assert "seed9" in result.stderr


def test_the_public_data_set_is_fetched_first(games: Path, tmp_path: Path) -> None:
    files = {f"{PLACE}/{path.name}": path.read_bytes() for path in (games / PLACE).iterdir()}
    with hub("somebody/games", files) as running:
        command = [sys.executable, ROOT / "cli.py", "reproduce", tmp_path, "--fetch", "--data-set", "somebody/games"]
        environment = {**os.environ, "HF_ENDPOINT": running.url, "HF_HOME": str(tmp_path / "home")}
        done = subprocess.run([*command, "--format", "json"], env=environment, capture_output=True, text=True)
    assert (0, "") == (done.returncode, done.stderr)
    assert 1 == json.loads(done.stdout)["games"]
