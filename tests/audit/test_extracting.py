"""The processes that read games: an interruption ends them, and what they had still to do is left alone."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from quack.audit import extracting


class Pool(Executor):
    """Processes that are interrupted while they read the first game."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Takes work that is never done."""
        future: Future[Any] = Future()
        if not self.futures:
            future.set_exception(KeyboardInterrupt())
        self.futures.append(future)
        return future


def test_an_interruption_cancels_nothing_that_the_pool_is_about_to_fail(tmp_path: Path, monkeypatch) -> None:
    pool = Pool()
    monkeypatch.setattr(extracting, "start_pool", lambda *given: pool)
    monkeypatch.setattr(extracting, "abandon", lambda given: None)
    for name in "abc":
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.jsonl").write_text("{}\n")
    with pytest.raises(KeyboardInterrupt):
        extracting.extract_claims(tmp_path, jobs=2)
    assert [False] * 3 == [future.cancelled() for future in pool.futures]
