"""Kills: by a Duck, of a living Goose that stands in the same room."""

from __future__ import annotations

from quack.events.models import PlayerId, PlayerKilled, RoomName
from quack.game.board import Board
from quack.game.record import Draft


def prey(board: Board, player: PlayerId, room: RoomName) -> list[PlayerId]:
    """Whom a player in a room may kill now."""
    progress = board.progress
    if progress.cooldowns.get(player) != 0:
        return []
    teams = progress.teams
    return [other for other in board.state.standing_in(room) if teams[other] == "goose"]


def kill(board: Board, killer: PlayerId, victim: PlayerId, room: RoomName) -> list[Draft]:
    """A Duck kills; the body stays in the room."""
    return [Draft(PlayerKilled, {"killer_id": killer, "target_id": victim, "room": room})]
