"""What a player can truly tell of others: whom it saw, alive or dead, coming or going, and whom it did not see."""

from __future__ import annotations

from quack.agents.calendar import Time
from quack.agents.memory import Sight
from quack.agents.recall import Recall, past_ticks, stays_of
from quack.agents.scene import Scene
from quack.agents.speech import points
from quack.agents.speech.points import Point


def _seen(scene: Scene, *how: str, earlier: bool = False) -> list[Sight]:
    this = scene.calendar.this.round
    return [s for s in scene.memory.sights if s.how in how and (s.round < this if earlier else s.round == this)]


def _at_tick(scene: Scene, sight: Sight) -> Time:
    tick = sight.tick
    if scene.rng.random() < 0.6:
        return scene.rng.choice((Time("near", tick, tick), Time("near", tick, tick), Time("about", tick, tick)))
    return scene.some_time(sight.round, tick, tick)


def sighting(scene: Scene) -> Point | None:
    """It saw somebody."""
    sights = _seen(scene, "present", "departing", "arriving", "heard")
    if not sights:
        return None
    sight = scene.rng.choice(sights)
    last = sight.tick
    while any(s.tick == last + 1 and s.target == sight.target and s.room == sight.room for s in sights):
        last += 1
    if last > sight.tick and scene.rng.random() < 0.6:
        return points.saw(scene.me, sight.target, sight.room, scene.some_time(sight.round, sight.tick, last))
    room = sight.room if scene.rng.random() < 0.93 else None
    return points.saw(scene.me, sight.target, room, _at_tick(scene, sight))


def earlier_sighting(scene: Scene) -> Point | None:
    """It saw somebody in an earlier round."""
    sights = _seen(scene, "present", earlier=True)
    if not sights:
        return None
    sight = scene.rng.choice(sights)
    return points.saw(scene.me, sight.target, sight.room, scene.some_time(sight.round, sight.tick, sight.tick))


def two_sightings(scene: Scene) -> Point | None:
    """It saw two others at once."""
    sights = _seen(scene, "present")
    pairs = [(a, b) for a in sights for b in sights if (a.tick, a.room) == (b.tick, b.room) and a.target < b.target]
    if not pairs:
        return None
    one, two = scene.rng.choice(pairs)
    return points.saw_two(scene.me, one.target, two.target, one.room, _at_tick(scene, one))


def movement(scene: Scene) -> Point | None:
    """It saw somebody leave or come."""
    sights = _seen(scene, "departing", "arriving")
    if not sights:
        return None
    sight = scene.rng.choice(sights)
    time, other = _at_tick(scene, sight), str(sight.other_end)
    if sight.how == "arriving":
        figure = scene.rng.choice(("saw_come", "saw_come", "moved"))
        return points.saw_move(sight.target, other, sight.room, time, figure)
    if scene.rng.random() < 0.3:
        return points.saw_heading(scene.me, sight.target, sight.room, other, time)
    return points.saw_move(sight.target, sight.room, other, time, scene.rng.choice(("saw_leave", "saw_leave", "moved")))


def whereabouts(scene: Scene) -> Point | None:
    """Somebody was in a room, which it knows because it saw it."""
    sights = _seen(scene, "present", "departing")
    if not sights:
        return None
    sight = scene.rng.choice(sights)
    return points.placed(sight.target, sight.room, _at_tick(scene, sight))


def body(scene: Scene) -> Point | None:
    """It saw a body."""
    sights = _seen(scene, "body")
    if not sights:
        return None
    sight = scene.rng.choice(sights)
    return points.found(scene.me, sight.target, sight.room, _at_tick(scene, sight))


def unseen(scene: Scene) -> Point | None:
    """It did not see somebody, at all or in a room."""
    who = scene.rng.choice((*scene.others, *scene.fallen))
    room = scene.rng.choice(stays_of(scene)).room if scene.rng.random() < 0.3 else None
    time = past_ticks(scene)
    return points.not_saw(scene.me, who, room, time)


def nobody(scene: Scene) -> Point | None:
    """It saw nobody, or nobody but some; in a room or at all."""
    time = past_ticks(scene)
    room = scene.rng.choice(stays_of(scene)).room if scene.rng.random() < 0.6 else None
    windows = scene.calendar.windows(time, denied=True)
    met = [
        sight.target
        for sight in scene.memory.sights
        if room in (None, sight.room) and any(w.meets(sight.round, sight.tick, sight.tick) for w in windows)
    ]
    spared = tuple(dict.fromkeys(met))
    return points.nobody(scene.me, room, spared, time) if len(spared) <= 3 else None


def no_movement(scene: Scene) -> Point | None:
    """It saw nobody leave a room."""
    return points.no_leave(scene.me, scene.rng.choice(stays_of(scene)).room, past_ticks(scene))


def no_body(scene: Scene) -> Point | None:
    """It saw no body."""
    room = scene.rng.choice(stays_of(scene)).room if scene.rng.random() < 0.7 else None
    return points.no_body(scene.me, room, past_ticks(scene))


def alone_with_body(scene: Scene) -> Point | None:
    """Nobody alive was with it where a body lay."""
    sights = _seen(scene, "body")
    if not sights:
        return None
    sight = scene.rng.choice(sights)
    return points.alone_with_body(scene.me, sight.room, Time("near", sight.tick, sight.tick))


OTHERS: tuple[tuple[Recall, int], ...] = (
    (sighting, 6),
    (two_sightings, 2),
    (movement, 4),
    (whereabouts, 2),
    (body, 2),
    (earlier_sighting, 1),
    (unseen, 3),
    (nobody, 3),
    (no_movement, 1),
    (no_body, 1),
    (alone_with_body, 1),
)
"""The kinds of things to tell of others, and how often they are told."""
