"""What players and rooms are called in pictures: their names, or a code where the font can't show a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from quack.events.models import PlayerId, RoomName
from quack.render.text import Typeface

_LONGEST = 16
"""Signs of a name; of a longer one the beginning is shown, behind its code."""


class Labels:
    """Labels that are all different.

    A player's code is P and its number in the order of seats, a room's is R and its number in the order of the map,
    both from 0: `player_3` is P3.

    Attributes:
        players, rooms: the labels.
        seats: the players' numbers.
        coded: the labels of those whose names can't be shown.
    """

    def __init__(self, names: Mapping[PlayerId, str], rooms: Iterable[RoomName], face: Typeface) -> None:
        self.seats = {player: seat for seat, player in enumerate(names)}
        players = dict(zip(names, _labels("P", names.values(), face), strict=True))
        room_names = tuple(rooms)
        shown = dict(zip(room_names, _labels("R", room_names, face), strict=True))
        self.players: Mapping[PlayerId, str] = players
        self.rooms: Mapping[RoomName, str] = shown
        unshown = [label for player, label in players.items() if not face.shows(names[player])]
        self.coded = (*unshown, *(label for room, label in shown.items() if not face.shows(room)))

        lost = {name: players[player] for player, name in names.items() if not face.shows(name)}
        lost |= {room: label for room, label in shown.items() if not face.shows(room)}
        longest_first = sorted(filter(None, lost), key=lambda name: (-len(name), name))
        self._lost = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None
        self._codes = lost

    def recoded(self, text: str) -> str:
        """A text of the program's own with codes for the names in it that can't be shown."""
        return self._lost.sub(lambda found: self._codes[found.group()], text) if self._lost else text

    def player(self, player: PlayerId) -> str:
        return self.players.get(player, "P?")

    def seat(self, player: PlayerId) -> int:
        return self.seats.get(player, len(self.seats))

    def room(self, room: RoomName) -> str:
        return self.rooms.get(room, "R?")


def _labels(letter: str, names: Iterable[str], face: Typeface) -> list[str]:
    clean = [face.clean(name) for name in names]
    wanted = [name if len(name) <= _LONGEST else f"{name[: _LONGEST - 5].rstrip()}…" for name in clean]
    times = Counter(wanted)
    labels = []
    for index, (name, label) in enumerate(zip(clean, wanted, strict=True)):
        code = f"{letter}{index}"
        if not name or not face.shows(name):
            labels.append(code)
        else:
            labels.append(f"{code} {label}" if len(name) > _LONGEST or times[label] > 1 else label)
    # A name may look like the code of somebody else.
    taken = Counter(labels)
    return [f"{letter}{index} ({label})" if taken[label] > 1 else label for index, label in enumerate(labels)]
