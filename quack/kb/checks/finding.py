"""What a check has found: where, what, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from quack.errors import QuackError, printable

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something amiss in a rulebook.

    Attributes:
        check: the name of the kind of check.
        severity: an error keeps the rulebook from being loaded or makes a rule do nothing; a warning is likely a slip.
        line, column: from 1; no column where the whole line is meant.
        remedy: how to mend it.
    """

    check: str
    severity: Severity
    path: Path | str | None
    line: int | None
    column: int | None
    what: str
    remedy: str | None = None

    @classmethod
    def of(cls, error: QuackError, check: str, severity: Severity = "error") -> Finding:
        """What an error says, as a finding."""
        return cls(check, severity, error.path, error.line, error.column, error.what, error.remedy)

    @property
    def place(self) -> str:
        return ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)

    def __str__(self) -> str:
        remedy = f"; {self.remedy}" if self.remedy else ""
        return printable(f"{self.place}: {self.severity}: {self.what}{remedy} [{self.check}]")

    def as_json(self) -> dict[str, Any]:
        """It as plain data."""
        return {
            "file": None if self.path is None else printable(self.path),
            "line": self.line,
            "column": self.column,
            "severity": self.severity,
            "check": self.check,
            "what": self.what,
            "remedy": self.remedy,
        }
