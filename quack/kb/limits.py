"""How long may a stranger's rulebook take, and how much memory? It is grounded in a child process that says no.

A shipped rulebook is grounded in this process: what it takes is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from quack.errors import RulebookError
from quack.kb.child import AVAILABLE, Child, Died, Kind
from quack.kb.worker import Limits, inside
from quack.settings import max_memory, max_seconds

if TYPE_CHECKING:
    from quack.kb.rulebook import Rulebook

P = ParamSpec("P")
T = TypeVar("T")

_SECONDS, _SECONDS_PER_FACT = 3.0, 0.002
_MEMORY, _MEMORY_PER_FACT = 512, 0.008
_PATIENCE = 5

WHAT: dict[Kind, str] = {
    "time": "grounding takes too long",
    "memory": "grounding takes too much memory",
    "size": "more follows than can be read",
    "crash": "grounding breaks down",
}


def remedy_for(kind: Kind) -> str:
    """What to do when a limit is reached; a limit that somebody has set is named."""
    if kind == "crash":
        return "write simpler rules"
    if kind == "time":
        option, given, unit = "--max-seconds", max_seconds(), "seconds"
    else:
        option, given, unit = "--max-memory", max_memory(), "MiB"
    # The option sets the variable, for the processes that this one starts.
    variable = f"QUACK{option[1:].replace('-', '_').upper()}"
    than = f" than the {given} {unit} that it or {variable} gives" if given else ""
    return f"write narrower rules, or allow more with {option}{than}"


_failures: Counter[str] = Counter()
"""How often each rulebook, by its hash, has reached a limit since it last kept it."""


class LimitReached(RulebookError):
    """A rulebook takes longer, or more memory, than it may."""


def limits_for(facts: int, rulebook: Rulebook | None = None) -> Limits:
    """What grounding so many facts may take: some fifty times what the shipped rulebooks take.

    Computing is what counts: a machine that is busy otherwise gives it three times as long by the clock.
    A rulebook that has just reached its limit gets half as long with each further try, so that a batch whose games are
    tried again one by one comes to an end.
    """
    seconds: float = max_seconds() or _SECONDS + _SECONDS_PER_FACT * facts
    memory = max_memory() or int(_MEMORY + _MEMORY_PER_FACT * facts)
    tries = min(_failures[rulebook.sha256], _PATIENCE) if rulebook else 0
    work = seconds / 2**tries
    return Limits(3 * work, memory, work)


def note(rulebook: Rulebook, kept: bool) -> None:
    """Remembers whether a rulebook has kept its limits."""
    if kept:
        _failures.pop(rulebook.sha256, None)
    else:
        _failures[rulebook.sha256] += 1


def apart(trusted: bool) -> bool:
    """Whether something has to run in a child process: it is not trusted, and this is not one already."""
    return not trusted and AVAILABLE and not inside()


def bounded(
    function: Callable[P, T], *args: Any, rulebook: Rulebook | None, facts: int = 0, path: Path | None = None
) -> T:
    """Calls a function in a child process with limits of time and memory, unless the rulebook is a shipped one.

    Args:
        function, args: importable, and what it returns can be pickled.
        rulebook: whose rules it runs; None for rules without a rulebook.
        facts: how many facts they run on; what is allowed grows with it.
        path: what to name if a limit is reached, instead of the rulebook's entry file.

    Raises:
        LimitReached: it took too long or too much memory.
        Exception: what the function raises.
    """
    if not apart(rulebook is not None and rulebook.trusted):
        return function(*args)  # type: ignore[call-arg]
    where = path or (rulebook.entry if rulebook else None)
    try:
        with Child(partial(function, *args), limits_for(facts, rulebook)) as child:
            value: T = child.value()
    except RulebookError as error:
        error.path = error.path or where
        raise
    except Died as died:
        if rulebook:
            note(rulebook, False)
        raise LimitReached(WHAT[died.kind], path=where, remedy=remedy_for(died.kind)) from None
    return value
