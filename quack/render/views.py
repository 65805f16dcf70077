"""What a player sees at its turn, as two pictures made of its observation and nothing else.

The global map shows the rooms, the corridors with their ticks, where the player is and its own tasks. The local view
shows its room: who stands there, which bodies lie there, who was seen to leave and to come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import Image

from quack.errors import SettingsError
from quack.events.models import PlayerId, RoomName
from quack.game.observation import Observation, TaskStatus
from quack.render.chips import Chip, draw_chips
from quack.render.draw import Canvas, Work, task_sign, token
from quack.render.labels import Labels
from quack.render.legend import Signs, labels_of, map_notes, map_signs, notes, room_notes, room_signs, together
from quack.render.map_layer import RoomMarks, map_layer, room_marks
from quack.render.plan import Box, Plan, aspect, plan
from quack.render.room_view import draw_room, ticks_words
from quack.render.text import Typeface, typeface
from quack.render.theme import LOOK, letter
from quack.world.map import GameMap

SMALLEST, USUAL, LARGEST = 256, 1_024, 4_096
"""Long sides of a view (pixels)."""
_MOST_TASKS = 12
"""How many tasks are listed below a map."""
_ONE_COLUMN = 5
"""How many tasks stand below each other; more take two columns."""

_LEAST_SIGN = 7
"""Where there is less room (pixels), the frame about a room alone says that the player is there."""

View = Literal["global", "local"]


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
    face, labels = _faced(game_map, names, size, fonts)
    sheet = _sheet(observation, game_map, labels, face, size)
    image = Image.new("RGB", (sheet.across, sheet.down + sheet.below), LOOK.room)
    image.paste(map_layer(game_map, sheet.across, sheet.down, face), (0, 0))
    canvas = Canvas(image, face)
    _own_place(canvas, observation, labels, plan(game_map, sheet.across, sheet.down), sheet.marks)
    _task_list(canvas, observation, labels, sheet)
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
    face, labels = _faced(game_map, names, size, fonts)
    image = Image.new("RGB", (size, size * 3 // 4), LOOK.ground)
    canvas = Canvas(image, face)
    text = max(size // 40, 8)
    head = face.height(text) + text
    canvas.draw.rectangle((0, 0, size, head), LOOK.room)
    who = f"{labels.room(observation.room)}, tick {observation.tick}, as {labels.player(observation.player)} sees it"
    canvas.text(text, text // 2, face.shortened(who, size - 2 * text, text), text)
    small = _note_size(size)
    noted = notes(room_notes(labels), size - 2 * text, small, face)
    foot = image.height - face.height(small) * len(noted) - text // 2
    canvas.draw.rectangle((0, foot, size, image.height), LOOK.room)
    _write(canvas, noted, text, foot + text // 4, small)
    draw_room(canvas, observation, labels, Box(text, head + text // 2, size - text, foot - text // 2), text)
    return image


def signs_in(
    views: Sequence[View],
    observation: Observation,
    game_map: GameMap,
    names: Mapping[PlayerId, str],
    *,
    size: int = USUAL,
    fonts: Sequence[Path] = (),
) -> Signs:
    """What stands in views for players and rooms; nothing is drawn. The same arguments and errors as of a view."""
    face, labels = _faced(game_map, names, size, fonts)
    found = []
    for view in views:
        if view == "global":
            marks = _sheet(observation, game_map, labels, face, size).marks
            found.append(map_signs(observation, names, labels, marks))
        else:
            found.append(room_signs(observation, names, labels))
    return together(found)


def _faced(
    game_map: GameMap, names: Mapping[PlayerId, str], size: int, fonts: Sequence[Path]
) -> tuple[Typeface, Labels]:
    if not SMALLEST <= size <= LARGEST:
        raise SettingsError(f"a picture of {size} pixels", remedy=f"choose {SMALLEST} to {LARGEST}")
    face = typeface(tuple(fonts))
    return face, labels_of(tuple(names.items()), game_map.room_names, face)


def _note_size(size: int) -> int:
    return max(size // 52, 8)


def _write(canvas: Canvas, lines: Sequence[str], left: int, top: int, text: int) -> None:
    """Notes, line by line."""
    for place, line in enumerate(lines):
        canvas.text(left, top + canvas.face.height(text) * place, line, text, LOOK.soft)


# --- the global map ---------------------------------------------------------------------------------------------------


class _Sheet(NamedTuple):
    """How a map and what stands below it share a picture (pixels).

    Attributes:
        across, down: width and height of the map.
        below: height of what stands below it.
        text, row: size of the text of the list of tasks, and the height of one of its rows.
        noted: the lines of notes, and `small` the size of their text.
    """

    across: int
    down: int
    below: int
    text: int
    row: int
    marks: RoomMarks
    noted: tuple[str, ...]
    small: int


def _sheet(view: Observation, game_map: GameMap, labels: Labels, face: Typeface, size: int) -> _Sheet:
    text, small = max(size // 46, 8), _note_size(size)
    row = face.height(text) + text // 2
    rows = row * (_task_rows(view) + 1) + text
    unlisted = max(len(view.tasks) - _MOST_TASKS, 0)
    # The notes decide how large the map is, and the map, which has codes where it is small, what is to be noted.
    width, noted = size, 1
    while True:
        below = rows + face.height(small) * noted
        across, down = _measures(size, below, aspect(game_map))
        width = min(width, across)
        marks = room_marks(game_map, across, down, face)
        lines = notes(map_notes(labels, marks, unlisted), width - 2 * text, small, face)
        if len(lines) <= noted:
            return _Sheet(across, down, below, text, row, marks, lines, small)
        noted = len(lines)


def _measures(size: int, below: int, wide: float) -> tuple[int, int]:
    """Width and height of the map, so that with what stands below it the long side is `size`."""
    down = min(round(size / wide), size - below)
    if down < size - below:
        return size, max(down, size // 3)
    return min(max(round(down * wide), size * 3 // 4), size), down


def _work(task: TaskStatus) -> Work:
    return "done" if task.done >= task.needed else "begun" if task.done else "open"


def _task_rows(view: Observation) -> int:
    listed = min(len(view.tasks), _MOST_TASKS)
    return listed if listed <= _ONE_COLUMN else (listed + 1) // 2


def _place(room: RoomName, labels: Labels, marks: RoomMarks) -> str:
    """A room's label, behind its code if the map shows that."""
    label, mark = labels.room(room), marks.texts.get(room)
    return label if mark in (None, label) else f"{mark} {label}"


def _task_words(task: TaskStatus, labels: Labels, sheet: _Sheet, face: Typeface, wide: int) -> str:
    """A task in a line; where that is too narrow, its name is shortened first."""
    # Of a map that was only gathered from a log, not every way is known.
    away = "" if task.distance < 0 else ", here" if task.distance == 0 else f", {ticks_words(task.distance)} away"
    words = f"{_place(task.room, labels, sheet.marks)}: {task.done}/{task.needed}{away}"
    left = wide - face.width(f", {words}", sheet.text)
    name = face.shortened(task.name, left, sheet.text) if face.shows(task.name) else ""
    return face.shortened(f"{name}, {words}" if len(name) > 1 else words, wide, sheet.text)


def _own_place(canvas: Canvas, view: Observation, labels: Labels, where: Plan, marks: RoomMarks) -> None:
    """Marks the own room and the rooms of the own tasks."""
    strip = marks.height
    lettered: dict[RoomName, list[tuple[str, Work]]] = {}
    for number, task in enumerate(view.tasks):
        lettered.setdefault(task.room, []).append((letter(number), _work(task)))
    if view.room in where.rooms:
        canvas.panel(where.rooms[view.room].inset(-4), None, LOOK.ink, max(where.unit // 5, 3))
    for room, tasks in lettered.items():
        if room in where.rooms:
            box = where.rooms[room]
            sign = max(min((box.height - strip) // 3, box.width // (len(tasks) + 1), 40), 9)
            # In a low room at its corner, beside the name or the code in its middle.
            low = box.height - strip < sign + 4
            first = box.left + 1 if low else box.middle.x - (len(tasks) - 1) / 2 * (sign + 3)
            y = box.bottom if low else box.bottom - sign * 0.5 - max(sign // 8, 2)
            for place, (name, work) in enumerate(tasks):
                canvas.put(task_sign(work, name, sign), first + place * (sign + 3), y)
    if view.room in where.rooms:
        box = where.rooms[view.room]
        chips = [Chip("player", labels.seat(view.player), "you", numbered=False)]
        sign = max((box.height - strip) // 3, 8) if view.room in lettered else 2
        inner = Box(box.left + 3, box.top + strip, box.right - 3, box.bottom - sign)
        if inner.height >= _LEAST_SIGN:
            draw_chips(canvas, inner, chips, max(round(where.unit * 1.1), 8))


def _task_list(canvas: Canvas, view: Observation, labels: Labels, sheet: _Sheet) -> None:
    """Whose map it is, its tasks one below the other, and what the signs mean."""
    face, text, row = canvas.face, sheet.text, sheet.row
    left, y = text, sheet.down + text // 2
    canvas.draw.line((0, sheet.down, sheet.across, sheet.down), LOOK.soft, 1)
    canvas.put(token(labels.seat(view.player), row, numbered=False), left + row / 2, y + row / 2 - text // 4)
    who = f"{labels.player(view.player)}, in {_place(view.room, labels, sheet.marks)}, tick {view.tick}"
    canvas.text(left + row * 1.3, y, face.shortened(who, sheet.across - 3 * row, text), text)
    rows = _task_rows(view)
    columns = 1 if rows >= len(view.tasks) else 2
    wide = (sheet.across - text) // columns
    for place, task in enumerate(view.tasks[:_MOST_TASKS]):
        x, line = left + place // max(rows, 1) * wide, y + row * (place % max(rows, 1) + 1)
        canvas.put(task_sign(_work(task), letter(place), row - 4), x + row / 2, line + row / 2 - text // 4)
        words = _task_words(task, labels, sheet, face, wide - row * 2)
        canvas.text(x + row * 1.3, line, words, text, LOOK.soft if _work(task) == "done" else LOOK.ink)
    _write(canvas, sheet.noted, left, y + row * (rows + 1), sheet.small)
