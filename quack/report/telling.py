"""A game told in plain words: event by event as it is played, or tick by tick from its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from quack.events.models import (
    ActionRefused,
    AgentFailed,
    BodyReported,
    Call,
    DiscussionMessage,
    Event,
    FreeRoamChat,
    GameOver,
    GameStarted,
    MeetingCalled,
    PlayerEjected,
    PlayerId,
    PlayerKilled,
    PlayerMoved,
    PlayersRespawned,
    RoomName,
    TaskCompleted,
    TaskProgress,
    VoteCast,
    VoteSkipped,
)
from quack.events.places import Place, Standing, Transit
from quack.events.state import ACTORS, GameState, apply, begin, begins_tick, takes_part

_DEEDS = ACTORS.keys() - {AgentFailed}
"""What only the living do, and outside of meetings."""

_FAILED = {
    "raised": "raised an error",
    "timed_out": "took too long",
    "unreadable": "gave no readable answer",
    "unanswered": "was given no answer",
}
_LOST = {"act": "waits", "speak": "says nothing", "vote": "skips the vote"}

Kind = Literal["start", "tick", "place", "deed", "done", "death", "meeting", "speech", "vote", "sight", "fault", "end"]


class Line(NamedTuple):
    """A line of a telling; `line` is that of the log it comes from, None where it comes from several.

    The text holds names and words as the log has them: only `quack.errors.printable` may bring it to a terminal.
    """

    kind: Kind
    text: str
    line: int | None = None


class Page(NamedTuple):
    """A tick, or the start of the game: where everyone is as it begins, and what happens in it."""

    tick: int
    places: Mapping[PlayerId, Place]
    bodies: Mapping[PlayerId, RoomName]
    lines: tuple[Line, ...]


class Teller:
    """Follows a game event by event and puts each into words."""

    def __init__(self) -> None:
        self.state = GameState()
        self.meetings = 0

    def tell(self, event: Event) -> list[Line]:
        """What an event says, after what the tick that it begins says; then the event is over."""
        lines = self.open(event)
        lines += self.words(event)
        self.close(event)
        return lines

    def open(self, event: Event) -> list[Line]:
        """The heading of the tick that begins with this event, and who arrives in it; otherwise nothing."""
        begun = begins_tick(self.state, event)
        begin(self.state, event)
        if not begun:
            return []
        arrivals = [
            Line("deed", f"{self.name(player)} arrives in {destination} from {origin}", event.line)
            for player, origin, destination, _, _, arrives in self.state.movements
            if arrives
        ]
        return [self.heading(event), *places_of(self.state), *arrivals]

    def heading(self, event: Event) -> Line:
        """The line that names a tick."""
        return Line("tick", f"tick {event.tick}, round {self.state.rounds - 1}", event.line)

    def words(self, event: Event) -> list[Line]:
        """What an event says, before it takes effect."""
        tell = _WORDS.get(type(event))
        if tell is None:
            return []
        kind, text = tell(self, event)
        if type(event) in _DEEDS and not takes_part(self.state, getattr(event, ACTORS[type(event)])):
            text += " (without effect: dead, or in a meeting)"
        return [Line(kind, text, event.line)]

    def close(self, event: Event) -> None:
        """Lets the event take effect."""
        if isinstance(event, Call) and self.state.round is not None:
            self.meetings += 1
        apply(self.state, event)

    def name(self, player: PlayerId) -> str:
        """A player's name; the id of one that the game does not have."""
        return self.state.names.get(player, player)

    def names(self, players: Iterable[PlayerId]) -> str:
        """Players' names, in a row."""
        return ", ".join(map(self.name, players))


def tell_pages(events: Iterable[Event]) -> Iterator[Page]:
    """A game's pages: one for its start, one for every tick; a meeting is on the page of its tick."""
    teller = Teller()
    lines: list[Line] = []
    tick, places, bodies = 0, dict(teller.state.places), dict(teller.state.bodies)
    for event in events:
        opening = teller.open(event)
        if opening:
            yield Page(tick, places, bodies, tuple(lines))
            tick, lines = event.tick, opening
            places, bodies = dict(teller.state.places), dict(teller.state.bodies)
        lines += teller.words(event)
        teller.close(event)
        if isinstance(event, GameStarted):
            places = dict(teller.state.places)
            lines += places_of(teller.state)
    yield Page(tick, places, bodies, tuple(lines))


def places_of(state: GameState) -> list[Line]:
    """Who stands where, a line per room, and who is under way."""
    rooms: dict[RoomName, list[str]] = {}
    under_way = []
    for player, place in state.places.items():
        if isinstance(place, Standing):
            rooms.setdefault(place.room, []).append(state.names[player])
        else:
            under_way.append(f"{state.names[player]} {between(place)}")
    for victim, room in state.bodies.items():
        rooms.setdefault(room, []).append(f"the body of {state.names[victim]}")
    lines = [Line("place", f"{room}: {', '.join(rooms[room])}") for room in sorted(rooms)]
    return lines + [Line("place", text) for text in under_way]


def between(place: Transit) -> str:
    """Where in the corridors somebody is."""
    return f"between {place.origin} and {place.destination} until tick {place.due}"


def in_brief(tell: Callable[[Event], list[Line]]) -> Callable[[Event], list[Line]]:
    """A telling without the ways and the works: what is left of a tick stands under its heading, if anything is."""
    heading: list[Line] = []

    def brief(event: Event) -> list[Line]:
        nonlocal heading
        told = []
        for line in tell(event):
            if line.kind == "tick":
                heading = [line]
            elif line.kind not in ("place", "deed"):
                told += [*heading, line]
                heading = []
        return told

    return brief


# --- words for each type of event -------------------------------------------------------------------------------------

_Told = tuple[Kind, str]


def _started(teller: Teller, event: GameStarted) -> _Told:
    ducks = [seat.name for seat in event.initial_state.values() if seat.team == "duck"]
    ship = event.config.map if isinstance(event.config.map, str) else event.config.map.get("name", "a map of its own")
    word = "Duck" if len(ducks) == 1 else "Ducks"
    return "start", f"the start: {len(event.initial_state)} players on {ship}; {word}: {', '.join(ducks) or 'none'}"


def _moved(teller: Teller, event: PlayerMoved) -> _Told:
    ticks = f", {event.ticks_remaining} ticks" if event.ticks_remaining else ""
    return "deed", f"{teller.name(event.player_id)} goes from {event.origin} to {event.destination}{ticks}"


def _worked(teller: Teller, event: TaskProgress) -> _Told:
    who = teller.name(event.player_id)
    return "deed", f"{who} works in {event.room}: {event.task_name} {event.progress}"


def _completed(teller: Teller, event: TaskCompleted) -> _Told:
    return "done", f"{teller.name(event.player_id)} completes {event.task_name} in {event.room}"


def _killed(teller: Teller, event: PlayerKilled) -> _Told:
    return "death", f"{teller.name(event.killer_id)} kills {teller.name(event.target_id)} in {event.room}"


def _reported(teller: Teller, event: BodyReported) -> _Told:
    bodies = ", ".join(f"{body.victim_name} in {body.room}" for body in event.bodies)
    return "meeting", f"meeting {teller.meetings}: {teller.name(event.caller)} reports a body (dead: {bodies or '–'})"


def _called(teller: Teller, event: MeetingCalled) -> _Told:
    return "meeting", f"meeting {teller.meetings}: {teller.name(event.caller)} presses the emergency button"


def _said(teller: Teller, event: DiscussionMessage) -> _Told:
    return "speech", f"{teller.name(event.player_id)}: {quoted(event.message)}"


def _chatted(teller: Teller, event: FreeRoamChat) -> _Told:
    return "speech", f"{teller.name(event.player_id)}, in {event.room}: {quoted(event.message)}"


def _voted(teller: Teller, event: VoteCast) -> _Told:
    choice = "skips the vote" if event.target is None else f"votes for {teller.name(event.target)}"
    return "vote", f"{teller.name(event.voter)} {choice}"


def _ejected(teller: Teller, event: PlayerEjected) -> _Told:
    return "death", f"{event.name} is ejected: a {event.role}"


def _skipped(teller: Teller, event: VoteSkipped) -> _Told:
    return "vote", "nobody is ejected"


def _respawned(teller: Teller, event: PlayersRespawned) -> _Told:
    rooms = ", ".join(f"{teller.name(player)} in {room}" for player, room in event.rooms.items())
    return "place", f"a new round: {rooms}"


def _refused(teller: Teller, event: ActionRefused) -> _Told:
    return "fault", f"{teller.name(event.player_id)} may not {event.action}: {event.reason}; it waits"


def _failed(teller: Teller, event: AgentFailed) -> _Told:
    who, how = teller.name(event.player_id), _FAILED[event.cause]
    return "fault", f"the agent of {who} {how} ({event.detail}): it {_LOST[event.call]}"


def _over(teller: Teller, event: GameOver) -> _Told:
    winner = {"goose": "the Geese win", "duck": "the Ducks win", None: "nobody wins"}[event.winner]
    return "end", f"{winner}: {event.reason}"


def quoted(text: str) -> str:
    """Something said, in quotes and on one line."""
    return f"“{' '.join(text.split())}”"


_WORDS: dict[type[Event], Callable[[Teller, Any], _Told]] = {
    GameStarted: _started,
    PlayerMoved: _moved,
    TaskProgress: _worked,
    TaskCompleted: _completed,
    PlayerKilled: _killed,
    BodyReported: _reported,
    MeetingCalled: _called,
    DiscussionMessage: _said,
    FreeRoamChat: _chatted,
    VoteCast: _voted,
    PlayerEjected: _ejected,
    VoteSkipped: _skipped,
    PlayersRespawned: _respawned,
    ActionRefused: _refused,
    AgentFailed: _failed,
    GameOver: _over,
}
