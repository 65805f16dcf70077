"""What was meant where clingo can't read a rule? The slips of those who know other languages, and dots left out."""

from __future__ import annotations

import re
from typing import NamedTuple

from quack.errors import RulebookError

_STRING = re.compile(r'"(?:[^\\"\n]|\\.)*"')
_DOT = re.compile(r"(?<!\.)\.(?!\.)")
_CALL_OF_CAPITAL = re.compile(r"(?<![\w'])([A-Z]\w*)\s*$")
_FULL_SIGNS = {
    "=>": "write the head first, then :- and its conditions",
    "->": "write the head first, then :- and its conditions",
    "=<": "write <=",
    "===": "write =",
    ":=": "write :-",
    "||": "write a rule for each alternative",
    "//": "comments begin with %",
    "\\+": "write not",
    "!=": "write a term on each side of !=",
}
_SIGNS = {
    "!": "write not",
    "|": "write a rule for each alternative",
    "\\": "write not",
}
_WORDS = {
    "and": "write a comma between conditions",
    "or": "write a rule for each alternative",
    "is": "write =",
    "if": "write :-",
}


class _Spot(NamedTuple):
    """Where an error is: the statement before it, and what follows from it on."""

    before: str
    after: str


def with_hint(error: RulebookError, code: str) -> RulebookError:
    """A syntax error with what is likely meant.

    Args:
        code: of the file that the error is in, comments blanked out.
    """
    if error.remedy is None and error.line is not None and error.what.startswith(("syntax error", "lexer error")):
        plain = _STRING.sub(lambda string: "s" * len(string[0]), code)
        spot = _spot(plain, error.line, error.column)
        error.remedy = (spot and _slip(spot)) or _missing_dot(plain, error.line, error.column) or (spot and _gap(spot))
    return error


def _spot(code: str, line: int, column: int | None) -> _Spot | None:
    if column is None:
        return None
    lines = code.split("\n")
    position = sum(len(each) + 1 for each in lines[: line - 1]) + column - 1
    ends = [dot.end() for dot in _DOT.finditer(code, 0, position)]
    return _Spot(code[ends[-1] if ends else 0 : position], code[position:])


def _slip(spot: _Spot) -> str | None:
    """How to write what another language writes otherwise."""
    before, after = spot
    if ":-" in before and before.endswith("=") and after.startswith(">"):
        return "write >="
    for sign, remedy in _FULL_SIGNS.items():
        for split in range(len(sign)):
            if before.endswith(sign[:split]) and after.startswith(sign[split:]):
                return remedy
    if after[:1] in _SIGNS:
        return _SIGNS[after[:1]]
    word = re.match(r"\w*", after)
    if word and word[0] in _WORDS:
        return _WORDS[word[0]]
    if after.startswith("(") and (capital := _CALL_OF_CAPITAL.search(before)):
        return f"predicates and functions begin with a small letter: {capital[1][0].lower()}{capital[1][1:]}(…)"
    if "~" in before:
        return "write not for ~"
    if re.search(r"(?<![\w'])not\s*\(", before):
        return "write not p(…), without brackets around the condition"
    return None


def _gap(spot: _Spot) -> str | None:
    """What is missing before the error, or is too much."""
    before, after = spot[0].rstrip(), spot[1]
    opened = before.count("(") - before.count(")")
    if after.startswith((")", ".", ":-")) and before.endswith(","):
        return "is something missing after the comma?"
    if after.startswith(",") and before.endswith((",", ":-", "(")):
        return "is something missing before the comma?"
    if after.startswith(")") and opened <= 0:
        return "no bracket is open there: leave it out"
    if after.startswith((".", ":-")) and opened > 0:
        return "is a closing bracket missing before it?"
    if re.match(r"[\w\"]", after) and re.search(r"[\w)\"]$", before) and (":-" in before or opened > 0):
        return "is a comma missing before it?"
    return None


def _missing_dot(code: str, line: int, column: int | None) -> str | None:
    """Asks for the dot of a statement that has lines before a place and none at it, and whose brackets are closed."""
    lines = code.split("\n")
    before = code if column is None else "\n".join([*lines[: line - 1], lines[line - 1][: column - 1]])
    whole = before.rstrip()
    ends = [dot.end() for dot in _DOT.finditer(whole)]
    start = ends[-1] if ends else 0
    statement = whole[start:]
    on_its_line = column is not None and "\n" not in before[len(whole) :]
    if not statement.strip() or on_its_line or statement.count("(") != statement.count(")"):
        return None
    unfinished = code.count("\n", 0, start + len(statement) - len(statement.lstrip())) + 1
    return f"is a dot missing before it? the statement of line {unfinished} has no end"
