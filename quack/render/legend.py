"""What stands for whom in the pictures of a turn: labels, room codes, and the notes below that explain them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from quack.events.models import PlayerId, RoomName
from quack.game.observation import Observation
from quack.render.labels import Labels
from quack.render.map_layer import RoomMarks
from quack.render.text import Typeface

_TASKS = "numbers: ticks between rooms; your tasks: white open, half orange begun, dark done; red dot: emergency button"
_SIGNS = "numbers in signs: seats, from 0; a cross in a ring: a body"
_CODES = "P or R with a number: players and rooms, from 0, whose names can't be drawn"
_NARROW = "R with a number: rooms, from 0, whose names don't fit"


class Signs(NamedTuple):
    """What stands in a picture for players and rooms instead of their names, or beside them.

    Attributes:
        players, rooms: in the order of seats and of the map; only those that are in the picture.
    """

    players: Mapping[PlayerId, tuple[str, ...]]
    rooms: Mapping[RoomName, tuple[str, ...]]


@lru_cache(maxsize=32)
def labels_of(names: tuple[tuple[PlayerId, str], ...], rooms: tuple[RoomName, ...], face: Typeface) -> Labels:
    """The labels of a game's players and rooms."""
    return Labels(dict(names), rooms, face)


@lru_cache(maxsize=200)
def notes(lines: tuple[str, ...], width: int, text: int, face: Typeface) -> tuple[str, ...]:
    """Notes in lines of at most that width (pixels)."""
    return tuple(part for line in lines for part in face.wrapped(line, width, text))


def map_notes(labels: Labels, marks: RoomMarks, unlisted: int) -> tuple[str, ...]:
    """What is to be noted below a map.

    Args:
        unlisted: how many of the player's tasks find no room in the list.
    """
    more = () if not unlisted else (f"{unlisted} more task{'s are' if unlisted > 1 else ' is'} not listed",)
    coded = any(mark != labels.room(room) for room, mark in marks.texts.items())
    return (_TASKS, *more, *((_CODES,) if labels.coded else (_NARROW,) if coded else ()))


def room_notes(labels: Labels) -> tuple[str, ...]:
    """What is to be noted below a room."""
    return (_SIGNS, _CODES) if labels.coded else (_SIGNS,)


def map_signs(view: Observation, names: Mapping[PlayerId, str], labels: Labels, marks: RoomMarks) -> Signs:
    """What stands on the map for the player itself and for rooms whose names are not there."""
    own = _other(names[view.player], (labels.player(view.player),))
    rooms = {room: _other(room, (mark, labels.room(room))) for room, mark in marks.texts.items()}
    return Signs({view.player: own} if own else {}, {room: signs for room, signs in rooms.items() if signs})


def room_signs(view: Observation, names: Mapping[PlayerId, str], labels: Labels) -> Signs:
    """What stands in the picture of a room for those who are in it, for it and for the rooms beside it."""
    passages = (*view.departing, *view.arriving)
    shown = {view.player, *view.present, *view.bodies, *(player for player, _ in passages)}
    ends = {view.room, *(room for room, _ in (*view.neighbours, *((end, 0) for _, end in passages)))}
    players = {
        player: (str(labels.seat(player)), *_other(name, (labels.player(player),)))
        for player, name in names.items()
        if player in shown
    }
    rooms = {room: _other(room, (label,)) for room, label in labels.rooms.items() if room in ends}
    return Signs(players, {room: signs for room, signs in rooms.items() if signs})


def _other(name: str, signs: Iterable[str]) -> tuple[str, ...]:
    """Those signs that aren't the name itself."""
    return tuple(dict.fromkeys(sign for sign in signs if sign != name))


def together(signs: Iterable[Signs]) -> Signs:
    """What stands in several pictures for whom."""
    players: dict[PlayerId, tuple[str, ...]] = {}
    rooms: dict[RoomName, tuple[str, ...]] = {}
    for each in signs:
        for player, some in each.players.items():
            players[player] = tuple(dict.fromkeys((*players.get(player, ()), *some)))
        for room, some in each.rooms.items():
            rooms[room] = tuple(dict.fromkeys((*rooms.get(room, ()), *some)))
    return Signs(players, rooms)
