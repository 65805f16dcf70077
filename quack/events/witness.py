"""Who follows a replay, so that no log is folded twice."""

from __future__ import annotations

from quack.events.models import PlayerId, RoomName
from quack.events.places import Changes
from quack.events.rows import Chat, Look
from quack.events.state import GameState


class Witness:
    """Follows a replay: is told of every look, and of what changes while players may look; this one takes no heed."""

    def before(self, state: GameState, actor: PlayerId, rooms: tuple[RoomName, ...]) -> None:
        """An actor is about to change what these rooms show: to move, or to kill."""

    def after(self, state: GameState, rooms: tuple[RoomName, ...]) -> None:
        """It has happened."""

    def arrived(self, changes: Changes) -> None:
        """As a tick or a round begins, players stand where they did not stand before."""

    def spoke(self, state: GameState, chat: Chat) -> None:
        """A living player says something."""

    def fell(self, state: GameState, look: Look) -> None:
        """A player is about to be killed that left no line yet; `looked` follows if its turn had come."""

    def looked(self, state: GameState, look: Look, whole: bool) -> None:
        """A look takes place; not `whole` if the log's end cuts off the tick, so that its turn may not have come."""

    def tick_over(self) -> None:
        """A tick has ended, or the meeting that cut it off."""
