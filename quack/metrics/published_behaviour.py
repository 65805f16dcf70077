"""Tier 2 as it was published: its faults can be repaired one by one, so that each game's difference has its causes.

The figures are those of the released evaluations; with every fault repaired they are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from statistics import fmean

from quack.events.log import Player
from quack.events.models import (
    BodyReported,
    PlayerKilled,
    PlayerMoved,
    PlayersRespawned,
    TaskCompleted,
    TaskProgress,
)
from quack.metrics.behaviour import cooldown_passed
from quack.metrics.course import Course
from quack.metrics.published_trajectory import CHAT, DEAD, RESPAWN, Repaired, Trajectory, trajectory
from quack.world.map import GameMap

TICK_END = "only where a tick ends counts"
BODIES = "bodies outlast the meeting"
CORRIDOR = "in a corridor counts as in the room left"
MEETING = "what follows the meeting counts"
LISTED = "a body that a report merely lists counts as reported"
VICTIM = "a kill is no chance unless a second Goose is there, and starts no cooldown then"
CALL_TICK = "the tick of a call counts as free roam"
TURN = "where the Duck stands when the tick ends counts, not at its turn"
CROSSING = "only the first tick of a crossing counts"
ARRIVED = "a move that arrives at once is looked at from its end"
ONE_PATH = "only one of several shortest ways counts"

Figure = Callable[[Course, Repaired], float | None]


def _mean(values: Sequence[float], empty: float | None) -> float | None:
    return fmean(values) if values else empty


def rooms_visited(team: str) -> Figure:
    """How many rooms a player of a team visits."""

    def figure(course: Course, repaired: Repaired) -> float | None:
        course_of = trajectory(course, repaired)
        ticks = range(course.log.events[-1].tick + 1)
        rooms = {
            player: course_of.touched[player]
            if TICK_END in repaired
            else {course_of.stands(player, tick) for tick in ticks} - {None}
            for player, its_team in course.teams.items()
            if its_team == team
        }
        return _mean([len(each) for each in rooms.values()], 0.0)

    return figure


def report_latency(course: Course, repaired: Repaired) -> float | None:
    """How long Geese stood with a body before they reported it."""
    path = trajectory(course, repaired - {RESPAWN})
    latencies: list[int] = []
    kills: list[PlayerKilled] = []
    for event in course.log.events:
        if isinstance(event, PlayerKilled):
            kills.append(event)
        elif isinstance(event, BodyReported) and course.teams[event.caller] == "goose":
            where = path.stands if CORRIDOR in repaired else lambda player, tick: path.rooms[player, tick]
            met = []
            for kill in kills:
                ticks = range(kill.tick, event.tick + 1)
                met += [tick for tick in ticks if where(event.caller, tick) == kill.room][:1]
            latencies += [event.tick - tick for tick in met]
        if BODIES in repaired and isinstance(event, PlayersRespawned):
            kills = []
    return _mean(latencies, None)


def displacement(course: Course, repaired: Repaired) -> float | None:
    """How far killers come."""
    path = trajectory(course, repaired)
    hops = []
    for kill in course.timeline.kills:
        call = course.calls.get(kill.round)
        tick = min(kill.tick + 3, course.log.events[-1].tick)
        if MEETING in repaired and call:
            tick = min(tick, call.tick)
        hops.append(course.log.map.hops[kill.room][path.rooms[kill.killer, tick]])
    return _mean(hops, 0.0)


def self_reports(course: Course, repaired: Repaired) -> float | None:
    """How many kills their killers report."""
    names = course.log.by_name
    reported = [
        (event.caller, names[body.victim_name].id, body.room)
        for event in course.log.events
        if isinstance(event, BodyReported)
        for body in event.bodies
        if LISTED not in repaired
        or body.room == trajectory(course, frozenset((CHAT, DEAD))).rooms[event.caller, event.tick]
    ]
    kills = course.timeline.kills
    return _mean([(kill.killer, kill.victim, kill.room) in reported for kill in kills], 0.0)


def chances_passed(course: Course, repaired: Repaired) -> float | None:
    """How many chances to kill Ducks let pass."""
    if TURN in repaired:
        return cooldown_passed.published_value(cooldown_passed.compute(course))
    path = trajectory(course, repaired)
    passed = [
        not used for duck in course.of_team("duck") for _, used in published_chances(course, path, duck.id, repaired)
    ]
    return _mean(passed, 0.0)


def published_chances(course: Course, path: Trajectory, duck: str, repaired: Repaired) -> Iterator[tuple[int, bool]]:
    """The ticks in which a Duck counted as able to kill, and whether it killed."""
    kills = {kill.tick for kill in course.timeline.kills if kill.killer == duck}
    calls = {meeting.tick for meeting in course.timeline.meetings} if CALL_TICK in repaired else set()
    ready = 5
    for tick in path.free_roam():
        if tick <= path.alive_until[duck] and tick >= ready and (tick in kills or tick not in calls):
            alone = not any(_together(path, duck, goose, tick) for goose in course.of_team("goose"))
            if not alone or (VICTIM in repaired and tick in kills):
                yield tick, tick in kills
                ready = tick + 5 if tick in kills else ready


def _together(path: Trajectory, duck: str, goose: Player, tick: int) -> bool:
    room = path.stands(duck, tick)
    return room is not None and tick <= path.alive_until[goose.id] and path.stands(goose.id, tick) == room


def task_efficiency(course: Course, repaired: Repaired) -> float | None:
    """How many ticks of Geese serve their tasks."""
    path = trajectory(course, repaired)
    calls = {meeting.tick for meeting in course.timeline.meetings} if CALL_TICK in repaired else set()
    useful = [
        tick in ticks
        for goose, ticks in ((goose, _useful(course, path, goose, repaired)) for goose in course.of_team("goose"))
        for tick in path.free_roam()
        if tick <= path.alive_until[goose.id] and tick not in calls
    ]
    return _mean(useful, 0.0)


def _useful(course: Course, path: Trajectory, goose: Player, repaired: Repaired) -> set[int]:
    useful = set()
    done: set[str] = set()
    for event in course.log.events:
        if getattr(event, "player_id", None) != goose.id:
            continue
        if isinstance(event, TaskProgress | TaskCompleted):
            useful.add(event.tick)
            if isinstance(event, TaskCompleted):
                done.add(event.room)
        elif isinstance(event, PlayerMoved):
            rooms = [task.room for task in goose.tasks if task.room not in done]
            here = event.origin if ARRIVED in repaired else path.rooms[goose.id, event.tick]
            if _leads(course.log.map, here, event.destination, rooms, repaired):
                ticks = event.ticks_remaining or 1
                useful.update(range(event.tick, event.tick + (ticks if CROSSING in repaired else 1)))
    return useful


def _leads(game_map: GameMap, here: str, there: str, rooms: list[str], repaired: Repaired) -> bool:
    if there in rooms:
        return True
    if ONE_PATH not in repaired:
        ways = [_one_way(game_map, here, room) for room in rooms if room != here]
        return any(there == way[1] for way in ways)
    length = game_map.weight(here, there)
    distances = game_map.distances
    return length is not None and any(distances[here][room] == length + distances[there][room] for room in rooms)


def _one_way(game_map: GameMap, here: str, there: str) -> list[str]:
    """A shortest way, by the published program's choice among several."""
    reached, before, waiting, seen = {here: 0}, {}, [(0, here)], set()
    while waiting:
        ticks, room = heappop(waiting)
        if room not in seen:
            seen.add(room)
            for neighbour, weight in game_map.ways[room]:
                if ticks + weight < reached.get(neighbour, ticks + weight + 1):
                    reached[neighbour], before[neighbour] = ticks + weight, room
                    heappush(waiting, (ticks + weight, neighbour))
    way = [there]
    while way[-1] != here:
        way.append(before[way[-1]])
    return way[::-1]


PUBLISHED: dict[str, tuple[Figure, tuple[str, ...]]] = {
    "report_latency": (report_latency, (BODIES, CHAT, CORRIDOR)),
    "task_efficiency": (task_efficiency, (CROSSING, CHAT, ARRIVED, ONE_PATH, CALL_TICK)),
    "goose_rooms_visited": (rooms_visited("goose"), (DEAD, CHAT, RESPAWN, TICK_END)),
    "duck_rooms_visited": (rooms_visited("duck"), (CHAT, RESPAWN, TICK_END)),
    "post_kill_displacement": (displacement, (MEETING, CHAT)),
    "self_report_rate": (self_reports, (LISTED,)),
    "cooldown_passed": (chances_passed, (CALL_TICK, RESPAWN, CHAT, VICTIM, TURN)),
}
"""The published form of each figure, and the faults in the order in which they are repaired."""


def causes(figure: str, course: Course) -> tuple[str, ...]:
    """The faults whose repair, one after the other, leads from the published figure to ours."""
    published, faults = PUBLISHED[figure]
    found = []
    value, repaired = published(course, frozenset()), Repaired()
    for fault in faults:
        repaired |= {fault}
        before, value = value, published(course, repaired)
        if not same(before, value):
            found.append(fault)
    return tuple(found)


def same(one: float | None, other: float | None) -> bool:
    """Whether two figures are equal, as floating-point numbers go."""
    if one is None or other is None:
        return one is other
    return abs(one - other) < 1e-9
