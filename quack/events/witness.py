"""Who follows a replay, so that no log is folded twice."""

from __future__ import annotations

from typing import Protocol

from quack.events.models import RoomName
from quack.events.rows import Chat, Look
from quack.events.state import GameState


class Witness(Protocol):
    """Follows a replay: is told of every look, and of what changes while players may look."""

    def before(self, state: GameState, rooms: tuple[RoomName, ...]) -> None:
        """A player is about to set out, or to be killed, in these rooms."""

    def after(self, state: GameState, rooms: tuple[RoomName, ...]) -> None:
        """It has happened."""

    def spoke(self, state: GameState, chat: Chat) -> None:
        """A living player says something."""

    def fell(self, state: GameState, look: Look) -> None:
        """A player is about to be killed that left no line yet; `looked` follows if its turn had come."""

    def looked(self, state: GameState, look: Look, whole: bool) -> None:
        """A look takes place; not `whole` if the log's end cuts off the tick, so that its turn may not have come."""

    def tick_over(self) -> None:
        """A tick has ended, or the meeting that cut it off."""
