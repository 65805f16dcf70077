"""Where rooms are drawn."""

from __future__ import annotations

from itertools import combinations

import pytest

from quack.world.layout import growth, spots
from quack.world.map import Corridor, GameMap, Room, load_map, shipped_maps


def _line_of(count: int, **values: float) -> GameMap:
    return GameMap(
        name="line",
        rooms=tuple(Room(name=f"r{index}", **values) for index in range(count)),
        corridors=tuple(Corridor(a=f"r{index}", b=f"r{index + 1}", weight=index + 1) for index in range(count - 1)),
    )


@pytest.mark.parametrize("name", shipped_maps())
def test_a_map_that_says_where_its_rooms_are_is_followed(name):
    game_map = load_map(name)
    assert {room.name: (room.x, room.y, room.size) for room in game_map.rooms} == spots(game_map)


@pytest.mark.parametrize("count", [1, 2, 3, 10, 60])
@pytest.mark.parametrize("size", [0.5, 2, 40])
def test_rooms_in_one_place_are_laid_out_apart(count, size):
    game_map = _line_of(count, size=size)
    found = spots(game_map)
    assert count == len(found)
    assert growth(found) > 1
    assert all(found[a] != found[b] for a, b in combinations(found, 2))


def test_rooms_that_nearly_cover_each_other_are_laid_out_anew():
    crowded = GameMap(name="crowded", rooms=(Room(name="a"), Room(name="b", x=0.01), Room(name="c", x=9)))
    assert growth(spots(crowded)) > 1


def test_the_same_map_is_laid_out_the_same_way():
    spots.cache_clear()
    first = spots(_line_of(12))
    spots.cache_clear()
    assert first == spots(_line_of(12))


WILD = [(1e308, -1e308, 2.0), (0, 1e-300, 1e-9), (0, 1e6, 2.0), (0, 4, 1e300), (1e308, 1e308, 1e308)]


@pytest.mark.parametrize(("first", "second", "size"), WILD)
def test_a_map_that_could_not_be_seen_is_laid_out_anew(first, second, size):
    rooms = (Room(name="a", x=first), Room(name="b", x=second, size=size), Room(name="c", y=8))
    found = spots(GameMap(name="wild", rooms=rooms))
    assert {2.0} >= {spot.size for spot in found.values()}
    assert 1 < growth(found) < 9
