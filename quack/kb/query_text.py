"""Where in a query do its rules begin and end? Conditions, or rules that a dot, a semicolon or a new line parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(r'"(?:[^\\"\n]|\\.)*"|\.\.|:-|[()\[\]{}.;\n]')


class Piece(NamedTuple):
    """A rule of a query, or its conditions, by positions in the code."""

    start: int
    end: int
    neck: int | None
    """Where `:-` begins; None for a fact, or for conditions alone."""


class _Sign(NamedTuple):
    text: str
    start: int


def _signs(code: str) -> Iterator[_Sign]:
    """What may part rules: signs outside of all brackets, the end of the code last."""
    depth = 0
    for token in _TOKEN.finditer(code):
        text = token[0]
        depth += (text in "([{") - (text in ")]}")
        if depth <= 0 and text in (".", ";", "\n", ":-"):
            yield _Sign(text, token.start())
    yield _Sign(".", len(code))


def split_rules(code: str) -> list[Piece]:
    """The rules of a query, or one piece without a neck if it holds conditions only.

    A semicolon or a new line parts rules only where another rule begins after it: in a body a semicolon is a comma.
    """
    signs = list(_signs(code))
    pieces: list[Piece] = []
    start, neck = 0, None
    for number, sign in enumerate(signs):
        if sign.text == ":-":
            neck = sign.start if neck is None else neck
            continue
        if sign.text in (";", "\n") and not (_is_whole(code[start : sign.start]) and _begins_rule(code, signs, number)):
            continue
        if code[start : sign.start].strip():
            pieces.append(Piece(start, sign.start, neck))
        start, neck = sign.start + 1, None
    return pieces


def _is_whole(text: str) -> bool:
    return bool(text.strip()) and not text.rstrip().endswith((",", ":-", ";"))


def _begins_rule(code: str, signs: list[_Sign], number: int) -> bool:
    """Whether a head and its neck are the next thing after a sign."""
    position = signs[number].start + 1
    for sign in signs[number + 1 :]:
        if code[position : sign.start].strip():
            return sign.text == ":-"
        if sign.text != "\n":
            return False
        position = sign.start + 1
    return False
