"""Where the rooms of a map are drawn: as the map says, or laid out where that could not be seen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from quack.world.map import GameMap

WIDER = 1.3
"""Rooms are drawn wider than high: so are the names in them."""
_CROWDED = 0.2
"""Rooms that would have to be drawn at less than this part of their size are laid out anew."""
_TINY = 1 / 64
"""So are those of which one would be less than this part of the picture."""
_UNEVEN = 4.0
"""Rooms that are laid out have one size, if they say that one is so many times as large as another."""
_SIZE = 2.0
_STEP = 4.0
"""Size and distance of rooms that are laid out: those of the shipped maps."""
_SEED = 1


class Spot(NamedTuple):
    """The middle of a room and its height, in the map's unit of length; y grows downward."""

    x: float
    y: float
    size: float


@lru_cache(maxsize=64)
def spots(game_map: GameMap) -> Mapping[str, Spot]:
    """A spot for each room, such that no two rooms are drawn upon each other; the same map gets the same spots."""
    told = {room.name: Spot(room.x, room.y, room.size) for room in game_map.rooms}
    return told if len(told) > 1 and _can_be_seen(told) else _laid_out(game_map)


def growth(at: Mapping[str, Spot]) -> float:
    """By which factor all rooms can grow before two touch."""
    return min((_apart(a, b) / ((a.size + b.size) / 2) for a, b in combinations(at.values(), 2)), default=2.0)


def _apart(a: Spot, b: Spot) -> float:
    return max(abs(a.x - b.x) / WIDER, abs(a.y - b.y))


def _can_be_seen(at: Mapping[str, Spot]) -> bool:
    grow = growth(at)
    across = max(spot.x for spot in at.values()) - min(spot.x for spot in at.values())
    down = max(spot.y for spot in at.values()) - min(spot.y for spot in at.values())
    whole = max(across, down) + max(spot.size for spot in at.values()) * WIDER
    # Comparisons with what is not finite are false.
    return grow >= _CROWDED and min(grow, 1.0) * min(spot.size for spot in at.values()) >= _TINY * whole


def _laid_out(game_map: GameMap) -> dict[str, Spot]:
    """Rooms near to those that corridors join them to, each in a cell of its own of a grid."""
    import networkx

    told = [room.size for room in game_map.rooms]
    largest = max(told)
    sizes = [_SIZE] * len(told) if largest > _UNEVEN * min(told) else [_SIZE * each / largest for each in told]
    rooms = game_map.room_names
    # Weights are ticks, so that a long way is a weak spring.
    graph = networkx.Graph()
    graph.add_nodes_from(rooms)
    graph.add_weighted_edges_from((way.a, way.b, 1 / way.weight) for way in game_map.corridors)
    found = networkx.spring_layout(graph, seed=_SEED) if len(rooms) > 1 else {rooms[0]: (0.0, 0.0)}
    # Rounded, so that the last digits, which depend on the processor, do not decide.
    places = {room: (round(float(found[room][0]), 3), round(float(found[room][1]), 3)) for room in rooms}
    columns = max(2, round(1.25 * len(rooms) ** 0.5))
    by_height = sorted(rooms, key=lambda room: places[room][1])
    spot_of: dict[str, Spot] = {}
    for row, first in enumerate(range(0, len(rooms), columns)):
        level = sorted(by_height[first : first + columns], key=lambda room: places[room][0])
        shift = (columns - len(level)) / 2 + (row % 2) * 0.25
        for column, room in enumerate(level):
            size = sizes[rooms.index(room)]
            spot_of[room] = Spot((column + shift) * _STEP * WIDER, row * _STEP, size)
    return {room: spot_of[room] for room in rooms}
