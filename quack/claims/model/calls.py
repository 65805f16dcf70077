"""One question to a model: asked again where that makes sense, counted, and its answer taken out of the wrapping."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import dspy

from quack.claims.model.faults import fault_of
from quack.providers.completions import Price, usage_of, words_of
from quack.providers.faults import Fault
from quack.providers.patience import Omissions, Patience, may_retry

Message = dict[str, str]


@dataclass(slots=True)
class Meter:
    """What the calls within `metered` cost.

    Attributes:
        prompt, completion: tokens.
        cost: US dollars; None as soon as the price of one call is not known.
        price: of the model, instead of the one that litellm knows.
    """

    prompt: int = 0
    completion: int = 0
    cost: float | None = 0.0
    price: Price | None = None

    def add(self, raw: Any) -> None:
        """Adds a provider's answer."""
        usage = usage_of(raw, self.price)
        self.prompt += usage.prompt
        self.completion += usage.completion
        self.cost = None if usage.cost is None or self.cost is None else self.cost + usage.cost


_meter: ContextVar[Meter | None] = ContextVar("quack_meter", default=None)


@contextmanager
def metered(price: Price | None = None) -> Iterator[Meter]:
    """Counts what the calls within cost, those that came to nothing included.

    Args:
        price: of the model, instead of the one that litellm knows.
    """
    meter = Meter(price=price)
    token = _meter.set(meter)
    try:
        yield meter
    finally:
        _meter.reset(token)


@dataclass
class Asker:
    """Asks models, with patience; usable from several threads.

    Attributes:
        retries: how often a call is repeated that failed for the moment's sake.
        sleep: waits so many seconds.
    """

    retries: int = 3
    sleep: Callable[[float], object] = time.sleep
    _patience: Patience = field(default_factory=Patience)
    _omissions: Omissions = field(default_factory=Omissions)

    @property
    def warnings(self) -> list[str]:
        """What was left out of the requests because the provider rejects it."""
        return self._omissions.warnings

    def ask(self, lm: dspy.BaseLM, messages: list[Message], options: dict[str, Any]) -> str:
        """The words of a model's answer.

        Args:
            options: what the request holds besides; `None` leaves out what the model was set up with.

        Raises:
            Fault: there are none.
        """
        tries = 0
        while True:
            given = {**lm.kwargs, **options}
            changes = self._omissions.changes(given)
            try:
                raw = self._call(lm, messages, {**options, **changes})
            except Fault as fault:
                if self._omissions.mend(fault, {**given, **changes}) is not None:
                    continue
                if not may_retry(fault, tries, self.retries):
                    raise
                self.sleep(self._patience.pause(fault, tries))
                tries += 1
            else:
                return words_of(raw)

    def _call(self, lm: dspy.BaseLM, messages: list[Message], options: dict[str, Any]) -> Any:
        try:
            # Not `lm(…)`: that keeps a history, and hands out the words without the reason why they end.
            raw = lm.forward(messages=messages, **options)
        except Exception as error:
            fault = fault_of(error)
            if fault is None:
                raise
            raise fault from error
        meter = _meter.get()
        if meter is not None:
            meter.add(raw)
        return raw
