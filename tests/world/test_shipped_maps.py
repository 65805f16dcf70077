"""The maps that come with the program can be played on, spoken of and drawn."""

from itertools import combinations

import pytest

from quack.errors import MapError
from quack.world.ids import slug
from quack.world.map import Corridor, GameMap, Room, check_playable, load_map, shipped_maps

MAPS = shipped_maps()
CLEARANCE = 0.5


def test_there_is_a_small_a_middling_and_a_large_map():
    assert {"outpost": 6, "simple_ship": 10, "manor": 18} == {name: len(load_map(name).rooms) for name in MAPS}


@pytest.mark.parametrize("name", MAPS)
def test_a_shipped_map_can_be_played_on_with_five_tasks(name):
    game_map = load_map(name)
    check_playable(game_map)
    assert name == game_map.name
    assert 5 <= len(game_map.task_rooms)
    assert 1 == len(game_map.button_rooms)


@pytest.mark.parametrize("name", MAPS)
def test_no_two_rooms_can_be_meant_by_one_word(name):
    words = [word.casefold() for room in load_map(name).rooms for word in {room.name, *room.aliases}]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("name", MAPS)
def test_every_room_has_a_constant_of_its_own_name(name):
    assert [] == [room for room in load_map(name).room_names if slug(room) != room]


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("corner", [0.5, 0.0])
def test_rooms_do_not_touch_when_drawn(name, corner):
    """Whether the coordinates are taken for the middle of a room or for its upper left corner."""
    boxes = {room.name: box(room, corner) for room in load_map(name).rooms}
    for (a, one), (b, other) in combinations(boxes.items(), 2):
        apart = one[2] + CLEARANCE <= other[0] or other[2] + CLEARANCE <= one[0]
        assert apart or one[3] + CLEARANCE <= other[1] or other[3] + CLEARANCE <= one[1], (a, b)


@pytest.mark.parametrize("name", MAPS)
def test_no_corridor_runs_through_another_room_when_drawn(name):
    game_map = load_map(name)
    at = {room.name: (room.x, room.y) for room in game_map.rooms}
    for corridor in game_map.corridors:
        for room in game_map.rooms:
            if room.name not in (corridor.a, corridor.b):
                assert not crosses(at[corridor.a], at[corridor.b], box(room, 0.5)), (corridor, room.name)


def box(room, corner):
    left, top = room.x - room.size * corner, room.y - room.size * corner
    return left, top, left + room.size, top + room.size


def crosses(start, end, walls):
    """Whether a straight line runs through a box; at a hundred points of it."""
    for step in range(101):
        x, y = (a + (b - a) * step / 100 for a, b in zip(start, end, strict=True))
        if walls[0] <= x <= walls[2] and walls[1] <= y <= walls[3]:
            return True
    return False


@pytest.mark.parametrize("name", MAPS)
def test_distances_are_those_of_the_shortest_ways(name):
    import networkx

    game_map = load_map(name)
    assert dict(networkx.all_pairs_dijkstra_path_length(game_map.graph)) == game_map.distances


AB = (Corridor(a="a", b="b", weight=1),)


@pytest.mark.parametrize(
    ("rooms", "corridors", "what"),
    [
        ((Room(name="a", button=True), Room(name="b")), (), "no way leads from 'a' to 'b'"),
        ((Room(name="a"), Room(name="b")), AB, "no rooms have an emergency button"),
        ((Room(name="a", button=True), Room(name="b", button=True)), AB, "2 rooms have an emergency button"),
        ((Room(name="a", button=True, task="x"), Room(name="b", task="x")), AB, "two tasks are called 'x'"),
        (tuple(Room(name=f"r{index}") for index in range(501)), (), "501 rooms, more than 500"),
    ],
)
def test_a_map_that_lacks_what_a_game_needs_is_refused(rooms, corridors, what):
    with pytest.raises(MapError) as caught:
        check_playable(GameMap(name="odd", rooms=rooms, corridors=corridors))
    assert what in caught.value.what
