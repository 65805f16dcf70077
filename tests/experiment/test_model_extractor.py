"""A study whose extractor is a model: its files end in the order of what was said, and it is asked once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quack.errors import SettingsError
from quack.experiment import read_plan, run_study, states_of
from quack.report.experiment import Results, run_lines
from quack.report.experiment_status import status_lines
from tests.experiment.conftest import files
from tests.support.model_server import FOUND, Asked, ModelServer, Reply, answer, refuse

STUDY = """\
name: read
out: out
seeds: 3-4
setup: {{ticks: 60}}
models:
  reader: {{model: openai/my-own, api_base: "{url}", retries: 0}}
conditions: [{{homogeneous: random}}]
audit: {{extractor: reader}}
"""


@pytest.fixture
def study(tmp_path: Path, server: ModelServer) -> Path:
    path = tmp_path / "study.yaml"
    path.write_text(STUDY.format(url=server.url))
    return path


def test_claims_end_in_the_order_of_what_was_said_whatever_failed_first(study, server):
    def fail_some(asked: Asked) -> Reply:
        return refuse(400, "no") if len(server.asked) % 3 == 0 else answer(FOUND)

    server.respond = fail_some
    first = run_study(read_plan(study))
    assert not first.complete
    assert first.unread
    server.respond = lambda asked: answer(FOUND)
    assert run_study(read_plan(study)).complete
    paths = sorted((study.parent / "out").rglob("claims.jsonl"))
    assert paths
    for path in paths:
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        said = [line["message"] for line in lines]
        assert sorted(set(said)) == said
        assert {"openai/my-own"} == {line["extractor"] for line in lines}
    asked, before = len(server.asked), files(study.parent / "out")
    assert run_study(read_plan(study)).complete
    assert (asked, before) == (len(server.asked), files(study.parent / "out"))


def test_without_a_key_for_the_extractor_nothing_is_played(study, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    study.write_text(study.read_text().replace(', api_base: "', ", timeout: 5} #"))
    with pytest.raises(SettingsError, match="OPENAI_API_KEY"):
        run_study(read_plan(study))
    assert [] == list((study.parent / "out").rglob("game.jsonl"))


def test_a_budget_in_tokens_binds_the_extractor_over_all_runs_and_its_spending_is_told(study, server):
    server.respond = lambda asked: answer(FOUND)
    text = study.read_text()
    study.write_text(f"{text}budget: {{tokens: 1}}\n")
    done = run_study(read_plan(study))
    assert (True, False) == (done.unread > 0, done.complete)
    assert "Nothing more was asked: the study's budget is used up: raise it" in "".join(run_lines(Results(done)))
    asked = len(server.asked)
    assert 1 <= asked <= 8
    states = states_of(read_plan(study))
    assert asked == sum(state.spent.questions for state in states)
    spent = sum(state.spent.tokens for state in states)
    assert f"Budget: 1 tokens; spent: {spent:,} tokens" in "".join(status_lines(read_plan(study), states))
    assert not run_study(read_plan(study)).complete
    assert asked == len(server.asked)
    study.write_text(f"{text}budget: {{tokens: 1000000}}\n")
    assert run_study(read_plan(study)).complete


def test_a_budget_in_dollars_counts_what_was_read_before(study, server):
    server.respond = lambda asked: answer(FOUND)
    priced = study.read_text().replace("openai/my-own", "openai/gpt-4o-mini")
    study.write_text(f"{priced}budget: {{usd: 0.0000001}}\n")
    assert not run_study(read_plan(study)).complete
    asked = len(server.asked)
    assert not run_study(read_plan(study)).complete
    assert asked == len(server.asked) > 0
    assert 0 < sum(state.spent.usd for state in states_of(read_plan(study)))
