"""A player's turn: what it may do, and what comes of it."""

from __future__ import annotations

from quack.events.models import PlayerId, RoomName
from quack.game.actions import WAIT, Action
from quack.game.board import Board
from quack.game.kills import kill, prey
from quack.game.meetings import call, may_call, may_report, report
from quack.game.movement import move, moves
from quack.game.record import Draft
from quack.game.tasks import open_task, work

DO_TASK = Action("do_task")
REPORT = Action("report")
CALL = Action("call_meeting")


def legal_actions(board: Board, player: PlayerId, room: RoomName) -> tuple[Action, ...]:
    """What a living player that stands in a room may do now."""
    return own_actions(board, player, room) + shared_actions(board, player, room)


def own_actions(board: Board, player: PlayerId, room: RoomName) -> tuple[Action, ...]:
    """Those of its actions that depend on the room and the player's own work alone."""
    actions = (WAIT, *moves(board.setup.map, room))
    return (*actions, DO_TASK) if open_task(board.progress, player, room) else actions


def shared_actions(board: Board, player: PlayerId, room: RoomName) -> tuple[Action, ...]:
    """Those of its actions that depend on what others do, too."""
    actions = [REPORT] if may_report(board, room) else []
    if may_call(board, room):
        actions.append(CALL)
    actions += [Action("kill", victim) for victim in prey(board, player, room)]
    return tuple(actions)


def carry_out(board: Board, player: PlayerId, room: RoomName, action: Action) -> list[Draft]:
    """What a legal action brings about."""
    kind, target = action
    if kind == "move" and target is not None:
        return move(board, player, target)
    if kind == "kill" and target is not None:
        return kill(board, player, target, room)
    if kind == "do_task":
        return work(board, player, room)
    if kind == "report":
        return report(board, player)
    if kind == "call_meeting":
        return call(board, player)
    return []
