"""Ways between rooms, and where players begin."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from quack.events.models import PlayerId, PlayerMoved, RoomName
from quack.game.actions import Action
from quack.game.board import Board
from quack.game.record import Draft
from quack.world.map import GameMap


def moves(game_map: GameMap, room: RoomName) -> tuple[Action, ...]:
    """The moves that a player in a room may make."""
    return _moves(game_map.ways[room])


@lru_cache(maxsize=1_000)
def _moves(ways: tuple[tuple[RoomName, int], ...]) -> tuple[Action, ...]:
    return tuple(Action("move", room) for room, _ in ways)


def move(board: Board, player: PlayerId, destination: RoomName) -> list[Draft]:
    """A player leaves its room; over a corridor of one tick it arrives at once."""
    origin = board.state.room_of(player)
    ticks = board.setup.map.weight(origin or "", destination)
    data: dict[str, Any] = {"player_id": player, "from": origin, "to": destination}
    if ticks != 1:
        data["ticks_remaining"] = ticks
    return [Draft(PlayerMoved, data)]


def scatter(players: list[PlayerId], rooms: tuple[RoomName, ...], rng: Random) -> dict[PlayerId, RoomName]:
    """A random room for each player: different ones while they last, then once more from the beginning."""
    places: list[RoomName] = []
    while len(places) < len(players):
        places += rng.sample(rooms, len(rooms))
    return dict(zip(players, places, strict=False))
