"""`quack optimise`, with a stand-in for the model's provider."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from quack.cli.app import app
from tests.conftest import ROOT
from tests.support.improvable_model import HINT, ImprovableModel
from tests.support.model_server import ModelServer, answer, refuse

GAMES = ("chance/seed14", "forgetful/seed5", "perfect/seed8", "swapped/seed3")
MODEL = "openai/gpt-4o-mini"
KEY = "sk-this-is-a-secret-0123456789"

Quack = Callable[..., Result]


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    from quack.audit.discover import Game
    from quack.audit.reading import read_log_and_timeline
    from quack.claims.optimise.lessons import lessons_of

    lessons = []
    for name in GAMES:
        folder = ROOT / "logs" / name
        log, timeline = read_log_and_timeline(Game(name, folder / "game.jsonl"))
        lessons += lessons_of(name, log, timeline, folder / "claims.gold.jsonl").lessons
    with ModelServer(ImprovableModel(lessons)) as one:
        yield one


@pytest.fixture
def run(server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Quack:
    """Runs `quack optimise runs` on four labelled games, with a poor program and few utterances."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    for name in GAMES:
        shutil.copytree(ROOT / "logs" / name, tmp_path / "runs" / name)
    Path("poor.md").write_text("Read it.")
    server.asked.clear()
    usual = ("--model", MODEL, "--api-base", server.url, "--program", "poor.md", "--messages", "4", "--seed", "7")
    return lambda *words: CliRunner().invoke(app, ["optimise", "runs", *usual, *words])


def test_what_was_found_is_saved_with_its_scores_and_reads_in_a_fresh_process(
    run: Quack, server: ModelServer, tmp_path: Path
) -> None:
    done = run("--optimiser", "gepa", "--rounds", "2", "--date", "today")
    saved = json.loads(Path("prompts/gepa-gpt-4o-mini.json").read_text())

    assert 0 == done.exit_code, done.output
    assert "test: canonical F1 " in done.stdout and "1.000 after (4 utterances)" in done.stdout
    assert HINT in saved["predict"]["instructions"]
    assert 1.0 == saved["made"]["scores"]["test"]["after"]["f1"] > saved["made"]["scores"]["test"]["before"]["f1"]
    assert ("gepa", MODEL, 7, "today") == tuple(saved["made"][key] for key in ("optimiser", "model", "seed", "date"))
    kept = "".join(path.read_text() for path in Path("prompts").iterdir())
    assert KEY not in kept and server.url not in kept and str(tmp_path) not in kept

    words = ("extract", "runs/swapped", "--extractor", MODEL, "--api-base", server.url, "--out", "read")
    program = ("--program", "prompts/gepa-gpt-4o-mini.json")
    extracted = subprocess.run(
        [sys.executable, ROOT / "cli.py", *words, *program], env=os.environ, capture_output=True, text=True, check=False
    )
    assert 0 == extracted.returncode, extracted.stderr
    assert HINT in server.asked[-1].system
    lines = [json.loads(line) for line in Path("read/seed3/claims.jsonl").read_text().splitlines()]
    right = [json.loads(line) for line in Path("runs/swapped/seed3/claims.gold.jsonl").read_text().splitlines()]
    assert sum(len(line["claims"]) for line in right if "message" in line) == sum(len(line["claims"]) for line in lines)


def test_the_same_command_again_asks_nothing_and_leaves_the_same_bytes(run: Quack, server: ModelServer) -> None:
    run("--json", "--out", "mine.json")
    first = Path("mine.json").read_bytes()
    server.asked.clear()

    again = json.loads(run("--json", "--out", "mine.json").stdout)

    assert first == Path("mine.json").read_bytes()
    assert [] == server.asked
    assert 0 == again["spent"]["calls"]
    assert again["saved"] and again["stopped"] is None


def test_a_run_that_was_stopped_saves_nothing_and_says_how_to_go_on(run: Quack) -> None:
    done = run("--max-calls", "3")

    assert 1 == done.exit_code
    assert "Stopped: calls: 3 questions were put." in done.stdout
    assert "the same command goes on" in done.stdout
    assert ["bootstrap-gpt-4o-mini.answers.jsonl"] == os.listdir("prompts")


def test_a_program_that_is_no_better_is_not_saved(
    run: Quack, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "respond", lambda asked: answer('{"claims": []}'))

    done = run()

    assert 1 == done.exit_code
    assert "Nothing better was found" in done.stdout
    assert "dev: answers before 4 empty; after 4 empty." in done.stdout
    assert not Path("prompts/bootstrap-gpt-4o-mini.json").exists()


def test_a_dry_run_estimates_and_asks_nothing(run: Quack, server: ModelServer) -> None:
    told = json.loads(run("--dry-run", "--json", "--optimiser", "mipro", "--auto", "medium").stdout)

    assert [] == server.asked
    assert not Path("prompts").exists()
    assert ["measuring before", "trying programs"] == [item["what"] for item in told["estimate"][:2]]
    assert all(item["calls"] > 0 and item["prompt"] > 0 and item["cost"] > 0 for item in told["estimate"])
    assert 20 == told["made"]["rounds"]


def test_a_file_of_another_run_is_left_alone(run: Quack) -> None:
    Path("mine.json").write_text("{}")

    refused = run("--out", "mine.json")
    forced = run("--out", "mine.json", "--force", "--max-calls", "1")

    assert 2 == refused.exit_code
    assert "mine.json: this file is there already, and was not made by the same run; " in refused.stderr
    assert 1 == forced.exit_code


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--train", "9"), "4 labelled games, but the parts need 11: 9 train, 1 dev, 1 test"),
        (("--auto", "light", "--rounds", "3"), "--auto and --rounds say the same"),
        (("--reflection-model", "gpt"), "no model gpt; name one as litellm does"),
        (("--gold", "nowhere.jsonl"), "no such file, and no game has one of this name"),
        (("--gold", "poor.md"), "one file of labels can't serve 4 games"),
        (("--model", "openai/nobody-knows-me", "--budget", "1"), "no budget can be kept"),
        (("--program", "nowhere.json"), "nowhere.json: no such file"),
    ],
)
def test_what_can_not_be_done_is_told_before_anything_is_asked(
    run: Quack, server: ModelServer, words: tuple[str, ...], complaint: str
) -> None:
    done = run(*words)

    assert 2 == done.exit_code
    assert complaint in done.stderr
    assert [] == server.asked


def test_games_without_labels_are_told_how_to_get_some(run: Quack) -> None:
    for path in Path("runs").rglob("claims.gold.jsonl"):
        path.unlink()

    done = run()

    assert 2 == done.exit_code
    assert "none of the games has labels" in done.stderr and "quack extractor review" in done.stderr


def test_labels_may_lie_in_a_tree_of_their_own(run: Quack) -> None:
    for path in Path("runs").rglob("claims.gold.jsonl"):
        place = Path("labels") / path.parent.relative_to("runs")
        place.mkdir(parents=True)
        path.rename(place / "claims.jsonl")

    told = json.loads(run("--gold", "labels", "--dry-run", "--json").stdout)

    assert 4 == sum(len(told["made"]["data"][part]["games"]) for part in ("train", "dev", "test"))


def test_without_a_key_nothing_is_asked_and_the_provider_says_why(run: Quack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")

    done = CliRunner().invoke(app, ["optimise", "runs", "--model", MODEL])

    assert 1 == done.exit_code
    assert "Stopped: authentication: " in done.stdout


def test_the_help_has_examples_and_needs_no_client(run: Quack) -> None:
    code = (
        "import sys; from quack.cli.app import run\ntry: run()\nfinally: print({'dspy', 'litellm'} & set(sys.modules))"
    )

    told = subprocess.run(
        [sys.executable, "-c", code, "optimise", "--help"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert "quack optimise runs --model" in told.stdout.partition("Examples:")[2]
    assert told.stdout.endswith("set()\n")


def test_answers_that_could_not_be_used_are_told_by_cause(
    run: Quack, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    too_long = refuse(400, "no", code="context_length_exceeded")
    replies = (answer("Well.") if number % 3 else too_long for number in count())
    monkeypatch.setattr(server, "respond", lambda asked: next(replies))
    done = run("--optimiser", "bootstrap")
    assert 1 == done.exit_code
    found = re.search(r"(\d+) answers could not be used: (\d+) not_json, (\d+) bad_request; the last: ", done.stdout)
    assert found, done.stdout
    assert int(found[1]) == int(found[2]) + int(found[3])
    told = json.loads(run("--optimiser", "bootstrap", "--json").stdout)["useless"]
    assert told["answers"] == sum(told["causes"].values())
