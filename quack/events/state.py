"""The state of a game and the one fold that changes it.

Engine, replay, renderer and knowledge base all go through `apply`, so there is no second reconstruction that could
disagree. An event that can't be (an act of the dead, a second call during a meeting) moves nobody; `quack.events.fit`
names it. Everyone's place carries the tick and the line since which it holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quack.events.models import (
    ActionRefused,
    AgentFailed,
    BodyReported,
    Event,
    FreeRoamChat,
    GameStarted,
    MeetingCalled,
    Observed,
    PhaseChanged,
    PlayerEjected,
    PlayerId,
    PlayerKilled,
    PlayerMoved,
    PlayersRespawned,
    RoomName,
    TaskCompleted,
    TaskProgress,
    TickEnd,
    TickStart,
)
from quack.events.places import Change, Changes, Movement, Opening, Place, Standing, Summons, Transit, make_row


class GameState:
    """A game at one moment.

    Attributes:
        names: every player's name, in seat order.
        places: where each living player is, in seat order.
        bodies: where the bodies lie, by victim.
        tick, tick_line: the tick that began last and the line that began it; 0 before the first.
        in_tick: whether that tick runs: players may still take their turn in it.
        movements: departures and arrivals of that tick so far.
        turns: the first line of each turn taken in that tick.
        posthumous: who left a line in that tick after its own death in it: its turn came later than its death.
        round: the round in progress, None in a meeting.
        rounds: how many rounds have begun.
        reopening: tick and line of a return to free roam that nothing has followed yet (a respawn may).
        call: the call of the meeting in progress or, in a round, None.
    """

    __slots__ = (
        "bodies", "call", "in_tick", "movements", "names", "places", "posthumous",
        "reopening", "round", "rounds", "tick", "tick_line", "turns",
    )  # fmt: skip

    def __init__(self) -> None:
        self.names: dict[PlayerId, str] = {}
        self.places: dict[PlayerId, Place] = {}
        self.bodies: dict[PlayerId, RoomName] = {}
        self.tick = 0
        self.tick_line = 0
        self.in_tick = False
        self.movements: list[Movement] = []
        self.turns: dict[PlayerId, int] = {}
        self.posthumous: set[PlayerId] = set()
        self.round: Opening | None = None
        self.rounds = 0
        self.reopening: tuple[int, int] | None = None
        self.call: Summons | None = None

    def room_of(self, player: PlayerId) -> RoomName | None:
        """The room in which a living player stands; None for the dead and in a corridor."""
        place = self.places.get(player)
        return place.room if type(place) is Standing else None

    def standing_in(self, room: RoomName) -> list[PlayerId]:
        """The living players who stand in a room, in seat order."""
        return [player for player, place in self.places.items() if type(place) is Standing and place.room == room]


ACTORS: dict[type[Event], str] = {
    PlayerMoved: "player_id",
    TaskProgress: "player_id",
    TaskCompleted: "player_id",
    PlayerKilled: "killer_id",
    BodyReported: "caller",
    MeetingCalled: "caller",
    FreeRoamChat: "player_id",
    Observed: "player_id",
    ActionRefused: "player_id",
    AgentFailed: "player_id",
}
"""The events that free roam knows as some player's turn, and the field that names it."""

CALLS = frozenset((BodyReported, MeetingCalled))
"""The events that end a round."""

CHANGED_ROOMS: dict[type[Event], Callable[[Any], tuple[RoomName, ...]]] = {
    PlayerMoved: lambda event: (event.origin, event.destination),
    PlayerKilled: lambda event: (event.room,),
}
"""The events that change what rooms show while players may look, and those rooms."""

_FREE_ROAM = frozenset((*ACTORS, TickStart, TickEnd))


def begins_tick(state: GameState, event: Event) -> bool:
    """Whether a tick starts with this event: its `tick_start`, or its first event where that line is missing."""
    return event.tick > state.tick and type(event) in _FREE_ROAM


def begin(state: GameState, event: Event) -> Changes:
    """What happens before the event's own effect: free roam goes on after a meeting, a new tick starts.

    At a tick's start whoever is due stands in its destination. `apply` does this by itself; callers that need the
    moment just before an action do it before.
    """
    changes: Changes = ()
    if type(event) not in _FREE_ROAM:
        return changes
    if state.reopening:
        changes = _open_round(state, *state.reopening)
    if event.tick > state.tick:
        if state.round is None:
            changes = _open_round(state, event.tick, event.line)
        changes += _begin_tick(state, event)
    return changes


def apply(state: GameState, event: Event) -> Changes:
    """Change the state by one event.

    Returns:
        Whose place changed, in the order in which it happened; empty for events that move nobody.
    """
    changes = begin(state, event) if event.tick > state.tick or state.reopening else ()
    effect = EFFECTS.get(type(event))
    return changes + effect(state, event) if effect else changes


def takes_part(state: GameState, player: PlayerId) -> bool:
    """Whether a player lives and a round is on: otherwise its free-roam events have no effect."""
    return state.round is not None and player in state.places


def _put(state: GameState, player: PlayerId, after: Place) -> Change:
    before = state.places.get(player)
    state.places[player] = after
    return make_row(Change, (player, before, after))


def _begin_tick(state: GameState, event: Event) -> Changes:
    state.tick, state.tick_line, state.in_tick = event.tick, event.line, True
    state.movements = []
    state.turns = {}
    state.posthumous = set()
    changes = []
    for player, place in state.places.items():
        if type(place) is Transit and place.due <= event.tick:
            arrival = make_row(Movement, (player, place.origin, place.destination, event.line, False, True))
            state.movements.append(arrival)
            changes.append(_put(state, player, make_row(Standing, (place.destination, place.due, event.line))))
    return tuple(changes)


def _open_round(state: GameState, tick: int, line: int, rooms: dict[PlayerId, RoomName] | None = None) -> Changes:
    state.round = Opening(state.rounds, tick, line)
    state.rounds += 1
    state.reopening = state.call = None
    state.in_tick = False
    changes = []
    for player, place in state.places.items():
        room = (rooms or {}).get(player) or (place.room if isinstance(place, Standing) else place.origin)
        changes.append(_put(state, player, Standing(room, tick, line)))
    return tuple(changes)


def _game_started(state: GameState, event: GameStarted) -> Changes:
    seat_of = {name: number for number, name in enumerate(event.players)}
    seats = sorted(event.initial_state.items(), key=lambda item: seat_of.get(item[1].name, len(seat_of)))
    state.names = {player: seat.name for player, seat in seats}
    state.round = Opening(0, event.tick, event.line)
    state.rounds = 1
    state.tick, state.tick_line = event.tick, event.line
    return tuple(_put(state, player, Standing(seat.room, event.tick, event.line)) for player, seat in seats)


def _tick_end(state: GameState, event: TickEnd) -> Changes:
    state.in_tick = False
    return ()


def _take_turn(state: GameState, player: PlayerId, line: int) -> bool:
    """Note whose turn it is; False if its event has no effect."""
    if player not in state.places:
        state.posthumous.add(player)
    elif state.round is not None:
        state.turns.setdefault(player, line)
        return True
    return False


def _took_turn(state: GameState, event: Any) -> Changes:
    # As `_take_turn`, which half of all events would call.
    player = event.player_id
    if player not in state.places:
        state.posthumous.add(player)
    elif state.round is not None:
        state.turns.setdefault(player, event.line)
    return ()


def _moved(state: GameState, event: PlayerMoved) -> Changes:
    player, origin, destination, line = event.player_id, event.origin, event.destination, event.line
    if not _take_turn(state, player, line):
        return ()
    ticks, tick = event.ticks_remaining, event.tick
    after: Place
    if ticks is None:
        after = make_row(Standing, (destination, tick, line))
    else:
        after = make_row(Transit, (origin, destination, tick, tick + ticks, line))
    state.movements.append(make_row(Movement, (player, origin, destination, line, True, ticks is None)))
    before = state.places[player]
    state.places[player] = after
    return (make_row(Change, (player, before, after)),)


def _killed(state: GameState, event: PlayerKilled) -> Changes:
    if not _take_turn(state, event.killer_id, event.line) or event.target_id not in state.places:
        return ()
    state.bodies[event.target_id] = event.room
    return (Change(event.target_id, state.places.pop(event.target_id), None),)


def _called(state: GameState, event: BodyReported | MeetingCalled) -> Changes:
    if state.round is None:
        return ()
    _take_turn(state, event.caller, event.line)
    changes = []
    for player, place in state.places.items():
        if isinstance(place, Transit):
            changes.append(_put(state, player, Standing(place.origin, event.tick, event.line)))
    returned = frozenset(change.player for change in changes)
    state.call = Summons(event.caller, event.tick, event.line, returned)
    state.round = None
    state.in_tick = False
    return tuple(changes)


def _phase_changed(state: GameState, event: PhaseChanged) -> Changes:
    if event.phase == "free_roam" and state.round is None:
        state.reopening = (event.tick, event.line)
    return ()


def _respawned(state: GameState, event: PlayersRespawned) -> Changes:
    if state.round is not None:
        return ()
    state.bodies = {}
    return _open_round(state, event.tick, event.line, event.rooms)


def _ejected(state: GameState, event: PlayerEjected) -> Changes:
    if event.player_id not in state.places:
        return ()
    return (Change(event.player_id, state.places.pop(event.player_id), None),)


EFFECTS: dict[type[Event], Callable[[GameState, Any], Changes]] = {
    GameStarted: _game_started,
    TickEnd: _tick_end,
    PlayerMoved: _moved,
    TaskProgress: _took_turn,
    TaskCompleted: _took_turn,
    PlayerKilled: _killed,
    BodyReported: _called,
    MeetingCalled: _called,
    PhaseChanged: _phase_changed,
    PlayersRespawned: _respawned,
    PlayerEjected: _ejected,
    FreeRoamChat: _took_turn,
    Observed: _took_turn,
    ActionRefused: _took_turn,
    AgentFailed: _took_turn,
}
"""What an event does to the state once `begin` is done; the others do nothing."""
