"""Listening: what a player makes of the others' words, with a small reader that knows names, rooms and ticks only.

It hears text like anyone else, and understands the plain statements in it: who says it was where, whom it saw where,
whom it accuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from quack.agents.speech.wording import room_forms
from quack.events.models import PlayerId, RoomName
from quack.world.map import GameMap

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_TICKS = re.compile(
    r"\b(?:ticks?|T)\s*(\d{1,6})(?:\s*(?:-|to|and|through|until)\s*(?:tick\s*)?(\d{1,6}))?", re.IGNORECASE
)
_NO = re.compile(
    r"\b(?:never|not|no|nobody|nowhere|anyone|anybody|except|apart|only|alone|wasn|didn|haven)\b", re.IGNORECASE
)
_EARLIER = re.compile(r"\b(?:last|previous|first|second|third|round \d|eject|voted)", re.IGNORECASE)
_MINE = re.compile(r"\b(?:I|my|me|mine)\b")
_MET = re.compile(r"\b(?:saw|with me|met|ran into|crossed paths|and I)\b")
_BLAME = re.compile(
    r"\b(?:Duck|killer|lying|suspect|suspicio|suspicion|did it|Vote|voting|vote|off|wonder|leaning|lean)\b"
)
_CLEAR = re.compile(r"\b(?:vouch|trust|clear|checks out|not the Duck|isn't)\b")


class Heard(NamedTuple):
    """A statement as it was understood; `who` is the one it is about."""

    kind: Literal["at", "saw", "blame", "clear"]
    speaker: PlayerId
    who: PlayerId
    room: RoomName | None = None
    first: int | None = None
    last: int | None = None


_KEPT = 2_000
"""Lines of which a listener knows by heart what they say."""


class Listener:
    """Reads what is said in a game.

    Args:
        names: every player's name, by id.
        game_map: the rooms.
    """

    def __init__(self, names: Mapping[PlayerId, str], game_map: GameMap) -> None:
        self._players = _finder({player: (name,) for player, name in names.items()})
        self._rooms = _finder(room_forms(game_map))
        self._memo: dict[tuple[PlayerId, str], tuple[Heard, ...]] = {}

    def listen(self, lines: Iterable[tuple[PlayerId, str]]) -> list[Heard]:
        """What is understood of lines of speech, in order."""
        return [heard for speaker, text in lines for heard in self._understood(speaker, text)]

    def _understood(self, speaker: PlayerId, text: str) -> tuple[Heard, ...]:
        """What a line says; all who listen understand the same, so it is read once."""
        known = self._memo.get((speaker, text))
        if known is None:
            if len(self._memo) >= _KEPT:
                self._memo.clear()
            found = (self._sentence(speaker, sentence) for sentence in _SENTENCE.split(text))
            known = self._memo[speaker, text] = tuple(heard for heard in found if heard is not None)
        return known

    def _sentence(self, speaker: PlayerId, text: str) -> Heard | None:
        if text.endswith("?") or _EARLIER.search(text):
            return None
        people = [player for player in self._players(text) if player != speaker]
        rooms = self._rooms(text)
        if len(people) == 1 and not rooms and _CLEAR.search(text):
            return Heard("clear", speaker, people[0])
        if len(people) == 1 and not rooms and _BLAME.search(text) and "'s story" not in text:
            return Heard("blame", speaker, people[0])
        if len(rooms) != 1 or _NO.search(text) or len(people) > 1 or not _MINE.search(text):
            return None
        # A name may look like a tick.
        first, last = _ticks(self._players.pattern.sub(" ", text))
        if not people:
            return Heard("at", speaker, speaker, rooms[0], first, last)
        return Heard("saw", speaker, people[0], rooms[0], first, last) if _MET.search(text) else None


@lru_cache(maxsize=16)
def listener_among(names: tuple[tuple[PlayerId, str], ...], game_map: GameMap) -> Listener:
    """The listener that the players of a game share."""
    return Listener(dict(names), game_map)


def _ticks(text: str) -> tuple[int | None, int | None]:
    match = _TICKS.search(text)
    if match is None or re.search(r"\b(?:since|after|until|before|by|up to|on)\b", text):
        return None, None
    return int(match[1]), int(match[2] or match[1])


class _Finder(NamedTuple):
    pattern: re.Pattern[str]
    owners: Mapping[str, str]

    def __call__(self, text: str) -> list[str]:
        """Whom or what the text names, each once."""
        named = (self.owners.get(match.casefold()) for match in self.pattern.findall(text))
        return list(dict.fromkeys(owner for owner in named if owner is not None))


def _finder(forms: Mapping[str, Iterable[str]]) -> _Finder:
    owners: dict[str, str] = {}
    for owner, words in forms.items():
        for word in words:
            owners.setdefault(word.casefold(), owner)
    longest = sorted(owners, key=lambda word: (-len(word), word))
    edged = [rf"(?<!\w){re.escape(word)}(?!\w)" if word.isascii() else re.escape(word) for word in longest]
    # An expression without alternatives fits everywhere; this one nowhere.
    return _Finder(re.compile("|".join(edged) or r"(?!)", re.IGNORECASE), owners)
