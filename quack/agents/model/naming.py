"""How players, rooms and words are written in what a player is told."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quack.agents.model.prompts import Phrases
from quack.agents.model.replies import simple_signs, without_thoughts
from quack.errors import printable
from quack.events.models import PlayerId, RoomName
from quack.game.actions import Action
from quack.game.answers import SKIP
from quack.game.observation import Briefing, Said

_ENDS = frozenset("()|{}")
"""Signs that end a name or begin something else, in an action that is written out."""


class Naming:
    """Who is called what, to one player."""

    __slots__ = ("_names", "_rooms", "briefing", "phrases")

    def __init__(self, briefing: Briefing, phrases: Phrases) -> None:
        self.briefing = briefing
        self.phrases = phrases
        self._names = {player: printable(name) for player, name in briefing.names.items()}
        self._rooms = {room: printable(room) for room in briefing.setup.map.room_names}

    def who(self, player: PlayerId) -> str:
        """A player, `you` for oneself."""
        return self.phrases("you") if player == self.briefing.player else self.name(player)

    def name(self, player: PlayerId) -> str:
        return self._names.get(player) or printable(player)

    def room(self, room: RoomName) -> str:
        return self._rooms.get(room) or printable(room)

    @staticmethod
    def plain(text: str) -> str:
        """The name of a task or of a map."""
        return printable(text)

    def all(self, players: Iterable[PlayerId]) -> str:
        """Several players."""
        return self.phrases.comma.join(map(self.who, players))

    def listed(self, items: Iterable[str]) -> str:
        return self.phrases.comma.join(items)

    def action(self, action: Action) -> str:
        """An action as the engine reads it, with a player's name where it can."""
        if action.kind == "kill" and action.target is not None:
            return f"kill({self._target(action.target)})"
        return printable(action)

    def vote(self, player: PlayerId | None) -> str:
        """A vote as it is answered; None is a skip."""
        return f"vote({SKIP if player is None else self._target(player)})"

    def _target(self, player: PlayerId) -> str:
        """A player's name, or its id where the name could not be read in an answer."""
        name = self.name(player)
        ends = _ENDS & set(simple_signs(name)) or without_thoughts(name) != name
        return printable(player) if ends else name

    def discussion(self, said: Sequence[Said], space: Space) -> list[str]:
        """What was said in a meeting, a line each; of more lines than there is space for the latest."""
        words = self.phrases
        told = said[-space.lines :]
        most = space.share(len(told))
        lines = self.left_out(len(said) - len(told))
        for speaker, index, text in told:
            line = {"round": index + 1, "player": self.who(speaker), "text": self.quoted(text, most)}
            lines.append(words("said_line", **line))
        return lines

    def left_out(self, lines: int) -> list[str]:
        """That so many earlier lines are left out; nothing if none are."""
        if not lines:
            return []
        return [self.phrases("line_left_out") if lines == 1 else self.phrases("lines_left_out", n=lines)]

    def quoted(self, text: str, most: int) -> str:
        """What somebody said, as a JSON string: none of it can be taken for anything else.

        Args:
            most: so many characters of it are told; if it has more, how many they are.
        """
        if len(text) <= most:
            return quoted(text)
        shown, more = quoted(text[:most]), len(text) - most
        return self.phrases("cut_one", text=shown) if more == 1 else self.phrases("cut", text=shown, n=more)


def quoted(text: str) -> str:
    """A text as a JSON string, which may hold the signs of all languages but nothing that steers or hides."""
    written = json.dumps(text, ensure_ascii=False)
    if written.isprintable():
        return written
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in written)


class Space(NamedTuple):
    """How much of what was said is told.

    Attributes:
        lines: how many lines, the latest ones.
        least, most: characters of a line that are told at least and at most.
        total: characters of all lines together, as far as the least of each allows.
    """

    lines: int
    least: int
    most: int
    total: int

    def share(self, lines: int) -> int:
        """How many characters of each of so many lines are told."""
        return max(self.least, min(self.most, self.total // max(lines, 1)))
