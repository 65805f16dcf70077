"""Who and where: the players, rooms and tasks that the words of a claim name.

Everything comes from the log and its map; no name of a player or a room is known to this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from quack.claims.time_words import TIME_WORDS

if TYPE_CHECKING:
    from quack.claims.models import Accusation, TimeRef
    from quack.events.log import GameLog, Player
    from quack.world.map import Room

ANYONE = frozenset(("anyone", "anybody", "nobody", "no one", "no-one", "noone", "none", "any", "someone", "somebody"))
"""How a claim names no player in particular."""

SKIP = frozenset(("skip", "skips", "skip vote", "no vote"))
"""How an intent says that nobody will be voted for."""

_BLANKS = re.compile(r"[\s\-_]+")
# Scripts that put no blanks between words: a name in them may stand anywhere, and they end a word of other scripts.
_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f"
    r"\U00020000-\U0003ffff"
)
_SPACED = re.compile(rf"[^\W{_UNSPACED}]")
_WORD = re.compile(r"[^\W_]+")
_LIKE_A_TICK = re.compile(r"[tT]?[\d\s,.:;/~()!?–—-]*")

T = TypeVar("T")


class Mention(NamedTuple):
    """A name in a text, from `start` up to `end`; `player` is a player's index, None for rooms and tasks."""

    start: int
    end: int
    kind: Literal["player", "room", "task"]
    player: int | None = None


class Vocabulary(NamedTuple):
    """All names of a game, hashable: games with the same names share what was read out of a phrase."""

    players: tuple[tuple[str, str], ...]
    rooms: tuple[str, ...]
    tasks: tuple[str, ...]


class Names:
    """The names in a game, and what raw text means by them.

    Attributes:
        players: the log's players, by index.
        vocabulary: every name, as a value.
        memo: what was read out of phrases, shared by all games with the same names.
    """

    def __init__(self, log: GameLog) -> None:
        self.players: tuple[Player, ...] = log.players
        self._exact = {player.name: player for player in reversed(log.players)}
        self._ids = {player.id: player for player in log.players}
        self._folded = _unique((player.name.strip().casefold(), player) for player in log.players)
        rooms = log.map.rooms
        self._rooms = _rooms(rooms)
        self._tasks = _unique(
            [(room.task.strip().casefold(), room.name) for room in rooms if room.task]
            + [(task.name.strip().casefold(), task.room) for player in log.players for task in player.tasks]
        )
        self.vocabulary = Vocabulary(
            tuple((player.id, player.name) for player in log.players), tuple(self._rooms), tuple(self._tasks)
        )
        self._forms = _forms(self.vocabulary)
        self.memo = _memo(self.vocabulary)

    def player(self, text: str | None) -> Player | None:
        """The player that a text names as a whole: exactly, else ignoring case (if that is one player), else by id."""
        if not text:
            return None
        found = self._exact.get(text)
        if found is None:
            trimmed = text.strip()
            found = self._exact.get(trimmed) or self._folded.get(trimmed.casefold()) or self._ids.get(trimmed)
        return found

    def anyone(self, text: str | None) -> bool:
        """Whether a text names no player in particular: "anyone", "nobody"."""
        return text is not None and text.strip().casefold() in ANYONE and self.player(text) is None

    def skip(self, text: str | None) -> bool:
        """Whether a text is the vote for nobody."""
        return text is not None and text.strip().casefold() in SKIP and self.player(text) is None

    def room(self, text: str | None) -> str | None:
        """The name of the room that a text names as a whole, short forms included."""
        return None if not text else self._rooms.get(text) or self._rooms.get(_plain(text))

    def task_room(self, text: str | None) -> str | None:
        """The room of the task that a text names, "my" and "task" around it ignored."""
        if not text:
            return None
        name = text.strip().casefold()
        return self._tasks.get(name) or self._tasks.get(name.removeprefix("my ").removesuffix(" task"))

    def accuser(self, claim: Accusation, speaker: str) -> Player | None:
        """Whom an accusation is charged to: the accuser it names, else its id, else (not in the game) the speaker."""
        return self.player(claim.accuser) or self.player(claim.accuser_id) or self._ids.get(speaker)

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """The names in a text, in order, as whole words, longer names first.

        Scripts without blanks between words have no whole words: their names are found anywhere. A name that is also a
        word about time ("May", "Last") counts in its own spelling only, and one that looks like a tick ("7", "T7") not
        at all.
        """
        matches = self._fast_matches(text) if text.isascii() else self._any_matches(text)
        found: list[Mention] = []
        end = 0
        for match in matches:
            if match.start() >= end:
                mention = self._mention(match.group(), *match.span())
                if mention is not None:
                    found.append(mention)
                    end = mention.end
        return tuple(found)

    def _fast_matches(self, text: str) -> Iterator[re.Match[str]]:
        if self._forms.starts is None:
            yield from self._forms.ascii.finditer(text)
            return
        for word in self._forms.starts.finditer(text.lower()):
            match = self._forms.ascii.match(text, word.start())
            if match is not None:
                yield match

    def _any_matches(self, text: str) -> list[re.Match[str]]:
        found: list[re.Match[str]] = []
        for form in self._forms.all:
            for match in form.finditer(text):
                start, end = match.span()
                free = all(end <= other.start() or other.end() <= start for other in found)
                if free and not _within_word(text, start) and not _within_word(text, end):
                    found.append(match)
        return sorted(found, key=re.Match.start)

    def _mention(self, word: str, start: int, end: int) -> Mention | None:
        name = " ".join(word.split())
        player = self.player(word) or self.player(name)
        if player is not None:
            common = word != player.name and word.lower() in TIME_WORDS
            return None if common else Mention(start, end, "player", player.index)
        if self.room(word) is not None:
            return Mention(start, end, "room")
        return Mention(start, end, "task") if name.casefold() in self._tasks else None


def _plain(room: str) -> str:
    return _BLANKS.sub("_", room.strip()).casefold()


@lru_cache(maxsize=64)
def _rooms(rooms: tuple[Room, ...]) -> dict[str, str]:
    """The names of rooms by what they are called."""
    # A room's own name outweighs another's alias.
    called = _unique((_plain(alias), room.name) for room in rooms for alias in room.aliases)
    called |= _unique((_plain(room.name), room.name) for room in rooms)
    return called | {room.name: room.name for room in rooms}


def _unique(pairs: Iterable[tuple[str, T]]) -> dict[str, T]:
    """A table without the keys that stand for two things."""
    table: dict[str, T] = {}
    ambiguous = set()
    for key, value in pairs:
        if table.setdefault(key, value) != value:
            ambiguous.add(key)
    return {key: value for key, value in table.items() if key not in ambiguous}


class _Forms(NamedTuple):
    """Patterns for the names of a game, longer names first.

    Attributes:
        ascii: finds the names that a text in ASCII can hold.
        starts: finds their first words in lower case; None if one of them doesn't begin with a word.
        all: one for every name; whether a match is a whole word is for the finder to see.
    """

    ascii: re.Pattern[str]
    starts: re.Pattern[str] | None
    all: tuple[re.Pattern[str], ...]


@lru_cache(maxsize=64)
def _forms(vocabulary: Vocabulary) -> _Forms:
    forms: dict[str, str] = {}
    rooms = (room for room in vocabulary.rooms if room.casefold() not in TIME_WORDS)
    players = (name for _, name in vocabulary.players)
    for name in map(str.strip, (*players, *vocabulary.tasks)):
        forms.setdefault(name, r"\s+".join(map(re.escape, name.split())))
    for name in map(str.strip, rooms):
        forms.setdefault(name, r"[\s\-_]+".join(map(re.escape, _BLANKS.split(name))))
    longest = sorted((name for name in forms if not _LIKE_A_TICK.fullmatch(name)), key=lambda name: (-len(name), name))
    plain = [name for name in longest if name.isascii()]
    firsts = [_WORD.match(name) for name in plain]
    wholes = (_edge("<", name[0]) + forms[name] + _edge("", name[-1]) for name in plain)
    return _Forms(
        re.compile("|".join(wholes) or r"(?!)", re.IGNORECASE),
        _any_word(first.group().lower() for first in firsts if first) if all(firsts) else None,
        tuple(re.compile(forms[name], re.IGNORECASE) for name in longest),
    )


def _any_word(words: Iterable[str]) -> re.Pattern[str]:
    # Sorted, for the order of a set is another in every process.
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(sorted(set(words)))})(?![^\W_])")


def _edge(side: str, sign: str) -> str:
    return rf"(?{side}!\w)" if sign.isalnum() or sign == "_" else ""


def _within_word(text: str, position: int) -> bool:
    """Whether a position parts two characters of one word."""
    return 0 < position < len(text) and all(_SPACED.match(sign) for sign in text[position - 1 : position + 1])


@lru_cache(maxsize=64)
def _memo(vocabulary: Vocabulary) -> dict[tuple[str | None, str | None], TimeRef]:
    return {}
