"""Observations: what a player sees, put together once for the agent and for the log."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from quack.events.models import PlayerId, RoomName
from quack.game.actions import Action
from quack.game.board import Board
from quack.game.observation import HeardChat, MeetingReport, Observation, Passage, TaskStatus
from quack.game.turns import own_actions, shared_actions
from quack.game.visibility import observe

_passage = lru_cache(maxsize=10_000)(Passage)


class Lookout:
    """Puts observations together.

    What depends on the room and the player's own work alone is put together once for each, so most looks cost little.
    """

    __slots__ = ("_board", "_own")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._own: dict[tuple[PlayerId, RoomName, int], tuple[tuple[TaskStatus, ...], tuple[Action, ...]]] = {}

    def look(
        self,
        player: PlayerId,
        room: RoomName,
        heard: tuple[HeardChat, ...],
        meetings: tuple[MeetingReport, ...],
        *,
        at_call: bool = False,
    ) -> Observation:
        """What a living player that stands in a room sees now.

        Args:
            heard: what reached it since its last look.
            meetings: those that are over.
            at_call: whether it looks because a meeting was called, and may do nothing; then only the movements since
                its turn in this tick, if it had one, are in view.
        """
        setup, state, progress = board = self._board
        since = state.turns.get(player, 0) if at_call else 0
        present, departing, arriving, bodies = [], [], [], []
        for target, how, other_end in observe(state, player, since):
            if how == "present":
                present.append(target)
            elif how == "body":
                bodies.append(target)
            elif how == "departing":
                departing.append(_passage(target, other_end or ""))
            else:
                arriving.append(_passage(target, other_end or ""))
        work = (player, room, progress.worked[player])
        own = self._own.get(work)
        if own is None:
            own = self._own[work] = (task_statuses(board, player, room), own_actions(board, player, room))
        tasks, actions = own
        return Observation(
            state.tick,
            player,
            room,
            tuple(present),
            tuple(departing),
            tuple(arriving),
            tuple(bodies),
            heard,
            setup.map.ways[room],
            tasks,
            progress.cooldowns.get(player),
            () if at_call else actions + shared_actions(board, player, room),
            meetings,
        )


def task_statuses(board: Board, player: PlayerId, room: RoomName) -> tuple[TaskStatus, ...]:
    """How a player's own tasks stand, and how far their rooms are."""
    distances = board.setup.map.distances[room]
    done = board.progress.done[player]
    statuses = [
        TaskStatus(task.name, task.room, done[task.name], task.ticks_required, distances[task.room])
        for task in board.progress.tasks[player]
    ]
    return tuple(statuses)


def logged(view: Observation, heard: Iterable[int], action: Action | None) -> dict[str, Any]:
    """An observation as the log has it: with the chat lines heard, by index; at a turn with the action."""
    data: dict[str, Any] = {
        "player_id": view.player,
        "room": view.room,
        "moment": "call" if action is None else "turn",
        "present": view.present,
        "departing": [{"player_id": player, "to": room} for player, room in view.departing],
        "arriving": [{"player_id": player, "from": room} for player, room in view.arriving],
        "bodies": view.bodies,
        "heard": list(heard),
    }
    if action is not None:
        data["action"] = str(action)
    return data
