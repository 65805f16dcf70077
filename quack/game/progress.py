"""What the rules of a game count besides places: work done, cooldowns, the button's pool. A fold of events, too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from quack.events.models import (
    AssignedTask,
    Event,
    GameStarted,
    MeetingCalled,
    PlayerId,
    PlayerKilled,
    TaskCompleted,
    TaskProgress,
    TickStart,
)

KILL_COOLDOWN = 5
"""The cooldown, and the first tick of a kill, in logs that do not tell."""


@dataclass(slots=True)
class Progress:
    """What has been achieved at one moment of a game.

    Attributes:
        teams: of every player.
        tasks: of every player, in the order in which they were assigned.
        done: the ticks of work on each task, by player and task name.
        worked: the ticks of work of each player, on all its tasks.
        open_tasks: the tasks of each player that are not completed.
        cooldowns: of each Duck, the ticks until it may kill again.
        kill_cooldown: what a kill sets it to.
        calls_left: how often the emergency button still works.
    """

    teams: dict[PlayerId, Literal["goose", "duck"]] = field(default_factory=dict)
    tasks: dict[PlayerId, tuple[AssignedTask, ...]] = field(default_factory=dict)
    done: dict[PlayerId, dict[str, int]] = field(default_factory=dict)
    worked: dict[PlayerId, int] = field(default_factory=dict)
    open_tasks: dict[PlayerId, set[str]] = field(default_factory=dict)
    cooldowns: dict[PlayerId, int] = field(default_factory=dict)
    kill_cooldown: int = KILL_COOLDOWN
    calls_left: int = 0

    def apply(self, event: Event) -> None:
        """Change the progress by one event."""
        effect = _EFFECTS.get(type(event))
        if effect:
            effect(self, event)

    def tasks_left(self) -> int:
        """How many tasks of Geese, the dead ones' among them, are not completed."""
        return sum(len(tasks) for player, tasks in self.open_tasks.items() if self.teams[player] == "goose")


def _started(progress: Progress, event: GameStarted) -> None:
    config, seats = event.config, event.initial_state
    first_kill = KILL_COOLDOWN if config.first_kill is None else config.first_kill
    progress.teams = {player: seat.team for player, seat in seats.items()}
    progress.tasks = {player: seat.tasks for player, seat in seats.items()}
    progress.done = {player: {task.name: 0 for task in seat.tasks} for player, seat in seats.items()}
    progress.worked = dict.fromkeys(seats, 0)
    progress.open_tasks = {player: {task.name for task in seat.tasks} for player, seat in seats.items()}
    progress.cooldowns = {player: first_kill for player, seat in seats.items() if seat.team == "duck"}
    progress.kill_cooldown = KILL_COOLDOWN if config.kill_cooldown is None else config.kill_cooldown
    progress.calls_left = config.num_ducks if config.meetings is None else config.meetings


def _tick_began(progress: Progress, event: TickStart) -> None:
    for duck, left in progress.cooldowns.items():
        if left:
            progress.cooldowns[duck] = left - 1


def _worked(progress: Progress, event: TaskProgress) -> None:
    done = progress.done.get(event.player_id, {})
    if event.task_name in done:
        done[event.task_name] += 1
        progress.worked[event.player_id] += 1


def _completed(progress: Progress, event: TaskCompleted) -> None:
    progress.open_tasks.get(event.player_id, set()).discard(event.task_name)


def _killed(progress: Progress, event: PlayerKilled) -> None:
    progress.cooldowns[event.killer_id] = progress.kill_cooldown


def _called(progress: Progress, event: MeetingCalled) -> None:
    progress.calls_left -= 1


_EFFECTS: dict[type[Event], Callable[[Progress, Any], None]] = {
    GameStarted: _started,
    TickStart: _tick_began,
    TaskProgress: _worked,
    TaskCompleted: _completed,
    PlayerKilled: _killed,
    MeetingCalled: _called,
}
