"""Asking agents: whatever one does, the game goes on."""

from __future__ import annotations

import asyncio
from typing import Any, Literal, NamedTuple

from quack.errors import printable
from quack.game.agent import Agent, GameSuspended, NoAnswer

_MOST = 200
"""Characters that are told of why there is no answer."""


class Failure(NamedTuple):
    """An agent gave no answer that can be used; `detail` holds nothing that an error said, but for a `NoAnswer`."""

    cause: Literal["raised", "timed_out", "unreadable", "unanswered"]
    detail: str


async def ask(agent: Agent, call: Literal["act", "speak", "vote"], view: object, seconds: float | None) -> Any:
    """What an agent answers to a call, or a Failure.

    Without a time limit an agent that never waits is answered for without a turn of the event loop.

    Raises:
        GameSuspended: the agent says that the game can't go on.
    """
    if seconds is None:
        return await _answer(agent, call, view)
    task = asyncio.ensure_future(_answer(agent, call, view))
    try:
        done, _ = await asyncio.wait((task,), timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if done:
        return Failure("raised", "CancelledError") if task.cancelled() else task.result()
    # Not awaited: an agent that will not be stopped must not stop the game.
    task.add_done_callback(_forget)
    task.cancel()
    return Failure("timed_out", f"no answer within {seconds:g} s")


async def _answer(agent: Agent, call: str, view: object) -> Any:
    try:
        return await getattr(agent, call)(view)
    except (KeyboardInterrupt, GeneratorExit, GameSuspended):
        raise
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        return Failure("raised", "CancelledError")
    except BaseException as error:  # An agent that calls `sys.exit` ends neither the game nor the batch.
        return _failure(error)


def _failure(error: BaseException) -> Failure:
    if type(error) is NoAnswer and error.cause in ("unanswered", "unreadable") and type(error.detail) is str:
        return Failure(error.cause, printable(error.detail)[:_MOST])
    return Failure("raised", printable(type(error).__name__)[:60])


def _forget(task: asyncio.Future[Any]) -> None:
    if not task.cancelled():
        task.exception()
