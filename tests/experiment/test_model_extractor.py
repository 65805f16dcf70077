"""A study whose extractor is a model: its files end in the order of what was said, and it is asked once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quack.errors import SettingsError
from quack.experiment import read_plan, run_study
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
