"""What a game's players, rooms, rounds, meetings and chat lines are called in facts, and the way back.

Players, rounds, meetings and chat lines carry the game's number in the batch, so that they are unique there and rules
never mention the game. Rooms are plain constants: games judged together share a map.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache

from quack.events.log import GameLog
from quack.world.ids import Constants

Term = int | str | tuple

_INDEXED = {"m": "meeting", "r": "round", "chat": "chat line", "w": "time"}
"""Terms of a game number and an index."""


_constants = lru_cache(maxsize=64)(Constants)
"""Games with the same names share their table."""


class Terms:
    """The terms of one game.

    Args:
        log: the game.
        number: its number in the batch; the term of the game itself.
    """

    def __init__(self, log: GameLog, number: int) -> None:
        names = _constants(tuple(player.name for player in log.players), "p")
        self.game = str(number)
        self.players: Mapping[str, str] = {p.id: f"{names.constant(p.name)}({number})" for p in log.players}
        rooms = _constants(tuple(log.map.room_names), "r")
        self.rooms: Mapping[str, str] = {name: rooms.constant(name) for name in log.map.room_names}
        self.number = number
        self._player_names: dict[Term, str] = {
            (names.constant(player.name), number): player.name for player in log.players
        }
        self._room_names: dict[Term, str] = {constant: name for name, constant in self.rooms.items()}

    def round(self, index: int) -> str:
        """The term of a round."""
        return f"r({self.game},{index})"

    def meeting(self, index: int) -> str:
        """The term of a meeting."""
        return f"m({self.game},{index})"

    def chat(self, index: int) -> str:
        """The term of a chat line."""
        return f"chat({self.game},{index})"

    def words(self, claim_id: Callable[[str], str | None] = lambda _: None) -> Words:
        """What terms read back from clingo say.

        Args:
            claim_id: the id within the game of what may be a claim's constant.
        """
        return words_of([self], claim_id)

    def spell(self, term: Term) -> str:
        """What one term says that mentions no claim."""
        return self.words()[term]

    @property
    def names(self) -> dict[Term, str]:
        """The names of rooms and players, by their terms."""
        return {**self._room_names, **self._player_names}


def words_of(games: Sequence[Terms], claim_id: Callable[[str], str | None] = lambda _: None) -> Words:
    """What terms of some games of a batch say.

    Args:
        claim_id: the id within its game of what may be a claim's constant.
    """
    names: dict[Term, str] = {}
    for terms in games:
        names.update(terms.names)
    return Words(names, frozenset(terms.number for terms in games), claim_id)


class Words(dict[Term, str]):
    """Terms of games with the names that they stand for, each spelled once: `at(Diana, medbay, 4, 7)`.

    Nothing of the batch is left in them: claims are spelled by their ids within the game, meetings and rounds by their
    index.

    Args:
        names: of rooms and players.
        numbers: of the games in the batch.
        claim_id: the id within its game of what may be a claim's constant.
    """

    def __init__(
        self, names: Mapping[Term, str], numbers: Collection[Term], claim_id: Callable[[str], str | None]
    ) -> None:
        super().__init__(names)
        self._numbers = numbers
        self._claim_id = claim_id

    def __missing__(self, term: Term) -> str:
        text = self[term] = self.spell(term)
        return text

    def spell(self, term: Term) -> str:
        """A term that no name stands for, spelled anew: for those that are asked for once."""
        if isinstance(term, int):
            return str(term)
        if isinstance(term, str):
            return self._claim_id(term) or term
        name, arguments = term[0], term[1:]
        if len(arguments) == 2 and name in _INDEXED and arguments[0] in self._numbers:
            return f"{_INDEXED[name]} {arguments[1]}"
        return f"{name}({', '.join(map(self.__getitem__, arguments))})"
