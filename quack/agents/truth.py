"""How a claim stands with what a player remembers: it is true, nearly, false, or the player can't tell.

A player's own position, deeds and sightings it knows exactly; of others it knows what it saw. The verdicts are those
of the default rulebook, found a second time and in another way, so that tests can hold one against the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from quack.agents.calendar import Calendar, Time, Window
from quack.agents.memory import Memory, Sight, Stay

Truth = Literal["true", "near", "false", "unknown"]
Label = Mapping[str, Any]
"""The fields of a claim, with player ids for names."""


class Known(NamedTuple):
    """What a claim is weighed against."""

    memory: Memory
    calendar: Calendar


def weigh(claim: Label, time: Time, known: Known) -> Truth:
    """What the player's memory makes of a claim."""
    kind = "route" if claim.get("route") else claim["type"]
    if claim.get("attribution", "speaker") != "speaker" or kind not in _WEIGHED:
        return "unknown"
    denied = claim.get("polarity") == "denied"
    windows, margins = known.calendar.windows(time, denied=denied), known.calendar.margins(time, denied=denied)
    if not windows:
        return "unknown"
    truth = _WEIGHED[kind](claim, time, known.memory, windows, margins)
    if not denied or truth == "unknown":
        return truth
    return {"true": "false", "near": "near", "false": "true"}[truth]  # type: ignore[return-value]


def _hit(rows: Iterable[Any], windows: list[Window]) -> bool:
    """Whether a row with a round and ticks meets a window."""
    return any(window.meets(*_ticks(row)) for row in rows for window in windows)


def _ticks(row: Any) -> tuple[int, int, int]:
    return (row.round, row.tick, row.tick) if hasattr(row, "tick") else (row.round, row.first, row.last)


def _graded(rows: list[Any], windows: list[Window], margins: list[Window]) -> Truth:
    """True within the window, near a little outside it."""
    return "true" if _hit(rows, windows) else "near" if _hit(rows, margins) else "false"


def _location(claim: Label, time: Time, memory: Memory, windows: list[Window], margins: list[Window]) -> Truth:
    room = claim.get("room")
    if claim["subject"] != memory.me:
        sights = [s for s in memory.sights if s.target == claim["subject"] and s.room == room]
        body = claim.get("state") == "body"
        return "true" if _hit([s for s in sights if (s.how == "body") == body], windows) else "unknown"
    stays = [stay for stay in memory.stays if stay.room == room]
    if time.duration is None or not _hit(stays, windows):
        return _graded(stays, windows, margins)
    ticks = [(window.round, tick) for window in windows for tick in range(window.first, window.last + 1)]
    held = [
        each for each in ticks if any(stay.round == each[0] and stay.first <= each[1] <= stay.last for stay in stays)
    ]
    enough = len(held) == len(ticks) or (time.duration == "most" and 2 * len(held) >= len(ticks))
    return "true" if enough else "near"


def _sighting(claim: Label, time: Time, memory: Memory, windows: list[Window], margins: list[Window]) -> Truth:
    if claim["subject"] != memory.me:
        return "unknown"
    target, state, room = claim["target"], claim.get("state", "any"), claim.get("room")
    spared = (*claim.get("except", ()), memory.me)
    sights = [
        sight
        for sight in memory.sights
        if (sight.target not in spared if target == "anyone" else sight.target == target)
        and (state == "any" or (sight.how == "body") == (state == "body"))
    ]
    if "from" in claim or "to" in claim:
        there = [sight for sight in sights if _passes(sight, claim.get("from"), claim.get("to"))]
    else:
        there = [sight for sight in sights if room in (None, sight.room)]
    truth = _graded(there, windows, margins)
    if truth == "false" and claim.get("polarity") != "denied":
        # Who leaves for a room or comes from it has not been seen in it: nearly enough to have said so, no lie to deny.
        ways = [s for s in sights if room is not None and s.other_end == room and s.how in ("departing", "arriving")]
        return "near" if _hit(ways, windows) else "false"
    return truth


def _passes(sight: Sight, origin: str | None, destination: str | None) -> bool:
    """Whether a sight is one of a movement from and to these rooms."""
    if sight.how not in ("departing", "arriving"):
        return False
    ends = (sight.room, sight.other_end) if sight.how == "departing" else (sight.other_end, sight.room)
    return origin in (None, ends[0]) and destination in (None, ends[1])


def _activity(claim: Label, time: Time, memory: Memory, windows: list[Window], margins: list[Window]) -> Truth:
    kind, room = claim["activity"], claim.get("room")
    if kind == "traveling":
        return _traveling(claim, memory, windows, margins)
    if claim["subject"] != memory.me or kind not in ("task", "waiting"):
        return "unknown"
    rows: list[Any] = [work for work in memory.works if work.room == room]
    if kind == "waiting":
        rows = [stay for stay in memory.stays if stay.room == room and stay.first < stay.last]
    return _graded(rows, windows, margins)


class _Journey(NamedTuple):
    round: int
    first: int
    last: int


def _traveling(claim: Label, memory: Memory, windows: list[Window], margins: list[Window]) -> Truth:
    origin, destination = claim.get("from"), claim.get("to")
    if claim["subject"] != memory.me:
        sights = [s for s in memory.sights if s.target == claim["subject"] and _passes(s, origin, destination)]
        return "true" if _hit(sights, windows) else "unknown"
    legs = [leg for leg in memory.legs if origin in (None, leg.origin) and destination in (None, leg.destination)]
    rows = [_Journey(leg.round, leg.first, leg.last) for leg in legs]
    game_map = memory.briefing.setup.map
    if origin is not None and destination is not None and game_map.weight(origin, destination) is None:
        out = [(i, leg) for i, leg in enumerate(memory.legs) if leg.origin == origin]
        back = [(i, leg) for i, leg in enumerate(memory.legs) if leg.destination == destination]
        rows += [
            _Journey(start.round, start.first, end.last)
            for i, start in out
            for j, end in back
            if i < j and start.round == end.round
        ]
    return _graded(rows, windows, margins)


class _Stop(NamedTuple):
    room: str
    first: int
    last: int


def _stops(memory: Memory, index: int) -> list[_Stop]:
    """The rooms stood in during a round; the last may be one that was set out for when the call came."""
    stays: list[Stay] = [stay for stay in memory.stays if stay.round == index]
    return [_Stop(stay.room, stay.first, stay.last) for stay in stays]


def _route(claim: Label, time: Time, memory: Memory, windows: list[Window], margins: list[Window]) -> Truth:
    if claim["subject"] != memory.me:
        return "unknown"
    rooms = [room for room, after in pairwise((*claim["route"], None)) if room != after]
    covered = in_order = False
    for window in windows:
        stops = _stops(memory, window.round)
        last = [leg for leg in memory.legs if leg.round == window.round and not leg.arrived]
        # The way to a last room that a call cut short lies before the stay that it cut it short with.
        ends = [_Stop(leg.destination, leg.first, leg.first) for leg in last if leg.destination == rooms[-1]]
        been = {stop.room for stop in stops}
        if been.issuperset(rooms[:-1]) and (ends or rooms[-1] in been):
            covered = True
        for start in (i for i, stop in enumerate(stops) if stop.room == rooms[0]):
            entry = _follow(stops, start, rooms, ends)
            if entry is not None:
                in_order = True
                if stops[start].last <= window.last and window.first <= entry:
                    return "true"
    return "near" if covered or in_order else "false"


def _follow(stops: list[_Stop], start: int, rooms: list[str], ends: list[_Stop]) -> int | None:
    """The tick in which the last room was entered, on the earliest way from a start; None if there is none."""
    place = start
    for number, room in enumerate(rooms[1:], 2):
        later = [i for i in range(place + 1, len(stops)) if stops[i].room == room]
        if later:
            place = later[0]
        elif number == len(rooms):
            return next((end.first for end in ends if stops[place].last <= end.first), None)
        else:
            return None
    return stops[place].first


_Weigher = Callable[[Label, Time, Memory, list[Window], list[Window]], Truth]
_WEIGHED: dict[str, _Weigher] = {
    "location": _location,
    "sighting": _sighting,
    "activity": _activity,
    "route": _route,
}
