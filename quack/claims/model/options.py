"""How a model is to be asked."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from quack.providers.completions import Price


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """What can be chosen about the asking.

    Attributes:
        model: litellm's name of it, such as "openai/gpt-5-mini".
        program: a saved program or a file of instructions, instead of the one that came with the program.
        api_base: the endpoint, instead of the provider's own.
        temperature: None leaves it to the provider.
        max_tokens: the longest answer; None leaves it to the provider.
        timeout: seconds to wait for an answer.
        retries: how often a call is repeated that failed for the moment's sake.
        budget: US dollars after which nothing more is asked; None for no end.
        token_budget: the same in tokens of questions and answers.
        price: US dollars for a million tokens of questions, and for a million of answers; None: as litellm knows it.
        sleep: waits so many seconds between two tries.
    """

    model: str
    program: Path | None = None
    api_base: str | None = None
    temperature: float | None = 0.0
    max_tokens: int | None = 6000
    timeout: float = 120.0
    retries: int = 3
    budget: float | None = None
    token_budget: int | None = None
    price: Price | None = None
    sleep: Callable[[float], object] = time.sleep
