"""Drawing: text, boxes and the signs of players, bodies, tasks and verdicts.

Signs are drawn large, made smaller so that their edges are smooth, and kept.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Literal

from PIL import Image, ImageDraw

from quack.render.plan import Box, Point
from quack.render.text import Typeface, typeface
from quack.render.theme import LOOK, ORANGE, SIGNS, YELLOW, Colour, Shape, shape

_FINE = 4
"""How many times as large signs are drawn."""

Anchor = Literal["left", "middle", "right"]
Work = Literal["open", "begun", "done"]


class Canvas:
    """A picture in the making."""

    def __init__(self, image: Image.Image, face: Typeface) -> None:
        self.image = image
        self.face = face
        self.draw = ImageDraw.Draw(image)

    def text(self, x: float, y: float, text: str, size: int, colour: Colour = LOOK.ink, anchor: Anchor = "left") -> int:
        """Writes a line whose top is at y, and returns how wide it is (pixels)."""
        mask = self.face.mask(text, size)
        shift = {"left": 0.0, "middle": mask.width / 2, "right": float(mask.width)}[anchor]
        self.image.paste(colour, (round(x - shift), round(y)), mask)
        return mask.width

    def centred(self, box: Box, text: str, size: int, colour: Colour = LOOK.ink) -> None:
        """Writes a line into the middle of a box."""
        y = (box.top + box.bottom - self.face.height(size)) / 2
        self.text(box.middle.x, y, text, size, colour, "middle")

    def panel(self, box: Box, fill: Colour | None, outline: Colour | None = None, width: int = 1) -> None:
        """A box with round corners; nothing where it is too small for one."""
        if min(box.width, box.height) < 1:
            return
        radius = max(min(box.width, box.height) // 12, 2)
        self.draw.rounded_rectangle(box, min(radius, 10), fill, outline, width)

    def put(self, sign: Image.Image, x: float, y: float) -> None:
        """Puts a sign with its middle at a point."""
        self.image.paste(sign, (round(x - sign.width / 2), round(y - sign.height / 2)), sign)

    def ring(self, at: Point, radius: float, colour: Colour, width: int) -> None:
        """A circle about a point."""
        self.draw.ellipse((at.x - radius, at.y - radius, at.x + radius, at.y + radius), None, colour, width)

    def arrow(self, start: Point, end: Point, colour: Colour, width: int) -> None:
        """A line with a head at its end."""
        across, down = end.x - start.x, end.y - start.y
        length = max((across**2 + down**2) ** 0.5, 1)
        ahead = Point(across / length, down / length)
        head = min(4.0 * width, length)
        neck = Point(end.x - ahead.x * head, end.y - ahead.y * head)
        self.draw.line([start, neck], colour, width)
        aside = Point(-ahead.y * head * 0.55, ahead.x * head * 0.55)
        self.draw.polygon([end, (neck.x + aside.x, neck.y + aside.y), (neck.x - aside.x, neck.y - aside.y)], colour)


def _blank(size: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (size * _FINE, size * _FINE))
    return image, ImageDraw.Draw(image)


def _smooth(image: Image.Image) -> Image.Image:
    return image.reduce(_FINE)


def _corners(count: int, turn: float, middle: float, radius: float) -> list[tuple[float, float]]:
    return [
        (middle + radius * cos(turn + 2 * pi * corner / count), middle + radius * sin(turn + 2 * pi * corner / count))
        for corner in range(count)
    ]


def _figure(draw: ImageDraw.ImageDraw, what: Shape, middle: float, radius: float, fill: Colour) -> None:
    """A filled shape about a middle; all are about as large to the eye."""
    if what == "circle":
        draw.ellipse((middle - radius, middle - radius, middle + radius, middle + radius), fill)
    elif what == "square":
        half = radius * 0.88
        draw.rectangle((middle - half, middle - half, middle + half, middle + half), fill)
    elif what == "cross":
        arm = radius * 0.5
        draw.rectangle((middle - arm, middle - radius, middle + arm, middle + radius), fill)
        draw.rectangle((middle - radius, middle - arm, middle + radius, middle + arm), fill)
    else:
        count, turn = {"diamond": (4, 0.0), "hexagon": (6, 0.0), "triangle": (3, -pi / 2), "wedge": (3, pi / 2)}[what]
        # A triangle's middle is nearer to its base than to its tip.
        shift = {"triangle": 0.16, "wedge": -0.16}.get(what, 0.0) * radius
        corners = _corners(count, turn, middle, radius * (1.14 if count == 3 else 1.0))
        draw.polygon([(x, y + shift) for x, y in corners], fill)


def _on(colour: Colour) -> Colour:
    """What can be read on a colour."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return LOOK.ink if 0.3 * red + 0.59 * green + 0.11 * blue > 105 else LOOK.room


@lru_cache(maxsize=1_000)
def token(seat: int, size: int, *, numbered: bool = True) -> Image.Image:
    """What stands for a living player: the shape and the colour of its seat, with the seat's number."""
    image, draw = _blank(size)
    middle = size * _FINE / 2
    radius = middle * 0.84
    colour = LOOK.colour(seat)
    _figure(draw, shape(seat), middle, middle * 0.98 if shape(seat) != "square" else middle * 0.95, LOOK.ink)
    _figure(draw, shape(seat), middle, radius, colour)
    image = _smooth(image)
    if numbered:
        down = {"triangle": 0.09, "wedge": -0.12}.get(shape(seat), 0.0)
        _number(image, str(seat), size, _on(colour), down, 0.84 if down else 1.0)
    return image


@lru_cache(maxsize=1_000)
def body(seat: int, size: int) -> Image.Image:
    """What stands for a body: a cross in a ring, with the seat's number; no living player looks like it."""
    image, draw = _blank(size)
    middle = size * _FINE / 2
    draw.ellipse((0, 0, 2 * middle - 1, 2 * middle - 1), LOOK.alarm)
    draw.ellipse((middle * 0.16, middle * 0.16, middle * 1.84, middle * 1.84), LOOK.room)
    stroke = max(round(middle * 0.26), 2)
    near, far = middle * 0.36, middle * 1.64
    draw.line((near, near, far, far), LOOK.wound, stroke)
    draw.line((near, far, far, near), LOOK.wound, stroke)
    image = _smooth(image)
    _number(image, str(seat), size, LOOK.ink, 0.0)
    return image


def _number(image: Image.Image, text: str, size: int, colour: Colour, down: float, part: float = 1.0) -> None:
    face = typeface()
    height = max(round(size * part * (0.46 if len(text) < 2 else 0.4)), 6)
    mask = face.mask(text, height)
    image.paste(colour, (round((size - mask.width) / 2), round((size - face.height(height)) / 2 + down * size)), mask)


@lru_cache(maxsize=200)
def verdict_sign(bucket: str | None, size: int) -> Image.Image:
    """What stands for a bucket of verdicts: a tick, a cross, a wave or a question mark."""
    what, colour = SIGNS.get(bucket, SIGNS[None])
    image, draw = _blank(size)
    side = size * _FINE
    draw.ellipse((0, 0, side - 1, side - 1), colour)
    stroke = max(side // 9, 2)
    lines = {
        "tick": [(0.25, 0.53), (0.43, 0.7), (0.75, 0.32)],
        "cross": [(0.3, 0.3), (0.7, 0.7)],
        "wave": [(0.2, 0.56), (0.35, 0.42), (0.5, 0.52), (0.65, 0.6), (0.8, 0.46)],
    }
    if what in lines:
        draw.line([(x * side, y * side) for x, y in lines[what]], LOOK.room, stroke, joint="curve")
    if what == "cross":
        draw.line([(0.7 * side, 0.3 * side), (0.3 * side, 0.7 * side)], LOOK.room, stroke)
    image = _smooth(image)
    if what == "question":
        _number(image, "?", size, LOOK.room, 0.0)
    return image


@lru_cache(maxsize=200)
def task_sign(work: Work, letter: str, size: int) -> Image.Image:
    """What stands for a task of one's own: a square with its letter; half orange if begun, dark if done."""
    image, draw = _blank(size)
    side = size * _FINE
    thick = max(side // 14, 2)
    draw.rectangle((0, 0, side - 1, side - 1), LOOK.done if work == "done" else LOOK.room, LOOK.ink, thick)
    if work == "begun":
        draw.rectangle((thick, side // 2, side - 1 - thick, side - 1 - thick), ORANGE)
    image = _smooth(image)
    _number(image, letter, size, LOOK.room if work == "done" else LOOK.ink, 0.0)
    return image


@lru_cache(maxsize=50)
def work_sign(size: int) -> Image.Image:
    """What stands at a player that works."""
    image, draw = _blank(size)
    side = size * _FINE
    draw.rectangle((0, 0, side - 1, side - 1), YELLOW, LOOK.ink, max(side // 14, 2))
    return _smooth(image)
