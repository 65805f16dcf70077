"""The part of a picture that stays: rooms with their names, corridors with their ticks. Drawn once for each map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from quack.events.models import RoomName
from quack.render.draw import Canvas
from quack.render.labels import Labels
from quack.render.plan import Box, Plan, Way, plan
from quack.render.text import Typeface
from quack.render.theme import LOOK
from quack.world.map import GameMap

_FINE = 2
_NAME_SIZES = (28, 26, 24, 22, 20, 18, 16, 15, 14, 13, 12, 11, 10, 9, 8)


@lru_cache(maxsize=16)
def map_layer(game_map: GameMap, width: int, height: int, face: Typeface, *, coded: bool = True) -> Image.Image:
    """A map in a picture of that size; to be copied before anything is drawn upon it.

    Args:
        coded: whether names of rooms that are too long become codes; otherwise they are shortened.
    """
    where = plan(game_map, width, height)
    fine = Image.new("RGB", (width * _FINE, height * _FINE), LOOK.ground)
    draw = ImageDraw.Draw(fine)
    thick = max(where.unit * _FINE // 2, 2)
    for way in where.ways:
        points = [(point.x * _FINE, point.y * _FINE) for point in way.corners]
        draw.line(points, LOOK.faint, thick, joint="curve")
    canvas = Canvas(fine.reduce(_FINE), face)
    for way in where.ways:
        draw_badge(canvas, way, where)
    marks = room_marks(game_map, width, height, face, coded=coded)
    for room in game_map.rooms:
        _room(canvas, where.rooms[room.name], marks.texts[room.name], marks.size, button=room.button)
    return canvas.image


class RoomMarks(NamedTuple):
    """What is written at the top of the rooms: their labels, or codes or beginnings where these are too long.

    Attributes:
        size: of the text.
        height: of the strip that it stands in (pixels).
    """

    texts: Mapping[RoomName, str]
    size: int
    height: int


@lru_cache(maxsize=32)
def room_marks(game_map: GameMap, width: int, height: int, face: Typeface, *, coded: bool = True) -> RoomMarks:
    """What is written into the rooms of a map in a picture of that size.

    Args:
        coded: whether labels that are too long become codes; otherwise they are shortened, unless two begin alike.
    """
    where, labels = plan(game_map, width, height), Labels({}, game_map.room_names, face)
    unit = max(where.unit, _NAME_SIZES[-1])
    sizes = [size for size in _NAME_SIZES if size <= unit]
    room_for = {room: box.width - 8 for room, box in where.rooms.items()}
    whole = (size for size in sizes if all(face.width(labels.room(room), size) <= room_for[room] for room in room_for))
    size = next(whole, min(unit, 11))
    texts = {room: face.shortened(labels.room(room), wide, size) for room, wide in room_for.items()}
    times = Counter(texts.values())
    for index, room in enumerate(texts):
        if texts[room] != labels.room(room) and (coded or times[texts[room]] > 1):
            texts[room] = f"R{index}"
    return RoomMarks(texts, size, face.height(size) + 4)


def badge_box(way: Way, where: Plan, face: Typeface) -> Box:
    """What the ticks of a corridor are written in."""
    size = _badge_size(where)
    across = max(face.width(str(way.ticks), size) / 2 + 4, size * 0.72)
    x, y = way.badge
    return Box(round(x - across), round(y - size * 0.75), round(x + across), round(y + size * 0.75))


def draw_badge(canvas: Canvas, way: Way, where: Plan) -> None:
    """Writes the ticks of a corridor."""
    box = badge_box(way, where, canvas.face)
    canvas.draw.rounded_rectangle(box, box.height // 2, LOOK.ground, LOOK.soft)
    canvas.centred(box, str(way.ticks), _badge_size(where), LOOK.ink)


def _badge_size(where: Plan) -> int:
    return max(round(where.unit * 0.72), 8)


def _room(canvas: Canvas, box: Box, label: str, size: int, *, button: bool) -> None:
    canvas.panel(box, LOOK.room, LOOK.soft, 2)
    strip = canvas.face.height(size) + 3
    canvas.panel(Box(box.left, box.top, box.right, min(box.top + strip, box.bottom)), LOOK.floor, LOOK.soft, 2)
    name = canvas.face.shortened(label, box.width - 6, size)
    canvas.text(box.middle.x, box.top + 2, name, size, LOOK.ink, "middle")
    if button:
        radius = max(size // 3, 3)
        x, y = box.right - radius - 4, box.bottom - radius - 4
        canvas.draw.ellipse((x - radius, y - radius, x + radius, y + radius), LOOK.alarm, LOOK.ink)
