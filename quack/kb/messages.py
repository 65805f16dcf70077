"""What does clingo say, and where? Every message of clingo becomes a `RulebookError` with file, line and column."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from quack.errors import RulebookError

if TYPE_CHECKING:
    import clingo

_PLACE = re.compile(r"<\w+>:(?P<line>\d+):(?P<column>\d+)(?:-[\d:]+)?: ")
_UNSAFE = re.compile(_PLACE.pattern + r"note: '(?P<name>[^\n]+)' is unsafe")


_UNEXPECTED = re.compile(
    r"(?P<kind>(?:syntax|lexer) error), unexpected (?P<token>.+?)(?:, expecting (?P<expected>.+))?$"
)
_TOKENS = {
    "<IDENTIFIER>": "name",
    "<VARIABLE>": "variable",
    "<NUMBER>": "number",
    "<STRING>": "string",
    "EOF": "end of the file",
}
_WORD = re.compile(r"[\w']+")

_LONGEST = 400


def shorten(text: str, longest: int = _LONGEST) -> str:
    """A text that fits into a message: names and terms of a rulebook may be of any length."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def suggest(word: str, known: Iterable[str], otherwise: str = "") -> str | None:
    """A question after the known word that comes nearest, or all of them after `otherwise`, if that is given."""
    names = sorted(set(known))
    close = difflib.get_close_matches(word, names, 1)
    if close:
        return f"did you mean {close[0]}?"
    return otherwise + ", ".join(names) if names and otherwise else None


@dataclass(frozen=True)
class SourceFile:
    """A file of rules as it was read.

    Its lines get numbers that are unique in the rulebook (`offset` + line), because clingo reports places in parsed
    text by line and column only.

    Attributes:
        name: relative to its folder of rules.
        home: that folder; None where it is in none.
        layer: 0 for a rulebook's own files, 1 for those of its base, 2 for those of the base's base.
    """

    name: str
    path: Path
    text: str = field(repr=False)
    offset: int
    home: Path | None = None
    layer: int = 0

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    @property
    def line_count(self) -> int:
        return len(self._starts)

    def place(self, position: int) -> tuple[int, int]:
        """Line and column of a position in the text, both from 1."""
        line = bisect_right(self._starts, position)
        return line, position - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, from 1."""
        start = self._starts[number - 1]
        return (
            self.text[start:].split("\n", 1)[0]
            if number == self.line_count
            else self.text[start : self._starts[number] - 1]
        )

    def in_signs(self, number: int, column: int) -> int:
        """A column that counts bytes, as clingo's do, as one that counts characters."""
        return len(self.line(number).encode()[: column - 1].decode("utf-8", "ignore")) + 1

    def error(self, what: str, line: int | None, column: int | None = None, remedy: str | None = None) -> RulebookError:
        return RulebookError(shorten(what), path=self.path, line=line, column=column, remedy=remedy)


class Places:
    """From clingo's line numbers back to files."""

    def __init__(self, files: tuple[SourceFile, ...]) -> None:
        self._files = sorted(files, key=lambda file: file.offset)
        self._starts = [file.offset for file in self._files]

    def known(self, line: int) -> bool:
        """Whether a line is one of a file, or the one after its end, where clingo sees it end."""
        last = self._files[-1]
        return line <= last.offset + last.line_count + 1

    def find(self, line: int) -> tuple[SourceFile, int]:
        """The file and the line in it."""
        file = self._files[max(bisect_right(self._starts, line - 1) - 1, 0)]
        return file, line - file.offset


class Messages:
    """A logger for clingo that keeps what it hears."""

    LIMIT = 100

    def __init__(self, places: Places) -> None:
        self._places = places
        self.heard: list[str] = []

    def __call__(self, code: clingo.MessageCode, text: str) -> None:
        self.heard.append(text)

    def first_error(self) -> RulebookError | None:
        """The gravest message as an error: the first error, else the first notice, else None."""
        texts = sorted(self.heard, key=lambda text: ": error: " not in text)
        return self._error(texts[0]) if texts else None

    def failure(self, error: RuntimeError) -> RulebookError:
        """What clingo said before it gave up."""
        return self.first_error() or RulebookError(str(error))

    def _error(self, text: str) -> RulebookError:
        place = _PLACE.search(text)
        body = text[place.end() :] if place else text
        what, remedy = _explain(body)
        if place is None or not self._places.known(int(place["line"])):
            return RulebookError(what, remedy=remedy)
        unsafe = [(int(note["line"]), int(note["column"])) for note in _UNSAFE.finditer(text)]
        line, column = min(unsafe, default=(int(place["line"]), int(place["column"])))
        file, line = self._places.find(line)
        if line > file.line_count:
            return file.error(what, file.line_count, None, remedy)
        column = file.in_signs(line, column)
        word = _WORD.match(file.line(line), column - 1)
        if word is not None and "unexpected name" in what:
            what = what.replace("unexpected name", f"unexpected “{shorten(word[0], 40)}”", 1)
        return file.error(what, line, column, remedy)


def _explain(body: str) -> tuple[str, str | None]:
    """What is wrong in the words of a rule author, and what to do."""
    lines = [line.strip() for line in body.splitlines() if line.strip()]
    first = lines[0].removeprefix("error: ").removeprefix("info: ").removesuffix(":")
    detail = lines[1] if len(lines) > 1 else ""
    if first.startswith("unsafe variables"):
        names = sorted({note["name"] for note in _UNSAFE.finditer(body)})
        subject = f"variable {names[0]} is" if len(names) == 1 else f"variables {', '.join(names)} are"
        return f"{subject} unsafe", "bind each variable in a positive condition of the body"
    if first.startswith("operation undefined"):
        return f"undefined arithmetic {detail}", "guard the operands: clingo drops the rule where one is no integer"
    if first.startswith("atom does not occur"):
        return f"nothing defines {detail}", "correct its name or arity, or declare it with #defined"
    if unexpected := _UNEXPECTED.match(first):
        expected = (
            " or ".join(map(_token, re.split(r"\s+or\s+", unexpected["expected"]))) if unexpected["expected"] else ""
        )
        what = f"{unexpected['kind']}: unexpected {_token(unexpected['token'])}"
        return f"{what}, expected {expected}" if expected else what, None
    if _PLACE.match(detail):
        detail = ""
    return f"{first}: {detail}" if detail else first, None


def _token(name: str) -> str:
    """A token of clingo's in a message."""
    return _TOKENS.get(name) or f"“{name.strip(chr(34)) or name}”"
