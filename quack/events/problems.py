"""What is wrong with a log, in words for its reader."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from quack.errors import LogError, printable

MAX_PROBLEMS = 1_000
"""So many problems of one file are told one by one, then only how many more there are."""

MEND_LINE = "mend or remove the line, or record the game again"


class Problem(NamedTuple):
    """One thing to know about a log; an error would make verdicts wrong, a notice would not.

    `line` counts from 1 and is None for what concerns the whole file. `str()` is a line to show.
    """

    path: Path
    line: int | None
    severity: Literal["error", "notice"]
    what: str
    remedy: str

    def __str__(self) -> str:
        place = str(self.path) if self.line is None else f"{self.path}:{self.line}"
        return printable(f"{place}: {self.what}; {self.remedy}" if self.remedy else f"{place}: {self.what}")


@dataclass(slots=True)
class Problems:
    """Collects the problems of one log; a strict one raises the first error instead.

    Attributes:
        path: the log.
        strict: whether the first error is raised, as LogError.
        found: what was told so far, at most MAX_PROBLEMS.
        untold: how many errors and notices came after that.
    """

    path: Path
    strict: bool
    found: list[Problem] = field(default_factory=list)
    untold: int = 0
    errors: int = 0

    def error(self, line: int | None, what: str, remedy: str = MEND_LINE) -> None:
        """Records what would make verdicts wrong.

        Raises:
            LogError: always, when strict.
        """
        if self.strict:
            raise LogError(printable(what), path=self.path, line=line, remedy=printable(remedy))
        self.errors += 1
        self._add(line, "error", what, remedy)

    def notice(self, line: int | None, what: str, remedy: str = "nothing to do") -> None:
        """Records what is worth knowing and harms no verdict."""
        self._add(line, "notice", what, remedy)

    def sorted(self) -> list[Problem]:
        """All of them by line, those of the whole file first, the count of the untold ones last."""
        ordered = sorted(self.found, key=lambda problem: problem.line or 0)
        if self.untold:
            what = f"{self.untold} more problems are not listed"
            severity: Literal["error", "notice"] = "error" if self.errors else "notice"
            ordered.append(Problem(self.path, None, severity, what, "mend the ones above first"))
        return ordered

    def _add(self, line: int | None, severity: Literal["error", "notice"], what: str, remedy: str) -> None:
        if len(self.found) >= MAX_PROBLEMS:
            self.untold += 1
        else:
            self.found.append(Problem(self.path, line, severity, printable(what), printable(remedy)))


def quoted(text: object) -> str:
    """A name from a log in quotes, short and printable."""
    shown = str(text)
    return repr(printable(shown if len(shown) <= 60 else shown[:57] + "…"))
