"""The published reconstruction of a game, faults included, and the published reading of words.

Only the paper rulebook uses it. It keeps one room a player and tick, and some of its ways are wrong on purpose: a chat
line names the room before the move that it came with and puts the mover back; the respawn after a meeting is ignored.
Nothing is judged here: `rules/paper/` decides what follows from these rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from quack.events.log import GameLog
from quack.events.models import (
    Call,
    Event,
    FreeRoamChat,
    PhaseChanged,
    PlayerEjected,
    PlayerId,
    PlayerKilled,
    PlayerMoved,
    RoomName,
    TaskCompleted,
    TaskProgress,
)

__all__ = ["Published", "activity_kind", "phrase_features", "published_facts", "reconstruct", "room_alias"]

Corridor = tuple[RoomName, RoomName]


class Spot(NamedTuple):
    """At the end of ticks `first` to `last` the player counts as in `room`, in a corridor or out of one."""

    player: PlayerId
    room: RoomName
    corridor: Corridor | None
    first: int
    last: int
    line: int


class Visit(NamedTuple):
    """The player touched `room` in all of the ticks `first` to `last`; neighbours by `number` name different rooms."""

    player: PlayerId
    number: int
    room: RoomName
    first: int
    last: int
    line: int


class Segment(NamedTuple):
    """A stretch of free roam."""

    number: int
    first: int
    last: int


class LateTask(NamedTuple):
    """A task line of a player that had died earlier in that tick; the published program counted it."""

    player: PlayerId
    room: RoomName
    tick: int
    line: int


@dataclass(frozen=True, slots=True)
class Published:
    """A game as the published program saw it; ticks are inclusive, lines those of the log.

    Attributes:
        alive_until: the last tick at whose end a player lives, -1 for a victim of tick 0.
    """

    spots: tuple[Spot, ...]
    visits: tuple[Visit, ...]
    alive_until: dict[PlayerId, int]
    segments: tuple[Segment, ...]
    late_tasks: tuple[LateTask, ...]


def reconstruct(log: GameLog) -> Published:
    """Folds a log in the published way: tick by tick, one room a player and tick."""
    tracks = {player.id: _Track(player.id, player.room, log.events[0].line) for player in log.players}
    late_tasks: list[LateTask] = []
    for tick, events in groupby(log.events, key=lambda event: event.tick):
        for track in tracks.values():
            track.advance(tick)
        for event in events:
            _follow(event, tracks, late_tasks)
    last = log.events[-1].tick
    for track in tracks.values():
        track.close(last)
    return Published(
        spots=tuple(spot for track in tracks.values() for spot in track.spots),
        visits=tuple(visit for track in tracks.values() for visit in track.visits),
        alive_until={track.player: last if track.death is None else track.death - 1 for track in tracks.values()},
        segments=tuple(_segments(log, last)),
        late_tasks=tuple(late_tasks),
    )


class _Track:
    """Where one player is, and the runs of ticks that came of it so far."""

    def __init__(self, player: PlayerId, room: RoomName, line: int) -> None:
        self.player, self.room = player, room
        self.corridor: Corridor | None = None
        self.death: int | None = None
        self.spots: list[Spot] = []
        self.visits: list[Visit] = []
        self._due = self._left = 0
        self._line = line
        self._spot: tuple[RoomName, Corridor | None, int, int] = (room, None, 0, line)
        self._visit: tuple[RoomName, int, int] = (room, 0, line)
        self._changed: int | None = None

    def advance(self, tick: int) -> None:
        """Lets time pass up to the start of `tick`: who has crossed its corridor by then touches the other end."""
        if self.corridor is not None and self._due <= tick:
            due, room = self._due, self.corridor[1]
            self._settle(due)
            self._touch(room, due, due - 1, self._left)
            self._put(room, None, due, self._left)
        self._settle(tick)

    def go(self, event: PlayerMoved) -> None:
        """A move: over more than a tick into a corridor, otherwise through to the other room."""
        self.stand(event.origin, event.tick, event.line)
        if event.ticks_remaining is None:
            self._touch(event.destination, event.tick, event.tick, event.line)
            self._put(event.destination, None, event.tick, event.line)
        else:
            self.corridor = (event.origin, event.destination)
            self._due, self._left = event.tick + event.ticks_remaining, event.line

    def stand(self, room: RoomName, tick: int, line: int) -> None:
        """Puts the player into a room, which it touches; a corridor goes on."""
        self._touch(room, tick, tick, line)
        self._put(room, self.corridor, tick, line)

    def halt(self, tick: int, line: int) -> None:
        """Ends a corridor: the player is again in the room it left."""
        if self.corridor is not None:
            self._put(self.room, None, tick, line)

    def close(self, last: int) -> None:
        """Ends every run with the last tick of the log."""
        self.advance(last)
        self._settle(last + 1)
        self._end_spot(last)
        self._end_visit(last)

    def _put(self, room: RoomName, corridor: Corridor | None, tick: int, line: int) -> None:
        self.room, self.corridor, self._changed, self._line = room, corridor, tick, line

    def _touch(self, room: RoomName, tick: int, left: int, line: int) -> None:
        """Begins a visit in `tick` if the room is another one; the last tick of the visit before is `left`."""
        if room != self._visit[0]:
            self._end_visit(left)
            self._visit = (room, tick, line)

    def _settle(self, tick: int) -> None:
        """Notes what the last tick with a change ended with, once that tick is over."""
        changed = self._changed
        if changed is not None and changed < tick:
            if (self.room, self.corridor) != self._spot[:2]:
                self._end_spot(changed - 1)
                self._spot = (self.room, self.corridor, changed, self._line)
            self._changed = None

    def _end_spot(self, last: int) -> None:
        room, corridor, first, line = self._spot
        if first <= last:
            self.spots.append(Spot(self.player, room, corridor, first, last, line))

    def _end_visit(self, last: int) -> None:
        room, first, line = self._visit
        self.visits.append(Visit(self.player, len(self.visits), room, first, last, line))


def _follow(event: Event, tracks: dict[PlayerId, _Track], late_tasks: list[LateTask]) -> None:
    """What the published program made of one event; it ignored players_respawned."""
    if isinstance(event, TaskProgress | TaskCompleted | FreeRoamChat):
        track = tracks[event.player_id]
        if track.death is None:
            track.stand(event.room, event.tick, event.line)
        elif not isinstance(event, FreeRoamChat):
            late_tasks.append(LateTask(event.player_id, event.room, event.tick, event.line))
    elif isinstance(event, PlayerMoved):
        track = tracks[event.player_id]
        if track.death is None:
            track.go(event)
    elif isinstance(event, PlayerKilled | PlayerEjected):
        track = tracks[event.target_id if isinstance(event, PlayerKilled) else event.player_id]
        track.death = event.tick if track.death is None else track.death
        track.halt(event.tick, event.line)
    elif isinstance(event, Call):
        for track in tracks.values():
            track.halt(event.tick, event.line)


def _segments(log: GameLog, last: int) -> Iterator[Segment]:
    start: int | None = 0
    number = 0
    for event in log.events:
        if isinstance(event, Call):
            if start is not None and start < event.tick:
                yield Segment(number, start, event.tick - 1)
                number += 1
            start = None
        elif isinstance(event, PhaseChanged) and event.phase == "free_roam":
            start = event.tick
    if start is not None:
        yield Segment(number, start, last)


def published_facts(
    log: GameLog, game: str, player: Callable[[PlayerId], str], room: Callable[[RoomName], str]
) -> list[str]:
    """The reconstruction as facts of `rules/paper/schema.lp`.

    Args:
        log: the game.
        game, player, room: how the game, a player's id and a room's name are written as terms.
    """
    published = reconstruct(log)
    facts: list[str] = []
    for who, where, corridor, first, last, line in published.spots:
        how = "standing" if corridor is None else f"crossing({room(corridor[0])},{room(corridor[1])})"
        facts.append(f"spot({player(who)},{room(where)},{how},{first},{last},{line}).")
    for who, number, where, first, last, line in published.visits:
        facts.append(f"visit({player(who)},{number},{room(where)},{first},{last},{line}).")
    facts += [f"alive_until({player(who)},{tick})." for who, tick in published.alive_until.items()]
    facts += [f"segment({game},{number},{first},{last})." for number, first, last in published.segments]
    for who, where, tick, line in published.late_tasks:
        facts.append(f"late_task({player(who)},{room(where)},{tick},{line}).")
    return facts


# --- words ------------------------------------------------------------------------------------------------------------

_LAST_STATED = 1_000_000_000
"""A stated tick beyond this bounds nothing that a smaller one would not; it fits a 32-bit integer."""

_BOUNDS = {
    "upper": re.compile(r"\b(?:until|till|by|before|up to|through)\s+tick\s+(\d+)"),
    "lower": re.compile(r"\b(?:from|since|after|starting from|starting at)\s+tick\s+(\d+)"),
}
_MARKS = {
    "goes_on": "until|till|up to|through|to tick|onward|onwards|then|after that|later|whole|entire|all round|the rest",
    "start": "start|beginning|spawn|respawn",
    "entire": "the whole time|entire round|all round|never left|stayed in|the entire time|whole round",
    "most": "mostly|spent most of|majority of|most of",
}
_WORDS = {mark: tuple(words.split("|")) for mark, words in _MARKS.items()}
_ACTIVITIES = {
    "task": "task",
    "traveling|moving": "traveling",
    "waiting|staying|idling": "waiting",
    "reporting body|report body|reporting|found body": "reporting",
    "calling meeting|call meeting|emergency meeting|called meeting": "calling",
}
_KINDS = {word: kind for words, kind in _ACTIVITIES.items() for word in words.split("|")}
_ROOM_ALIASES = {"engines": "upper_engine"}


def phrase_features(phrase: str | None) -> tuple[str, ...]:
    """What the published program looked for in a time phrase, as second arguments of `says`.

    Stated bounds ("until tick 7" is upper(7)) are whole words, and the first of each kind counts; the words of the
    lists are found inside others too ("started" contains "start").
    """
    text = "this round" if phrase is None else phrase.lower()
    features = []
    for name, bound in _BOUNDS.items():
        found = bound.search(text)
        if found:
            digits = found[1].lstrip("0")
            features.append(f"{name}({_LAST_STATED if len(digits) > 9 else int(digits or '0')})")
    features += [mark for mark, words in _WORDS.items() if any(word in text for word in words)]
    return tuple(features)


def activity_kind(word: str) -> str | None:
    """The kind of activity that the published program took a word for: task, traveling, waiting, reporting, calling."""
    return _KINDS.get(word.strip().lower())


def room_alias(text: str) -> str | None:
    """The room that the published program read where a name is ambiguous, or None."""
    return _ROOM_ALIASES.get(text.strip().lower())
