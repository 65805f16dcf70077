"""Words that could mean two rooms."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BLANKS = re.compile(r"[\s\-_]+")


def find_ambiguity(rooms: Iterable[tuple[str, Iterable[str]]]) -> str | None:
    """Says which word means two rooms, or nothing at all; None if each means one.

    Words are compared as they are read in a text: any case, blanks or hyphens for underscores.

    Args:
        rooms: the name and the aliases of each.
    """
    listed = [(name, tuple(aliases)) for name, aliases in rooms]
    names: dict[str, str] = {}
    for name, _ in listed:
        if (other := names.setdefault(_folded(name), name)) != name:
            return f"the rooms {other!r} and {name!r} can't be told apart in what is said"
    owners = dict(names)
    for name, aliases in listed:
        for alias in aliases:
            word = _folded(alias)
            if not word.strip("_"):
                return f"an alias of {name!r} is blank"
            if (owner := owners.setdefault(word, name)) != name:
                role = "the name" if word in names else "an alias"
                return f"{alias!r}, an alias of {name!r}, is also {role} of {owner!r}"
    return None


def _folded(word: str) -> str:
    return _BLANKS.sub("_", word.strip().casefold())
