"""Whom to suspect: what was said weighed against what was seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from quack.agents.calendar import Time
from quack.agents.hearing import Heard
from quack.agents.memory import Sight
from quack.agents.scene import Scene
from quack.agents.speech import points
from quack.agents.speech.points import Point
from quack.events.models import PlayerId

SURE = 2.5
"""From this score on a player is called the Duck."""
DOUBTFUL = 1.0
"""From this score on a player is voted for."""

_CAUGHT, _BY_BODY, _LAST_SEEN, _BLAMED, _TOGETHER, _OUT_OF_SIGHT = 3.0, 1.5, 0.8, 0.35, 0.05, 0.4
_LATELY = 8
"""Ticks before the call in which somebody is worth having been seen."""
_LOOSE = 2
"""Ticks by which people are forgiven to be off."""


@dataclass(slots=True)
class Suspicions:
    """What a player holds against the others.

    Attributes:
        scores: how suspicious everyone is.
        reasons: what can be said for it: of everyone, the points that make the case, and how sure it is.
        together: the look in which somebody was last seen alive, and how often it was seen.
    """

    scores: dict[PlayerId, float] = field(default_factory=lambda: defaultdict(float))
    reasons: dict[PlayerId, list[Point]] = field(default_factory=lambda: defaultdict(list))
    together: dict[PlayerId, tuple[Sight, int]] = field(default_factory=dict)

    @property
    def top(self) -> PlayerId | None:
        """Who is suspected most; ties go by seat order."""
        ranked = sorted(self.scores, key=lambda player: (-self.scores[player], player))
        return ranked[0] if ranked and self.scores[ranked[0]] > 0 else None


def suspect(scene: Scene, heard: list[Heard], grudges: Mapping[PlayerId, float]) -> Suspicions:
    """Weighs what was heard in this meeting against the player's own memory.

    Args:
        grudges: what was held against the others before.
    """
    found = Suspicions()
    for player, score in grudges.items():
        if player in scene.others:
            found.scores[player] += score
    sights = [sight for sight in scene.memory.sights if sight.round == scene.calendar.this.round]
    _count_company(scene, sights, found)
    _look_at_bodies(scene, sights, found)
    for statement in heard:
        if statement.who not in scene.others and statement.kind != "saw":
            continue
        if statement.kind == "blame" and statement.speaker in scene.living:
            found.scores[statement.who] += _BLAMED
        elif statement.kind == "clear":
            found.scores[statement.who] -= _BLAMED
        elif statement.kind == "at":
            _check(scene, sights, statement, found)
        elif statement.kind == "saw" and statement.who == scene.me:
            _check_own(scene, statement, found)
    return found


def _count_company(scene: Scene, sights: list[Sight], found: Suspicions) -> None:
    """Who was seen often had less time to kill."""
    for sight in sights:
        if sight.how == "present" and sight.target in scene.others:
            _, count = found.together.get(sight.target, (sight, 0))
            found.together[sight.target] = (sight, count + 1)
            found.scores[sight.target] -= _TOGETHER
    lately = {s.target for s in sights if scene.now - _LATELY <= s.tick < scene.now and s.how != "body"}
    for player in scene.others:
        if scene.fallen and player not in lately:
            found.scores[player] += _OUT_OF_SIGHT


def _look_at_bodies(scene: Scene, sights: list[Sight], found: Suspicions) -> None:
    """Who was in the room when a body was first seen, and who was last seen with the victim."""
    for victim in scene.fallen:
        first = next((sight for sight in sights if sight.target == victim and sight.how == "body"), None)
        last = next((s for s in reversed(sights) if s.target == victim and s.how == "present"), None)
        for sight in sights:
            who = sight.target
            if who not in scene.others or sight.how not in ("present", "departing"):
                continue
            if first and (sight.tick, sight.room) == (first.tick, first.room) and _means_something(scene, first):
                found.scores[who] += _BY_BODY
                time = Time("near", sight.tick, sight.tick)
                found.reasons[who].append(points.stood_over(scene.me, who, victim, sight.room, time).marked("recalled"))
            if last and (sight.tick, sight.room) == (last.tick, last.room):
                found.scores[who] += _LAST_SEEN


def _means_something(scene: Scene, first: Sight) -> bool:
    """Whether to be with a body at that look is news: at the call all the others have come to see."""
    return first.tick < scene.now or scene.caller == scene.me


def _check(scene: Scene, sights: list[Sight], said: Heard, found: Suspicions) -> None:
    """Whether somebody's own account can be true."""
    if said.first is None or said.last is None or said.room is None:
        return
    against = _seen_elsewhere(scene, sights, said) or _not_there(scene, sights, said)
    if against is None:
        return
    who = said.who
    time = Time("between", said.first, said.last) if said.first < said.last else Time("near", said.first, said.first)
    found.scores[who] += _CAUGHT
    found.reasons[who] += [points.said_at(who, said.room, time), against]


def _check_own(scene: Scene, said: Heard, found: Suspicions) -> None:
    """Whether somebody can have seen the player where it says."""
    if said.first is None or said.last is None or said.speaker not in scene.others:
        return
    time = Time("between", said.first, said.last) if said.first < said.last else Time("near", said.first, said.first)
    wide = Time("between", max(0, said.first - _LOOSE), said.last + _LOOSE)
    room = str(said.room)
    if scene.holds(points.not_at(scene.me, room, wide)):
        found.scores[said.speaker] += _CAUGHT
        case = [points.said_saw(said.speaker, scene.me, room, time), points.not_at(scene.me, room, time)]
        found.reasons[said.speaker] += [case[0], case[1].marked("recalled")]


def _seen_elsewhere(scene: Scene, sights: list[Sight], said: Heard) -> Point | None:
    first, last = said.first or 0, said.last or 0
    for sight in sights:
        within = first < sight.tick < last or first == sight.tick == last
        if not within or sight.target != said.who or sight.how != "present" or sight.room == said.room:
            continue
        if first == last and scene.memory.briefing.setup.map.weight(sight.room, str(said.room)) == 1:
            continue
        return points.saw(scene.me, said.who, sight.room, Time("near", sight.tick, sight.tick)).marked("recalled")
    return None


def _not_there(scene: Scene, sights: list[Sight], said: Heard) -> Point | None:
    first, last = said.first or 0, said.last or 0
    for stay in scene.memory.stays:
        if stay.round != scene.calendar.this.round or stay.room != said.room:
            continue
        if stay.first < first and last < stay.last and last - first <= 6:
            time = Time("between", first, last) if first < last else Time("near", first, first)
            point = points.not_saw(scene.me, said.who, said.room, time)
            near = [s for s in sights if s.target == said.who and s.room == stay.room]
            if not any(first - 1 <= s.tick <= last + 1 for s in near):
                return point.marked("recalled")
    return None
