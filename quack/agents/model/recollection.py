"""What a player remembers, in words: its way, whom it met where, what it saw, heard, did and said, and the meetings.

Looks are taken in one after another, and what lies behind is put into words once. It is bounded: of a long game the
oldest stays are told in short, and of earlier meetings what was said is left out first; the text says so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from quack.agents.memory import Memory
from quack.agents.model.naming import Naming
from quack.agents.model.past_meetings import PastMeetings
from quack.events.models import PlayerId, RoomName
from quack.game.actions import Action
from quack.game.observation import MeetingView, Observation

MOST_STAYS = 16_000
"""Characters of stays that are told in detail."""

_MOST_EVENTS = 40
"""So many things that happened make a part of a stay; a longer one is told in parts."""
_MOST_SHORT = 40
"""How many of the stays that are told in short are named."""
_CHAT = 400
"""Characters of a chat line that are remembered."""

_Spans = list[list[int]]


@dataclass(slots=True)
class _Part:
    """A stay in a room, or a part of a long one.

    Attributes:
        events: what happened, in order, each with the number of the look that told of it.
    """

    round: int
    room: RoomName
    first: int
    last: int
    opening: str | None = None
    present: dict[PlayerId, _Spans] = field(default_factory=dict)
    bodies: dict[PlayerId, _Spans] = field(default_factory=dict)
    works: dict[str, _Spans] = field(default_factory=dict)
    events: list[tuple[int, str]] = field(default_factory=list)
    kills: list[tuple[PlayerId, int]] = field(default_factory=list)


@dataclass(slots=True)
class _Short:
    """The oldest stays, of which the details are no longer told."""

    way: deque[tuple[RoomName, int, int]] = field(default_factory=lambda: deque(maxlen=_MOST_SHORT))
    stays: int = 0
    seen: dict[PlayerId, tuple[int, RoomName]] = field(default_factory=dict)
    bodies: dict[PlayerId, tuple[int, RoomName]] = field(default_factory=dict)
    kills: dict[PlayerId, tuple[int, RoomName]] = field(default_factory=dict)

    def add(self, part: _Part) -> None:
        self.stays += 1
        self.way.append((part.room, part.first, part.last))
        self.seen |= {player: (spans[-1][1], part.room) for player, spans in part.present.items()}
        self.bodies |= {player: (spans[-1][1], part.room) for player, spans in part.bodies.items()}
        self.kills |= {player: (tick, part.room) for player, tick in part.kills}


class Recollection:
    """A player's memory in words; fill it with `look`, `attend` and `act`.

    Attributes:
        memory: what is remembered.
    """

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.memory = Memory(naming.briefing)
        self._parts: deque[tuple[int, _Part, str]] = deque()
        self._length = 0
        self._short = _Short()
        self._now: _Part | None = None
        self._stays = self._legs = self._looks = 0
        self._attended = -1
        self._meetings = PastMeetings(naming)

    def look(self, seen: Observation) -> None:
        """Takes in what an observation tells: of a turn, or of a call."""
        self.memory.look(seen)
        self._looks += 1
        for stay in self.memory.stays[self._stays :]:
            self._open(_Part(stay.round, stay.room, stay.first, stay.last))
        self._stays = len(self.memory.stays)
        part = self._now
        assert part is not None, "a look makes a stay"
        if len(part.events) >= _MOST_EVENTS:
            part = self._open(_Part(part.round, part.room, seen.tick, seen.tick))
        part.last = seen.tick
        self._arrive(part)
        self._see(part, seen)

    def attend(self, meeting: MeetingView) -> None:
        """Takes in the look at the call of a meeting, once."""
        if self._attended < meeting.index:
            self._attended = meeting.index
            self.look(meeting.look)

    def act(self, seen: Observation, action: Action, said: str | None) -> None:
        """Takes in what the player really does and says at a turn that it has looked at."""
        part, words = self._now, self.naming.phrases
        assert part is not None, "who acts has looked"
        memory = self.memory
        at = words.span(seen.tick, seen.tick)
        if said is not None:
            part.events.append((0, words("you_said", text=self.naming.quoted(said, _CHAT), at=at)))
        works, deeds = len(memory.works), len(memory.deeds)
        memory.act(seen, action)
        for work in memory.works[works:]:
            _extend(part.works.setdefault(work.task or "", []), work.tick)
        for deed in memory.deeds[deeds:]:
            part.events.append((0, words("you_killed", player=self.naming.who(deed.victim), at=at)))
            part.kills.append((deed.victim, deed.tick))

    # --- taking in ----------------------------------------------------------------------------------------------------

    def _open(self, part: _Part) -> _Part:
        """Begins a part; what came before is put into words for good."""
        before, self._now = self._now, part
        if before is not None:
            text = self._part(before)
            self._parts.append((before.round, before, text))
            self._length += len(text)
        while self._length > MOST_STAYS:
            _, oldest, text = self._parts.popleft()
            self._length -= len(text)
            self._short.add(oldest)
        return part

    def _arrive(self, part: _Part) -> None:
        """How the player came to where it is."""
        words = self.naming.phrases
        for leg in self.memory.legs[self._legs :]:
            at = words.span(leg.first, leg.first)
            if not leg.arrived:
                part.opening = words("you_stopped", room=self.naming.room(leg.destination), at=at)
            elif leg.first == leg.last:
                part.opening = words("you_stepped", room=self.naming.room(leg.origin))
            else:
                part.opening = words("you_came", room=self.naming.room(leg.origin), at=at)
        self._legs = len(self.memory.legs)

    def _see(self, part: _Part, seen: Observation) -> None:
        naming, words, look = self.naming, self.naming.phrases, self._looks
        at = words.span(seen.tick, seen.tick)
        for player in seen.present:
            _extend(part.present.setdefault(player, []), seen.tick)
        for player in seen.bodies:
            _extend(part.bodies.setdefault(player, []), seen.tick)
        for how, passages in (("player_left", seen.departing), ("player_came", seen.arriving)):
            for player, room in passages:
                part.events.append((0, words(how, player=naming.who(player), room=naming.room(room), at=at)))
        for speaker, room, tick, text in seen.heard:
            told = {"player": naming.who(speaker), "text": naming.quoted(text, _CHAT), "at": words.span(tick, tick)}
            if room == part.room:
                part.events.append((look, words("player_said", **told)))
            else:
                part.events.append((look, words("player_said_in", room=naming.room(room), **told)))

    # --- in words -----------------------------------------------------------------------------------------------------

    def text(self, *, without_last_heard: bool = False) -> str:
        """Everything that is remembered, oldest first.

        Args:
            without_last_heard: whether the chat lines of the last look are left out, because they are told elsewhere.
        """
        if self._now is None:
            return self.naming.phrases("memory_empty")
        parts: dict[int, list[str]] = {}
        for index, _, text in self._parts:
            parts.setdefault(index, []).append(text)
        hidden = self._looks if without_last_heard else None
        parts.setdefault(self._now.round, []).append(self._part(self._now, hidden))
        lines = self._in_short()
        meetings = self._meetings.texts(self.memory.meetings)
        for index in range(self.memory.round + 1):
            if index in parts:
                lines += [self._heading(index), *parts[index], ""]
            if index < len(meetings):
                lines += [meetings[index], ""]
        return "\n".join(lines).strip()

    def _heading(self, index: int) -> str:
        words = self.naming.phrases
        return words("part", number=index, tick=self.memory.firsts[index]) if index else words("first_part")

    def _part(self, part: _Part, hidden: int | None = None) -> str:
        """A part in a line.

        Args:
            hidden: the number of the look whose chat lines are left out.
        """
        naming, words = self.naming, self.naming.phrases
        told = [] if part.opening is None else [part.opening]
        together: dict[str, list[PlayerId]] = {}
        for player, spans in part.present.items():
            together.setdefault(self._spans(spans), []).append(player)
        told += [words("with", players=naming.all(players), spans=spans) for spans, players in together.items()]
        for body, spans in part.bodies.items():
            told.append(words("body_there", player=naming.who(body), spans=self._spans(spans)))
        for task, spans in part.works.items():
            told.append(words("you_worked", task=naming.plain(task), spans=self._spans(spans)))
        told += [text for look, text in part.events if look != hidden]
        where = {"span": words.span(part.first, part.last), "room": naming.room(part.room)}
        return words("stay", list=words.semicolon.join(told), **where) if told else words("stay_bare", **where)

    def _spans(self, spans: _Spans) -> str:
        told = [str(first) if first == last else f"{first}-{last}" for first, last in spans]
        single = len(spans) == 1 and spans[0][0] == spans[0][1]
        return self.naming.phrases("in_tick" if single else "in_ticks", list=self.naming.listed(told))

    def _in_short(self) -> list[str]:
        """The oldest stays, as far as they are still told."""
        short, naming, words = self._short, self.naming, self.naming.phrases
        if not short.stays:
            return []
        way = [words("short_stay", room=naming.room(room), first=one, last=two) for room, one, two in short.way]
        if short.stays > len(way):
            more = short.stays - len(way)
            way.insert(0, words("short_one_more") if more == 1 else words("short_more", n=more))
        lines = [words("in_short"), words("short_way", list=naming.listed(way))]
        for key, met in (("short_seen", short.seen), ("short_bodies", short.bodies), ("short_kills", short.kills)):
            if met:
                lines.append(words(key, list=naming.listed(self._met(met))))
        return [*lines, ""]

    def _met(self, met: Mapping[PlayerId, tuple[int, RoomName]]) -> list[str]:
        naming = self.naming
        return [
            naming.phrases("short_item", player=naming.who(player), tick=tick, room=naming.room(room))
            for player, (tick, room) in met.items()
        ]


def _extend(spans: _Spans, tick: int) -> None:
    """Adds a tick to the ticks so far, which are earlier."""
    if spans and spans[-1][1] >= tick - 1:
        spans[-1][1] = tick
    else:
        spans.append([tick, tick])
