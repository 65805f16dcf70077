"""Meetings: who may call one, who speaks when, where play goes on."""

from __future__ import annotations

from random import Random

from quack.events.models import BodyReported, MeetingCalled, PhaseChanged, PlayerId, PlayersRespawned, RoomName
from quack.game.board import Board
from quack.game.movement import scatter
from quack.game.record import Draft


def may_report(board: Board, room: RoomName) -> bool:
    """Whether a body lies in a room."""
    bodies = board.state.bodies
    return bool(bodies) and room in bodies.values()


def may_call(board: Board, room: RoomName) -> bool:
    """Whether the emergency button is in a room and still works."""
    return board.progress.calls_left > 0 and room in board.setup.map.button_rooms


def report(board: Board, caller: PlayerId) -> list[Draft]:
    """A player reports a body; the line names all that lie anywhere."""
    name = board.state.names[caller]
    return [Draft(BodyReported, _call(board, caller, f"{name} reported a dead body"))]


def call(board: Board, caller: PlayerId) -> list[Draft]:
    """A player presses the emergency button."""
    name = board.state.names[caller]
    return [Draft(MeetingCalled, _call(board, caller, f"{name} called an emergency meeting"))]


def _call(board: Board, caller: PlayerId, reason: str) -> dict[str, object]:
    state = board.state
    bodies = [{"room": room, "victim_name": state.names[victim]} for victim, room in state.bodies.items()]
    return {"caller": caller, "reason": reason, "bodies": bodies}


def speaking_order(board: Board, caller: PlayerId, rng: Random) -> tuple[PlayerId, ...]:
    """The caller first, then the other living players in random order."""
    others = [player for player in board.state.places if player != caller]
    rng.shuffle(others)
    return (caller, *others)


def resume(board: Board, rng: Random) -> list[Draft]:
    """Free roam goes on: the living stand in random rooms, the bodies are gone."""
    rooms = scatter(list(board.state.places), board.setup.map.room_names, rng)
    return [Draft(PhaseChanged, {"phase": "free_roam"}), Draft(PlayersRespawned, {"rooms": rooms})]
