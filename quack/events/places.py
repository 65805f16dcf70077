"""Where players are at one moment of a game, and how that changes."""

from __future__ import annotations

from typing import NamedTuple

from quack.events.models import PlayerId, RoomName

make_row = tuple.__new__
"""`make_row(Row, values)`: a row where thousands are made, in a third of the time that its own constructor takes."""


class Standing(NamedTuple):
    """In a room, since a tick and a line."""

    room: RoomName
    tick: int
    line: int


class Transit(NamedTuple):
    """In a corridor: set out at `tick` and `line`, at the destination from the start of tick `due`."""

    origin: RoomName
    destination: RoomName
    tick: int
    due: int
    line: int


Place = Standing | Transit


class Change(NamedTuple):
    """A player's place changed; None before the game and after death."""

    player: PlayerId
    before: Place | None
    after: Place | None


Changes = tuple[Change, ...]


class Movement(NamedTuple):
    """What happened in this tick: a departure (`departs`), an arrival (`arrives`), or both at once over weight 1."""

    player: PlayerId
    origin: RoomName
    destination: RoomName
    line: int
    departs: bool
    arrives: bool


class Opening(NamedTuple):
    """Where a round begins: at the start of the game, with a respawn, or when free roam goes on without one."""

    index: int  # type: ignore[assignment]
    tick: int
    line: int


class Summons(NamedTuple):
    """The call of the meeting in progress; `returned` are those whom it took back out of a corridor."""

    caller: PlayerId
    tick: int
    line: int
    returned: frozenset[PlayerId]
