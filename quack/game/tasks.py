"""Tasks: who has which, and working at them."""

from __future__ import annotations

from random import Random
from typing import Any

from quack.events.models import AssignedTask, PlayerId, RoomName, TaskCompleted, TaskProgress
from quack.game.board import Board
from quack.game.config import GameSetup
from quack.game.progress import Progress
from quack.game.record import Draft


def assign(setup: GameSetup, rng: Random) -> list[dict[str, Any]]:
    """Tasks for one player, each in another room, as the log has them."""
    drawn = rng.sample(setup.map.task_rooms, setup.tasks)
    return [{"name": task, "room": room, "ticks_required": setup.task_ticks} for task, room in drawn]


def open_task(progress: Progress, player: PlayerId, room: RoomName) -> AssignedTask | None:
    """The player's own task in a room, if it has one there that is not completed."""
    for task in progress.tasks[player]:
        if task.room == room and task.name in progress.open_tasks[player]:
            return task
    return None


def work(board: Board, player: PlayerId, room: RoomName) -> list[Draft]:
    """A tick of work on the player's task in its room; the last one completes it. Ducks only pretend."""
    task = open_task(board.progress, player, room)
    if task is None:
        return []
    done = board.progress.done[player][task.name] + 1
    what = {"player_id": player, "task_name": task.name, "room": room}
    drafts = [Draft(TaskProgress, {**what, "progress": f"{done}/{task.ticks_required}"})]
    if done >= task.ticks_required:
        drafts.append(Draft(TaskCompleted, what))
    return drafts
