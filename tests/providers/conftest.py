"""How these tests ask the stand-in server: with patience that costs no time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from quack.providers.client import Client, ModelSpec, Reply
from tests.support.model_server import ModelServer

MODEL = "openai/gpt-4o-mini"

MESSAGES = [{"role": "system", "content": "You play."}, {"role": "user", "content": "What now?"}]

Spec = Callable[..., ModelSpec]


@pytest.fixture
def spec(server: ModelServer) -> Spec:
    """A model that is asked there, once if nothing else is said."""

    def make(**more: Any) -> ModelSpec:
        return ModelSpec(**({"model": MODEL, "api_base": server.url, "timeout": 30.0, "retries": 0} | more))

    return make


class Waits(list[float]):
    """A clock that is moved on by waiting, and what was waited for."""

    async def sleep(self, seconds: float) -> None:
        self.append(seconds)
        await asyncio.sleep(0)

    def clock(self) -> float:
        return sum(self)


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def client(waits: Waits) -> Client:
    return Client(sleep=waits.sleep, clock=waits.clock)


def ask(client: Client, spec: ModelSpec, messages: Sequence[Mapping[str, Any]] = MESSAGES) -> Reply:
    """The reply, in an event loop of its own."""
    return asyncio.run(client.ask(spec, messages))
