"""The panel beside a frame's map: which moment it is, who plays and how they stand, what has happened."""

from __future__ import annotations

from quack.events.models import PlayerId
from quack.render.draw import Canvas, body, token
from quack.render.labels import Labels
from quack.render.plan import Box
from quack.render.scene import Cast, Scene
from quack.render.text import Typeface
from quack.render.theme import LOOK

_ONE_COLUMN = 16
"""How many players stand below each other; more take two columns."""


def draw_panel(canvas: Canvas, scene: Scene, cast: Cast, labels: Labels, box: Box, text: int) -> None:
    """Draws the panel into its part of a frame."""
    inner = box.inset(text // 2)
    y = _heading(canvas, scene, cast, inner, text)
    y = _roster(canvas, scene, cast, labels, Box(inner.left, y, inner.right, inner.bottom), text)
    _happened(canvas, scene, labels, Box(inner.left, y + text // 2, inner.right, inner.bottom), text)


def _heading(canvas: Canvas, scene: Scene, cast: Cast, box: Box, text: int) -> int:
    """The moment, and how the teams stand; returns where it ends."""
    face = canvas.face
    size = max(round(text * 1.2), 8)
    colour = LOOK.alarm if scene.phase in ("meeting", "vote") else LOOK.ink
    y = box.top
    for line in face.few_lines(scene.heading, box.width, size, 2):
        canvas.text(box.left, y, line, size, colour)
        y += face.height(size)
    living = [player for player in cast.names if player not in scene.gone]
    ducks = sum(player in cast.ducks for player in living)
    geese = [player for player in cast.names if player not in cast.ducks]
    done = sum(scene.tasks.get(player, (0, 0))[0] for player in geese)
    total = sum(scene.tasks.get(player, (0, 0))[1] for player in geese)
    words = f"alive: {len(living) - ducks} Geese, {ducks} Duck{'s' * (ducks != 1)}; tasks of Geese: {done} of {total}"
    size = max(text * 4 // 5, 8)
    canvas.text(box.left, y + 2, face.shortened(words, box.width, size), size, LOOK.soft)
    return y + face.height(size) + text // 2


def _roster(canvas: Canvas, scene: Scene, cast: Cast, labels: Labels, box: Box, text: int) -> int:
    """A row for each player; returns where it ends."""
    columns = 1 if len(cast.names) <= _ONE_COLUMN else 2
    rows = -(-len(cast.names) // columns)
    row = max(min(round(text * 1.7), round(box.height * 0.68) // max(rows, 1)), 6)
    size = max(min(round(row * 0.7), text * 9 // 10 if columns == 1 else text * 7 // 10), 6)
    wide = box.width // columns
    gap = text // 2
    places = _whereabouts(scene, labels)
    for seat, player in enumerate(cast.names):
        left, top = box.left + seat // rows * wide, box.top + seat % rows * row
        out = player in scene.gone
        canvas.put((body if out else token)(seat, row - 2), left + row / 2, top + row / 2)
        y = top + (row - canvas.face.height(size)) / 2
        role = ", Duck" if player in cast.ducks else ""
        room = wide - round(row * 1.2) - gap
        state = _state(scene, player, labels, places)
        name, told = set_entry(canvas.face, labels.player(player) + role, *state, room, size)
        canvas.text(left + wide - gap, y, told, size, LOOK.soft, "right")
        canvas.text(left + row * 1.2, y, name, size, LOOK.alarm if role else LOOK.ink)
    return box.top + rows * row


def _whereabouts(scene: Scene, labels: Labels) -> dict[PlayerId, str]:
    places = {player: labels.room(room) for player, room in scene.room_of.items()}
    return places | {each.player: f"to {labels.room(each.destination)}" for each in scene.journeys}


def set_entry(face: Typeface, name: str, state: str, tasks: str, room: int, size: int) -> tuple[str, str]:
    """A name, and a state with its tasks, for a row of that width (pixels): what is too long loses signs.

    The tasks never do, and the name only what goes beyond a little less than half of the row.
    """
    tasks = f"  {tasks}" * bool(tasks)
    needed = face.width(state + tasks, size) + size
    name = face.shortened(name, max(room - needed, round(room * 0.45)), size)
    free = room - face.width(name + tasks, size) - size
    return name, face.shortened(state, free, size) + tasks


def _state(scene: Scene, player: PlayerId, labels: Labels, places: dict[PlayerId, str]) -> tuple[str, str]:
    """Where somebody is, or how it went, and the tasks that it has done; or its vote."""
    done, total = scene.tasks.get(player, (0, 0))
    if scene.votes and player in scene.votes and player not in scene.gone:
        target = scene.votes[player]
        return ("skips" if target is None else f"votes {labels.player(target)}"), ""
    return scene.gone.get(player) or places.get(player, ""), f"{done}/{total}"


def _happened(canvas: Canvas, scene: Scene, labels: Labels, box: Box, text: int) -> None:
    """What has happened in this tick or meeting, the latest last; what is too much is left out at the beginning."""
    size = max(text * 4 // 5, 8)
    line = canvas.face.height(size)
    most = box.height // line
    canvas.draw.line((box.left, box.top, box.right, box.top), LOOK.faint, 1)
    lines: list[tuple[bool, str]] = []
    for words in scene.happened[-most:] if most > 0 else ():
        told = canvas.face.few_lines(labels.recoded(words[:400]), box.width - text, size, 3)
        lines += [(place == 0, part) for place, part in enumerate(told)]
    shown = lines[-most:] if most > 0 else []
    for place, (first, part) in enumerate(shown):
        y = box.top + text // 4 + place * line
        if first:
            dot = max(text // 4, 3)
            canvas.draw.ellipse((box.left, y + line * 0.4, box.left + dot, y + line * 0.4 + dot), LOOK.soft)
        canvas.text(box.left + text * 0.7, y, part, size)
