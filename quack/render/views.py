"""What a player sees at its turn, as two pictures made of its observation and nothing else.

The global map shows the rooms, the corridors with their ticks, where the player is and its own tasks. The local view
shows its room: who stands there, which bodies lie there, who was seen to leave and to come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image

from quack.errors import SettingsError
from quack.events.models import PlayerId, RoomName
from quack.game.observation import Observation, Passage, TaskStatus
from quack.render.chips import Chip, draw_chips
from quack.render.draw import Canvas, Work, task_sign, token
from quack.render.labels import Labels
from quack.render.map_layer import RoomMarks, map_layer, room_marks
from quack.render.plan import Box, Plan, Point, aspect, plan
from quack.render.text import Typeface, typeface
from quack.render.theme import LOOK
from quack.world.map import GameMap

SMALLEST, USUAL, LARGEST = 256, 1_024, 4_096
"""Long sides of a view (pixels)."""
_MOST_TASKS = 12
"""How many tasks are listed below a map."""
_ONE_COLUMN = 5
"""How many tasks stand below each other; more take two columns."""


def global_view(
    observation: Observation,
    game_map: GameMap,
    names: Mapping[PlayerId, str],
    *,
    size: int = USUAL,
    fonts: Sequence[Path] = (),
) -> Image.Image:
    """The map with the player's own place and tasks; no other player and no body is on it.

    Args:
        names: every player's name, in the order of seats.
        size: of the long side (pixels).
        fonts: for signs that Pillow's own font lacks.

    Raises:
        SettingsError: a size that can't be read or is too large, or a file that is no font.
    """
    _check(size)
    face = typeface(tuple(fonts))
    labels = _labels(tuple(names.items()), game_map.room_names, face)
    text = max(size // 46, 8)
    row = face.height(text) + text // 2
    below = row * (_task_rows(observation) + 2) + (row if labels.coded else 0) + text
    across, down = _measures(size, below, aspect(game_map))
    image = Image.new("RGB", (across, down + below), LOOK.room)
    image.paste(map_layer(game_map, across, down, face), (0, 0))
    canvas = Canvas(image, face)
    marks = room_marks(game_map, across, down, face)
    _own_place(canvas, observation, labels, plan(game_map, across, down), marks)
    _task_list(canvas, observation, labels, marks, Box(0, down, across, down + below), text)
    return image


def local_view(
    observation: Observation,
    game_map: GameMap,
    names: Mapping[PlayerId, str],
    *,
    size: int = USUAL,
    fonts: Sequence[Path] = (),
) -> Image.Image:
    """The player's room, who and what is in it, who was seen to leave and to come; the same arguments and errors."""
    _check(size)
    face = typeface(tuple(fonts))
    labels = _labels(tuple(names.items()), game_map.room_names, face)
    image = Image.new("RGB", (size, size * 3 // 4), LOOK.ground)
    canvas = Canvas(image, face)
    text = max(size // 40, 8)
    head = face.height(text) + text
    canvas.draw.rectangle((0, 0, size, head), LOOK.room)
    who = f"{labels.room(observation.room)}, tick {observation.tick}, as {labels.player(observation.player)} sees it"
    canvas.text(text, text // 2, face.shortened(who, size - 2 * text, text), text)
    room = Box(text, head + text, round(size * 0.56), image.height - text)
    _inside(canvas, observation, labels, room, text)
    _ways_out(canvas, observation, labels, room, Box(round(size * 0.66), room.top, size - text, room.bottom), text)
    return image


def _check(size: int) -> None:
    if not SMALLEST <= size <= LARGEST:
        raise SettingsError(f"a picture of {size} pixels", remedy=f"choose {SMALLEST} to {LARGEST}")


@lru_cache(maxsize=32)
def _labels(names: tuple[tuple[PlayerId, str], ...], rooms: tuple[RoomName, ...], face: Typeface) -> Labels:
    return Labels(dict(names), rooms, face)


def _measures(size: int, below: int, wide: float) -> tuple[int, int]:
    """Width and height of the map, so that with what stands below it the long side is `size`."""
    down = min(round(size / wide), size - below)
    if down < size - below:
        return size, max(down, size // 3)
    return min(max(round(down * wide), size * 3 // 4), size), down


# --- the global map ---------------------------------------------------------------------------------------------------


def _work(task: TaskStatus) -> Work:
    return "done" if task.done >= task.needed else "begun" if task.done else "open"


def _task_rows(view: Observation) -> int:
    listed = min(len(view.tasks), _MOST_TASKS)
    return listed if listed <= _ONE_COLUMN else (listed + 1) // 2


def _place(room: RoomName, labels: Labels, marks: RoomMarks) -> str:
    """A room's label, behind its code if the map shows that."""
    label, mark = labels.room(room), marks.texts.get(room)
    return label if mark in (None, label) else f"{mark} {label}"


def _task_words(task: TaskStatus, labels: Labels, marks: RoomMarks) -> str:
    # Of a map that was only gathered from a log, not every way is known.
    away = "" if task.distance < 0 else ", here" if task.distance == 0 else f", {_ticks(task.distance)} away"
    return f"{task.name}, {_place(task.room, labels, marks)}: {task.done}/{task.needed}{away}"


def _ticks(number: int) -> str:
    return f"{number} tick" if number == 1 else f"{number} ticks"


def _own_place(canvas: Canvas, view: Observation, labels: Labels, where: Plan, marks: RoomMarks) -> None:
    """Marks the own room and the rooms of the own tasks."""
    strip = marks.height
    numbers: dict[RoomName, list[tuple[int, Work]]] = {}
    for number, task in enumerate(view.tasks, 1):
        numbers.setdefault(task.room, []).append((number, _work(task)))
    for room, tasks in numbers.items():
        if room in where.rooms:
            box = where.rooms[room]
            sign = max(min((box.height - strip) // 3, box.width // (len(tasks) + 1), 40), 7)
            for place, (number, work) in enumerate(tasks):
                x = box.middle.x + (place - (len(tasks) - 1) / 2) * (sign + 3)
                canvas.put(task_sign(work, number, sign), x, box.bottom - sign * 0.5 - 5)
    if view.room in where.rooms:
        box = where.rooms[view.room]
        canvas.panel(box.inset(-4), None, LOOK.ink, max(where.unit // 5, 3))
        chips = [Chip("player", labels.seat(view.player), "you")]
        sign = max((box.height - strip) // 3, 8) if view.room in numbers else 2
        inner = Box(box.left + 3, box.top + strip, box.right - 3, box.bottom - sign)
        draw_chips(canvas, inner, chips, max(round(where.unit * 1.1), 8))


def _task_list(canvas: Canvas, view: Observation, labels: Labels, marks: RoomMarks, box: Box, text: int) -> None:
    """Whose map it is, its tasks one below the other, and what the signs mean."""
    face = canvas.face
    row = face.height(text) + text // 2
    left, y = box.left + text, box.top + text // 2
    canvas.draw.line((box.left, box.top, box.right, box.top), LOOK.soft, 1)
    canvas.put(token(labels.seat(view.player), row), left + row / 2, y + row / 2 - text // 4)
    who = f"{labels.player(view.player)}, in {_place(view.room, labels, marks)}, tick {view.tick}. "
    who += "Numbers between rooms: ticks."
    canvas.text(left + row * 1.3, y, face.shortened(who, box.width - 3 * row, text), text)
    rows = _task_rows(view)
    columns = 1 if rows >= len(view.tasks) else 2
    wide = (box.width - text) // columns
    for place, task in enumerate(view.tasks[:_MOST_TASKS]):
        x, line = left + place // max(rows, 1) * wide, y + row * (place % max(rows, 1) + 1)
        canvas.put(task_sign(_work(task), place + 1, row - 4), x + row / 2, line + row / 2 - text // 4)
        words = face.shortened(_task_words(task, labels, marks), wide - row * 2, text)
        canvas.text(x + row * 1.3, line, words, text, LOOK.soft if _work(task) == "done" else LOOK.ink)
    y += row * rows
    more = f"{len(view.tasks) - _MOST_TASKS} more tasks are not listed; " if len(view.tasks) > _MOST_TASKS else ""
    notes = [f"{more}your tasks: white open, yellow begun, tick done; a red dot: the emergency button"]
    if labels.coded:
        notes.append("P and R with a number: players and rooms in their order, whose names this font can't show")
    for note in notes:
        y += row
        canvas.text(left, y, face.shortened(note, box.width - 2 * text, text), text, LOOK.soft)


# --- the room ---------------------------------------------------------------------------------------------------------


def _inside(canvas: Canvas, view: Observation, labels: Labels, box: Box, text: int) -> None:
    """The own room with everybody in it; bodies lie in a part of their own."""
    canvas.panel(box, LOOK.room, LOOK.ink, 3)
    you = Chip("player", labels.seat(view.player), f"you, {labels.player(view.player)}")
    living = [you, *(Chip("player", labels.seat(one), labels.player(one)) for one in view.present)]
    dead = [Chip("body", labels.seat(one), f"body of {labels.player(one)}") for one in view.bodies]
    largest = max(round(text * 1.7), 8)
    title = canvas.face.height(text) + text // 2
    part = 0 if not dead else max(min(len(dead) / (len(dead) + len(living)), 0.6), 0.2)
    split = box.bottom - round((box.height - title) * part)
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
    words = labels.room(end) if ticks is None else f"{labels.room(end)}, {_ticks(ticks)}"
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
