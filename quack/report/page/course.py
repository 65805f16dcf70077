"""The course of a game for its page: the plan, frames tick by tick, and the lines of the log in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations

from quack.events.log import GameLog
from quack.events.models import (
    ActionRefused,
    AgentFailed,
    Event,
    GameOver,
    GameStarted,
    Observed,
    PlayerEjected,
    PlayerId,
    PlayerKilled,
    RoomName,
)
from quack.events.places import Place, Standing
from quack.events.rows import Timeline
from quack.report.page.models import Frame, LogLine, Plan, RoomSpot, Seat, StayRow, Way, Whereabouts
from quack.report.telling import Line, Teller
from quack.world.layout import spots
from quack.world.map import GameMap

_ACROSS, _DOWN = 3.9, 3.1
"""How far apart the middles of two rooms are at least, beside or below each other: pages draw rooms of one size."""


@lru_cache(maxsize=64)
def plan_of(game_map: GameMap) -> Plan:
    """A map as it is drawn, so that the rooms which are closest just keep apart."""
    at = spots(game_map)
    pairs = combinations(at.values(), 2)
    closest = min((max(abs(a.x - b.x) / _ACROSS, abs(a.y - b.y) / _DOWN) for a, b in pairs), default=1.0)
    rooms = tuple(RoomSpot(name, round(spot.x / closest, 2), round(spot.y / closest, 2)) for name, spot in at.items())
    return Plan(game_map.name, rooms, tuple(Way(way.a, way.b, way.weight) for way in game_map.corridors))


def seats_of(log: GameLog) -> tuple[Seat, ...]:
    """The players in the order of the log."""
    return tuple(Seat(player.id, player.name, player.role, player.team) for player in log.players)


def stays_of(timeline: Timeline) -> tuple[StayRow, ...]:
    """Who was where and when."""
    return tuple(StayRow(stay.player, stay.room, stay.first, stay.last) for stay in timeline.stays)


def course_of(log: GameLog, cited: Iterable[int]) -> tuple[tuple[Frame, ...], tuple[LogLine, ...]]:
    """The frames of a game, and its log in words.

    Args:
        cited: lines that have to be there even if nothing is to be told of them.
    """
    teller, wanted = Teller(), set(cited)
    frames: list[Frame] = []
    lines: list[LogLine] = []
    for event in log.events:
        told = teller.open(event)
        if told:
            frames.append(_frame(event, teller.state.rounds - 1, teller.state.places, teller.state.bodies))
        told += teller.words(event)
        own = [_line(event, each, teller) for each in told if each.line is not None]
        if not own and event.line in wanted:
            own = [LogLine(event.line, event.tick, "note", _plainly(event, teller), None)]
        lines += own
        teller.close(event)
        if isinstance(event, GameStarted):
            frames.append(_frame(event, 0, teller.state.places, teller.state.bodies))
    return tuple(frames), tuple(lines)


def _frame(event: Event, number: int, places: Mapping[PlayerId, Place], bodies: Mapping[PlayerId, RoomName]) -> Frame:
    return Frame(
        event.tick,
        max(number, 0),
        event.line,
        tuple(
            Whereabouts(player, place.room, None, None)
            if isinstance(place, Standing)
            else Whereabouts(player, place.destination, place.origin, place.due)
            for player, place in places.items()
        ),
        tuple(bodies.items()),
    )


def _line(event: Event, line: Line, teller: Teller) -> LogLine:
    blind = None if line.kind == "tick" else _blind(event, teller)
    return LogLine(event.line, event.tick, line.kind, line.text, blind)


def _blind(event: Event, teller: Teller) -> str | None:
    """An event in words that tell no role; None where its own tell none."""
    match event:
        case GameStarted():
            return f"the start: {len(event.initial_state)} players"
        case PlayerKilled():
            return f"{teller.name(event.target_id)} is killed in {event.room}"
        case PlayerEjected():
            return f"{event.name} is ejected"
        case GameOver():
            return "the game is over"
        case ActionRefused():
            return f"{teller.name(event.player_id)} may not do what it wants to; it waits"
        case AgentFailed():
            return f"the agent of {teller.name(event.player_id)} fails"
    return None


def _plainly(event: Event, teller: Teller) -> str:
    if isinstance(event, Observed):
        return f"{teller.name(event.player_id)} looks around"
    who = getattr(event, "player_id", None)
    words = event.event_type.replace("_", " ")
    return words if not isinstance(who, str) else f"{teller.name(who)}: {words}"
