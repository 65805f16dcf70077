"""The claims of an utterance as they are found, each with its source, time and span."""

from __future__ import annotations

from typing import Any

from quack.claims.offline.candidates import Candidate
from quack.claims.offline.lines import Line
from quack.claims.offline.reference import Reading
from quack.claims.offline.sources import reporter
from quack.claims.offline.times import time_words

Raw = dict[str, Any]


def tokens_of(one: Candidate) -> list[int]:
    """The tokens that a candidate rests on, those of words left out or carried over apart."""
    named = [anchor.token for anchor in one.anchors if anchor.how not in ("left out", "carried")]
    return [spot.token for spot in one.spots] + named


class Collection:
    """Raw claims of one utterance.

    Attributes:
        lines: its sentences.
        names: the players' names, by index.
    """

    def __init__(self, reading: Reading, names: list[str]) -> None:
        self.reading, self.names = reading, names
        self.speaker = reading.speaker
        self.lines = [Line(reading, number) for number in range(len(reading.speech.bounds))]
        self._claims: list[tuple[int, Raw]] = []

    def in_order(self) -> list[Raw]:
        """The claims in the order of their words."""
        return [raw for _, raw in sorted(self._claims, key=lambda item: item[0])]

    def place(self, tokens: list[int]) -> tuple[Line, int, int]:
        """The sentence of some tokens, and which of its tokens they reach over."""
        speech = self.reading.speech
        last = max(tokens)
        line = self.lines[speech.sentence[last]]
        inside = [token for token in tokens if line.low <= token < line.high]
        return line, min(inside), max(inside)

    def add(self, one: Candidate, raw: Raw) -> None:
        tokens = tokens_of(one)
        line, first, last = self.place(tokens)
        self.put(line, first, last, raw)

    def put(self, line: Line, first: int, last: int, raw: Raw, source: int | str | None = None) -> None:
        """Adds a claim that rests on some tokens of a sentence, with its source, time and span."""
        raw.setdefault("polarity", "asserted")
        if source is None:
            source = reporter(line, first, last, self.speaker)
        raw["attribution"] = (
            "speaker"
            if source in (None, self.speaker)
            else f"reported:{source if isinstance(source, str) else self.names[source]}"
        )
        tokens = self.reading.speech.tokens
        if raw["type"] not in ("accusation", "defense", "intent"):
            when = time_words(line, first, last)
            if when is not None:
                raw["temporal"] = self.reading.speech.text[tokens[when[0]].start : tokens[when[1]].end]
                if min(abs(when[0] - last), abs(first - when[1])) < 3:
                    first, last = min(first, when[0]), max(last, when[1])
        start, end = tokens[first].start, tokens[last].end
        raw["span"] = [start, end]
        raw["quote"] = self.reading.speech.text[start:end]
        self._claims.append((first, raw))
