"""Who is under way, in the corridors of a map, and who has just walked through one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from quack.events.models import RoomName
from quack.render.chips import SIZES, Chip, Stands, draw_chips
from quack.render.draw import Canvas
from quack.render.labels import Labels
from quack.render.map_layer import badge_box, draw_badge
from quack.render.plan import Box, Plan, Point
from quack.render.scene import Journey, Scene
from quack.render.theme import LOOK

_NAMED = 4
"""How many who walk together are named."""
_AHEAD = (0.3, 0.45, 0.6, 0.75, 0.9)
"""How far beyond those who walk their arrow leads, as parts of the way."""


class Party(NamedTuple):
    """Those who walk together.

    Attributes:
        at: where they are; `tip`: where their arrow ends.
        box: what their signs stand in, with names of `text` pixels at most.
    """

    chips: tuple[Chip, ...]
    ends: frozenset[RoomName]
    at: Point
    tip: Point
    box: Box
    text: int


def draw_roads(canvas: Canvas, scene: Scene, where: Plan, labels: Labels, picture: Box) -> Stands:
    """Draws who walks; returns where the signs of those stand who are under way.

    What is to be read lies on top: arrows first, upon them the ticks of their corridors, then names.
    """
    walking = parties(canvas, scene.journeys, where, labels, picture)
    walked = {frozenset((step.origin, step.destination)) for step in scene.steps} | {party.ends for party in walking}
    _steps(canvas, scene, where)
    for party in walking:
        canvas.arrow(party.at, party.tip, LOOK.ink, _thick(where))
    for way in where.ways:
        if {way.a, way.b} in walked:
            draw_badge(canvas, way, where)
    signs: Stands = {}
    for party in walking:
        if not party.box.holds(party.at):
            canvas.draw.line([party.at, party.box.middle], LOOK.soft, 1)
    for party in walking:
        canvas.panel(party.box, LOOK.room, LOOK.ink, 1)
        signs |= draw_chips(canvas, party.box.inset(2), party.chips, party.text)
    return signs


def _steps(canvas: Canvas, scene: Scene, where: Plan) -> None:
    for origin, destination in dict.fromkeys((step.origin, step.destination) for step in scene.steps):
        way = where.way(origin, destination)
        if way is not None:
            canvas.arrow(way.along(origin, 0.66), way.along(origin, 0.99), LOOK.ink, _thick(where))


def _thick(where: Plan) -> int:
    """How thick arrows are (pixels)."""
    return max(where.unit // 9, 2)


def parties(
    canvas: Canvas, journeys: Sequence[Journey], where: Plan, labels: Labels, picture: Box
) -> tuple[Party, ...]:
    """Those who are under way, with a box for each that keeps off rooms, other boxes and ticks if that can be."""
    groups: dict[tuple[str, str, float], list[Chip]] = {}
    for player, origin, destination, part in journeys:
        chip = Chip("player", labels.seat(player), labels.player(player))
        groups.setdefault((origin, destination, part), []).append(chip)
    taken = list(where.rooms.values())
    badges = {way: badge_box(way, where, canvas.face) for way in where.ways}
    text = max(round(where.unit * 0.62), 8)
    found = []
    for (origin, destination, part), chips in groups.items():
        at = _point(where, origin, destination, part)
        if at is None:
            continue
        box = _free(canvas, chips, at, text, taken, [*badges.values()], picture)
        taken.append(box)
        hidden = [box, *(badge for way, badge in badges.items() if {way.a, way.b} == {origin, destination})]
        tip = _tip(where, origin, destination, part, hidden)
        found.append(Party(tuple(chips), frozenset((origin, destination)), at, tip, box, text))
    return tuple(found)


def _tip(where: Plan, origin: str, destination: str, part: float, hidden: Sequence[Box]) -> Point:
    """Where an arrow ends so that its head is not hidden by boxes; at the latest where the way ends."""
    head = 4 * _thick(where)
    points = (_point(where, origin, destination, min(part + ahead, 1.0)) for ahead in _AHEAD)
    clear = (point for point in points if point is not None and not any(box.holds(point, head) for box in hidden))
    return next(clear, None) or _point(where, origin, destination, 1.0) or hidden[0].middle


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
    canvas: Canvas,
    chips: Sequence[Chip],
    at: Point,
    text: int,
    taken: Sequence[Box],
    badges: Sequence[Box],
    picture: Box,
) -> Box:
    """A box near a point: off all that is taken, then off the ticks too, then with names, as far as that can be."""
    tries = [*_sizes(canvas, chips, text)]
    for obstacles, (width, height) in product(((*taken, *badges), taken), tries):
        for box in _around(at, width, height, picture):
            if not any(_meet(box, other) for other in obstacles):
                return box
    width, height = tries[-1]
    return next(iter(_around(at, width, height, picture)))


def _sizes(canvas: Canvas, chips: Sequence[Chip], text: int) -> Iterator[tuple[int, int]]:
    """Width and height of a box: for names below each other, then for signs alone."""
    sign = round(text * 1.55)
    if len(chips) <= _NAMED and text >= SIZES[-1]:
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
        *((1.6, 0), (-1.6, 0), (0.6, 1.7), (-0.6, 1.7), (0.6, -1.7), (-0.6, -1.7)),
    )
    for across, down in shifts:
        left = round(min(max(at.x + across * width - width / 2, picture.left + 2), picture.right - width - 2))
        top = round(min(max(at.y + down * height - height / 2, picture.top + 2), picture.bottom - height - 2))
        yield Box(left, top, left + width, top + height)


def _meet(a: Box, b: Box) -> bool:
    return a.left <= b.right and b.left <= a.right and a.top <= b.bottom and b.top <= a.bottom
