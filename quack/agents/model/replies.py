"""What models wrap their answers in: thoughts, fences, JSON, full-width signs. All of it in time linear in the text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

SAID, OBJECT = "\0", "\1"
"""What stands in a page for each sign of words that are said, and of a JSON object."""

_TAGS = "think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad|reason"
_THOUGHT = re.compile(
    rf"<(/?)[ ]?(?:{_TAGS})(?:\s[^<>]{{0,200}})?>|◁(/?)think▷|\[(/?)THINK\]",
    re.IGNORECASE,
)
_CHANNEL = re.compile(r"<\|channel\|>[ \t]*(\w*)[^<]{0,100}<\|message\|>", re.IGNORECASE)
_CHANNEL_END = re.compile(r"<\|(?:end|return|start|call|channel)\|>", re.IGNORECASE)
_SAY_LINE = re.compile(
    r"^[^\w\n{]{0,4}(?:say|speech|chat|说|发言)[^\w\n:]{0,3}:[ \t*_]*(?P<line>\S.*)"
    r"|\|[ \t]*(?:say|说|发言)(?:[ \t]*:[ \t]*|[ \t]+(?=\"))(?P<rest>[^\s(].*)"
    r"|[,;]?[ \t]?(?:(?<!\w)and say|并说)[ \t]?:[ \t]*(?P<also>\S.*)",
    re.IGNORECASE | re.MULTILINE,
)
_FENCE = re.compile(r"(`{3,}|~{3,})[^\n`]*\n")
_SIGNS = {0xFF01 + index: 0x21 + index for index in range(94)} | str.maketrans(
    "\u3000\u00a0“”„‘’‚「」『』【】", '  """\'\'\'""""[]'
)
_PARENS = re.compile(r"(?<![A-Za-z0-9_])(?:say|说|发言)[ \t]{0,3}\(|[()\n]", re.IGNORECASE)
_MARKUP = " \t`*_\"'.]}"
_MOST_FAILURES = 200
_COMMA = re.compile(r",(?=\s{0,100}[}\]])")
_DECODER = json.JSONDecoder()


def without_thoughts(reply: str) -> str:
    """A reply without what a model only thought: in think tags, before one that is only closed, in another channel."""
    channels = list(_CHANNEL.finditer(reply))
    if channels:
        final = next((one for one in reversed(channels) if one[1].casefold() == "final"), None)
        reply = _CHANNEL_END.split(reply[final.end() :], maxsplit=1)[0] if final else ""
    kept: list[str] = []
    depth = end = 0
    for tag in _THOUGHT.finditer(reply):
        if not depth:
            kept.append(reply[end : tag.start()])
        if not any(tag.groups()):
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
    """The JSON objects in a text, outermost ones, in order; a comma before a closing bracket does no harm."""
    start, failures = text.find("{"), 0
    mended: str | None = None
    while start >= 0 and failures < _MOST_FAILURES:
        end = start + 1
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            mended = _COMMA.sub(" ", text) if mended is None else mended
            try:
                value, end = _DECODER.raw_decode(mended, start)
            except (ValueError, RecursionError):
                failures += 1
                value = None
        if value is not None:
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


class Page(NamedTuple):
    """A reply in parts, without thoughts.

    Attributes:
        text: as it was written.
        plain: in simple signs, sign for sign; what is said and JSON objects are blanked out, with `SAID` and `OBJECT`.
        said: the words that are said outside of objects.
        objects: those outside of such words.
    """

    text: str
    plain: str
    said: list[Words]
    objects: list[Found]


def page_of(text: str) -> Page:
    """The parts of a text."""
    plain = simple_signs(text).replace(SAID, " ").replace(OBJECT, " ")
    lines = (_without_quotes(plain, found) for found in _SAY_LINE.finditer(plain))
    said: list[Words] = []
    inside: list[Found] = []
    parts, end = [], 0
    spans: list[Words | Found] = [*objects(text), *said_in(plain), *lines]
    for span in sorted(spans, key=lambda span: span.start):
        if span.start < end:
            continue
        blank = SAID if isinstance(span, Words) else OBJECT
        parts += [plain[end : span.start], blank * (span.end - span.start)]
        end = span.end
        if isinstance(span, Words):
            said.append(span)
        else:
            inside.append(span)
    return Page(text, "".join((*parts, plain[end:])), said, inside)


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


def _without_quotes(plain: str, found: re.Match[str]) -> Words:
    first, last = found.span(found.lastgroup or 0)
    quoted = last - first > 1 and plain[first] == plain[last - 1] == '"' and plain.count('"', first, last) == 2
    return Words(*found.span(), first + quoted, last - quoted)
