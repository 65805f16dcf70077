"""Where the rooms of a map are drawn: as the map says, or laid out where it does not say it well enough."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from quack.world.map import GameMap

_CROWDED = 0.2
"""Rooms that would have to be drawn at less than this part of their size are laid out anew."""
_SEED = 1
_GRID = 4.0
"""How far apart rooms that are laid out stand: that of the shipped maps."""


class Spot(NamedTuple):
    """The middle of a room, in the map's unit of length; y grows downward."""

    x: float
    y: float


@lru_cache(maxsize=64)
def spots(game_map: GameMap) -> Mapping[str, Spot]:
    """A spot for each room, such that no two rooms are drawn upon each other; the same map gets the same spots."""
    told = {room.name: Spot(room.x, room.y) for room in game_map.rooms}
    return told if room_for_all(game_map, told) >= _CROWDED else _laid_out(game_map)


def room_for_all(game_map: GameMap, at: Mapping[str, Spot]) -> float:
    """By which factor all rooms can grow before two touch; they are drawn 1.3 times as wide as high."""
    return min(
        (
            max(abs(at[a.name].x - at[b.name].x) / 1.3, abs(at[a.name].y - at[b.name].y)) / ((a.size + b.size) / 2)
            for a, b in combinations(game_map.rooms, 2)
        ),
        default=2.0,
    )


def _laid_out(game_map: GameMap) -> dict[str, Spot]:
    """Rooms near to those that corridors join them to, each in a cell of its own of a grid."""
    import networkx

    size = max(room.size for room in game_map.rooms)
    step = _GRID * size / 2
    rooms = game_map.room_names
    # Weights are ticks, so that a long way is a weak spring.
    graph = networkx.Graph()
    graph.add_nodes_from(rooms)
    graph.add_weighted_edges_from((way.a, way.b, 1 / way.weight) for way in game_map.corridors)
    found = networkx.spring_layout(graph, seed=_SEED) if len(rooms) > 1 else {rooms[0]: (0.0, 0.0)}
    columns = max(2, round(1.25 * len(rooms) ** 0.5))
    # By rows first: each takes as many rooms as it has columns, from left to right.
    by_height = sorted(rooms, key=lambda room: (round(float(found[room][1]), 3), rooms.index(room)))
    placed: dict[str, Spot] = {}
    for row, first in enumerate(range(0, len(rooms), columns)):
        level = sorted(by_height[first : first + columns], key=lambda room: round(float(found[room][0]), 3))
        shift = (columns - len(level)) / 2 + (row % 2) * 0.25
        placed |= {room: Spot((column + shift) * step * 1.3, row * step) for column, room in enumerate(level)}
    return placed
