"""What scripted players do between meetings: Geese work, Ducks pretend to and hunt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush

from quack.agents.memory import Memory
from quack.events.models import RoomName
from quack.game.actions import WAIT, Action
from quack.game.observation import Briefing, Observation
from quack.world.map import GameMap

REPORT, CALL, TASK = Action("report"), Action("call_meeting"), Action("do_task")

_CAREFUL, _BOLD = 0.3, 0.35
"""How often a Duck that can kill does: a careful one when there is no witness, a bold one whoever looks on."""


@dataclass(slots=True)
class Conduct:
    """How a player acts.

    Attributes:
        bold: whether, as a Duck, it kills before others too.
        calls: how likely it presses the button at a turn at which it may.
    """

    briefing: Briefing
    memory: Memory
    bold: bool = False
    calls: float = 0.03
    _aim: RoomName | None = None
    _steps: dict[RoomName, Mapping[RoomName, RoomName]] = field(default_factory=dict)

    def decide(self, seen: Observation) -> Action:
        """The action of a turn, which is always a legal one."""
        if self.briefing.team == "duck":
            return self._hunt(seen)
        if REPORT in seen.actions:
            return REPORT
        return self._call(seen) or self._work(seen)

    def _hunt(self, seen: Observation) -> Action:
        rng = self.briefing.rng
        kills = [action for action in seen.actions if action.kind == "kill"]
        others = [player for player in seen.present if player not in self.briefing.partners]
        if kills and rng.random() < (_BOLD if self.bold else _CAREFUL if len(others) == 1 else 0):
            return rng.choice(kills)
        deed = self.memory.deeds[-1] if self.memory.deeds else None
        if deed and (deed.round, deed.room) == (self.memory.round, seen.room) and seen.tick - deed.tick <= 2:
            return self._wander(seen)
        if REPORT in seen.actions and rng.random() < 0.15:
            return REPORT
        if others and rng.random() < 0.3:
            return WAIT
        return self._call(seen) or self._work(seen)

    def _call(self, seen: Observation) -> Action | None:
        ready = CALL in seen.actions and seen.tick > 10
        return CALL if ready and self.briefing.rng.random() < self.calls else None

    def _work(self, seen: Observation) -> Action:
        """Its own tasks, the nearest first; then it looks around."""
        if TASK in seen.actions:
            return TASK
        open_tasks = [task for task in seen.tasks if task.done < task.needed]
        if open_tasks:
            nearest = min(open_tasks, key=lambda task: task.distance)
            if nearest.room != seen.room:
                return Action("move", self._step(seen.room, nearest.room))
        return self._wander(seen)

    def _wander(self, seen: Observation) -> Action:
        rng = self.briefing.rng
        if self._aim in (None, seen.room):
            if rng.random() < 0.4:
                return WAIT
            self._aim = rng.choice(self.briefing.setup.map.room_names)
        if self._aim is None or self._aim == seen.room:
            return WAIT
        return Action("move", self._step(seen.room, self._aim))

    def _step(self, origin: RoomName, destination: RoomName) -> RoomName:
        if origin not in self._steps:
            self._steps[origin] = first_steps(self.briefing.setup.map, origin)
        return self._steps[origin][destination]


@lru_cache(maxsize=1_000)
def first_steps(game_map: GameMap, origin: RoomName) -> Mapping[RoomName, RoomName]:
    """From a room to every other, the first room on a shortest way; ties go by the map's order."""
    order = {room: index for index, room in enumerate(game_map.room_names)}
    steps: dict[RoomName, RoomName] = {}
    waiting = [(game_map.weight(origin, room) or 0, order[room], room, room) for room in game_map.neighbours(origin)]
    waiting.sort()
    while waiting:
        ticks, _, room, step = heappop(waiting)
        if room == origin or room in steps:
            continue
        steps[room] = step
        for after in game_map.neighbours(room):
            heappush(waiting, (ticks + (game_map.weight(room, after) or 0), order[after], after, step))
    return steps
