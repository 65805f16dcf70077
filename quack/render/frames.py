"""A scene as a picture that shows everything: the map with everybody, what is said, and beside it who plays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from quack.errors import SettingsError
from quack.events.models import RoomName
from quack.render.chips import Chip, Stand, Stands, draw_chips
from quack.render.draw import Canvas, work_sign
from quack.render.labels import Labels
from quack.render.legend import labels_of
from quack.render.map_layer import map_layer, room_marks
from quack.render.panel import draw_panel
from quack.render.plan import Box, Plan, Point, plan
from quack.render.roads import draw_roads
from quack.render.scene import Cast, Scene
from quack.render.speech import draw_speech
from quack.render.text import Typeface, typeface
from quack.render.theme import LOOK
from quack.world.map import GameMap

SMALLEST, USUAL, LARGEST = 400, 1_600, 6_400
"""Widths of a frame (pixels)."""


_ROAM, _TALK = 0.72, 0.54
"""How much of a frame's height the map takes."""


class Layout(NamedTuple):
    """Where the parts of a frame are, and how large usual text is (pixels)."""

    width: int
    height: int
    map: Box
    speech: Box
    panel: Box
    text: int


def layout(width: int, *, talk: bool = False) -> Layout:
    """The parts of a frame of that width; both sides are even, as films need them.

    Args:
        talk: whether people gather to talk: then there is more room for what is said, and less for the map.

    Raises:
        SettingsError: a width that can't be read or is too large.
    """
    if not SMALLEST <= width <= LARGEST:
        raise SettingsError(f"frames of {width} pixels", remedy=f"choose {SMALLEST} to {LARGEST}")
    width -= width % 2
    height = width * 5 // 8 // 2 * 2
    across, down = round(width * 0.7), round(height * (_TALK if talk else _ROAM))
    return Layout(
        width,
        height,
        Box(0, 0, across, down),
        Box(0, down, across, height),
        Box(across, 0, width, height),
        max(width // 80, 8),
    )


def draw_frame(scene: Scene, cast: Cast, *, width: int = USUAL, fonts: Sequence[Path] = ()) -> Image.Image:
    """A scene as a picture; the same scene gives the same pixels.

    Args:
        width: in pixels; the height is five eighths of it.
        fonts: for signs that Pillow's own font lacks.

    Raises:
        SettingsError: a width that can't be, or a file that is no font.
    """
    face = typeface(tuple(fonts))
    meeting = scene.phase in ("meeting", "vote")
    parts = layout(width, talk=meeting)
    labels = labels_of(tuple(cast.names.items()), cast.map.room_names, face)
    canvas = Canvas(_ground(cast.map, parts, face).copy(), face)
    where = plan(cast.map, parts.map.width, parts.map.height)
    signs = _rooms(canvas, scene, labels, where, cast.map)
    signs |= draw_roads(canvas, scene, where, labels, parts.map)
    _deeds(canvas, scene, where, labels, signs)
    if scene.speech is not None:
        _speaker(canvas, signs.get(("player", labels.seat(scene.speech.speaker))))
    draw_speech(canvas, scene, labels, parts.speech, parts.text)
    draw_panel(canvas, scene, cast, labels, parts.panel, parts.text)
    if meeting:
        canvas.draw.rectangle(parts.map, None, LOOK.alarm, max(parts.text // 4, 2))
    return canvas.image


@lru_cache(maxsize=4)
def _ground(game_map: GameMap, parts: Layout, face: Typeface) -> Image.Image:
    """What is the same in all frames of a game."""
    image = Image.new("RGB", (parts.width, parts.height), LOOK.room)
    image.paste(map_layer(game_map, parts.map.width, parts.map.height, face, coded=False), (0, 0))
    canvas = Canvas(image, face)
    canvas.draw.line((parts.panel.left, 0, parts.panel.left, parts.height), LOOK.soft, 1)
    canvas.draw.line((0, parts.speech.top, parts.panel.left, parts.speech.top), LOOK.soft, 1)
    return image


def _rooms(canvas: Canvas, scene: Scene, labels: Labels, where: Plan, game_map: GameMap) -> Stands:
    """Who stands and who lies in the rooms."""
    marks = room_marks(game_map, where.width, where.height, canvas.face)
    chips: dict[RoomName, list[Chip]] = {}
    for room, players in scene.standing.items():
        chips[room] = [Chip("player", labels.seat(player), labels.player(player)) for player in players]
    for victim, room in scene.bodies.items():
        chips.setdefault(room, []).append(Chip("body", labels.seat(victim), labels.player(victim)))
    signs: Stands = {}
    for room, here in chips.items():
        if room in where.rooms:
            box = where.rooms[room]
            inner = Box(box.left + 4, box.top + marks.height, box.right - 4, box.bottom - 3)
            signs |= draw_chips(canvas, inner, here, max(round(where.unit * 0.75), 8))
    return signs


def _deeds(canvas: Canvas, scene: Scene, where: Plan, labels: Labels, signs: Stands) -> None:
    """What was done in this tick: work as a square at the player, kills as a line to the body."""
    thick = max(where.unit // 9, 2)
    for player in sorted(scene.working, key=labels.seat):
        at = signs.get(("player", labels.seat(player)))
        if at is not None:
            canvas.put(work_sign(max(at.size * 2 // 5, 5)), at.x - at.size * 0.42, at.y + at.size * 0.36)
    for killer, victim in scene.murders:
        hand, struck = signs.get(("player", labels.seat(killer))), signs.get(("body", labels.seat(victim)))
        if hand is not None:
            canvas.ring(hand.point, hand.size * 0.62, LOOK.alarm, max(thick, 3))
        if hand is not None and struck is not None:
            _strike(canvas, hand, struck, thick)


def _strike(canvas: Canvas, hand: Stand, struck: Stand, thick: int) -> None:
    """An arrow from killer to body, where there is room for one between their signs."""
    across, down = struck.x - hand.x, struck.y - hand.y
    length = (across**2 + down**2) ** 0.5
    first, last = hand.size * 0.62, length - struck.size * 0.5
    if last - first > 4 * thick:
        start, end = (Point(hand.x + across * each / length, hand.y + down * each / length) for each in (first, last))
        canvas.arrow(start, end, LOOK.alarm, thick)


def _speaker(canvas: Canvas, at: Stand | None) -> None:
    """A ring about who speaks, and a balloon at it."""
    if at is None:
        return
    radius = max(at.size * 0.62, 8)
    canvas.ring(at.point, radius, LOOK.ink, max(at.size // 10, 2))
    # Beside the sign: above it may stand another.
    left, top = at.x - radius * 2.5, at.y - radius * 0.45
    middle = top + radius * 0.45
    tail = [(left + radius, middle - radius * 0.25), (left + radius, middle + radius * 0.25), (at.x - radius, at.y)]
    canvas.draw.polygon(tail, LOOK.ink)
    balloon = (left, top, left + radius * 1.3, top + radius * 0.9)
    canvas.draw.rounded_rectangle(balloon, radius * 0.4, LOOK.bubble, LOOK.ink, 2)
    for dot in (0.35, 0.65, 0.95):
        x, half = left + radius * dot, max(radius * 0.08, 1)
        canvas.draw.ellipse((x - half, middle - half, x + half, middle + half), LOOK.ink)
