"""Sentences as lines of signs, for the grammars that search them with patterns."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from quack.claims.offline.reference import Anchor, Reading, Spot


class Found(NamedTuple):
    """A match in a line, in tokens: the first, and the one after the last, of the whole and of each group."""

    match: re.Match[str]
    first: int
    end: int


class Cued(NamedTuple):
    """A pattern, and strings of which each of its matches holds one: most sentences hold none, and need no search."""

    pattern: re.Pattern[str]
    cues: tuple[str, ...]


def cued(cues: str, pattern: str) -> Cued:
    """A pattern with its cues, which a comma parts."""
    return Cued(re.compile(pattern), tuple(cues.split(",")))


class Line:
    """One sentence as its signs with a blank between; positions lead back to tokens.

    Attributes:
        number, low, high: which sentence it is, its first token and the one after its last.
        text: the signs.
    """

    def __init__(self, reading: Reading, number: int) -> None:
        self.reading = reading
        self.number = number
        self.low, self.high = reading.speech.bounds[number]
        signs = reading.speech.signs[self.low : self.high]
        self.text = " ".join(signs)
        self._starts: list[int] = []
        position = 0
        for sign in signs:
            self._starts.append(position)
            position += len(sign) + 1

    def token(self, position: int) -> int:
        """The token at a position of the text."""
        return self.low + max(bisect_right(self._starts, position) - 1, 0)

    def tokens(self, match: re.Match[str], group: str | int = 0) -> range:
        """The tokens that a group of a match covers; none if the group took no part."""
        start, end = match.span(group)
        if start < 0 or end <= start:
            return range(0)
        return range(self.token(start), self.token(end - 1) + 1)

    def find(self, pattern: Cued) -> Iterable[re.Match[str]]:
        """The matches of a pattern, in order."""
        for cue in pattern.cues:
            if cue in self.text:
                return pattern.pattern.finditer(self.text)
        return ()

    def anchors(self, tokens: range) -> list[Anchor]:
        """The words for players among some tokens; the first reading of each pronoun."""
        found: dict[int, Anchor] = {}
        for anchor in self.reading.anchors:
            if anchor.token in tokens and anchor.how not in ("us", "he1"):
                found.setdefault(anchor.token, anchor)
        return list(found.values())

    def spots(self, tokens: range) -> list[Spot]:
        """The words for rooms among some tokens."""
        return [spot for spot in self.reading.spots if spot.token in tokens]

    def subject(self, token: int) -> Anchor:
        """Who the clause that ends before a token is about: the nearest subject of its sentence, else the speaker."""
        for place in range(token - 1, self.low - 1, -1):
            found = self.reading.subject[place]
            if found is not None and found.token >= self.low:
                return found
        carried = self.reading.subject[self.low - 1] if self.low else None
        return carried if carried is not None else Anchor(token, self.reading.speaker, "left out")

    def start(self, token: int) -> int:
        """The position in the text where a token of the sentence starts; its end for one beyond it."""
        index = token - self.low
        return self._starts[index] if 0 <= index < len(self._starts) else len(self.text)
