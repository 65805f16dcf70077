"""How a game is written down: numbered lines, each applied as it is written."""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple, Protocol

from msgspec import convert
from pydantic_core import to_json

from quack.events.models import Event, PlayerId
from quack.events.places import Changes
from quack.events.state import GameState, apply
from quack.game.agent import Speech
from quack.game.progress import Progress

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Draft(NamedTuple):
    """What is to happen: an event without its number and tick, with the data of its log line."""

    kind: type[Event]
    data: dict[str, Any]


class Recorder(Protocol):
    """Who is told of a game as it happens."""

    def line(self, event: Event, text: str) -> None:
        """An event has happened; `text` is its line of the log, without the line end."""

    def speech(
        self, kind: Literal["message", "chat"], index: int, meeting: int | None, speaker: PlayerId, speech: Speech
    ) -> None:
        """Somebody has said something, in a meeting or in free roam; `index` counts the log's lines of that kind."""


class Lines:
    """A recorder that keeps everything in lists.

    Attributes:
        texts: the lines of the log.
        events: what they say.
        speeches: what was said, with the arguments of `Recorder.speech`.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.events: list[Event] = []
        self.speeches: list[tuple[Literal["message", "chat"], int, int | None, PlayerId, Speech]] = []

    def line(self, event: Event, text: str) -> None:
        self.texts.append(text)
        self.events.append(event)

    def speech(
        self, kind: Literal["message", "chat"], index: int, meeting: int | None, speaker: PlayerId, speech: Speech
    ) -> None:
        self.speeches.append((kind, index, meeting, speaker, speech))

    @property
    def log(self) -> str:
        """The whole log as text."""
        return "".join(f"{text}\n" for text in self.texts)


class Book:
    """The game as written so far; the only thing that changes its state.

    Attributes:
        state, progress: what the lines so far led to.
        tick: the tick of the lines to come.
    """

    __slots__ = ("line", "progress", "recorder", "state", "tick")

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.state = GameState()
        self.progress = Progress()
        self.tick = 0
        self.line = 0

    def write(self, kind: type[Event], data: dict[str, Any]) -> Changes:
        """Lets an event happen: what is written is what is applied. The data is the book's from now on."""
        self.line += 1
        text = line_text(self.line, kind.event_type, self.tick, data)
        data["tick"] = self.tick
        data["line"] = self.line
        event = convert(data, kind)
        changes = apply(self.state, event)
        self.progress.apply(event)
        self.recorder.line(event, text)
        return changes


def line_text(step: int, event_type: str, tick: int, data: dict[str, Any]) -> str:
    """A line of the log; the time stamp is the step, so that the same game has the same bytes."""
    record = {"timestamp": float(step), "event_type": event_type, "tick": tick, "data": data}
    text = to_json(record).decode()
    # The released logs are ASCII throughout, and so are readers that were made for them.
    return text if text.isascii() else _encode(record)
