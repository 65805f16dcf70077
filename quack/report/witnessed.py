"""A game as one of its players lived through it: what it saw, heard and did, and no more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from quack.events.models import (
    Call,
    DiscussionMessage,
    Event,
    GameOver,
    GameStarted,
    Observed,
    PlayerEjected,
    PlayerId,
    PlayerKilled,
    PlayersRespawned,
    RoomName,
    VoteCast,
    VoteSkipped,
)
from quack.events.places import Place, Standing
from quack.events.rows import Chat, Look, Timeline
from quack.events.state import ACTORS
from quack.game.visibility import Sighting, Sightings
from quack.report.telling import Kind, Line, Page, Teller, between, quoted

if TYPE_CHECKING:
    from quack.events.log import GameLog

_PUBLIC = (DiscussionMessage, VoteCast, PlayerEjected, VoteSkipped, GameOver)
"""What everybody alive takes part in."""

_ORDER = ("present", "glimpsed", "arriving", "departing", "body")
"""In which order sights are told."""

_CERTAINTY = {"own": ("sure",), "waited": ("sure", "maybe"), "call": ("call",)}


def tell_witnessed(log: GameLog, timeline: Timeline, sightings: Sightings, player: PlayerId) -> Iterator[Page]:
    """The pages of a game for one player, up to its death.

    Args:
        timeline, sightings: the log, replayed with `quack.game.watch.watch_game`.
        player: an id.
    """
    view = _View(log, timeline, sightings, player)
    for event in log.events:
        yield from view.follow(event)
        if view.over:
            break
    yield view.page()


class _View:
    """Turns the pages of one player."""

    def __init__(self, log: GameLog, timeline: Timeline, sightings: Sightings, player: PlayerId) -> None:
        self.player = player
        self.teller = Teller()
        self.seat = log.by_id[player]
        self.partners = [one.name for one in log.players if one.team == self.seat.team and one.id != player]
        self.sightings: dict[tuple[RoomName, int], list[Sighting]] = defaultdict(list)
        for row in sightings.sightings:
            if row.viewer == player:
                self.sightings[row.room, row.round].append(row)
        self.looks: dict[int, list[Look]] = defaultdict(list)
        for look in timeline.looks:
            if look.player == player:
                self.looks[look.line].append(look)
        chats = {chat.index: chat for chat in timeline.chats}
        self.heard: dict[int, list[tuple[Chat, bool]]] = defaultdict(list)
        for hearing in sightings.hearings:
            if hearing.listener == player and hearing.chat in chats:
                self.heard[hearing.line].append((chats[hearing.chat], hearing.look != "maybe"))
        self.tick = 0
        self.places: dict[PlayerId, Place] = {}
        self.lines: list[Line] = []
        self.over = False

    def page(self) -> Page:
        return Page(self.tick, self.places, {}, tuple(self.lines))

    def follow(self, event: Event) -> Iterator[Page]:
        """Takes in an event; gives the page that it ends."""
        if opening := self.teller.open(event):
            yield self.page()
            self._turn_page(event.tick, opening[0])
        here = self.looks.pop(event.line, ())
        for look in here:
            if look.how != "call":
                self._look(look)
        self.lines += self._words(event)
        self.teller.close(event)
        for look in here:
            if look.how == "call":
                self._look(look)
        if isinstance(event, GameStarted):
            self._turn_page(event.tick, Line("start", "the start", event.line))
            self.lines.append(Line("place", self._briefing(), event.line))

    def _turn_page(self, tick: int, heading: Line) -> None:
        self.tick = tick
        place = self.teller.state.places.get(self.player)
        self.places = {} if place is None else {self.player: place}
        self.lines = [heading]
        if isinstance(place, Standing):
            self.lines.append(Line("place", f"in {place.room}"))
        elif place is not None:
            self.lines.append(Line("place", between(place)))

    def _briefing(self) -> str:
        tasks = ", ".join(f"{task.name} in {task.room}" for task in self.seat.tasks) or "none"
        known = f", with {', '.join(self.partners)}" if self.seat.team == "duck" and self.partners else ""
        return f"{self.seat.name} is a {self.seat.role}{known}; tasks: {tasks}"

    def _look(self, look: Look) -> None:
        words = list(self._seen(look)) or ["sees nobody"]
        if look.how == "waited":
            words.insert(0, "waits")
        self.lines.append(Line("sight", "; ".join(words), look.line))
        for chat, sure in self.heard.pop(look.line, ()):
            verb = "hears" if sure else "may hear"
            text = f"{verb} {self.teller.name(chat.player)}, in {chat.room} at tick {chat.tick}: {quoted(chat.message)}"
            self.lines.append(Line("speech", text, chat.line))

    def _seen(self, look: Look) -> Iterator[str]:
        """What a look shows, in words; what it may have shown, by itself."""
        here = self.sightings.get((look.room, look.round), ())
        rows = [row for row in here if row.first <= look.tick <= row.last and row.how != "heard"]
        for certainty in _CERTAINTY[look.how]:
            words = list(self._sights(row for row in rows if row.look == certainty))
            if words:
                yield f"{'may see' if certainty == 'maybe' else 'sees'} {', '.join(words)}"

    def _sights(self, rows: Iterable[Sighting]) -> Iterator[str]:
        """Sights in words: for each player those who stand there, come and go, then the bodies."""
        sights: dict[PlayerId, list[str]] = {}
        for row in sorted(rows, key=lambda row: (_ORDER.index(row.how), row.line)):
            words = sights.setdefault(row.target, [])
            if row.how == "departing":
                words.append(f"leaving for {row.other_end}")
            elif row.how == "arriving":
                words.append(f"coming from {row.other_end}")
            elif row.how == "body":
                words.append("dead")
        for target, words in sights.items():
            name = self.teller.name(target)
            yield f"the body of {name}" if "dead" in words else " ".join([name, ", ".join(words)]).rstrip()

    def _words(self, event: Event) -> list[Line]:
        """What the player does or learns by an event."""
        kind = type(event)
        actor = getattr(event, ACTORS[kind]) if kind in ACTORS else None
        if isinstance(event, PlayerKilled) and event.target_id == self.player:
            return self._end("is killed", event.line)
        if isinstance(event, Call):
            return [self._called(event)]
        if isinstance(event, PlayersRespawned):
            room = event.rooms.get(self.player)
            return [Line("place", f"a new round, in {room}", event.line)] if room is not None else []
        if isinstance(event, PlayerEjected) and event.player_id == self.player:
            return self.teller.words(event) + self._end("is out", event.line)
        if isinstance(event, Observed) and actor == self.player and event.action == "wait()":
            return [Line("deed", f"{self.seat.name} waits", event.line)]
        if actor == self.player or isinstance(event, _PUBLIC):
            return self.teller.words(event)
        return []

    def _called(self, event: Call) -> Line:
        """A call: where the bodies lie that it found, only the caller is told; of those elsewhere it knows nothing."""
        place = self.teller.state.places.get(self.player)
        here = place.room if isinstance(place, Standing) and event.caller == self.player else None
        bodies = tuple(body for body in event.bodies if body.room == here)
        line = self.teller.words(replace(event, bodies=bodies))[0]
        return line if bodies else line._replace(text=line.text.partition(" (dead: ")[0])

    def _end(self, how: str, line: int) -> list[Line]:
        self.over = True
        kind: Kind = "end"
        return [Line(kind, f"{self.seat.name} {how}: nothing more reaches it", line)]
