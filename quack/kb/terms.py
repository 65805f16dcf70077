"""What a game's players, rooms, rounds, meetings and chat lines are called in facts, and the way back.

Players, rounds, meetings and chat lines carry the game's number in the batch, so that they are unique there and rules
never mention the game. Rooms are plain constants: games judged together share a map.
"""

from __future__ import annotations

from collections.abc import Mapping

from quack.events.log import GameLog
from quack.world.ids import Constants

Term = int | str | tuple

_INDEXED = {"m": "meeting", "r": "round", "chat": "chat line", "w": "time"}
"""Terms of a game number and an index."""


class Terms:
    """The terms of one game.

    Args:
        log: the game.
        number: its number in the batch; the term of the game itself.
    """

    def __init__(self, log: GameLog, number: int) -> None:
        names = Constants((player.name for player in log.players), "p")
        self.game = str(number)
        self.players: Mapping[str, str] = {p.id: f"{names.constant(p.name)}({number})" for p in log.players}
        rooms = Constants(log.map.room_names, "r")
        self.rooms: Mapping[str, str] = {name: rooms.constant(name) for name in log.map.room_names}
        self._number = number
        self._player_names = {(names.constant(player.name), number): player.name for player in log.players}
        self._room_names = {constant: name for name, constant in self.rooms.items()}

    def round(self, index: int) -> str:
        """The term of a round."""
        return f"r({self.game},{index})"

    def meeting(self, index: int) -> str:
        """The term of a meeting."""
        return f"m({self.game},{index})"

    def chat(self, index: int) -> str:
        """The term of a chat line."""
        return f"chat({self.game},{index})"

    def spell(self, term: Term, claims: Mapping[str, str]) -> str:
        """A term read back from clingo, with the names that it stands for: `at(Diana, medbay, 4, 7)`.

        Nothing of the batch is left in it: claims are spelled by their ids within the game, meetings and rounds by
        their index.

        Args:
            claims: the id of each claim constant.
        """
        if isinstance(term, int):
            return str(term)
        if isinstance(term, str):
            return claims.get(term) or self._room_names.get(term, term)
        name, *arguments = term
        if len(arguments) == 1:
            player = self._player_names.get(term)
            if player is not None:
                return player
        elif len(arguments) == 2 and name in _INDEXED and arguments[0] == self._number:
            return f"{_INDEXED[name]} {arguments[1]}"
        parts = []
        for each in arguments:  # most are players, rooms and ticks: they are looked up here, without another call
            kind = type(each)
            if kind is int:
                parts.append(str(each))
            elif kind is tuple:
                parts.append(self._player_names.get(each) or self.spell(each, claims))
            else:
                parts.append(claims.get(each) or self._room_names.get(each, each))
        return f"{name}({', '.join(parts)})"
