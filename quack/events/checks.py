"""Whether the events of a log fit together: known players and rooms, time that runs forward, the dead at rest.

Whether they fit the positions of the players is the replay's to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from quack.events.models import (
    ActionRefused,
    AgentFailed,
    BodyReported,
    Call,
    DiscussionMessage,
    Event,
    FreeRoamChat,
    GameStarted,
    MeetingCalled,
    Observed,
    PlayerEjected,
    PlayerKilled,
    PlayerMoved,
    PlayersRespawned,
    Seat,
    TaskCompleted,
    TaskProgress,
    VoteCast,
)
from quack.events.problems import Problems, quoted
from quack.world.map import GameMap

_UNKNOWN_PLAYER = "name a player of the game_started line"
_UNKNOWN_ROOM = "name a room of the map, or the map that was played on with --map"
_INFERRED_ROOM = "no seat, task, move or respawn knows it: mend the line, or name the map with --map"
_DEAD = "remove the line: the dead and the ejected neither act nor die"


@dataclass(slots=True)
class Consistency:
    """Checks events in their order, each against what the earlier ones said.

    Attributes:
        problems: where complaints go.
        seats: the players by id, empty until the game has started.
        game_map: the map to check rooms against; None while there is none.
        inferring: whether the log itself has to say which rooms there are.
        posthumous: lines of players that had died earlier in the tick.
        moves: by (from, to) the most ticks that a move took, when the map is not known.
        rooms: the names of the rooms, as far as known.
    """

    problems: Problems
    seats: dict[str, Seat] = field(default_factory=dict)
    game_map: GameMap | None = None
    inferring: bool = False
    posthumous: set[int] = field(default_factory=set)
    moves: dict[tuple[str, str], int] = field(default_factory=dict)
    rooms: dict[str, None] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)
    _living: set[str] = field(default_factory=set)
    _ended: dict[str, tuple[int, int]] = field(default_factory=dict)
    _asked: dict[str, int] = field(default_factory=dict)
    _unjoined: int = 0
    _off: int = 0
    _first: dict[str, int] = field(default_factory=dict)

    def start(self, started: GameStarted, game_map: GameMap | None, *, inferring: bool) -> None:
        """Seats the players and checks the header; `game_map` None without inferring leaves rooms unchecked."""
        self.seats = started.initial_state
        self._living = set(self.seats)
        self._names = {seat.name for seat in self.seats.values()}
        self.game_map = game_map
        self.inferring = inferring
        self.rooms = dict.fromkeys(game_map.room_names if game_map else ())
        self._check_names(started)
        for seat in self.seats.values():
            self._check_seat(started.line, seat)

    def check(self, event: Event) -> None:
        """Checks one event after game_started."""
        handler = HANDLERS.get(type(event))
        if handler is not None and self.seats:
            handler(self, event)

    def finish(self) -> None:
        """Tells what only the whole log shows."""
        for room, line in self._asked.items():
            if room not in self.rooms:
                self.problems.error(line, f"unknown room {quoted(room)}", _INFERRED_ROOM)
        if self.posthumous:
            what = f"lines of players that died earlier in that tick ({len(self.posthumous)}×)"
            self.problems.notice(min(self.posthumous), what, "they have no effect")
        if self._off:
            what = f"moves whose ticks differ from the corridor's weight on the map ({self._off}×)"
            self.problems.notice(self._first["weight"], what, "the log is taken at its word")
        if self._unjoined:
            what = f"moves between rooms that no corridor joins on the map ({self._unjoined}×)"
            self.problems.notice(self._first["unjoined"], what, "the log is taken at its word")

    # --- the header ---------------------------------------------------------------------------------------------------

    def _check_names(self, started: GameStarted) -> None:
        line, error = started.line, self.problems.error
        names = [seat.name for seat in self.seats.values()]
        if not names:
            error(line, "a game without players")
        if len(self._names) < len(names):
            twice = next(name for name, count in Counter(names).items() if count > 1)
            error(line, f"two players are called {quoted(twice)}", "give every player a name of its own")
        elif sorted(names) != sorted(started.players):
            odd = sorted(set(names) ^ set(started.players)) or started.players
            error(line, f"players and initial_state name different players: {quoted(odd[0])}", "make them agree")
        if any(not name.strip() for name in names):
            error(line, "a player without a name", "give every player a name")
        if started.tick != 0:
            error(line, f"game_started in tick {started.tick}", "a game starts in tick 0")

    def _check_seat(self, line: int, seat: Seat) -> None:
        if seat.role.casefold() in ("goose", "duck") and seat.role.casefold() != seat.team:
            what = f"{quoted(seat.name)} has the role {seat.role} and the team {seat.team}"
            self.problems.error(line, what, "make them agree")
        self._named(line, seat.room)
        for task in seat.tasks:
            self._named(line, task.room)

    # --- players and rooms --------------------------------------------------------------------------------------------

    def _known(self, line: int, player: str) -> bool:
        if player in self.seats:
            return True
        self.problems.error(line, f"unknown player {quoted(player)}", _UNKNOWN_PLAYER)
        return False

    def _lives(self, event: Event, player: str) -> bool:
        """Whether the player is known and alive; in the tick of its end its lines are kept, without effect."""
        if player in self._living:
            return True
        if not self._known(event.line, player):
            return False
        tick, line = self._ended[player]
        if tick == event.tick:
            self.posthumous.add(event.line)
        else:
            who = quoted(self.seats[player].name)
            what = f"{event.event_type} of {who} in tick {event.tick}, who is out since tick {tick} (line {line})"
            self.problems.error(event.line, what, _DEAD)
        return False

    def _end(self, event: Event, player: str) -> None:
        self._ended[player] = (event.tick, event.line)
        self._living.discard(player)

    def _room(self, line: int, room: str) -> None:
        """A room that the line takes for granted."""
        if room in self.rooms:
            return
        if self.inferring:
            self._asked.setdefault(room, line)
        elif self.game_map is not None:
            what = f"unknown room {quoted(room)}: the map {quoted(self.game_map.name)} has none of that name"
            self.problems.error(line, what, _UNKNOWN_ROOM)

    def _named(self, line: int, room: str) -> None:
        """A room that the line vouches for when there is no map."""
        if self.inferring:
            if not room.strip():
                self.problems.error(line, "a room without a name", "give every room a name")
            self.rooms[room] = None
        else:
            self._room(line, room)

    # --- the events ---------------------------------------------------------------------------------------------------

    def moved(self, event: PlayerMoved) -> None:
        self._lives(event, event.player_id)
        way = (event.origin, event.destination)
        ticks = event.ticks_remaining or 1
        for room in way:
            if room not in self.rooms:
                self._named(event.line, room)
        if self.game_map is not None:
            weight = self.game_map.weight(*way)
            if weight == ticks:
                return
            if weight is None and self.rooms.keys() >= set(way):
                self._first.setdefault("unjoined", event.line)
                self._unjoined += 1
            elif weight is not None:
                self._first.setdefault("weight", event.line)
                self._off += 1
        elif self.moves.get(way, 0) < ticks:
            self.moves[way] = ticks

    def tasked(self, event: TaskProgress | TaskCompleted) -> None:
        if event.player_id not in self._living or event.room not in self.rooms:
            self._lives(event, event.player_id)
            self._room(event.line, event.room)

    def killed(self, event: PlayerKilled) -> None:
        acts = self._lives(event, event.killer_id)
        self._room(event.line, event.room)
        if self._lives(event, event.target_id) and acts:
            self._end(event, event.target_id)

    def called(self, event: Call) -> None:
        # A call by the dead could not be left without effect: a meeting follows it.
        if self._known(event.line, event.caller) and event.caller in self._ended:
            who = quoted(self.seats[event.caller].name)
            self.problems.error(event.line, f"{event.event_type} by {who}, who is out", _DEAD)
        for body in event.bodies:
            self._room(event.line, body.room)
            if body.victim_name not in self._names:
                self.problems.error(event.line, f"unknown player {quoted(body.victim_name)}", _UNKNOWN_PLAYER)

    def spoke(self, event: DiscussionMessage) -> None:
        self._lives(event, event.player_id)

    def chatted(self, event: FreeRoamChat) -> None:
        self._lives(event, event.player_id)
        self._room(event.line, event.room)
        self._same(event, event.player_id, "name", event.name)

    def observed(self, event: Observed) -> None:
        self._lives(event, event.player_id)
        self._room(event.line, event.room)
        for player in (*event.present, *event.bodies):
            self._known(event.line, player)
        for gone in event.departing:
            self._known(event.line, gone.player_id)
            self._room(event.line, gone.to)
        for come in event.arriving:
            self._known(event.line, come.player_id)
            self._room(event.line, come.origin)

    def answered(self, event: ActionRefused | AgentFailed) -> None:
        self._lives(event, event.player_id)

    def voted(self, event: VoteCast) -> None:
        self._lives(event, event.voter)
        if event.target is not None:
            self._known(event.line, event.target)

    def ejected(self, event: PlayerEjected) -> None:
        lives = self._lives(event, event.player_id)
        self._same(event, event.player_id, "name", event.name)
        self._same(event, event.player_id, "team", event.team)
        for voter, target in event.votes.items():
            self._known(event.line, voter)
            if target is not None:
                self._known(event.line, target)
        if lives:
            self._end(event, event.player_id)

    def respawned(self, event: PlayersRespawned) -> None:
        for player, room in event.rooms.items():
            self._named(event.line, room)
            if self._known(event.line, player) and player in self._ended:
                who = quoted(self.seats[player].name)
                self.problems.error(event.line, f"{who} respawns, who is out", "remove the player from the rooms")

    def _same(self, event: Event, player: str, what: str, said: Any) -> None:
        seat = self.seats.get(player)
        if seat is not None and getattr(seat, what) != said:
            text = f"{quoted(player)} has the {what} {quoted(getattr(seat, what))}, here {quoted(said)}"
            self.problems.error(event.line, text, "make the line agree with game_started")


HANDLERS: dict[type[Event], Callable[[Consistency, Any], None]] = {
    PlayerMoved: Consistency.moved,
    TaskProgress: Consistency.tasked,
    TaskCompleted: Consistency.tasked,
    PlayerKilled: Consistency.killed,
    BodyReported: Consistency.called,
    MeetingCalled: Consistency.called,
    DiscussionMessage: Consistency.spoke,
    FreeRoamChat: Consistency.chatted,
    Observed: Consistency.observed,
    ActionRefused: Consistency.answered,
    AgentFailed: Consistency.answered,
    VoteCast: Consistency.voted,
    PlayerEjected: Consistency.ejected,
    PlayersRespawned: Consistency.respawned,
}
"""What checks an event of a type, once players are seated; the others are always in order."""
