"""One question to a model: asked again where that makes sense, counted, and its answer taken out of the wrapping."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from random import Random
from threading import Lock
from typing import Any

import dspy

from quack.claims.model.faults import RETRIED, Fault, fault_of
from quack.errors import whole_text
from quack.settings import without_own_keys

LONGEST_WAIT = 60.0
"""Seconds between two tries, whatever the provider asks for."""

TIMEOUT_RETRIES = 1
"""Each costs the whole time limit."""

Message = dict[str, str]


@dataclass(slots=True)
class Meter:
    """What the calls within `metered` cost.

    Attributes:
        prompt, completion: tokens.
        cost: US dollars; None as soon as the price of one call is not known.
    """

    prompt: int = 0
    completion: int = 0
    cost: float | None = 0.0

    def add(self, raw: Any) -> None:
        """Adds a provider's answer."""
        usage = _get(raw, "usage")
        # Never less than nothing: a server that says so would stretch the budget.
        self.prompt += max(_get(usage, "prompt_tokens") or 0, 0)
        self.completion += max(_get(usage, "completion_tokens") or 0, 0)
        cost = (getattr(raw, "_hidden_params", None) or {}).get("response_cost")
        self.cost = None if cost is None or self.cost is None else self.cost + max(cost, 0.0)


_meter: ContextVar[Meter | None] = ContextVar("quack_meter", default=None)


@contextmanager
def metered() -> Iterator[Meter]:
    """Counts what the calls within cost, those that came to nothing included."""
    meter = Meter()
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
        warnings: what was left out of the requests because the provider rejects it.
    """

    retries: int = 3
    sleep: Callable[[float], object] = time.sleep
    warnings: list[str] = field(default_factory=list)
    _chance: Random = field(default_factory=lambda: Random(0))
    _changed: dict[str, Any] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def ask(self, lm: dspy.BaseLM, messages: list[Message], options: dict[str, Any]) -> str:
        """The words of a model's answer.

        Args:
            options: what the request holds besides; `None` leaves out what the model was set up with.

        Raises:
            Fault: there are none.
        """
        tries = 0
        while True:
            sent = {**options, **self._changed}
            try:
                raw = self._call(lm, messages, sent)
            except Fault as fault:
                if self._mend(fault, lm, sent):
                    continue
                most = min(self.retries, TIMEOUT_RETRIES) if fault.cause == "timeout" else self.retries
                if fault.cause not in RETRIED or tries >= most:
                    raise
                self.sleep(self._pause(fault, tries))
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

    def _pause(self, fault: Fault, tries: int) -> float:
        if fault.wait is not None:
            return min(fault.wait, LONGEST_WAIT)
        with self._lock:
            return min(2.0 ** (tries - 1) * self._chance.uniform(0.5, 1.5), LONGEST_WAIT)

    def _mend(self, fault: Fault, lm: dspy.BaseLM, sent: dict[str, Any]) -> bool:
        """Whether the request can do without what the provider rejects; it is left out from now on."""
        if fault.cause != "bad_request":
            return False
        given = {**lm.kwargs, **sent}
        for name in ("temperature", "max_completion_tokens", "max_tokens"):
            if given.get(name) is not None and name in fault.detail:
                self._leave_out(name, given[name], fault)
                return True
        return False

    def _leave_out(self, name: str, value: Any, fault: Fault) -> None:
        with self._lock:
            known = name in self._changed
            self._changed[name] = None
            if name == "max_tokens" and "max_completion_tokens" in fault.detail:
                self._changed["max_completion_tokens"] = value
            elif not known:
                self.warnings.append(f"the provider rejects {name} {value}: left out ({fault.detail})")


def words_of(raw: Any) -> str:
    """The words of a provider's answer.

    Raises:
        Fault: there are none, or not all.
    """
    choices = _get(raw, "choices")
    if not choices:
        raise Fault("no_choices")
    choice = choices[0]
    message, finish = _get(choice, "message"), _get(choice, "finish_reason")
    refusal = _get(message, "refusal")
    if refusal:
        raise Fault("refusal", str(refusal))
    if finish in ("content_filter", "refusal"):
        raise Fault("content_filter" if finish == "content_filter" else "refusal")
    if finish == "length":
        raise Fault("truncated", "the answer reached the most tokens; --max-tokens allows more")
    content = _get(message, "content")
    if content is None:
        raise Fault("no_content")
    if not str(content).strip():
        raise Fault("empty_answer")
    return without_own_keys(whole_text(str(content)))


def _get(thing: Any, name: str) -> Any:
    """A field of an object or of a dictionary; providers' answers are either."""
    return thing.get(name) if isinstance(thing, dict) else getattr(thing, name, None)
