"""How the tests of the model extractor ask the stand-in server, and games small enough to ask it about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quack.claims.model.options import ModelOptions
from tests.support.games import GameBuilder
from tests.support.model_server import ModelServer

MODEL = "openai/gpt-4o-mini"

Options = Callable[..., ModelOptions]


@pytest.fixture
def options(server: ModelServer) -> Options:
    """Options for asking it, with little patience and no waiting."""

    def make(**more: Any) -> ModelOptions:
        usual = {"api_base": server.url, "timeout": 30, "retries": 1, "sleep": lambda seconds: None}
        return ModelOptions(more.pop("model", MODEL), **(usual | more))

    return make


def told(folder: Path, *speech: str) -> Path:
    """The folder of a game in which Alice says these words, one message each."""
    game = GameBuilder(rooms={"Alice": "medbay"}).tick(1).task("Alice").call("Bob")
    for words in speech:
        game.say("Alice", words)
    folder.mkdir(parents=True, exist_ok=True)
    game.vote("Alice", None).skip().over().write(folder)
    return folder
