"""The limits that the command line gives reach the process that grounds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.hostile.cases import evil
from tests.hostile.command import run

GAME = ROOT / "logs" / "sample"
ENDLESS = "p(0).\np(X+1) :- p(X)."


@pytest.mark.parametrize(
    "words", [("audit", GAME), ("audit", GAME, "--jobs", "2"), ("why", GAME, "0.4.3"), ("rules", "test")]
)
def test_an_option_says_how_long_grounding_may_take(words, tmp_path: Path) -> None:
    book = evil("", "", "", ENDLESS).write(tmp_path)
    start = os.times()
    ended = run(*words, "--rules", book, "--max-seconds", "1", "--max-memory", "4000")
    took = os.times()
    assert (2, "") == (ended.code, ended.out)
    assert "evil.lp:2:1: grounding takes too long: p/1 depends on itself through X+1" in ended.err
    assert "allow more with --max-seconds" in ended.err
    assert 3 > took.children_user + took.children_system - start.children_user - start.children_system
