"""What is wrong with the file of a study: all of it is found, and what stands first in the file is told first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import ParamSpec, TypeVar

from quack.errors import SettingsError
from quack.settings import without_secrets

_LONGEST = 300
"""So many characters are said of what is wrong; a remedy may have twice as many."""

_T = TypeVar("_T")
_P = ParamSpec("_P")

_MOST_LINES = 5
"""So many lines are named on which more is wrong."""


def shown(text: str, longest: int = _LONGEST) -> str:
    """What is said of a file, without keys that were pasted into it, and cut to a line that can be read."""
    told = without_secrets(text[: 10 * longest])
    return told if len(told) <= longest else f"{told[: longest - 1]}…"


def fault(what: str, path: Path, line: int | None, remedy: str) -> SettingsError:
    """What to raise about a place in a study's file."""
    return SettingsError(shown(what), path=path, line=line, remedy=shown(remedy, 2 * _LONGEST))


@dataclass(slots=True)
class Faults:
    """Collects what is wrong with a file; what is wrong with another one is raised at once."""

    found: list[SettingsError] = field(default_factory=list)

    def attempt(self, otherwise: _T, work: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
        """What some work gives; `otherwise` where it finds a fault, which is kept."""
        try:
            return work(*args, **named)
        except SettingsError as error:
            self.found.append(error)
            return otherwise

    def tell(self) -> None:
        """Raises the fault that stands first, with the lines of the others.

        Raises:
            SettingsError: there is one.
        """
        if not self.found:
            return
        first = min(self.found, key=lambda fault: fault.line or 0)
        lines = sorted({fault.line for fault in self.found if fault.line} - {first.line})
        if lines:
            more = ", ".join(map(str, lines[:_MOST_LINES])) + (", …" if len(lines) > _MOST_LINES else "")
            first.remedy = f"{first.remedy}; more is wrong on line{'s' * (len(lines) > 1)} {more}"
        raise first
