"""How many players find room in a box, and what is written of them."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from quack.game.config import NAMES
from quack.render.chips import arrange
from quack.render.map_layer import room_marks
from quack.render.plan import Box, plan
from quack.render.text import typeface
from quack.render.theme import LOOK, shape
from quack.world.map import load_map, shipped_maps

FACE = typeface()
BOXES = [Box(10, 20, 10 + width, 20 + height) for width, height in ((600, 400), (180, 130), (100, 60), (300, 40))]


def _taken(labels, how):
    """The boxes of signs and of names."""
    for label, (x, y) in zip(labels, how.places, strict=True):
        half = how.sign / 2
        yield (x - half, y - half, x + half, y + half)
        if how.text is not None:
            left, high = x + how.sign * 0.62, FACE.height(how.text) / 2
            yield (left, y - high, left + FACE.width(label, how.text), y + high)


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 20, 50])
def test_signs_and_names_stay_in_their_box_and_off_each_other(box, count):
    labels = NAMES[:count]
    taken = list(_taken(labels, arrange(labels, box, FACE, 30)))
    for left, top, right, bottom in taken:
        assert box.left - 1 <= left < right <= box.right + 1
        assert box.top - 1 <= top < bottom <= box.bottom + 1
    for a, b in combinations(taken, 2):
        assert a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 2 or b[3] <= a[1] + 2, (a, b)


def test_few_players_are_named_and_a_crowd_is_numbered():
    room = Box(0, 0, 160, 100)
    assert arrange(NAMES[:4], room, FACE, 20).text is not None
    assert arrange(NAMES[:50], room, FACE, 20).text is None


def test_fifty_seats_differ_in_shape_or_colour():
    assert 50 == len({(shape(seat), LOOK.colour(seat)) for seat in range(50)})


@pytest.mark.parametrize("width", [512, 1_024, 1_120])
@pytest.mark.parametrize("name", shipped_maps())
def test_rooms_and_what_is_written_at_corridors_keep_apart(name, width):
    where = plan(load_map(name), width, width * 3 // 4)
    for a, b in combinations(where.rooms.values(), 2):
        assert a.right < b.left or b.right < a.left or a.bottom < b.top or b.bottom < a.top
    for way in where.ways:
        assert not any(box.holds(way.badge, where.unit * 0.5) for box in where.rooms.values())
    assert all(dist(a.badge, b.badge) > 1.5 * where.unit for a, b in combinations(where.ways, 2))


@pytest.mark.parametrize("name", shipped_maps())
def test_the_names_of_rooms_fit_into_them(name):
    game_map = load_map(name)
    marks = room_marks(game_map, 1_024, 700, FACE)
    assert game_map.room_names == tuple(marks.texts.values())
    for room, box in plan(game_map, 1_024, 700).rooms.items():
        assert FACE.width(marks.texts[room], marks.size) <= box.width
