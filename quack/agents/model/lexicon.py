"""Which player or room some words of an answer name: by name or id, the longest name at word boundaries."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from quack.agents.model.replies import simple_signs
from quack.events.models import PlayerId, RoomName
from quack.game.observation import Briefing

_BLANKS = re.compile(r"[\s_-]+")
# Scripts that put no blanks between words: their signs need no boundary.
_UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f"
_SIGN = rf"[^\W{_UNSPACED}]"
_TWICE = re.compile(r"(?P<name>.+?)[ ]?[(\[](?P<again>[^()\[\]]+)[)\]]")
_MOST = 300
"""Longer words name nobody: they are a text."""


class Lexicon:
    """Names, and whom or what they stand for."""

    __slots__ = ("_exact", "_folded", "_owners", "_pattern")

    def __init__(self, *tables: Iterable[tuple[str, str]]) -> None:
        """Each table has pairs of a name and what it stands for; an earlier table outweighs a later one.

        A name that stands for two things of a table, once case and blanks make no difference, counts as written only.
        """
        self._exact: dict[str, str] = {}
        self._folded: dict[str, str] = {}
        for table in tables:
            fresh: dict[str, str | None] = {}
            for name, owner in table:
                self._exact.setdefault(name.strip(), owner)
                form = folded(name)
                fresh[form] = owner if fresh.get(form, owner) == owner else None
            self._folded = {form: owner for form, owner in fresh.items() if form and owner is not None} | self._folded
        self._owners = frozenset(self._exact.values())
        longest = sorted((name for name in self._exact if name), key=lambda name: (-len(name), name))
        self._pattern = re.compile("|".join(map(_bounded, longest)) or r"(?!)", re.IGNORECASE)

    def whole(self, words: str) -> str | None:
        """Whom or what the words name as a whole: as they stand, or else in simple signs, without quotes, or twice."""
        owner = self._named(words)
        if owner is None:
            plain = simple_signs(words).strip().strip("\"'`*").strip()
            owner = self._named(plain)
            if owner is None and len(words) <= _MOST and (twice := _TWICE.fullmatch(plain)) is not None:
                names = {self._named(twice["name"]), self._named(twice["again"])}
                owner = names.pop() if len(names) == 1 else None
        return owner

    def _named(self, words: str) -> str | None:
        return self._exact.get(words.strip()) or self._folded.get(folded(words))

    def within(self, words: str) -> list[str]:
        """Whom or what is named somewhere in the words, each once."""
        found = (self.whole(match.group()) for match in self._pattern.finditer(words[:_MOST]))
        return list(dict.fromkeys(owner for owner in found if owner is not None))

    def at(self, text: str, position: int) -> tuple[str, int] | None:
        """Whom or what the longest name at a position names, and where it ends."""
        match = self._pattern.match(text, position)
        owner = self.whole(match.group()) if match else None
        return None if match is None or owner is None else (owner, match.end())

    def is_owner(self, owner: str) -> bool:
        """Whether some name stands for that."""
        return owner in self._owners


def folded(name: str) -> str:
    """A name as it is compared: case, blanks, hyphens and underscores make no difference."""
    return _BLANKS.sub("_", name.strip()).casefold()


def players_of(briefing: Briefing) -> Lexicon:
    """The players by name and id."""
    return _players(tuple(briefing.names.items()))


def rooms_of(briefing: Briefing) -> Lexicon:
    """The rooms by name and by what else they are called."""
    return _rooms(tuple((room.name, room.aliases) for room in briefing.setup.map.rooms))


def _bounded(name: str) -> str:
    body = r"[\s_-]+".join(map(re.escape, filter(None, _BLANKS.split(name)))) or re.escape(name)
    before = rf"(?<!{_SIGN})" if re.match(_SIGN, name) else ""
    after = rf"(?!{_SIGN})" if re.match(_SIGN, name[-1]) else ""
    return f"{before}{body}{after}"


@lru_cache(maxsize=64)
def _players(names: tuple[tuple[PlayerId, str], ...]) -> Lexicon:
    return Lexicon([(name, player) for player, name in names], [(player, player) for player, _ in names])


@lru_cache(maxsize=64)
def _rooms(called: tuple[tuple[RoomName, tuple[str, ...]], ...]) -> Lexicon:
    # A room's own name outweighs what another is also called.
    aliases = [(alias, room) for room, others in called for alias in others]
    return Lexicon([(room, room) for room, _ in called], aliases)
