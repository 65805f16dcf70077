"""An event loop whose time is its own: waiting costs nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class JumpingLoop(asyncio.SelectorEventLoop):
    """Jumps to the next due moment instead of waiting for it."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        select = self._selector.select

        def jump(timeout: float | None = None) -> Any:
            found = select(0)
            if not found and timeout:
                self.now += timeout
            return found

        self._selector.select = jump

    def time(self) -> float:
        return self.now


def run_jumping(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Runs a coroutine in time that jumps."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(coroutine)
