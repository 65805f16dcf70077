"""Does an event fit the state that the events before it led to?

A log that fits throughout was read right; one that does not would give wrong verdicts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from quack.events.models import (
    ActionRefused,
    AgentFailed,
    BodyReported,
    Call,
    DiscussionMessage,
    Event,
    FreeRoamChat,
    MeetingCalled,
    Observed,
    PlayerEjected,
    PlayerId,
    PlayerKilled,
    PlayerMoved,
    PlayersRespawned,
    TaskCompleted,
    TaskProgress,
    VoteCast,
)
from quack.events.places import Standing, Transit
from quack.events.state import GameState


class Misfit(NamedTuple):
    """An event that contradicts the replayed state: the line, what is wrong, and what to do about it."""

    line: int
    what: str
    remedy: str


def _where(state: GameState, player: PlayerId) -> str:
    place = state.places.get(player)
    if place is None:
        return "is dead"
    return f"is in a corridor from {place.origin}" if isinstance(place, Transit) else f"stands in {place.room}"


def _misfit(event: Event, what: str) -> Misfit:
    return Misfit(event.line, what, "a line before this one is missing, doubled or out of order: record the game again")


def _name(state: GameState, player: PlayerId) -> str:
    return state.names.get(player, player)


def _in_round(state: GameState, event: Event) -> list[Misfit]:
    if state.round:
        return []
    return [_misfit(event, f"{event.event_type} during a meeting")]


def _acts_in(state: GameState, event: Event, player: PlayerId, room: str, act: str) -> list[Misfit]:
    """A living actor stands in the room that the event names, and a round is on.

    The acts of those who died earlier in the tick have no effect and are not compared.
    """
    place = state.places.get(player)
    if place is None or (type(place) is Standing and place.room == room and state.round):
        return []
    wrong = _in_round(state, event)
    if state.room_of(player) != room:
        wrong.append(_misfit(event, f"{_name(state, player)} {act} {room} but {_where(state, player)}"))
    return wrong


# The two that come most often see for themselves whether all is well.
def _moved(state: GameState, event: PlayerMoved) -> list[Misfit]:
    place = state.places.get(event.player_id)
    if type(place) is Standing and place.room == event.origin and state.round:
        return []
    return _acts_in(state, event, event.player_id, event.origin, "leaves")


def _worked(state: GameState, event: TaskProgress | TaskCompleted) -> list[Misfit]:
    place = state.places.get(event.player_id)
    if type(place) is Standing and place.room == event.room and state.round:
        return []
    return _acts_in(state, event, event.player_id, event.room, "does a task in")


def _killed(state: GameState, event: PlayerKilled) -> list[Misfit]:
    wrong = _acts_in(state, event, event.killer_id, event.room, "kills in")
    if event.killer_id not in state.places:
        return wrong
    victim = state.places.get(event.target_id)
    # An earlier engine compared room names only, so a victim may have set out from the room already.
    near = victim and (victim.origin if isinstance(victim, Transit) else victim.room)
    if near != event.room:
        target = _name(state, event.target_id)
        wrong.append(_misfit(event, f"{target} is killed in {event.room} but {_where(state, event.target_id)}"))
    return wrong


def _called(state: GameState, event: Call) -> list[Misfit]:
    wrong = _in_round(state, event)
    if event.caller not in state.places:
        wrong.append(_misfit(event, f"{_name(state, event.caller)} calls a meeting but is dead"))
    lie = sorted((room, _name(state, victim)) for victim, room in state.bodies.items())
    listed = sorted((body.room, body.victim_name) for body in event.bodies)
    if lie != listed:
        wrong.append(_misfit(event, f"the bodies listed are {_bodies(listed)}, but there lie {_bodies(lie)}"))
    found = type(event) is not BodyReported or state.room_of(event.caller) in {room for room, _ in listed}
    if not found and event.caller in state.places:
        where = _where(state, event.caller)
        wrong.append(_misfit(event, f"{_name(state, event.caller)} reports a body but {where}, where none is listed"))
    return wrong


def _bodies(bodies: list[tuple[str, str]]) -> str:
    return ", ".join(f"{victim} in {room}" for room, victim in bodies) or "none"


def _spoke(state: GameState, event: FreeRoamChat) -> list[Misfit]:
    """A chat line names the room before the action of its turn, whether it stands before or after that action."""
    speaker = event.player_id
    if speaker not in state.places or event.room == state.room_of(speaker):
        return []
    if event.room in {move.origin for move in state.movements if move.player == speaker and move.departs}:
        return []
    return [_misfit(event, f"{_name(state, speaker)} speaks in {event.room} but {_where(state, speaker)}")]


def _observed(state: GameState, event: Observed) -> list[Misfit]:
    """A player looks once a tick before it does anything, and once at a call; what it saw is not compared here."""
    player = event.player_id
    if event.moment == "turn":
        wrong = _acts_in(state, event, player, event.room, "looks in")
        if player in state.turns:
            wrong.append(_misfit(event, f"{_name(state, player)} looks after it has had its turn"))
        return wrong
    wrong = _in_meeting(state, event)
    if player in state.places and state.room_of(player) != event.room:
        wrong.append(_misfit(event, f"{_name(state, player)} looks in {event.room} but {_where(state, player)}"))
    return wrong


def _failed(state: GameState, event: ActionRefused | AgentFailed) -> list[Misfit]:
    acting = isinstance(event, ActionRefused) or event.call == "act"
    return _in_round(state, event) if acting else _in_meeting(state, event)


def _respawned(state: GameState, event: PlayersRespawned) -> list[Misfit]:
    return [_misfit(event, "players_respawned outside a meeting")] if state.round else []


def _ejected(state: GameState, event: PlayerEjected) -> list[Misfit]:
    wrong = _in_meeting(state, event)
    if event.player_id not in state.places:
        wrong.append(_misfit(event, f"{_name(state, event.player_id)} is ejected but is dead"))
    return wrong


def _in_meeting(state: GameState, event: Event) -> list[Misfit]:
    return [] if state.call else [_misfit(event, f"{event.event_type} outside a meeting")]


CHECKS: dict[type[Event], Callable[[GameState, Any], list[Misfit]]] = {
    PlayerMoved: _moved,
    TaskProgress: _worked,
    TaskCompleted: _worked,
    PlayerKilled: _killed,
    BodyReported: _called,
    MeetingCalled: _called,
    FreeRoamChat: _spoke,
    Observed: _observed,
    ActionRefused: _failed,
    AgentFailed: _failed,
    PlayersRespawned: _respawned,
    PlayerEjected: _ejected,
    DiscussionMessage: _in_meeting,
    VoteCast: _in_meeting,
}
"""What tells how an event contradicts the state just before it (`quack.events.state.begin` done); others never do."""
