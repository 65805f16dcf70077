"""What models wrap their answers in: thoughts, fences, JSON, full-width signs. All of it in time linear in the text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

_THOUGHT = re.compile(r"<(/?)(?:think|thinking|thought|thoughts|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"(`{3,}|~{3,})[^\n`]*\n")
_SIGNS = {0xFF01 + index: 0x21 + index for index in range(94)} | str.maketrans(
    "\u3000\u00a0“”„‘’‚「」『』【】", '  """\'\'\'""""[]'
)
_PARENS = re.compile(r"(?<![A-Za-z0-9_])(?:say|说|发言)[ \t]{0,3}\(|[()\n]", re.IGNORECASE)
_MARKUP = " \t`*_\"'.]}"
_MOST_FAILURES = 200
_NOT = re.compile(
    r"(?:(?<!\w)(?:not|never|no|nobody|instead of|rather than|against|should i)|n't|不|别|勿|没)\W{0,3}(?:\w+ ){0,2}$",
    re.IGNORECASE,
)
_DECODER = json.JSONDecoder()


def without_thoughts(reply: str) -> str:
    """A reply without what a model only thought: what stands in think tags, or before one that is only closed."""
    kept: list[str] = []
    depth = end = 0
    for tag in _THOUGHT.finditer(reply):
        if not depth:
            kept.append(reply[end : tag.start()])
        if not tag[1]:
            depth += 1
        elif depth:
            depth -= 1
        else:
            kept.clear()
        end = tag.end()
    if not depth:
        kept.append(reply[end:])
    return "".join(kept)


def simple_signs(text: str) -> str:
    """A text with plain parentheses, bars, colons and quotes for full-width and curly ones, sign for sign."""
    return text.translate(_SIGNS)


def negated(line: str, position: int) -> bool:
    """Whether a negation stands just before a position in a line."""
    return _NOT.search(line[max(position - 40, 0) : position]) is not None


def unfenced(text: str) -> str:
    """What stands in a fence, if the text is nothing else."""
    stripped = text.strip()
    opening = _FENCE.match(stripped)
    if opening is None or not stripped.endswith(opening[1]):
        return text
    inner = stripped[opening.end() : max(len(stripped) - len(opening[1]), opening.end())]
    # More of them are several fences, with something between.
    return text if opening[1] in inner else inner.removesuffix("\n")


class Found(NamedTuple):
    """A JSON object in a text, from `start` up to `end`."""

    start: int
    end: int
    value: Mapping[str, Any]


def objects(text: str) -> Iterator[Found]:
    """The JSON objects in a text, outermost ones, in order."""
    start, failures = text.find("{"), 0
    while start >= 0 and failures < _MOST_FAILURES:
        end = start + 1
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            failures += 1
        else:
            yield Found(start, end, value)
        start = text.find("{", end)


class Words(NamedTuple):
    """Words in a `say(…)`, which stands from `start` up to `end`; they are `text[first:last]`."""

    start: int
    end: int
    first: int
    last: int


def said_in(text: str) -> list[Words]:
    """The `say(…)` of a text in simple signs, outermost ones, in order.

    Parentheses within are counted; where they don't match, as in ":)", the last one of the line closes it. One that is
    never closed lasts to the end of its line.
    """
    closings = _Closings()
    for sign in _PARENS.finditer(text):
        closings.take(sign, text)
    closings.end(text)
    found: list[Words] = []
    for start, (first, last) in sorted(closings.found.items()):
        if not found or start >= found[-1].end:
            found.append(Words(start, min(last + 1, len(text)), first, last))
    return found


class _Open(NamedTuple):
    """An open parenthesis; `start` is where its `say` begins, None for any other."""

    start: int | None
    first: int


class _Closings:
    """Matches parentheses line by line; only those of `say(` stay open over the end of a line.

    Attributes:
        found: of each `say`, by its start, where its words begin and end.
    """

    def __init__(self) -> None:
        self.found: dict[int, tuple[int, int]] = {}
        self._stack: list[_Open] = []
        self._line = 0
        self._closed: _Open | None = None
        self._last_close = -1

    def take(self, sign: re.Match[str], text: str) -> None:
        if sign.group() == "\n":
            self.newline(sign.start(), text)
        elif sign.group() == ")":
            self._close(sign.start())
        else:
            start = sign.start() if len(sign.group()) > 1 else None
            self._stack.append(_Open(start, sign.end()))

    def _close(self, position: int) -> None:
        self._last_close = position
        if self._stack:
            opened = self._stack.pop()
            if opened.start is not None:
                self.found[opened.start] = (opened.first, position)
                self._closed = opened
        elif self._closed is not None and self._closed.start is not None:
            # One too many on the line: the one before was part of the words.
            self.found[self._closed.start] = (self._closed.first, position)

    def newline(self, end: int, text: str) -> None:
        """The end of a line, at a position."""
        while self._stack and self._stack[-1].start is None:
            self._stack.pop()
        opened = self._stack[-1] if self._stack else None
        closes = opened is not None and self._last_close >= opened.first > self._line
        if opened and opened.start is not None and closes and not text[self._last_close + 1 : end].strip(_MARKUP):
            self._stack.pop()
            self.found[opened.start] = (opened.first, self._last_close)
        self._line, self._closed, self._last_close = end, None, -1

    def end(self, text: str) -> None:
        """The end of the text."""
        self.newline(len(text), text)
        covered = -1
        for start, first in self._stack:
            if start is not None and start >= covered:
                end = text.find("\n", first)
                covered = len(text) if end < 0 else end
                self.found[start] = (first, covered)
