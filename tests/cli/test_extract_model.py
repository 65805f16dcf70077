"""`quack extract --extractor MODEL`: what it says of cost and failures, and which options it takes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from quack.cli.app import app
from tests.conftest import ROOT
from tests.support.model_server import FOUND, KEY, ModelServer, answer, refuse

MODEL = "openai/gpt-4o-mini"
OWN = "openai/my-own"

Quack = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: ModelServer) -> Quack:
    """Runs `quack extract runs` with the stand-in; `runs` holds the sample: nine messages, one of them a vote."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs/one").mkdir(parents=True)
    shutil.copy(ROOT / "logs/sample/game.jsonl", tmp_path / "runs/one")

    def quack(*words: str, model: str = MODEL) -> Result:
        options = ["--extractor", model, "--api-base", server.url, "--retries", "0"]
        return CliRunner().invoke(app, ["extract", "runs", *options, *words])

    return quack


def test_it_says_what_it_cost(run: Quack, server: ModelServer) -> None:
    result = run()
    first, extractor, *rest = result.stdout.splitlines()
    cost = "with 8 questions to the model, 800 tokens asked and 160 answered, for $0.0002."
    assert (0, f"9 utterances of 1 game read just now, 8 claims found, {cost}") == (result.exit_code, first)
    assert extractor.startswith(f"Extractor {MODEL} 1+") and extractor.endswith("nobody has measured how good it is.")
    assert f"All that these files hold was read {cost}" == rest[-1]
    assert 8 == len(server.asked)


def test_a_second_run_costs_nothing_and_knows_what_the_first_did(run: Quack, server: ModelServer) -> None:
    run("--limit", "4")
    server.asked.clear()
    result = run()
    assert "for $0.0001" in result.stdout.splitlines()[0]
    assert "All that these files hold was read with 8 questions to the model" in result.stdout
    server.asked.clear()
    assert "0 utterances of 1 game read just now, 0 claims found, at no cost." in run().stdout
    assert [] == server.asked


def test_a_dry_run_asks_nobody(run: Quack, server: ModelServer) -> None:
    first = run("--dry-run").stdout.splitlines()[0]
    assert first.startswith("9 utterances of 1 game would be read, with 8 questions to the model, about ")
    assert first.endswith("; nothing was written.") and ", for about $0.0" in first
    assert ([], []) == (server.asked, list(Path().rglob("claims.jsonl")))


@pytest.mark.parametrize("more", [[], ["--dry-run"]])
def test_a_price_that_nobody_knows_is_said_to_be_unknown(run: Quack, more: list[str]) -> None:
    result = run(*more, model=OWN)
    assert "answered, at a price that is not known" in result.stdout.splitlines()[0]
    assert "$" not in result.stdout
    bill = json.loads(run("--json", "--dry-run", "--force", "--out", "new", model=OWN).stdout)["games"][0]["bill"]
    assert (8, None, 8) == (bill["asked"], bill["cost"], bill["unpriced"])


def test_what_was_not_taken_over_is_counted_by_reason(run: Quack, server: ModelServer) -> None:
    forged = '{"claims": [{"type": "location", "subject": "Mallory", "room": "medbay"}, ' + FOUND[12:]
    server.respond = lambda asked: answer(forged)
    reason = "a player that neither the game nor the speaker names"
    assert f"8 not taken over: {reason}" in run().stdout
    assert 8 == json.loads(run("--json", "--out", "new").stdout)["games"][0]["dropped"][reason]


def test_a_wrong_key_is_one_question_and_one_line(run: Quack, server: ModelServer) -> None:
    server.respond = lambda asked: refuse(401, f"Incorrect API key provided: {KEY}")
    result = run()
    assert (1, 1) == (result.exit_code, len(server.asked))
    assert "1 failed: authentication\n" in result.stdout
    assert "Nothing more was asked: authentication: Incorrect API key provided: [key].\n" in result.stdout
    assert "8 utterances left, 1 of them failed" in result.stdout
    assert KEY not in result.output + Path("runs/one/claims.jsonl").read_text("utf-8")
    told = json.loads(run("--json").stdout)
    assert {"cause": "authentication", "detail": "Incorrect API key provided: [key]"} == told["stopped"]


def test_what_the_provider_does_not_go_along_with_is_noted(run: Quack, server: ModelServer) -> None:
    server.respond = lambda asked: (
        refuse(400, "temperature is not supported") if "temperature" in asked.body else answer(FOUND)
    )
    result = run()
    assert 0 == result.exit_code
    note = "Note: the provider rejects temperature 0.5: left out (temperature is not supported).\n"
    server.asked.clear()
    assert note in run("--temperature", "0.5", "--out", "new").stdout


def test_options_reach_the_request(run: Quack, server: ModelServer, tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_text("Read it my way.")
    run("--program", "mine.md", "--max-tokens", "77", "--temperature", "0.5", "--limit", "1", "--jobs", "2")
    body = server.asked[0].body
    assert ("gpt-4o-mini", 77, 0.5) == (body["model"], body["max_tokens"], body["temperature"])
    assert server.asked[0].system.startswith("Read it my way.")


def test_a_file_belongs_to_one_model(run: Quack) -> None:
    run()
    result = run(model=OWN)
    assert (1, True) == (result.exit_code, f"does not say that the {OWN} extractor wrote it" in result.stderr)
    assert 0 == run("--force", model=OWN).exit_code


def test_nothing_is_left_behind_where_nothing_was_read(run: Quack, server: ModelServer) -> None:
    result = run("--budget", "0", "--limit", "1")
    assert (1, [], []) == (result.exit_code, server.asked, list(Path().rglob("claims.jsonl")))
    assert "0 utterances of 1 game read just now" in result.stdout
    assert "Nothing more was asked: budget: $0 are spent.\n" in result.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--extractor", "offline", "--budget", "1"], "--budget is for models"),
        (["--extractor", "offline", "--api-base", "http://x"], "--api-base is for models"),
        (["--extractor", "gpt-4o"], "no extractor gpt-4o; there is offline, and any model by litellm's name"),
        (["--extractor", "openai/"], "no extractor openai/"),
        (["--extractor", OWN, "--budget", "1"], f"nobody knows the price of {OWN}"),
        (["--extractor", OWN, "--program", "none.json"], "none.json: no such file"),
    ],
)
def test_an_option_that_can_not_be_used_is_refused(run: Quack, words: list[str], told: str) -> None:
    result = CliRunner().invoke(app, ["extract", "runs", *words])
    assert (2, "") == (result.exit_code, result.stdout)
    assert result.stderr.startswith(told)
    assert 1 == len(result.stderr.splitlines())
