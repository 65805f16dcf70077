"""Imperfect memory: what was recalled gets a room, a tick or a player mixed up, or is not recalled at all.

What an alteration has made of a claim is decided by the player's exact memory: it has been misremembered if it is false
now, and is a slip if it is still true, or nearly.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from quack.agents.scene import Scene
from quack.agents.speech.points import Point, Slot

MAX_SHIFT = 9
"""Ticks by which a time is mixed up at most."""


def recalled(point: Point) -> Point:
    """A point as it is remembered by a perfect memory."""
    return point.marked("recalled")


def mixed_up(scene: Scene, point: Point) -> Point:
    """A point with one thing in it taken for another, and word of what that has made of its claims."""
    changes = [change for change in (_other_room, _other_player, _other_ticks) if change(scene, point) is not None]
    # When somebody died the player does not know: it could not tell what a mix-up makes of "before Bob died".
    if not changes or point.time.kind == "before_kill":
        return recalled(point)
    changed = scene.rng.choice(changes)(scene, point)
    assert changed is not None, "what could be changed once can be changed again"
    truths = scene.truths(changed)
    return changed.marked(*("slipped" if truth in ("true", "near") else "misremembered" for truth in truths))


def _other_room(scene: Scene, point: Point) -> Point | None:
    named = [room for slot in ("room", "from", "to", "route") for room in _values(point.slots.get(slot, ()))]
    free = [room for room in scene.rooms if room not in named]
    return replaced(point, scene.rng.choice(named), scene.rng.choice(free)) if named and free else None


def _other_player(scene: Scene, point: Point) -> Point | None:
    named = [who for slot in ("who", "other", "spared") for who in _values(point.slots.get(slot, ()))]
    free = [player for player in scene.others if player not in named]
    return replaced(point, scene.rng.choice(named), scene.rng.choice(free)) if named and free else None


def _other_ticks(scene: Scene, point: Point) -> Point | None:
    time, this = point.time, scene.calendar.this
    ticks = [tick for tick in (time.first, time.last) if tick is not None]
    if not ticks:
        return None
    shifts = [
        shift
        for shift in range(-MAX_SHIFT, MAX_SHIFT + 1)
        if shift and this.first <= min(ticks) + shift and max(ticks) + shift <= this.last
    ]
    return shifted(point, scene.rng.choice(shifts)) if shifts else None


def shifted(point: Point, by: int) -> Point:
    """A point with its ticks moved."""
    first, last = point.time.first, point.time.last
    time = point.time._replace(
        first=None if first is None else first + by,
        last=None if last is None else last + by,
    )
    return replace(point, time=time)


def replaced(point: Point, old: str, new: str) -> Point:
    """A point with one room or player in the place of another; tasks keep their names."""
    return substituted(point, {old: new})


def substituted(point: Point, new: dict[str, str]) -> Point:
    """A point with rooms or players replaced all at once."""

    def swap(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return type(value)(swap(each) for each in value)
        return new.get(value, value)

    slots: dict[str, Slot] = {name: slot if name == "task" else swap(slot) for name, slot in point.slots.items()}
    claims = tuple({n: v if n in ("type", "task") else swap(v) for n, v in claim.items()} for claim in point.claims)
    return replace(point, slots=slots, claims=claims)


def _values(slot: Slot) -> tuple[str, ...]:
    return (slot,) if isinstance(slot, str) else slot
