"""Constants for names: what a rule may call a player or a room, and the way back to the name.

Names come from logs and maps and can hold anything; text never becomes program. A constant is a lower-case slug of the
name where that is safe, otherwise a letter and a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_SLOTS = ("not", "any", "anyone", "skip", "unknown", "none", "alive", "body", "sure", "maybe", "call", "own", "waited")
_SIGHTS = ("present", "departing", "arriving", "heard", "glimpsed")
RESERVED = frozenset((*_SLOTS, *_SIGHTS))
"""Words that the rules use themselves where a player or a room may stand."""

_SLUG = re.compile(r"[a-z][a-z0-9_]{0,39}")
_NUMBERED = re.compile(r"[a-z][0-9]+")
_BLANKS = str.maketrans(" -", "__")


def slug(name: str) -> str | None:
    """The name as a lower-case constant, or None where it makes no safe one.

    Blanks and hyphens become underscores. Names outside ASCII, words that the rules reserve, what looks like a numbered
    constant (`p3`, `c17`) and what is longer than 40 characters have no slug.
    """
    text = name.casefold().translate(_BLANKS)
    if not _SLUG.fullmatch(text) or _NUMBERED.fullmatch(text) or text in RESERVED:
        return None
    return text


class Constants:
    """A table of names and their constants, both ways.

    The first of several names that slug alike keeps the slug; the others, and those without a slug, are called by the
    prefix and their position (from 0): `p3`. The same sequence of names gives the same table, always.
    """

    __slots__ = ("_constants", "_names")

    def __init__(self, names: Iterable[str], prefix: str) -> None:
        self._constants: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for index, name in enumerate(names):
            if name in self._constants:
                continue
            constant = slug(name)
            if constant is None or constant in self._names:
                constant = f"{prefix}{index}"
            self._constants[name] = constant
            self._names[constant] = name

    def constant(self, name: str) -> str:
        """The constant of a name; KeyError for a name that is not in the table."""
        return self._constants[name]

    def name(self, constant: str) -> str:
        """The name behind a constant; KeyError for a constant that is not in the table."""
        return self._names[constant]

    def __contains__(self, name: object) -> bool:
        return name in self._constants

    def __iter__(self) -> Iterator[str]:
        return iter(self._constants)

    def __len__(self) -> int:
        return len(self._constants)
