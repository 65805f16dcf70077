"""A map in pixels: a box for each room, a line for each corridor, a place for the ticks that it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from quack.world.layout import WIDER, growth, spots
from quack.world.map import GameMap

_PAD = 0.15
"""Free room about a map, as a part of its largest room."""
_STEPS = 64
_BOWS = (0.18, -0.18, 0.36, -0.36)
"""How far a corridor bends to the side, as a part of its length, so as not to lead through a third room."""
_ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)


class Point(NamedTuple):
    """A place in a picture (pixels)."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle in a picture (pixels)."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        return Point((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    def inset(self, margin: int) -> Box:
        return Box(self.left + margin, self.top + margin, self.right - margin, self.bottom - margin)

    def holds(self, point: Point, margin: float = 0) -> bool:
        return (
            self.left - margin <= point.x <= self.right + margin
            and self.top - margin <= point.y <= self.bottom + margin
        )


class Way(NamedTuple):
    """A corridor from room `a` to room `b`: its line between the two boxes, and where its ticks are written."""

    a: str
    b: str
    ticks: int
    line: tuple[Point, ...]
    badge: Point

    @property
    def corners(self) -> tuple[Point, ...]:
        """The points that its drawing needs: two of a straight corridor."""
        first, middle, last = self.line[0], self.line[len(self.line) // 2], self.line[-1]
        across, down = last.x - first.x, last.y - first.y
        aside = abs(across * (middle.y - first.y) - down * (middle.x - first.x))
        return (first, last) if aside <= 2 * (across**2 + down**2) ** 0.5 else self.line

    def along(self, origin: str, part: float) -> Point:
        """The point after that part of the way, from 0 at `origin` to 1 at the other end."""
        line = self.line if origin == self.a else self.line[::-1]
        place = part * (len(line) - 1)
        before = min(int(place), len(line) - 2)
        return _between(line[before], line[before + 1], place - before)


@dataclass(frozen=True, slots=True)
class Plan:
    """A map in a picture; `unit` is how large its text is at most (pixels)."""

    width: int
    height: int
    rooms: Mapping[str, Box]
    ways: tuple[Way, ...]
    unit: int

    def way(self, origin: str, destination: str) -> Way | None:
        """The corridor between two rooms; None where the map has none."""
        return next((way for way in self.ways if {way.a, way.b} == {origin, destination}), None)


def aspect(game_map: GameMap) -> float:
    """How many times as wide as high a map is."""
    _, _, width, height = _extent(game_map)
    return width / height


@lru_cache(maxsize=32)
def plan(game_map: GameMap, width: int, height: int) -> Plan:
    """A map within a picture of that size."""
    at, grow = spots(game_map), _growth(game_map)
    left, top, across, down = _extent(game_map)
    largest = max(spot.size for spot in at.values()) * grow * WIDER
    scale = min(width / across, height / down, 0.42 * width / largest, 0.42 * height / largest)
    x, y = (width - across * scale) / 2 - left * scale, (height - down * scale) / 2 - top * scale
    rooms = {}
    for room, spot in at.items():
        half = spot.size * grow * scale / 2
        middle = Point(x + spot.x * scale, y + spot.y * scale)
        rooms[room] = Box(
            round(middle.x - half * WIDER),
            round(middle.y - half),
            round(middle.x + half * WIDER),
            round(middle.y + half),
        )
    unit = max(min(round(width / 40), min(box.height for box in rooms.values()) // 4), 8)
    return Plan(width, height, rooms, tuple(_ways(game_map, rooms, unit, Box(0, 0, width, height))), unit)


def _growth(game_map: GameMap) -> float:
    return min(1.1, 0.7 * growth(spots(game_map)))


def _extent(game_map: GameMap) -> tuple[float, float, float, float]:
    """Left and top, width and height of a map with its rooms, in the map's unit of length."""
    grow = _growth(game_map)
    at = spots(game_map).values()
    pad = _PAD * max(spot.size for spot in at)
    ends = []
    for spot in at:
        across, down = spot.size * grow * WIDER / 2 + pad, spot.size * grow / 2 + pad
        ends.append((spot.x - across, spot.y - down, spot.x + across, spot.y + down))
    left, top = min(end[0] for end in ends), min(end[1] for end in ends)
    return left, top, max(end[2] for end in ends) - left, max(end[3] for end in ends) - top


def _ways(game_map: GameMap, rooms: Mapping[str, Box], unit: int, picture: Box) -> Iterator[Way]:
    badges: list[Point] = []
    for corridor in game_map.corridors:
        others = [box for name, box in rooms.items() if name not in (corridor.a, corridor.b)]
        line = _line(rooms[corridor.a], rooms[corridor.b], others, picture)
        badge = _badge(line, others, badges, unit)
        badges.append(badge)
        yield Way(corridor.a, corridor.b, corridor.weight, line, badge)


def _line(a: Box, b: Box, others: Iterable[Box], picture: Box) -> tuple[Point, ...]:
    """A line from box to box within the picture that keeps clear of the others, if a bend of some width does."""
    straight = tuple(_outside(_curve(a.middle, b.middle, 0.0), a, b))
    bent = (tuple(_outside(_curve(a.middle, b.middle, bow), a, b)) for bow in _BOWS)

    def clear(line: tuple[Point, ...]) -> bool:
        inside = all(picture.holds(point, -4) for point in line)
        return inside and not any(box.holds(point, 4) for box in others for point in line)

    return next(filter(clear, chain((straight,), bent)), straight)


def _curve(a: Point, b: Point, bow: float) -> Iterator[Point]:
    aside = Point((a.x + b.x) / 2 - (b.y - a.y) * bow, (a.y + b.y) / 2 + (b.x - a.x) * bow)
    for step in range(_STEPS + 1):
        part = step / _STEPS
        yield _between(_between(a, aside, part), _between(aside, b, part), part)


def _outside(points: Iterable[Point], a: Box, b: Box) -> list[Point]:
    points = list(points)
    free = [point for point in points if not (a.holds(point) or b.holds(point))]
    return free if len(free) > 1 else [points[0], points[-1]]


def _badge(line: tuple[Point, ...], others: Iterable[Box], taken: Iterable[Point], unit: int) -> Point:
    places = [line[min(round(part * (len(line) - 1)), len(line) - 1)] for part in _ALONG]

    def free(place: Point) -> bool:
        near = any(abs(place.x - other.x) < 1.6 * unit and abs(place.y - other.y) < 1.6 * unit for other in taken)
        return not near and not any(box.holds(place, 0.8 * unit) for box in others)

    return next((place for place in places if free(place)), places[0])


def _between(a: Point, b: Point, part: float) -> Point:
    return Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)
