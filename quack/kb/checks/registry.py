"""The checks: each a function from a rulebook to what it finds, registered under the name that its findings bear."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quack.kb.checks.book import Book
from quack.kb.checks.finding import Finding

Check = Callable[[Book], Iterable[Finding]]

CHECKS: list[tuple[Check, bool]] = []
"""The checks in the order of registration, each with whether it asks for a rulebook of which nothing is missing."""


def check(*, of_whole: bool = False) -> Callable[[Check], Check]:
    """Registers a check.

    Args:
        of_whole: it asks what nothing gives, which can't be said while a part of the rulebook can't be read.
    """

    def register(function: Check) -> Check:
        CHECKS.append((function, of_whole))
        return function

    return register
