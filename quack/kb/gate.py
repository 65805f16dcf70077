"""What may stand in a rule file? Read before clingo sees a word of it.

clingo opens `#include` files while it parses, runs `#script`, and dies on an unquoted non-ASCII constant when a logger
is set. So the text is scanned here: comments and includes are blanked out, and what is left holds only the directives
that a rulebook needs. clingo gets that text alone; a disagreement about where a comment ends can hide nothing.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.messages import SourceFile, shorten
from quack.kb.shipped import is_shipped

MAX_FILE_BYTES = 1_000_000
MAX_LINE = 20_000
MAX_STATEMENT = 10_000
MAX_NAME = 200
MAX_DEPTH = 200
_MAX_NUMBER = 2**31 - 1

_TOKEN = re.compile(
    r"""(?P<block>%\*) | (?P<comment>%[^\n]*)
      | (?P<string>"(?:[^\\"\n]|\\["\\n])*")
      | (?P<directive>\#[A-Za-z_]*\+?)
      | (?P<number>(?<![\w'])(?:\d{10,}|0(?:[xX][0-9a-fA-F]{8,}|[oO][0-7]{11,}|[bB][01]{32,})))
      | (?P<stray>["@&]|[^\x00-\x7f])""",
    re.VERBOSE,
)
_BRACKET = re.compile(r'[()]|\.\.?|"(?:[^\\"\n]|\\.)*"')
_SIGNS = re.compile(rf"(?:[-~|]\s*){{{MAX_DEPTH}}}")
_STRING = re.compile(r'"(?:[^\\"\n]|\\.)*"')
# Anchored: a search that may begin anywhere takes quadratic time.
_LONG_NAME = re.compile(rf"(?<![\w'])[\w']{{{MAX_NAME + 1}}}")
_LONG_LINE = re.compile(rf"^[^\n]{{{MAX_LINE + 1}}}", re.MULTILINE)
# What a screen doesn't show, or shows as the end of a line where none is: a comment could hide a statement in it.
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_IN_BLOCK = re.compile(r"(?P<open>%\*)|(?P<close>\*%)|%[^\n]*")
_INCLUDE = re.compile(r'#include\s*"((?:[^\\"\n]|\\["\\n])*)"\s*\.')
_TERMS = frozenset({"#true", "#false", "#inf", "#infimum", "#sup", "#supremum"})
_AGGREGATES = frozenset({"#count", "#sum", "#sum+", "#min", "#max"})
_STATEMENTS = frozenset({"#const", "#defined", "#show", "#program"})
_STRAY = {
    '"': ("a string without an end", 'close it on the same line; its only escapes are \\n, \\\\ and \\"'),
    "@": ("external functions (@) are not allowed", "derive the value with a rule"),
    "&": ("theory atoms and bit operations (&) are not allowed", "write a comma between conditions"),
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
        data = _read_bytes(path)
    except ValueError as error:
        raise report or RulebookError(str(error), path=path) from None
    except OSError as error:
        raise report or RulebookError(f"can't be read: {error.strerror}", path=path) from None
    if len(data) > MAX_FILE_BYTES:
        raise RulebookError(f"longer than {MAX_FILE_BYTES} bytes", path=path, remedy="split it, or leave it out")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RulebookError("not UTF-8", path=path, line=line, remedy="save the file as UTF-8") from None


def _read_bytes(path: Path) -> bytes:
    """The file's bytes, or as many as show that it is too long.

    Raises:
        OSError: it can't be read.
        ValueError: it is no regular file, or its name can't be one.
    """
    # Asked for after it is open, so that nothing else can take its place; a pipe that nobody writes to doesn't block.
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NONBLOCK", 0))
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("not a regular file")
        return file.read(MAX_FILE_BYTES + 1) or b""


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

    def check_text(self) -> None:
        """Refuses what nobody can see or read."""
        if unseen := _UNSEEN.search(self.text):
            character = unseen[0]
            if character == "\r":
                raise self.refuse(unseen.start(), "a carriage return alone", "end lines with a line feed")
            what = "a NUL character" if character == "\0" else f"U+{ord(character):04X}, which can't be seen"
            raise self.refuse(unseen.start(), what, "take it out")
        if line := _LONG_LINE.search(self.text):
            raise self.refuse(line.start(), f"a line of more than {MAX_LINE} characters", "break it")

    def check_code(self, code: str) -> None:
        """Refuses what would end the process: clingo reads and grounds terms recursively."""
        depth, start = 0, 0
        for token in _BRACKET.finditer(code):
            text = token[0]
            if text == "(":
                depth += 1
                if depth > MAX_DEPTH:
                    raise self.refuse(token.start(), f"brackets nested more than {MAX_DEPTH} deep", "nest less")
            elif text == ")":
                depth -= 1
            elif text == ".":
                self.check_length(code, start, token.start())
                depth, start = 0, token.end()
        self.check_length(code, start, len(code))
        if signs := _SIGNS.search(code):
            raise self.refuse(signs.start(), f"{MAX_DEPTH} signs in a row", "leave them out")
        if _LONG_NAME.search(code) and (name := _LONG_NAME.search(_STRING.sub(_blanks, code))):
            raise self.refuse(name.start(), f"a name of more than {MAX_NAME} characters", "shorten it")

    def check_length(self, code: str, start: int, end: int) -> None:
        if end - start > MAX_STATEMENT:
            text = code[start:end]
            begin = start + len(text) - len(text.lstrip())
            if len(text.strip()) > MAX_STATEMENT:
                raise self.refuse(begin, f"a statement of more than {MAX_STATEMENT} characters", "split it")

    def scan(self) -> Scanned:
        shipped = is_shipped(self.text)
        if not shipped:  # the tests have seen to the shipped ones
            self.check_text()
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
            elif kind == "number" and _too_large(token[0]):
                raise self.refuse(start, f"{shorten(token[0], 20)} is too large", f"integers end at {_MAX_NUMBER}")
        code = "".join(self.pieces) + self.text[self.done :]
        if not shipped:
            self.check_code(code)
        return Scanned(code, tuple(self.comments), tuple(self.includes))


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _too_large(number: str) -> bool:
    return len(number) > 40 or int(number, 0 if number[1].isalpha() else 10) > _MAX_NUMBER


def scan(file: SourceFile) -> Scanned:
    """Takes a file apart into code, comments and includes.

    Raises:
        RulebookError: a directive, character or number that no rulebook may hold, at its line and column.
    """
    return _Scanner(file).scan()
