"""An utterance as tokens: words, and the players, rooms, tasks and ticks that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from quack.claims.entities import Mention, Names, Vocabulary
from quack.claims.tick_patterns import TICKS

Kind = Literal["word", "player", "room", "task", "tick", "mark"]

MAX_SENTENCE = 150
"""Tokens; a longer sentence is cut, so that its candidates stay few."""

_MARKS = str.maketrans("’‘“”−–—→➔⟶…", "''\"\"--->>>.")
_TOKEN = re.compile(
    r"(?P<arrow>-+>|=>|→|➔|⟶|>)|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:st|nd|rd|th)?\b|'(?:s|m|d|ll|re|ve)\b)"
    r"|(?P<stop>[.!?…]+[\"')]*(?=\s|$)|\n+|[!?])|(?P<dash>--+|(?<=\s)-(?=\s)|(?<=[^\s\d])-(?=[^\s\d]))|(?P<mark>[,;:()\"/-])"
)
_DIGIT = re.compile(r"[0-9]")
_CLITIC = re.compile(r"(?i)(i|you|he|she|we|they|it|that|there|who|what)('(?:m|d|ll|re|ve|s))")
_SAME = {
    "she": "he", "her": "him", "his": "him", "hers": "him",
    "they": "he", "them": "him", "their": "him", "theirs": "him",
    "mine": "my", "your": "your", "yours": "your", "us": "us", "our": "our", "ours": "our",
    "didnt": "didn't", "wasnt": "wasn't", "ive": "i've",
}  # fmt: skip


class Token(NamedTuple):
    """A piece of an utterance, from `start` up to `end`.

    Attributes:
        sign: what patterns see of it: the word in lower case, `p`, `r` or `t` for a name, `#` for ticks, `0` for a
            number.
        value: the index of the player, the name of the room (for a task: of its room), or (first, last) of ticks.
        short: a room by the first word of its name only.
    """

    kind: Kind
    sign: str
    start: int
    end: int
    value: int | str | None = None
    short: bool = False


_new = tuple.__new__
"""Past a constructor that takes longer: an utterance has hundreds of tokens."""


class Speech:
    """An utterance in tokens and sentences.

    Attributes:
        tokens, signs: the tokens; what patterns see of each.
        sentence: for each token, the index of its sentence.
        bounds: for each sentence, its first token and the one after its last.
    """

    def __init__(self, text: str, names: Names) -> None:
        self.text = text
        self.tokens = tuple(_tokens(text, names))
        self.signs = tuple(token.sign for token in self.tokens)
        self.bounds: list[tuple[int, int]] = []
        self.sentence: list[int] = []
        start = 0
        for index, sign in enumerate(self.signs):
            self.sentence.append(len(self.bounds))
            ends = sign in (".", "?", "\n") and not (sign == "." and self._goes_on(index))
            if ends or index - start >= MAX_SENTENCE:
                self.bounds.append((start, index + 1))
                start = index + 1
        if start < len(self.tokens):
            self.bounds.append((start, len(self.tokens)))

    def _goes_on(self, index: int) -> bool:
        """Whether a full stop doesn't end its sentence: "…" before a small letter."""
        token = self.tokens[index]
        rest = self.text[token.end : token.end + 2].strip()
        dots = self.text[token.start : token.end]
        return dots.startswith(("…", "..")) and bool(rest) and rest[0].islower()


@lru_cache(maxsize=64)
def find_names(text: str, names: Names) -> tuple[Mention, ...]:
    """The names in a text; typographic marks count as plain ones, unless a name has one: plain text is read faster.

    Those of the last texts are kept: an utterance is looked through as it is read, and again before the next ones.
    """
    return names.mentions(text if _has_marks(names.vocabulary) else text.translate(_MARKS))


@lru_cache(maxsize=64)
def _has_marks(vocabulary: Vocabulary) -> bool:
    words = (*(word for player in vocabulary.players for word in player), *vocabulary.rooms, *vocabulary.tasks)
    return any(word.translate(_MARKS) != word for word in words)


def _tokens(text: str, names: Names) -> Iterator[Token]:
    plain = text.translate(_MARKS)
    lowered = plain.lower()
    lowered = lowered if len(lowered) == len(text) else plain
    shorts = short_rooms(names.vocabulary)
    named = find_names(text, names)
    taken = [(one.start, one.end) for one in named]
    spans: list[tuple[int, int, Token]] = []
    for one in named:
        words = text[one.start : one.end]
        if one.kind == "player":
            token = Token("player", "p", one.start, one.end, one.player)
        elif one.kind == "room":
            token = Token("room", "r", one.start, one.end, names.room(words))
        else:
            token = Token("task", "t", one.start, one.end, names.task_room(words))
        spans.append((one.start, one.end, token))
    if _DIGIT.search(lowered):
        masked = _masked(lowered, taken)
        for match in TICKS.finditer(masked):
            span = match.span()
            if not any(start < span[1] and span[0] < end for start, end in taken):
                spans.append((*span, Token("tick", "#", *span)))
    spans.sort(key=lambda span: span[0])
    position = 0
    for start, end, token in spans:
        yield from _words(lowered, position, start, shorts)
        yield token
        position = end
    yield from _words(lowered, position, len(text), shorts)


def _masked(lowered: str, taken: list[tuple[int, int]]) -> str:
    """The text with its names blanked out, letter by letter, so that a number in one is no tick."""
    signs = list(lowered)
    for start, end in taken:
        signs[start:end] = "@" * (end - start)
    return "".join(signs)


def _words(lowered: str, position: int, end: int, shorts: dict[str, str]) -> Iterator[Token]:
    for match in _TOKEN.finditer(lowered, position, end):
        word, (start, stop) = match.group(), match.span()
        group = match.lastgroup
        if group == "word":
            clitic = _CLITIC.fullmatch(word) if "'" in word else None
            if clitic is not None:
                middle = start + len(clitic[1])
                yield _new(Token, ("word", _SAME.get(clitic[1], clitic[1]), start, middle, None, False))
                yield _new(Token, ("word", clitic[2], middle, stop, None, False))
            elif word in shorts:
                yield Token("room", "r", start, stop, shorts[word], short=True)
            else:
                sign = "0" if word[0].isdigit() else _SAME.get(word, word)
                yield _new(Token, ("word", sign, start, stop, None, False))
        elif group == "stop":
            yield Token("mark", "\n" if word[0] == "\n" else "?" if "?" in word else ".", start, stop)
        else:
            sign = "→" if group == "arrow" else "-" if group == "dash" else word
            yield _new(Token, ("mark", sign, start, stop, None, False))


@lru_cache(maxsize=64)
def short_rooms(vocabulary: Vocabulary) -> dict[str, str]:
    """Rooms by the first word of a name of several words ("upper" for "upper_engine"), where only one room has it."""
    firsts: dict[str, str | None] = {}
    known = {name.casefold() for name in (*vocabulary.rooms, *vocabulary.tasks, *(n for _, n in vocabulary.players))}
    for name in vocabulary.rooms:
        first, *rest = re.split(r"[\s_-]+", name.strip().casefold())
        if (
            rest
            and first not in known
            and len(first) > 2
            and first.isalpha()
            and first not in ("the", "main", "left", "right")
        ):
            firsts[first] = name if firsts.get(first, name) in (name, None) else firsts[first]
    table: dict[str, str] = {}
    for first, room in firsts.items():
        others = {name for name in vocabulary.rooms if re.split(r"[\s_-]+", name.strip().casefold())[0] == first}
        plain = {re.sub(r"[\s_-]+", "_", name.strip().casefold()) for name in others}
        if room is not None and len(plain) == 1:
            table[first] = next(name for name in sorted(others))
    return table
