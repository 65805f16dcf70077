"""The picture of a room: who and what is in it, who was seen to leave and to come."""

from __future__ import annotations

from collections import Counter

from quack.events.models import RoomName
from quack.game.observation import Observation, Passage
from quack.render.chips import Chip, draw_chips
from quack.render.draw import Canvas
from quack.render.labels import Labels
from quack.render.plan import Box, Point
from quack.render.theme import LOOK

_LEAST_GRAVE = 32
"""The part of a room where bodies lie is so high (pixels) that one can be named."""


def draw_room(canvas: Canvas, view: Observation, labels: Labels, box: Box, text: int) -> None:
    """Draws the player's room and the ways out of it into a box.

    Args:
        text: the size of usual text (pixels).
    """
    room = Box(box.left, box.top, box.left + round(box.width * 0.56), box.bottom)
    _inside(canvas, view, labels, room, text)
    _ways_out(canvas, view, labels, room, Box(box.left + round(box.width * 0.66), box.top, box.right, box.bottom), text)


def ticks_words(number: int) -> str:
    """An amount of ticks."""
    return f"{number} tick" if number == 1 else f"{number} ticks"


def _inside(canvas: Canvas, view: Observation, labels: Labels, box: Box, text: int) -> None:
    """The own room with everybody in it; bodies lie in a part of their own."""
    canvas.panel(box, LOOK.room, LOOK.ink, 3)
    you = Chip("player", labels.seat(view.player), f"you, {labels.player(view.player)}")
    living = [you, *(Chip("player", labels.seat(one), labels.player(one)) for one in view.present)]
    dead = [Chip("body", labels.seat(one), f"body of {labels.player(one)}") for one in view.bodies]
    largest = max(round(text * 1.7), 8)
    title = canvas.face.height(text) + text // 2
    part = 0 if not dead else max(min(len(dead) / (len(dead) + len(living)), 0.6), 0.2)
    below = max(round((box.height - title) * part), _LEAST_GRAVE) if dead else 0
    split = box.bottom - below
    count = f"here: you and {len(view.present)} more" if view.present else "here: you alone"
    canvas.text(box.left + text, box.top + text // 2, count, text, LOOK.soft)
    draw_chips(canvas, Box(box.left + 8, box.top + title, box.right - 8, split - 4), living, largest)
    if dead:
        canvas.panel(Box(box.left + 4, split, box.right - 4, box.bottom - 4), LOOK.grave, LOOK.alarm, 2)
        draw_chips(canvas, Box(box.left + 10, split + 4, box.right - 10, box.bottom - 8), dead, largest)


def _ways_out(canvas: Canvas, view: Observation, labels: Labels, room: Box, box: Box, text: int) -> None:
    """A row for each way out, with who was seen to take it in this tick."""
    ticks = dict(view.neighbours)
    ends = list(dict.fromkeys((*ticks, *(room for _, room in (*view.departing, *view.arriving)))))
    if not ends:
        return
    passed = Counter(end for _, end in (*view.departing, *view.arriving))
    weight = {end: 2.2 + 0.25 * passed[end] if end in passed else 1.0 for end in ends}
    share = box.height / max(sum(weight.values()), 6.0)
    top = float(box.top)
    for end in ends:
        row = Box(box.left, round(top) + 2, box.right, round(top + weight[end] * share) - 2)
        left = [passage for passage in view.departing if passage.room == end]
        came = [passage for passage in view.arriving if passage.room == end]
        _way_out(canvas, labels, row, end, ticks.get(end), (left, came), text)
        _arrows(canvas, room, row, bool(left), bool(came), text)
        top += weight[end] * share


def _way_out(
    canvas: Canvas,
    labels: Labels,
    row: Box,
    end: RoomName,
    ticks: int | None,
    passages: tuple[list[Passage], list[Passage]],
    text: int,
) -> None:
    left, came = passages
    canvas.panel(row, LOOK.room if left or came else LOOK.ground, LOOK.soft, 1)
    size = max(min(text, row.height - 6), 7)
    words = labels.room(end) if ticks is None else f"{labels.room(end)}, {ticks_words(ticks)}"
    title = min(canvas.face.height(size) + 4, row.height)
    canvas.text(row.left + 6, row.top + 2, canvas.face.shortened(words, row.width - 12, size), size, LOOK.soft)
    parts = [(words, some) for words, some in (("left for it:", left), ("came from it:", came)) if some]
    each = (row.height - title) // max(len(parts), 1)
    for place, (heading, some) in enumerate(parts):
        y = row.top + title + place * each
        size = max(min(round(text * 0.8), each - 2), 7)
        wide = canvas.text(row.left + 6, y + (each - canvas.face.height(size)) / 2, heading, size)
        chips = [Chip("player", labels.seat(one.player), labels.player(one.player)) for one in some]
        draw_chips(canvas, Box(row.left + wide + 10, y, row.right - 4, y + each), chips, max(text, 8))


def _arrows(canvas: Canvas, room: Box, row: Box, left: bool, came: bool, text: int) -> None:
    """Outward for who left, inward for who came; a mere line where nobody went."""
    width = max(text // 4, 2)
    y = row.middle.y
    start, end = Point(room.right + 2, min(max(y, room.top + 8), room.bottom - 8)), Point(row.left - 2, y)
    if not (left or came):
        canvas.draw.line([start, end], LOOK.faint, width)
    apart = row.height / 4 if left and came else 0
    if left:
        canvas.arrow(Point(start.x, start.y - apart), Point(end.x, end.y - apart), LOOK.ink, width)
    if came:
        canvas.arrow(Point(end.x, end.y + apart), Point(start.x, start.y + apart), LOOK.ink, width)
