"""What a player can truly tell of its own way: where it was, what it did, where it was not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from quack.agents.calendar import Time
from quack.agents.memory import Sight, Stay
from quack.agents.scene import Scene
from quack.agents.speech import points
from quack.agents.speech.points import Point

Recall = Callable[[Scene], Point | None]
"""Something true to say, drawn at random; None where there is nothing of the kind."""

MAX_ROUTE = 7
ROUTE = 3
"""Fewer rooms make no route."""


def stays_of(scene: Scene, round: int | None = None) -> list[Stay]:
    """The speaker's stays in a round, in this one by default."""
    index = scene.calendar.this.round if round is None else round
    return [stay for stay in scene.memory.stays if stay.round == index]


def stay(scene: Scene) -> Point | None:
    """It was in a room, at some of the ticks of a stay."""
    where = scene.rng.choice(stays_of(scene))
    first = scene.rng.randint(where.first, where.last)
    last = scene.rng.randint(first, where.last)
    if scene.rng.random() < 0.6:
        first, last = where.first, where.last
    point = points.at(scene.me, where.room, scene.some_time(where.round, first, last))
    return _with_event(scene, point, where)


def earlier_stay(scene: Scene) -> Point | None:
    """It was in a room in an earlier round."""
    stays = [stay for stay in scene.memory.stays if stay.round < scene.calendar.this.round]
    if not stays:
        return None
    where = scene.rng.choice(stays)
    return points.at(scene.me, where.room, scene.some_time(where.round, where.first, where.last))


def lasting_stay(scene: Scene) -> Point | None:
    """It was in a room throughout, or most of the time."""
    longest = max(stays_of(scene), key=lambda stay: stay.last - stay.first)
    index, first, last = longest.round, longest.first, longest.last
    this = scene.calendar.this
    times = [Time("round", duration="throughout"), Time("round", duration="most")]
    if last > first + 1:
        times.append(Time("between", first, last, duration="throughout"))
        times.append(Time("between", first, min(last + 1, this.last), duration="most"))
    options = [points.at(scene.me, longest.room, time) for time in times if index == this.round]
    return _one_of(scene, options)


def route(scene: Scene) -> Point | None:
    """It went through rooms in this order."""
    stays = stays_of(scene)
    rooms = [stays[0], *(after for before, after in pairwise(stays) if before.room != after.room)]
    if len(rooms) < ROUTE:
        return None
    start = 0 if scene.rng.random() < 0.6 else scene.rng.randrange(len(rooms) - ROUTE + 1)
    part = rooms[start:][:MAX_ROUTE]
    names = tuple(stay.room for stay in part)
    last = scene.memory.legs[-1] if scene.memory.legs else None
    if (
        part[-1] is rooms[-1]
        and last
        and last.round == part[-1].round
        and not last.arrived
        and part[-1].first == scene.now
    ):
        # The call took it back to where it came from; it may say where it was going.
        names = (*names[:-1], last.destination)
    times = [Time(), Time(), Time()]
    if part[0].last < part[-1].first:
        times.append(Time("between", part[0].last, part[-1].first))
    return _one_of(scene, [points.route(scene.me, names, time) for time in times if len(names) >= ROUTE])


def leg(scene: Scene) -> Point | None:
    """It went from a room to the next."""
    legs = [leg for leg in scene.memory.legs if leg.round == scene.calendar.this.round]
    if not legs:
        return None
    way = scene.rng.choice(legs)
    tick = scene.rng.choice((way.first, min(way.last, scene.now)))
    time = scene.some_time(way.round, tick, tick)
    whole = (way.origin, way.destination)
    ends = scene.rng.choice((whole, whole, whole, (None, way.destination), (way.origin, None)))
    return points.went(scene.me, ends[0], ends[1], time)


def task(scene: Scene) -> Point | None:
    """It worked on a task."""
    works = [work for work in scene.memory.works if work.round == scene.calendar.this.round and work.task]
    if not works:
        return None
    last = scene.rng.choice(works)
    same = [work.tick for work in works if work.task == last.task]
    return points.task(scene.me, last.room, str(last.task), scene.some_time(last.round, min(same), max(same)))


def wait(scene: Scene) -> Point | None:
    """It stood in a room for a while."""
    stays = [stay for stay in stays_of(scene) if stay.first < stay.last]
    if not stays:
        return None
    where = scene.rng.choice(stays)
    return points.waited(scene.me, where.room, scene.some_time(where.round, where.first, where.last))


def absence(scene: Scene) -> Point | None:
    """It was not in a room, or never set out for it."""
    been = {stay.room for stay in stays_of(scene)}
    away = [room for room in scene.rooms if room not in been]
    if scene.rng.random() < 0.25 and away:
        return points.never_went(scene.me, scene.rng.choice(away))
    time, room = past_ticks(scene), scene.rng.choice(away or scene.rooms)
    if scene.rng.random() < 0.3:
        room = scene.rng.choice(scene.rooms)
    return points.not_at(scene.me, room, time)


def past_ticks(scene: Scene) -> Time:
    """A time for a denial: this round mostly, or some of its ticks."""
    _, first, last = scene.calendar.this
    start = scene.rng.randint(first, last)
    end = min(last, start + scene.rng.randint(1, 5))
    times = [Time("near", start, start), Time("between", start, end), Time("since", start), Time("until", None, end)]
    if scene.rng.random() < 0.6 or start == end:
        return Time()
    return scene.rng.choice(times)


def _one_of(scene: Scene, options: list[Point]) -> Point | None:
    fits = [point for point in options if scene.holds(point)]
    return scene.rng.choice(fits) if fits else None


def _with_event(scene: Scene, point: Point, where: Stay) -> Point:
    """Now and then the time is told by who came or went meanwhile."""
    if point.time != Time() or scene.rng.random() < 0.2 or scene.how is None:
        return point
    passing = [sight for sight in scene.memory.sights if _during(sight, where) and sight.target in scene.timely]
    if not passing:
        return point
    sight = scene.rng.choice(passing)
    words = "when {name} came in" if sight.how == "arriving" else "before {name} left"
    return Point(point.figure, point.slots, point.claims, Time("event"), point.made, (words, sight.target))


def _during(sight: Sight, where: Stay) -> bool:
    return (
        sight.how in ("arriving", "departing")
        and sight.round == where.round
        and where.first <= sight.tick <= where.last
    )


OWN: tuple[tuple[Recall, int], ...] = (
    (stay, 6),
    (route, 4),
    (leg, 4),
    (task, 3),
    (wait, 2),
    (lasting_stay, 2),
    (earlier_stay, 2),
    (absence, 3),
)
"""The kinds of things to tell of oneself, and how often they are told."""
