"""Maps as nobody would draw them: random places, sizes and names; pictures of them are whole all the same."""

from __future__ import annotations

from random import Random

import pytest

from quack.render.frames import draw_frame
from quack.render.plan import plan
from quack.render.scene import Cast, Journey, Scene, Step
from quack.render.views import global_view, local_view
from quack.world.map import Corridor, GameMap, Room
from tests.render.scenes import names_of, observation

_NUMBERS = (0, 1, -3.7, 1e308, -1e308, 1e-300, 4, 8, 12, 16, 20)
_SIZES = (2, 2, 2, 3, 0.1, 1e-9, 1e9, 1e300)


def odd_map(seed: int) -> GameMap:
    rng = Random(seed)
    count = rng.choice((1, 2, 3, 5, 9, 20))
    rooms = [
        Room(
            name=rng.choice(("r", "hall ", "厨", "x" * 30)) + str(index),
            x=rng.choice(_NUMBERS),
            y=rng.choice(_NUMBERS),
            size=rng.choice(_SIZES),
            task=f"task {index}",
        )
        for index in range(count)
    ]
    corridors = [
        Corridor(a=rooms[index].name, b=rooms[rng.randrange(index)].name, weight=rng.choice((1, 2, 1_000_000)))
        for index in range(1, count)
    ]
    return GameMap(name="odd", rooms=tuple(rooms), corridors=tuple(corridors))


@pytest.mark.parametrize("seed", range(25))
def test_an_odd_map_is_drawn_whole(seed):
    game_map, names = odd_map(seed), names_of(6)
    first, last = game_map.room_names[0], game_map.room_names[-1]
    view = observation(game_map, first, [1, 2], bodies=[3], tasks=seed)
    assert {256} == {max(draw(view, game_map, names, size=256).size) for draw in (global_view, local_view)}
    where = plan(game_map, 800, 500)
    for box in where.rooms.values():
        assert 0 <= box.left < box.right <= 800
        assert 0 <= box.top < box.bottom <= 500
    scene = Scene(
        tick=1,
        phase="roam",
        heading="tick 1",
        standing={first: ("player_0", "player_1")},
        journeys=tuple(Journey("player_2", way.a, way.b, 0.5) for way in game_map.corridors[:3]),
        bodies={"player_3": last},
        gone={},
        tasks={},
        steps=tuple(Step("player_0", way.a, way.b) for way in game_map.corridors),
    )
    assert (800, 500) == draw_frame(scene, Cast(names, frozenset(), game_map), width=800).size
