"""What tests of `quack experiment` share: two studies, and the command in an empty folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from quack.cli.app import app
from tests.conftest import ROOT

Run = Callable[..., Result]

STUDY = """\
name: small
seeds: 1-2
setup: {ticks: 25}
conditions:
  - pairs: ["honest:0.1", subtle]
"""
MODELS = """\
name: models
seeds: 1-2
setup: {players: 4, ticks: 8, views: none}
models: {mine: {model: openai/my-model}}
budget: {tokens: 1000}
conditions:
  - {crew: honest, impostor: [mine, openai/gpt-5-mini]}
"""


@pytest.fixture
def quack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUACK_RULES", str(ROOT / "rules"))
    monkeypatch.setenv("COLUMNS", "100")
    return lambda *words: CliRunner().invoke(app, ["experiment", *words])


@pytest.fixture
def study(tmp_path: Path) -> str:
    (tmp_path / "study.yaml").write_text(STUDY)
    return "study.yaml"
