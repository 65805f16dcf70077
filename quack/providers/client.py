"""Asks models for words: with patience, within a provider's limits, and whatever happens, with a reply."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from quack.errors import whole_text
from quack.providers.completions import Price, usage_of, words_of
from quack.providers.endpoints import connection, load_litellm, require_model
from quack.providers.faults import Fault, fault_of_litellm
from quack.providers.limits import Gate, Limits
from quack.providers.patience import STRANGER_RETRIES, Omissions, Patience, left_out, may_retry


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model, and how it is asked.

    Attributes:
        model: litellm's name of it, such as "openai/gpt-5-mini".
        api_base: the endpoint, instead of the provider's own.
        temperature: None leaves it to the provider.
        max_tokens: the longest answer; None leaves it to the provider.
        timeout: seconds to wait for an answer.
        retries: how often a call is repeated that failed for the moment's sake.
        price: US dollars for a million tokens of questions, and for a million of answers; None: as litellm knows it.
    """

    model: str
    api_base: str | None = None
    temperature: float | None = None
    max_tokens: int | None = 8000
    timeout: float = 120.0
    retries: int = 5
    price: Price | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a question: either a text or a fault.

    Attributes:
        text: the words, without a key of ours and without what the model says of its thoughts; where half
            of them do, those that there are, if the answer breaks off at `max_tokens`.
        fault: why there are none.
        prompt_tokens, completion_tokens: of all tries together, as far as the provider says.
        cost: US dollars, of all tries together; None where nobody knows, as of an answer that came too late.
        seconds: how long the last try took, without waiting for its turn.
        tries: how many calls there were.
        warnings: what was left out of the requests from this call on.
        left_out: the options that the request went without that was answered; none if there is no answer, since it
            depends on what else was under way whether the last try already did without.
    """

    text: str | None
    fault: Fault | None
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    seconds: float
    tries: int
    warnings: tuple[str, ...]
    left_out: tuple[str, ...] = ()


@dataclass(slots=True)
class _Account:
    """What a question has taken so far."""

    prompt: int = 0
    completion: int = 0
    cost: float | None = 0.0
    seconds: float = 0.0
    tries: int = 0
    warnings: list[str] = field(default_factory=list)

    def add(self, raw: Any, price: Price | None) -> None:
        usage = usage_of(raw, price)
        self.prompt += usage.prompt
        self.completion += usage.completion
        self.cost = None if self.cost is None or usage.cost is None else self.cost + usage.cost

    def reply(self, outcome: str | Fault, left_out: tuple[str, ...] = ()) -> Reply:
        fault = outcome if isinstance(outcome, Fault) else None
        unknown = fault is not None and fault.cause == "timeout"
        return Reply(
            text=outcome if isinstance(outcome, str) else None,
            fault=fault,
            prompt_tokens=self.prompt,
            completion_tokens=self.completion,
            cost=None if unknown else self.cost,
            seconds=self.seconds,
            tries=self.tries,
            warnings=tuple(self.warnings),
            left_out=left_out,
        )


class Client:
    """Asks models; one for all games of a run, in one event loop or in several, one after another.

    Args:
        limits: by provider, which is what stands before the "/" in the name of a model; each of its endpoints has
            them for itself.
        usual: the limits of every other provider.
        sleep: waits so many seconds.
        clock: seconds since some moment.
        chance: draws how long is waited between two tries.
    """

    def __init__(
        self,
        *,
        limits: Mapping[str, Limits] | None = None,
        usual: Limits = Limits(),  # noqa: B008 (frozen)
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        chance: Random | None = None,
    ) -> None:
        self._limits, self._usual = dict(limits or {}), usual
        self._sleep, self._clock = sleep, clock
        self._patience = Patience(chance)
        self._gates: dict[tuple[str, str | None], Gate] = {}
        self._omissions: dict[tuple[str, str | None], Omissions] = {}
        self._responded: set[tuple[str, str | None]] = set()
        self._given_up: set[tuple[str, str | None]] = set()

    @property
    def warnings(self) -> list[str]:
        """What was left out of requests because a provider rejects it, once for each model and endpoint."""
        return [warning for one in self._omissions.values() for warning in one.warnings]

    def has_responded(self, spec: ModelSpec) -> bool:
        """Whether anything has come back from a model at its endpoint so far, be it an error."""
        return (spec.model, spec.api_base) in self._responded

    def check(self, spec: ModelSpec) -> None:
        """Holds that a model can be asked, as far as that can be said without asking anybody.

        Raises:
            SettingsError: the endpoint is no address, or is needed and missing; litellm doesn't know the provider of
                the model; or its key is missing from the environment.
        """
        require_model(spec.model, spec.api_base)

    async def ask(
        self,
        spec: ModelSpec,
        messages: Sequence[Mapping[str, Any]],
        on_turn: Callable[[], None] = lambda: None,
        *,
        whole: bool = False,
    ) -> Reply:
        """A model's reply to some messages in OpenAI's form, pictures as data URLs in parts of type `image_url`.

        The first call of a process loads the client library, which takes seconds, unless `check` was called before.

        Args:
            on_turn: called when the question's turn has come, after it may have waited long for others; what it raises
                is raised here, and nothing is sent. It is not called for a question that has cost something already.
            whole: whether an answer that breaks off at the most tokens is none, and a fault instead.

        Raises:
            SettingsError: the endpoint is no address, or is needed and missing.
        """
        where = connection(spec.model, spec.api_base)
        given = {"temperature": spec.temperature, "max_tokens": spec.max_tokens}
        omissions = self._omissions.setdefault((spec.model, spec.api_base), Omissions(spec.model))
        gate = self._gate(spec)
        account = _Account()
        repeated = 0
        while True:
            async with gate.passed():
                if not account.prompt and not account.completion:
                    on_turn()
                sent = {**given, **omissions.changes(given)}
                outcome = await self._call(spec, messages, where, sent, account, whole=whole)
            if isinstance(outcome, str) or outcome.cause not in ("network", "timeout"):
                self._responded.add((spec.model, spec.api_base))
            if isinstance(outcome, str):
                return account.reply(outcome, left_out(given, sent))
            told = omissions.mend(outcome, sent)
            if told is not None:
                account.warnings += told
                continue
            if not may_retry(outcome, repeated, self._retries(spec, outcome)):
                if not outcome.connected:
                    self._given_up.add((spec.model, spec.api_base))
                return account.reply(outcome)
            await self._sleep(self._patience.pause(outcome, repeated))
            repeated += 1

    def _retries(self, spec: ModelSpec, fault: Fault) -> int:
        """How often a call may be repeated that failed so."""
        if fault.connected or self.has_responded(spec):
            return spec.retries
        return 0 if (spec.model, spec.api_base) in self._given_up else min(spec.retries, STRANGER_RETRIES)

    def _gate(self, spec: ModelSpec) -> Gate:
        provider = spec.model.partition("/")[0]
        key = (provider, spec.api_base)
        if key not in self._gates:
            self._gates[key] = Gate(self._limits.get(provider, self._usual), self._sleep, self._clock)
        return self._gates[key]

    async def _call(
        self,
        spec: ModelSpec,
        messages: Sequence[Mapping[str, Any]],
        where: Mapping[str, str],
        options: Mapping[str, Any],
        account: _Account,
        *,
        whole: bool,
    ) -> str | Fault:
        """One request: the words, or what went wrong."""
        options = {name: value for name, value in options.items() if value is not None}
        account.tries += 1
        began = self._clock()
        try:
            # Also here: the library's own limit starts anew with everything that arrives.
            async with asyncio.timeout(spec.timeout):
                raw = await load_litellm().acompletion(
                    model=spec.model,
                    messages=[_copy(message) for message in messages],
                    timeout=spec.timeout,
                    num_retries=0,
                    max_retries=0,
                    cache={"no-cache": True, "no-store": True},
                    **where,
                    **options,
                )
            account.add(raw, spec.price)
            return words_of(raw, whole=whole)
        except Fault as fault:
            return fault.with_traceback(None)  # which would keep the messages and their pictures
        except TimeoutError:
            return Fault("timeout", f"no answer within {spec.timeout:g} s")
        except Exception as error:
            # Whatever a provider sends, it may cost the answer but never the game.
            return fault_of_litellm(error) or Fault("server_error", f"{type(error).__name__}: {error}")
        finally:
            account.seconds = self._clock() - began


def _copy(part: Any) -> Any:
    """A copy of a part of a message, which some of litellm's clients change; half characters can't be sent."""
    if isinstance(part, str):
        return part if part.isascii() else whole_text(part)
    if isinstance(part, Mapping):
        return {key: _copy(value) for key, value in part.items()}
    return [_copy(one) for one in part] if isinstance(part, list | tuple) else part
