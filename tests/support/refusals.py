"""Logs that are refused, and the opening lines that make them so."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quack.errors import LogError
from quack.events.log import check_log, read_log
from tests.support.games import GameBuilder


def refused(path: Path, line: int | None, what: str) -> None:
    """Both readers say so: the one that stops and the one that goes on."""
    with pytest.raises(LogError) as caught:
        read_log(path)
    error = caught.value
    assert (path, line) == (error.path, error.line)
    assert what in error.what
    assert error.remedy
    assert str(error).isprintable()
    listed = [problem for problem in check_log(path) if problem.severity == "error"]
    assert (error.line, error.what) in [(problem.line, problem.what) for problem in listed]
    assert all(str(problem).isprintable() and problem.remedy for problem in listed)


def opening(change: Callable[[dict[str, Any]], object]) -> GameBuilder:
    """A game whose first line is changed."""
    game = GameBuilder()
    first = json.loads(game.lines[0])
    change(first)
    game.lines[0] = json.dumps(first)
    return game


def event(event_type: str, **data: Any) -> GameBuilder:
    """A game with one event of that content, in line 3."""
    return GameBuilder().tick(1).event(event_type, **data).over()
