"""Sentences with places to fill in, that know which of their words a claim rests on.

A template is plain text with `[` and `]` around the words of a claim (marks may be nested; the first mark opened is the
first claim's, and all claims share a lone mark) and slots in braces. The slots of a time put the blank or comma that it
needs themselves: `{ when}` and `{When, }`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

Span = tuple[int, int]

_PARTS = re.compile(r"\[|\]|\{[^{}]*\}|[^\[\]{}]+")
WHEN_AFTER, WHEN_BEFORE = " when", "When, "


class Filled(NamedTuple):
    """A sentence, the words of each mark in it, and the words that say when, as they stand there."""

    text: str
    spans: tuple[Span, ...]
    temporal: str | None


class Template:
    """A template, taken apart once; see the module."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._parts: tuple[str, ...] = tuple(_PARTS.findall(source))
        if "".join(self._parts) != source or self._parts.count("[") != self._parts.count("]"):
            raise ValueError(f"not a template: {source}")

    @cached_property
    def slots(self) -> frozenset[str]:
        """The names of the slots."""
        return frozenset(part[1:-1] for part in self._parts if part[0] == "{")

    @property
    def timed(self) -> bool:
        """Whether there is a place for a time."""
        return not self.slots.isdisjoint((WHEN_AFTER, WHEN_BEFORE))

    @property
    def fronted(self) -> bool:
        """Whether it begins with a time and so can't do without."""
        return WHEN_BEFORE in self.slots

    def fill(self, slots: Mapping[str, str], when: str = "") -> Filled:
        """The sentence with its slots filled; whatever stands in them, only the template's own marks count."""
        text, temporal = "", None
        opened: list[int] = []
        spans: list[list[int]] = []
        for part in self._parts:
            if part == "[":
                opened.append(len(spans))
                spans.append([len(text), 0])
            elif part == "]":
                spans[opened.pop()][1] = len(text)
            elif part[0] != "{":
                text += part
            elif part[1:-1] in (WHEN_AFTER, WHEN_BEFORE):
                if when:
                    temporal = when if part[1:-1] == WHEN_AFTER else when[0].upper() + when[1:]
                    text += f" {temporal}" if part[1:-1] == WHEN_AFTER else f"{temporal}, "
            else:
                text += slots[part[1:-1]]
        return Filled(text, tuple((start, end) for start, end in spans), temporal)
