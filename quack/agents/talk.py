"""What players tell in meetings and on the way: the honest as they remember it, impostors as it suits them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from quack.agents import lies
from quack.agents.fallible import mixed_up, recalled
from quack.agents.recall import OWN, Recall, stays_of
from quack.agents.recall_others import OTHERS
from quack.agents.scene import Scene
from quack.agents.speech import points
from quack.agents.speech.points import Point
from quack.events.models import PlayerId

Trick = Literal["moved", "swapped", "omission"]
TRICKS: tuple[Trick, ...] = ("moved", "swapped", "omission")

_TRIES = 6


class Talk(Protocol):
    """How a player gives account of itself and of others."""

    def account(self, scene: Scene, how_much: int) -> list[Point]:
        """About so many things to say of itself and of others."""

    def remark(self, scene: Scene) -> Point | None:
        """One thing to say in free roam."""


class Honest:
    """Tells what it remembers.

    Args:
        rate: how often something recalled is mixed up, and how often it is forgotten.
    """

    def __init__(self, rate: float = 0.0) -> None:
        self.rate = rate

    def account(self, scene: Scene, how_much: int) -> list[Point]:
        told = [self._tell(scene, OWN if scene.rng.random() < 0.55 else OTHERS) for _ in range(how_much)]
        return [point for point in told if point is not None]

    def remark(self, scene: Scene) -> Point | None:
        return truly_here(scene)

    def _tell(self, scene: Scene, kinds: Sequence[tuple[Recall, int]]) -> Point | None:
        point = drawn(scene, kinds)
        if point is None or scene.rng.random() < self.rate:
            # Forgotten; where it knows nothing of a kind it has nothing to forget.
            return None
        return mixed_up(scene, point) if scene.rng.random() < self.rate else recalled(point)


class Blunt:
    """Makes everything up."""

    def account(self, scene: Scene, how_much: int) -> list[Point]:
        told = [lies.invented(scene) for _ in range(max(1, how_much - 1))]
        return [point for point in told if point is not None]

    def remark(self, scene: Scene) -> Point | None:
        return None


class Subtle:
    """Tells the truth but for one thing.

    Args:
        trick: which thing; None for another each time.
    """

    def __init__(self, trick: Trick | None = None) -> None:
        self.trick = trick

    def account(self, scene: Scene, how_much: int) -> list[Point]:
        trick = self.trick or scene.rng.choice(TRICKS)
        if trick == "omission":
            told = lies.misleading(scene)
            others = [drawn(scene, OTHERS) for _ in range(how_much - 1)]
        else:
            lie = lies.moved(scene) if trick == "moved" else lies.swapped(scene)
            told = [] if lie is None else [lie]
            others = [drawn(scene, OWN if scene.rng.random() < 0.5 else OTHERS) for _ in range(how_much - 1)]
        deed = lies.latest_deed(scene)
        victim = deed.victim if deed else None
        safe = [recalled(point) for point in others if point is not None and not _gives_away(point, victim)]
        return told + safe

    def remark(self, scene: Scene) -> Point | None:
        return truly_here(scene)


def drawn(scene: Scene, kinds: Sequence[tuple[Recall, int]]) -> Point | None:
    """Something true of one of these kinds; None if nothing comes to mind."""
    recalls, weights = zip(*kinds, strict=True)
    for recall in scene.rng.choices(recalls, weights, k=_TRIES):
        point: Point | None = recall(scene)
        if point is not None and scene.holds(point):
            return point
    return None


def truly_here(scene: Scene) -> Point:
    """Where the speaker is."""
    room = stays_of(scene)[-1].room
    here = points.at(scene.me, room)
    return Point("here", here.slots, here.claims).marked("recalled")


def heading(scene: Scene, room: str) -> Point:
    """Where the speaker sets out for now."""
    point = points.went(scene.me, None, room)
    return Point("heading", point.slots, point.claims).marked("recalled")


def doing(scene: Scene, room: str, task: str) -> Point:
    """What the speaker is about to work on, in this very tick."""
    point = points.task(scene.me, room, task)
    return Point("doing", point.slots, point.claims).marked("recalled")


def in_company(scene: Scene, who: PlayerId, room: str) -> Point:
    """Who is with the speaker."""
    point = points.saw(scene.me, who, room)
    return Point("with", point.slots, point.claims).marked("recalled")


def _gives_away(point: Point, victim: PlayerId | None) -> bool:
    """Whether a killer had better not say it: it places it with its victim."""
    if victim is None:
        return False
    return any(victim in claim.values() or victim in claim.get("except", ()) for claim in point.claims)
