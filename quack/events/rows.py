"""The rows of a timeline: what a game's log says happened, each with the log line it comes from.

Ticks are inclusive on both sides; `round` and `meeting` count from 0; lines count from 1 and are the event steps, which
order what ticks can't.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from quack.events.fit import Misfit
from quack.events.models import PlayerId, RoomName


class Round(NamedTuple):
    """From the start or a respawn (its line) to the call that ends it, or to the last tick of the log.

    The tick of a call is the last of the round that it ends and the first of the round that the respawn opens.
    """

    index: int  # type: ignore[assignment]
    first: int
    last: int
    line: int


class Meeting(NamedTuple):
    """A call and what follows; `round` is the one it ends."""

    index: int  # type: ignore[assignment]
    round: int
    tick: int
    caller: PlayerId
    how: Literal["report", "button"]
    line: int


class Stay(NamedTuple):
    """Standing in a room, from `start_line` until `end_line`; pass-throughs included, time in corridors not."""

    player: PlayerId
    room: RoomName
    round: int
    first: int
    last: int
    start_line: int
    end_line: int


class Move(NamedTuple):
    """A departure; `arrival` is the tick in which it is due.

    Status: arrived; cancelled by a call; underway when the log ends or the mover was killed in the corridor.
    """

    player: PlayerId
    origin: RoomName
    destination: RoomName
    round: int
    tick: int
    arrival: int
    status: Literal["arrived", "cancelled", "underway"]
    line: int


class Kill(NamedTuple):
    killer: PlayerId
    victim: PlayerId
    room: RoomName
    round: int
    tick: int
    line: int


class BodyStay(NamedTuple):
    """A body lies in a room, until the call that ends the round; `line` is the kill's."""

    victim: PlayerId
    room: RoomName
    round: int
    first: int
    last: int
    line: int


class Life(NamedTuple):
    """The ticks of a round in which a player lives, the tick of its death included."""

    player: PlayerId
    round: int
    first: int
    last: int


class TaskTick(NamedTuple):
    """One tick of work on a task."""

    player: PlayerId
    room: RoomName
    round: int
    tick: int
    task: str
    line: int


class Look(NamedTuple):
    """A player looked around.

    Own: at its turn, before its action (`line` is the first of the turn). Waited: its turn left no line, so it looked
    at an unknown moment of the tick (`line` is the tick's first); one killed in that tick, or whose tick the log's end
    cuts off, may not even have looked. Call: when a meeting began.
    """

    player: PlayerId
    room: RoomName
    round: int
    tick: int
    how: Literal["own", "waited", "call"]
    line: int


class Chat(NamedTuple):
    """A line said in free roam; `index` counts all chat lines of the log, those of the dead too."""

    index: int  # type: ignore[assignment]
    player: PlayerId
    room: RoomName
    round: int
    tick: int
    line: int
    message: str


class Utterance(NamedTuple):
    """A line said in a meeting; `index` counts all discussion messages of the log."""

    index: int  # type: ignore[assignment]
    meeting: int
    player: PlayerId
    tick: int
    line: int
    text: str


class Vote(NamedTuple):
    """A vote; without a target it is a skip."""

    voter: PlayerId
    target: PlayerId | None
    meeting: int
    line: int


class Ejection(NamedTuple):
    player: PlayerId
    meeting: int
    line: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """A game in order: rows sorted by line.

    Attributes:
        misfits: events that contradict the state that the events before them led to; empty for a sound log.
    """

    rounds: tuple[Round, ...]
    meetings: tuple[Meeting, ...]
    stays: tuple[Stay, ...]
    moves: tuple[Move, ...]
    kills: tuple[Kill, ...]
    bodies: tuple[BodyStay, ...]
    lives: tuple[Life, ...]
    task_ticks: tuple[TaskTick, ...]
    looks: tuple[Look, ...]
    chats: tuple[Chat, ...]
    utterances: tuple[Utterance, ...]
    votes: tuple[Vote, ...]
    ejections: tuple[Ejection, ...]
    misfits: tuple[Misfit, ...]
