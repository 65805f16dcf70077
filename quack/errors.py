"""The tree of errors: everything that QUACK raises on purpose.

    QuackError
    ├── SettingsError      a path, an option or an environment variable that can't be used
    ├── MapError           a map file that can't be played on
    ├── LogError           a game log whose verdicts would be wrong
    ├── ClaimsError        a file of claims that can't be read
    ├── RulebookError      a rulebook that can't be loaded, grounded or trusted
    ├── AuditError         an audit that could not be carried out
    └── PlayError          a game that could not be played to its end, or not be kept

Each says where (file, line, column), what and how to mend it, on one line of printable text.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


def printable(text: object) -> str:
    """Text with every control character escaped, so that untrusted words can't steer a terminal."""
    text = str(text)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def whole_text(text: str) -> str:
    """Text in which halves of characters are whole or replaced: it can be written, and sent."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def amount(number: int, what: str) -> str:
    """How many of something, such as "1 game" and "2,000 games"."""
    return f"{number:,} {what if number == 1 else what + 's'}"


class QuackError(Exception):
    """Something is wrong with what the user gave; `str()` is a line to show.

        from quack import QuackError, read_log

        try:
            read_log("logs/no-such-game.jsonl")
        except QuackError as error:
            print(type(error).__name__, error.what, error.path, error.remedy)

    Attributes:
        what: what is wrong.
        path, line, column: where, as far as known; lines and columns count from 1.
        remedy: what to do about it, or None.
    """

    def __init__(
        self,
        what: str,
        *,
        path: Path | str | None = None,
        line: int | None = None,
        column: int | None = None,
        remedy: str | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.path = path
        self.line = line
        self.column = column
        self.remedy = remedy

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors cross process borders in batches; the default would lose the keyword arguments.
        return _rebuild, (type(self), self.what, self.path, self.line, self.column, self.remedy)

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)
        text = f"{place}: {self.what}" if place else self.what
        return printable(f"{text}; {self.remedy}" if self.remedy else text)


def _rebuild(
    kind: type[QuackError],
    what: str,
    path: Path | str | None,
    line: int | None,
    column: int | None,
    remedy: str | None,
) -> QuackError:
    return kind(what, path=path, line=line, column=column, remedy=remedy)


class SettingsError(QuackError):
    """A path, an option or an environment variable that can't be used."""


class MapError(QuackError):
    """A map file that can't be played on."""


class LogError(QuackError):
    """A game log whose verdicts would be wrong."""


class ClaimsError(QuackError):
    """A file of claims that can't be read."""


class RulebookError(QuackError):
    """A rulebook that can't be loaded, grounded or trusted."""


class AuditError(QuackError):
    """An audit that could not be carried out."""


class PlayError(QuackError):
    """A game that could not be played to its end, or not be kept."""
