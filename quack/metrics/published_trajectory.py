"""Where the published program thought everybody was; what it got wrong can be repaired, fault by fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from quack.events.log import GameLog
from quack.events.models import (
    Event,
    FreeRoamChat,
    PlayerKilled,
    PlayerMoved,
    PlayersRespawned,
    TaskCompleted,
    TaskProgress,
)
from quack.kb.published import Corridor, Published, reconstruct
from quack.metrics.course import Course

CHAT = "a chat line puts a mover back"
RESPAWN = "the respawn is ignored"
DEAD = "task lines of the dead move them"

REPAIRABLE = (CHAT, RESPAWN, DEAD)
"""The faults of the reconstruction, as against those of the figures that are made from it."""

Repaired = frozenset[str]


class Trajectory:
    """Where everybody counts as being at the end of each tick, and the rooms that everybody touched."""

    def __init__(self, published: Published) -> None:
        self.rooms: dict[tuple[str, int], str] = {}
        self.corridors: dict[tuple[str, int], Corridor | None] = {}
        self.touched: dict[str, set[str]] = {}
        self.alive_until = published.alive_until
        for player, room, corridor, first, last, _ in published.spots:
            for tick in range(first, last + 1):
                self.rooms[player, tick], self.corridors[player, tick] = room, corridor
        for visit in published.visits:
            self.touched.setdefault(visit.player, set()).add(visit.room)
        self.segments = published.segments

    def stands(self, player: str, tick: int) -> str | None:
        """The room at the end of a tick; None in a corridor."""
        return None if self.corridors[player, tick] else self.rooms[player, tick]

    def free_roam(self) -> Iterator[int]:
        """The ticks that counted as free roam, but for the one in which the game starts."""
        return (tick for part in self.segments for tick in range(max(part.first, 1), part.last + 1))


def trajectory(course: Course, repaired: Repaired) -> Trajectory:
    """The published reconstruction without the faults that are repaired."""
    return _trajectory(course, repaired.intersection(REPAIRABLE))


@lru_cache(maxsize=8)
def _trajectory(course: Course, repaired: Repaired) -> Trajectory:
    return Trajectory(reconstruct(replace(course.log, events=tuple(_events(course.log, repaired)))))


def _events(log: GameLog, repaired: Repaired) -> list[Event]:
    events: list[Event] = []
    for event in log.events:
        if isinstance(event, FreeRoamChat) and CHAT in repaired:
            continue
        if isinstance(event, PlayersRespawned) and RESPAWN in repaired:
            events += [_step(player, room, event) for player, room in event.rooms.items()]
        elif isinstance(event, TaskProgress | TaskCompleted) and event.line in log.posthumous:
            if DEAD not in repaired:
                # The reconstruction heeds only the living.
                killed = [isinstance(e, PlayerKilled) and e.target_id == event.player_id for e in events]
                events.insert(killed.index(True), event)
        else:
            events.append(event)
    return events


def _step(player: str, room: str, event: Event) -> PlayerMoved:
    return PlayerMoved(player_id=player, origin=room, destination=room, line=event.line, tick=event.tick)
