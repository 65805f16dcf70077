"""Games and rules small enough to tell what a command does with them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from quack.audit import batch
from quack.cli.app import app
from tests.audit import fakes
from tests.conftest import ROOT

RULES = """
#defined claim/5.
verdict_label(unverifiable, 0, undecided).
verdict_label(true, 1, supported).
verdict_label(false, 2, refuted).
#const slack = 1.
"""

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line in an empty folder that has a rulebook, with a judge that needs no rules."""
    monkeypatch.setattr(batch, "read_case", fakes.read_case)
    monkeypatch.setattr(batch, "judge", fakes.judge)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QUACK_RULES", raising=False)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/policy.lp").write_text(RULES)
    (tmp_path / "rules/observed.lp").write_text('#include "policy.lp".\n')
    return lambda *words: CliRunner().invoke(app, list(words))


@pytest.fixture
def games(tmp_path: Path) -> Callable[..., Path]:
    """Writes games whose logs hold the given words."""

    def write(*logs: str) -> Path:
        for index, words in enumerate(logs):
            folder = tmp_path / f"runs/game{index}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "game.jsonl").write_text(f"g{index} {words}")
        return tmp_path / "runs"

    return write


@pytest.fixture
def why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line beside a copy of the sample in `logs/`, with the project's rules."""
    shutil.copytree(ROOT / "logs" / "sample", tmp_path / "logs" / "sample")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUACK_RULES", str(ROOT / "rules"))
    monkeypatch.setenv("COLUMNS", "100")
    return lambda *words: CliRunner().invoke(app, list(words))
