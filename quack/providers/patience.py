"""When a call that failed is repeated, how long is waited before it, and what it is repeated without."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from threading import Lock
from typing import Any

from quack.providers.faults import RETRIED, Fault

LONGEST_WAIT = 60.0
"""Seconds between two tries, whatever the provider asks for."""

TIMEOUT_RETRIES = 1
"""Each costs the whole time limit."""

STRANGER_RETRIES = 2
"""Of a connection that can't be made to where nobody has ever responded: the address is more likely to be wrong."""

_FIRST_WAIT = 0.5
_FIRST_WAIT_OF_LIMITS = 2.0
"""Seconds. Limits are counted by the minute: five waits that double reach beyond it."""

_DISPENSABLE = ("temperature", "max_completion_tokens", "max_tokens")
_OTHER_NAMES = {"max_tokens": "max_completion_tokens"}
"""Under which a provider may want an option that it rejects."""


def may_retry(fault: Fault, tries: int, retries: int) -> bool:
    """Whether a call that failed is repeated.

    Args:
        tries: how often it was repeated so far.
        retries: how often it may be.
    """
    return fault.cause in RETRIED and tries < (min(retries, TIMEOUT_RETRIES) if fault.cause == "timeout" else retries)


class Patience:
    """Waits that double, each shorter or longer by chance, so that many callers don't come back together.

    Usable from several threads.

    Args:
        chance: draws them; no other draw depends on it.
    """

    def __init__(self, chance: Random | None = None) -> None:
        self._chance = chance or Random(0)
        self._lock = Lock()

    def pause(self, fault: Fault, tries: int) -> float:
        """Seconds to wait after a call that was repeated so often: what the provider asks for, else its own guess."""
        if fault.wait is not None:
            return min(fault.wait, LONGEST_WAIT)
        first = _FIRST_WAIT_OF_LIMITS if fault.cause == "rate_limit" else _FIRST_WAIT
        with self._lock:
            return min(first * 2.0 ** min(tries, 30) * self._chance.uniform(0.5, 1.5), LONGEST_WAIT)


def left_out(given: Mapping[str, Any], sent: Mapping[str, Any]) -> tuple[str, ...]:
    """The options of a call that a request of it holds under no name.

    Args:
        given: all of the call; None for what has no value.
        sent: those of the request.
    """
    missing = (name for name, value in given.items() if value is not None and sent.get(name) is None)
    return tuple(name for name in missing if sent.get(_OTHER_NAMES.get(name, name)) is None)


class Omissions:
    """What requests to one model do without since its provider rejects it; usable from several threads.

    Args:
        who: who rejects it, as warnings name it.

    Attributes:
        warnings: what was left out, once each.
    """

    def __init__(self, who: str = "the provider") -> None:
        self.warnings: list[str] = []
        self._who = who
        self._put: dict[str, str | None] = {}
        self._lock = Lock()

    def changes(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Of the options of a request those that are put otherwise; None for what is left out."""
        with self._lock:
            known = list(self._put.items())
        changed: dict[str, Any] = {}
        for name, other in known:
            value = changed.get(name, given.get(name))
            changed[name] = None
            if other is not None and value is not None:
                changed[other] = value
        return changed

    def mend(self, fault: Fault, sent: Mapping[str, Any]) -> tuple[str, ...] | None:
        """What there is to warn of now that a request is to be repeated without what was rejected.

        Of several that fail together with the same option only one gives a warning.

        Args:
            sent: the options that the failed request held.

        Returns:
            None if it can't be mended so.
        """
        if fault.cause != "bad_request":
            return None
        name = next((name for name in _DISPENSABLE if sent.get(name) is not None and name in fault.detail), None)
        if name is None:
            return None
        with self._lock:
            if name in self._put:
                return ()
            other = _OTHER_NAMES.get(name)
            self._put[name] = other if other is not None and other in fault.detail else None
            if self._put[name] is not None:
                return ()
            warning = f"{self._who} rejects {name} {sent[name]}: left out ({fault.detail})"
            self.warnings.append(warning)
            return (warning,)
