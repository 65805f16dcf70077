"""What may stand in a rule file? Read before clingo sees a word of it.

clingo opens `#include` files while it parses, runs `#script`, and dies on an unquoted non-ASCII constant when a logger
is set. So the text is scanned here: comments and includes are blanked out, and what is left holds only the directives
that a rulebook needs. clingo gets that text alone; a disagreement about where a comment ends can hide nothing.
"""

from __future__ import annotations

import re
import stat
from dataclasses import dataclass
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.messages import SourceFile

MAX_FILE_BYTES = 4_000_000
MAX_DEPTH = 200
_MAX_NUMBER = 2**31 - 1

_TOKEN = re.compile(
    r"""(?P<block>%\*) | (?P<comment>%[^\n]*)
      | (?P<string>"(?:[^\\"\n]|\\["\\n])*")
      | (?P<directive>\#[A-Za-z_]*\+?)
      | (?P<number>(?<![\w'])(?:\d{10,}|0[xX][0-9a-fA-F]{8,}))
      | (?P<stray>["@&]|[^\x00-\x7f]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f])""",
    re.VERBOSE,
)
_BRACKET = re.compile(r'[()]|"(?:[^\\"\n]|\\.)*"')
_SIGNS = re.compile(rf"(?:[-~|]\s*){{{MAX_DEPTH}}}")
_IN_BLOCK = re.compile(r"(?P<open>%\*)|(?P<close>\*%)|%[^\n]*")
_INCLUDE = re.compile(r'#include\s*"((?:[^\\"\n]|\\["\\n])*)"\s*\.')
_TERMS = frozenset({"#true", "#false", "#inf", "#infimum", "#sup", "#supremum"})
_AGGREGATES = frozenset({"#count", "#sum", "#sum+", "#min", "#max"})
_STATEMENTS = frozenset({"#const", "#defined", "#show", "#program"})
_STRAY = {
    '"': ("a string without an end", 'close it on the same line; its only escapes are \\n, \\\\ and \\"'),
    "@": ("external functions (@) are not allowed", "derive the value with a rule"),
    "&": ("theory atoms and bit operations (&) are not allowed", "use ordinary rules"),
}


@dataclass(frozen=True, slots=True)
class Comment:
    line: int
    text: str
    alone: bool
    """Nothing else stands on its line."""


@dataclass(frozen=True, slots=True)
class Include:
    line: int
    column: int
    target: str


@dataclass(frozen=True, slots=True)
class Scanned:
    """A file's text with everything but code blanked out, and what was blanked out."""

    code: str
    comments: tuple[Comment, ...]
    includes: tuple[Include, ...]


def read_text(path: Path, report: RulebookError | None = None) -> str:
    """The text of a rule file.

    Args:
        report: what to raise if there is no such file.

    Raises:
        RulebookError: it can't be read, is no regular file, too long, or not UTF-8.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise report or RulebookError("not a regular file", path=path)
        if status.st_size > MAX_FILE_BYTES:
            raise RulebookError(f"longer than {MAX_FILE_BYTES} bytes", path=path, remedy="split it")
        data = path.read_bytes()
    except OSError as error:
        raise report or RulebookError(f"can't be read: {error.strerror}", path=path) from None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RulebookError("not UTF-8", path=path, line=line, remedy="save the file as UTF-8") from None


class _Scanner:
    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.text = file.text
        self.pieces: list[str] = []
        self.comments: list[Comment] = []
        self.includes: list[Include] = []
        self.done = 0

    def refuse(self, position: int, what: str, remedy: str | None = None) -> RulebookError:
        return self.file.error(what, *self.file.place(position), remedy)

    def blank(self, start: int, end: int) -> None:
        """Replaces text by blanks; lines keep their numbers and columns."""
        self.pieces.append(self.text[self.done : start])
        lines = self.text[start:end].split("\n")
        self.pieces.append("\n".join([" " * len(line) for line in lines]))
        self.done = end

    def comment(self, start: int, end: int) -> None:
        line, column = self.file.place(start)
        alone = column == 1 or not self.text[start - column + 1 : start].strip()
        self.comments.append(Comment(line, self.text[start:end], alone))
        self.blank(start, end)

    def block_end(self, start: int) -> int:
        depth, position = 1, start + 2
        while depth:
            token = _IN_BLOCK.search(self.text, position)
            if token is None:
                raise self.refuse(start, "a comment without an end", "close it with *%")
            depth += 1 if token["open"] else -1 if token["close"] else 0
            position = token.end()
        return position

    def directive(self, start: int, word: str) -> int:
        if word == "#include":
            include = _INCLUDE.match(self.text, start)
            if include is None:
                raise self.refuse(start, "an #include that names no file", 'write #include "file.lp".')
            self.includes.append(Include(*self.file.place(start), include[1]))
            self.blank(start, include.end())
            return include.end()
        if word not in _TERMS | _AGGREGATES | _STATEMENTS:
            remedy = "a rulebook holds rules, #const, #defined, #program and #include only"
            raise self.refuse(start, f"{word} is not allowed", remedy)
        return start + len(word)

    def stray(self, start: int, character: str) -> RulebookError:
        if character in _STRAY:
            return self.refuse(start, *_STRAY[character])
        return self.refuse(start, f"U+{ord(character):04X} outside of a string", "constants are lower-case ASCII")

    def check_depth(self, code: str) -> None:
        """clingo reads terms recursively: ones that are nested too deeply end the process."""
        depth = 0
        for bracket in _BRACKET.finditer(code):
            depth += {"(": 1, ")": -1}.get(bracket[0], 0)
            if depth > MAX_DEPTH:
                raise self.refuse(bracket.start(), f"brackets nested more than {MAX_DEPTH} deep")
        if signs := _SIGNS.search(code):
            raise self.refuse(signs.start(), f"{MAX_DEPTH} signs in a row")

    def scan(self) -> Scanned:
        if "\0" in self.text:
            raise self.refuse(self.text.index("\0"), "a NUL character")
        position = 0
        while token := _TOKEN.search(self.text, position):
            start, position, kind = token.start(), token.end(), token.lastgroup
            if kind == "comment":
                self.comment(start, position)
            elif kind == "block":
                position = self.block_end(start)
                self.comment(start, position)
            elif kind == "directive":
                position = self.directive(start, token[0])
            elif kind == "stray":
                raise self.stray(start, token[0])
            elif kind == "number" and int(token[0], 0 if token[0][1] in "xX" else 10) > _MAX_NUMBER:
                raise self.refuse(start, f"{token[0]} is too large", f"integers end at {_MAX_NUMBER}")
        code = "".join(self.pieces) + self.text[self.done :]
        self.check_depth(code)
        return Scanned(code, tuple(self.comments), tuple(self.includes))


def scan(file: SourceFile) -> Scanned:
    """Takes a file apart into code, comments and includes.

    Raises:
        RulebookError: a directive, character or number that no rulebook may hold, at its line and column.
    """
    return _Scanner(file).scan()
