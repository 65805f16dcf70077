"""Who is under way, in the corridors of a map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from quack.render.chips import Chip, Stands, draw_chips
from quack.render.draw import Canvas
from quack.render.labels import Labels
from quack.render.plan import Box, Plan, Point
from quack.render.scene import Journey
from quack.render.theme import LOOK

_NAMED = 4
"""How many who walk together are named."""


def draw_travellers(canvas: Canvas, journeys: Sequence[Journey], where: Plan, labels: Labels, picture: Box) -> Stands:
    """Draws who is under way, those who walk together in one box; returns where their signs stand."""
    groups: dict[tuple[str, str, float], list[Chip]] = {}
    for player, origin, destination, part in journeys:
        chip = Chip("player", labels.seat(player), labels.player(player))
        groups.setdefault((origin, destination, part), []).append(chip)
    signs: Stands = {}
    taken = list(where.rooms.values())
    for (origin, destination, part), chips in groups.items():
        start, middle, end = (_point(where, origin, destination, each) for each in (0.0, part, 1.0))
        if start is None or middle is None or end is None:
            continue
        canvas.arrow(middle, _point(where, origin, destination, min(part + 0.3, 1.0)) or end, LOOK.ink, 3)
        box, text = _free(canvas, chips, middle, where, taken, picture)
        taken.append(box)
        if not box.holds(middle):
            canvas.draw.line([middle, box.middle], LOOK.soft, 1)
        canvas.panel(box, LOOK.room, LOOK.ink, 1)
        signs |= draw_chips(canvas, box.inset(2), chips, text)
    return signs


def _point(where: Plan, origin: str, destination: str, part: float) -> Point | None:
    """A point of a way; of a straight line where the map has no corridor, None where it has no such rooms."""
    way = where.way(origin, destination)
    if way is not None:
        return way.along(origin, part)
    if origin not in where.rooms or destination not in where.rooms:
        return None
    a, b = where.rooms[origin].middle, where.rooms[destination].middle
    return Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)


def _free(
    canvas: Canvas, chips: Sequence[Chip], at: Point, where: Plan, taken: Sequence[Box], picture: Box
) -> tuple[Box, int]:
    """A box near a point, and the size of names in it: off all that is taken if that can be, named if that can be."""
    text = max(round(where.unit * 0.62), 8)
    tries = [*_sizes(canvas, chips, text)]
    for width, height in tries:
        for box in _around(at, width, height, picture):
            if not any(_meet(box, other) for other in taken):
                return box, text
    width, height = tries[-1]
    return next(iter(_around(at, width, height, picture))), text


def _sizes(canvas: Canvas, chips: Sequence[Chip], text: int) -> Iterator[tuple[int, int]]:
    """Width and height of a box: for names below each other, then for signs alone."""
    sign = round(text * 1.55)
    if len(chips) <= _NAMED:
        longest = max(canvas.face.width(chip.label, text) for chip in chips)
        yield sign + longest + text + 6, len(chips) * (sign + text // 4) + 6
    columns = max(round(len(chips) ** 0.5), 1)
    rows = -(-len(chips) // columns)
    yield columns * (sign + 2) + 6, rows * (sign + 2) + 6


def _around(at: Point, width: int, height: int, picture: Box) -> Iterable[Box]:
    """Boxes at a point and next to it."""
    shifts = (
        *((0, 0), (0, 0.6), (0, -0.6), (0.55, 0), (-0.55, 0), (0, 1.1), (0, -1.1), (0.6, 0.6), (-0.6, -0.6)),
        *((1.05, 0), (-1.05, 0), (1.05, 1.1), (-1.05, -1.1), (1.05, -1.1), (-1.05, 1.1), (0, 1.7), (0, -1.7)),
    )
    for across, down in shifts:
        left = round(min(max(at.x + across * width - width / 2, picture.left + 2), picture.right - width - 2))
        top = round(min(max(at.y + down * height - height / 2, picture.top + 2), picture.bottom - height - 2))
        yield Box(left, top, left + width, top + height)


def _meet(a: Box, b: Box) -> bool:
    return a.left <= b.right and b.left <= a.right and a.top <= b.bottom and b.top <= a.bottom
