"""Lies, each checked against what the liar knows to be so: blunt ones that are plainly false, and subtle ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from quack.agents.calendar import Time
from quack.agents.fallible import substituted
from quack.agents.memory import Deed
from quack.agents.recall import ROUTE, past_ticks, route, stays_of
from quack.agents.scene import Scene
from quack.agents.speech import points
from quack.agents.speech.points import Point

Lie = Callable[[Scene], Point | None]

_TRIES = 30


def invented(scene: Scene) -> Point | None:
    """A blunt lie: a room, a task or a meeting with somebody that never was."""
    for _ in range(_TRIES):
        point = scene.rng.choice(_INVENTIONS)(scene)
        if point is not None and all(truth == "false" for truth in scene.truths(point)):
            return point.marked("invented")
    return None


def _some_ticks(scene: Scene) -> Time:
    _, first, last = scene.calendar.this
    start = scene.rng.randint(first, last)
    end = min(last, start + scene.rng.randint(1, 8))
    times = [Time(), Time("near", start, start), Time("about", start, start), Time("opening"), Time("ending")]
    if start < end:
        times += [Time("between", start, end)] * 2
    return scene.rng.choice(times)


def _was_elsewhere(scene: Scene) -> Point:
    return points.at(scene.me, scene.rng.choice(scene.rooms), _some_ticks(scene))


def _did_a_task(scene: Scene) -> Point | None:
    rooms = [(room.name, room.task) for room in scene.memory.briefing.setup.map.rooms if room.task]
    if not rooms:
        return None
    room, task = scene.rng.choice(rooms)
    return points.task(scene.me, room, task, _some_ticks(scene))


def _met_somebody(scene: Scene) -> Point:
    who, room = scene.rng.choice(scene.others), scene.rng.choice(scene.rooms)
    return points.saw(scene.me, who, room, _some_ticks(scene))


def _went_somewhere(scene: Scene) -> Point | None:
    corridors = scene.memory.briefing.setup.map.corridors
    if not corridors:
        return None
    corridor = scene.rng.choice(corridors)
    return points.went(scene.me, corridor.a, corridor.b, _some_ticks(scene))


def _was_never_there(scene: Scene) -> Point:
    return points.not_at(scene.me, scene.rng.choice(stays_of(scene)).room, past_ticks(scene))


def _saw_nobody(scene: Scene) -> Point:
    return points.nobody(scene.me, None, (), past_ticks(scene))


def _walked(scene: Scene) -> Point | None:
    game_map = scene.memory.briefing.setup.map
    rooms = [scene.rng.choice(scene.rooms)]
    if not game_map.neighbours(rooms[0]):
        return None
    while len(rooms) < ROUTE + 1:
        rooms.append(scene.rng.choice(game_map.neighbours(rooms[-1])))
    return points.route(scene.me, tuple(rooms))


_INVENTIONS: tuple[Lie, ...] = (
    _was_elsewhere, _was_elsewhere, _did_a_task, _did_a_task, _met_somebody, _went_somewhere,
    _was_never_there, _saw_nobody, _walked,
)  # fmt: skip


def moved(scene: Scene) -> Point | None:
    """A true stay, told as of 2 to 5 ticks beyond what the words allow."""
    this = scene.calendar.this
    options: list[Point] = []
    for stay in stays_of(scene):
        length = min(stay.last - stay.first, 6)
        for gap in range(2, 6):
            # Words for ticks are taken with a tick of slack at either end.
            for first in (stay.last + 1 + gap, stay.first - 1 - gap - length):
                last = first + length
                if first > this.first and last < this.last:
                    time = Time("between", first, last) if length else Time("near", first, first)
                    options.append(points.at(scene.me, stay.room, time))
    return _nearly(scene, options, "moved")


def swapped(scene: Scene) -> Point | None:
    """A true route with two of its rooms in each other's place."""
    true = route(scene)
    if true is None:
        return None
    rooms = list(dict.fromkeys(true.slots["route"]))
    pairs = [(a, b) for a in rooms for b in rooms if a < b]
    options = [substituted(points.route(scene.me, tuple(true.slots["route"])), {a: b, b: a}) for a, b in pairs]
    return _nearly(scene, options, "swapped")


def _nearly(scene: Scene, options: list[Point], made: str) -> Point | None:
    near = [point for point in options if scene.truths(point) == ["near"]]
    return scene.rng.choice(near).marked(made) if near else None


def latest_deed(scene: Scene) -> Deed | None:
    """The speaker's own last kill of this round."""
    deeds = [deed for deed in scene.memory.deeds if deed.round == scene.calendar.this.round]
    return deeds[-1] if deeds else None


def misleading(scene: Scene) -> list[Point]:
    """True word of where the speaker was, without the room of its kill; nothing if it has nothing to hide."""
    deed = latest_deed(scene)
    if deed is None:
        return []
    stays = [stay for stay in stays_of(scene) if stay.room != deed.room]
    told: list[Point] = []
    rooms = [stay.room for stay in stays[:1]]
    rooms += [after.room for before, after in pairwise(stays) if before.room != after.room]
    if len(rooms) >= ROUTE:
        told.append(points.route(scene.me, tuple(rooms[-6:])))
    elif stays:
        stay = scene.rng.choice(stays)
        told.append(points.at(scene.me, stay.room, scene.some_time(stay.round, stay.first, stay.last)))
    return [point.marked("misleading") for point in told if scene.holds(point)]
