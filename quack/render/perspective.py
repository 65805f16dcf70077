"""A game as one of its players saw it: the two pictures of each of its looks, and what it heard."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from quack.events.models import DiscussionMessage, Event, PlayerEjected, PlayerId, PlayerKilled, RoomName
from quack.events.rows import Look, Timeline
from quack.game.observation import HeardChat, Observation, Passage, TaskStatus
from quack.game.progress import Progress
from quack.game.visibility import Sighting, Sightings
from quack.render.draw import Canvas
from quack.render.frames import USUAL, layout
from quack.render.labels import Labels
from quack.render.plan import Box
from quack.render.scene import Cast, Speech
from quack.render.speech import draw_bubble
from quack.render.text import typeface
from quack.render.theme import LOOK
from quack.render.views import SMALLEST, global_view, local_view

if TYPE_CHECKING:
    from quack.events.log import GameLog

_CERTAIN = {"own": "sure", "waited": "sure", "call": "call"}
_FAR = -1
"""The distance of a room that no known way leads to."""


@dataclass(frozen=True, slots=True)
class Glance:
    """A look, or something said to all while the look before still holds."""

    view: Observation
    speech: Speech | None = None

    @property
    def tick(self) -> int:
        return self.view.tick


def glances(log: GameLog, timeline: Timeline, sightings: Sightings, player: PlayerId) -> Iterator[Glance]:
    """What a player saw and what was said to it, up to its death; only what it saw for sure.

    Args:
        timeline, sightings: the log, replayed with `quack.game.watch.watch_game`.
        player: an id.
    """
    witness = _Witness(log, timeline, sightings, player)
    for event in log.events:
        yield from witness.follow(event)
        if witness.over:
            return


class _Witness:
    """Puts the observations of a player together again."""

    def __init__(self, log: GameLog, timeline: Timeline, sightings: Sightings, player: PlayerId) -> None:
        self.log, self.player = log, player
        self.progress = Progress()
        self.looks: dict[int, list[Look]] = defaultdict(list)
        for look in timeline.looks:
            if look.player == player:
                self.looks[look.line].append(look)
        self.seen: dict[tuple[RoomName, int], list[Sighting]] = defaultdict(list)
        for row in sightings.sightings:
            if row.viewer == player:
                self.seen[row.room, row.round].append(row)
        chats = {chat.index: chat for chat in timeline.chats}
        self.heard: dict[int, list[HeardChat]] = defaultdict(list)
        for hearing in sightings.hearings:
            chat = chats.get(hearing.chat)
            if chat is not None and hearing.listener == player and hearing.look != "maybe":
                self.heard[hearing.line].append(HeardChat(chat.player, chat.room, chat.tick, chat.message))
        self.last: Observation | None = None
        self.over = False

    def follow(self, event: Event) -> Iterator[Glance]:
        for look in self.looks.pop(event.line, ()):
            self.last = self._view(look)
            yield Glance(self.last)
        if isinstance(event, DiscussionMessage) and self.last is not None:
            yield Glance(self.last, Speech(event.player_id, event.message, None, ()))
        killed = isinstance(event, PlayerKilled) and event.target_id == self.player
        self.over = killed or (isinstance(event, PlayerEjected) and event.player_id == self.player)
        self.progress.apply(event)

    def _view(self, look: Look) -> Observation:
        rows = [
            row
            for row in self.seen.get((look.room, look.round), ())
            if row.first <= look.tick <= row.last and row.look == _CERTAIN[look.how]
        ]
        return Observation(
            tick=look.tick,
            player=self.player,
            room=look.room,
            present=_targets(rows, "present", "glimpsed"),
            departing=_passages(rows, "departing"),
            arriving=_passages(rows, "arriving"),
            bodies=_targets(rows, "body"),
            heard=tuple(self.heard.pop(look.line, ())),
            neighbours=self.log.map.ways.get(look.room, ()),
            tasks=self._tasks(look.room),
            cooldown=None,
            actions=(),
            meetings=(),
        )

    def _tasks(self, room: RoomName) -> tuple[TaskStatus, ...]:
        ways = self.log.map.distances.get(room, {})
        done = self.progress.done[self.player]
        return tuple(
            TaskStatus(task.name, task.room, done[task.name], task.ticks_required, ways.get(task.room, _FAR))
            for task in self.log.by_id[self.player].tasks
        )


def _targets(rows: Iterable[Sighting], *hows: str) -> tuple[PlayerId, ...]:
    return tuple(dict.fromkeys(row.target for row in rows if row.how in hows))


def _passages(rows: Iterable[Sighting], how: str) -> tuple[Passage, ...]:
    return tuple(Passage(row.target, row.other_end or "") for row in rows if row.how == how)


def draw_glance(glance: Glance, cast: Cast, *, width: int = USUAL, fonts: Sequence[Path] = ()) -> Image.Image:
    """A glance as a picture of the size of a frame; nothing is on it that the player does not know.

    Raises:
        SettingsError: a width that can't be, or a file that is no font.
    """
    parts = layout(width)
    face = typeface(tuple(fonts))
    labels = Labels(cast.names, cast.map.room_names, face)
    canvas = Canvas(Image.new("RGB", (parts.width, parts.height), LOOK.room), face)
    down = parts.speech.top
    left = max(min(round(width * 0.45), down), SMALLEST)
    right = max(min(round(width * 0.54), down * 4 // 3), SMALLEST)
    whole = global_view(glance.view, cast.map, cast.names, size=left, fonts=fonts)
    near = local_view(glance.view, cast.map, cast.names, size=right, fonts=fonts)
    canvas.image.paste(whole, (0, 0))
    canvas.image.paste(near, (parts.width - near.width, 0))
    strip = Box(0, max(down, whole.height, near.height), parts.width, parts.height)
    canvas.draw.line((0, strip.top, strip.right, strip.top), LOOK.soft, 1)
    if glance.speech is not None:
        draw_bubble(canvas, glance.speech, labels, strip.inset(parts.text // 2), parts.text)
    else:
        _heard(canvas, glance.view, labels, strip.inset(parts.text // 2), parts.text)
    return canvas.image


def _heard(canvas: Canvas, view: Observation, labels: Labels, box: Box, text: int) -> None:
    """The chat lines that reached the player since its look before."""
    line = canvas.face.height(text)
    lines = [] if view.heard else ["nothing heard"]
    for chat in view.heard:
        words = f"{labels.player(chat.speaker)}, in {labels.room(chat.room)} at tick {chat.tick}: {chat.text}"
        lines += canvas.face.wrapped(words[:2_000], box.width, text)
    for place, words in enumerate(lines[: max(box.height // line, 1)]):
        canvas.text(box.left, box.top + place * line, words, text)
