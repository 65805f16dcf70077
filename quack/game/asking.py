"""Asking agents: whatever one does, the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple, TypeVar

from quack.errors import printable

_View = TypeVar("_View")


class Failure(NamedTuple):
    """An agent gave no answer that can be used; `detail` holds nothing that the agent's error said."""

    cause: Literal["raised", "timed_out", "unreadable"]
    detail: str


async def ask(call: Callable[[_View], Awaitable[Any]], view: _View, seconds: float | None) -> Any:
    """What an agent answers, or a Failure.

    Without a time limit an agent that never waits is answered for without a turn of the event loop.
    """
    try:
        if seconds is None:
            return await call(view)
        return await _ask_in_time(call, view, seconds)
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        return Failure("raised", "CancelledError")
    except Exception as error:
        return Failure("raised", printable(type(error).__name__)[:60])


async def _ask_in_time(call: Callable[[_View], Awaitable[Any]], view: _View, seconds: float) -> Any:
    async def answer() -> Any:
        return await call(view)

    task = asyncio.ensure_future(answer())
    try:
        done, _ = await asyncio.wait((task,), timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if done:
        return task.result()
    # Not awaited: an agent that will not be stopped must not stop the game.
    task.add_done_callback(_forget)
    task.cancel()
    return Failure("timed_out", f"no answer within {seconds:g} s")


def _forget(task: asyncio.Future[Any]) -> None:
    if not task.cancelled():
        task.exception()
