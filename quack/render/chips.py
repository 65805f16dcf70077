"""Players and bodies in a box: with their names as long as these can be read, else with their numbers alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Literal, NamedTuple

from quack.render.draw import Canvas, body, token
from quack.render.plan import Box, Point
from quack.render.text import Typeface
from quack.render.theme import LOOK

SIZES = (48, 42, 36, 30, 26, 22, 20, 18, 16, 14, 13, 12, 11)
"""Sizes of names (pixels)."""
_SMALLEST_SIGN = 7


class Chip(NamedTuple):
    """A player or a body, and what is written beside its sign.

    Attributes:
        numbered: whether a player's sign holds the number of its seat.
    """

    kind: Literal["player", "body"]
    seat: int
    label: str
    numbered: bool = True


class Stand(NamedTuple):
    """Where a sign stands in a picture: its middle, and how large it is (pixels)."""

    x: float
    y: float
    size: int

    @property
    def point(self) -> Point:
        return Point(self.x, self.y)


Stands = dict[tuple[str, int], Stand]
"""Where the sign of each player and body stands, by kind and seat."""


class Arrangement(NamedTuple):
    """How chips stand in a box: their signs, `sign` pixels large, about `places`; names of `text` pixels or none."""

    sign: int
    text: int | None
    places: tuple[Point, ...]


def arrange(labels: Sequence[str], box: Box, face: Typeface, largest: int) -> Arrangement:
    """The largest way to put chips into a box, named if that can be."""
    count = len(labels)
    for text in (size for size in SIZES if size <= largest):
        sign = round(text * 1.55)
        cell = Point(sign + max((face.width(label, text) for label in labels), default=0) + text, sign + text // 4)
        columns = int(box.width // cell.x)
        if columns and ceil(count / columns) * cell.y <= box.height:
            return _in_cells(count, box, cell, min(columns, max(count, 1)), sign, text)
    return _signs_only(count, box, largest)


def _signs_only(count: int, box: Box, largest: int) -> Arrangement:
    sign = min(round(largest * 1.55), max(box.height, 1), max(box.width, 1))
    while sign > _SMALLEST_SIGN and (box.width // (sign + 2)) * (box.height // (sign + 2)) < count:
        sign -= 1
    columns = max(box.width // (sign + 2), 1)
    return _in_cells(count, box, Point(sign + 2, sign + 2), min(columns, max(count, 1)), sign, None)


def _in_cells(count: int, box: Box, cell: Point, columns: int, sign: int, text: int | None) -> Arrangement:
    rows = ceil(count / columns) if count else 0
    left = box.left + max((box.width - columns * cell.x) / 2, 0)
    top = box.top + max((box.height - rows * cell.y) / 2, 0)
    places = (
        Point(left + (index % columns) * cell.x + sign / 2 + 1, top + (index // columns + 0.5) * cell.y)
        for index in range(count)
    )
    return Arrangement(sign, text, tuple(places))


def draw_chips(canvas: Canvas, box: Box, chips: Sequence[Chip], largest: int) -> Stands:
    """Draws chips into a box; returns where the sign of each stands, by kind and seat."""
    how = arrange([chip.label for chip in chips], box, canvas.face, largest)
    for chip, place in zip(chips, how.places, strict=True):
        sign = (
            token(chip.seat, how.sign, numbered=chip.numbered) if chip.kind == "player" else body(chip.seat, how.sign)
        )
        canvas.put(sign, place.x, place.y)
        if how.text is not None:
            x, y = place.x + how.sign * 0.7, place.y - canvas.face.height(how.text) / 2
            colour = LOOK.ink if chip.kind == "player" else LOOK.alarm
            canvas.text(x, y, chip.label, how.text, colour)
    return {
        (chip.kind, chip.seat): Stand(place.x, place.y, how.sign) for chip, place in zip(chips, how.places, strict=True)
    }
