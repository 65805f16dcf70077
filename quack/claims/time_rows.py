"""Tables of patterns that are tried only where a text has a word that they may fit."""

from __future__ import annotations

import re
from typing import NamedTuple

_REMEMBERED = 50_000
"""Words; texts in all the world's languages would fill the memory."""


class Row(NamedTuple):
    """A name for what a pattern finds.

    Attributes:
        cues: strings of which one must occur for the pattern to be tried; most texts have none of them.
        instead: what is put in its place where it is taken out.
    """

    name: str
    cues: tuple[str, ...]
    pattern: re.Pattern[str]
    instead: str = " "

    def cued(self, text: str) -> bool:
        """Whether a text has one of the cues."""
        return any(cue in text for cue in self.cues)


def row(name: str, cues: str, *patterns: str, instead: str = " ") -> Row:
    """A row from cues with blanks between (`_` is a blank in one), and from alternatives of a pattern."""
    return Row(name, tuple(cue.replace("_", " ") for cue in cues.split()), re.compile("|".join(patterns)), instead)


class Table(dict[str, int]):
    """Rows in their order, and for each word met so far those with a cue that begins in it, one bit a row.

    Most words begin no cue, so that a look at each word spares looking for hundreds of cues.
    """

    def __init__(self, *rows: Row) -> None:
        super().__init__()
        self.rows = rows
        self._begins = [(*_begin(cue), 1 << number) for number, each in enumerate(rows) for cue in each.cues]

    def __missing__(self, word: str) -> int:
        if len(self) >= _REMEMBERED:
            self.clear()
        bits = 0
        for begin, blank, bit in self._begins:
            if word.endswith(begin) if blank else begin in word:
                bits |= bit
        self[word] = bits
        return bits

    def rows_for(self, text: str) -> int:
        """The rows with a cue in a text, one bit a row; maybe also one whose cue has blanks in it and is not there."""
        bits = 0
        for word in text.split():
            bits |= self[word]
        return bits


def _begin(cue: str) -> tuple[str, bool]:
    """What of a cue stands in its first word, and whether it ends that word."""
    begin, blank, _ = cue.strip().partition(" ")
    return begin, bool(blank) or cue.endswith(" ")


def without(table: Table, text: str) -> tuple[str, list[str]]:
    """The text with all that fits the rows put as the rows' `instead`, and the names of the rows that fitted."""
    fitted: list[str] = []
    bits = table.rows_for(text)
    number = 0
    while bits >> number:
        if bits >> number & 1:
            name, _, pattern, instead = table.rows[number]
            text, times = pattern.subn(instead, text)
            if times:
                fitted.append(name)
                bits = table.rows_for(text)
        number += 1
    return text, fitted
