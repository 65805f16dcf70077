"""One pass over the lines of a log: to events, with everything that is wrong with them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, Union

from msgspec import MsgspecError, ValidationError, convert, defstruct
from msgspec.json import Decoder
from msgspec.structs import force_setattr

from quack.errors import MapError
from quack.events.checks import HANDLERS, Consistency
from quack.events.forms import known_keys, unknown_keys, wrong_values
from quack.events.lines import MalformedLine, as_many_keys, parse_line, raw_lines
from quack.events.models import EVENT_TYPES, LATEST_FORMAT, Event, GameOver, GameStarted, Tick
from quack.events.problems import MEND_LINE, Problems, quoted
from quack.settings import MAX_TICK
from quack.world.map import GameMap, parse_map, shipped_map

_ENVELOPE = frozenset(("timestamp", "event_type", "tick", "data"))
_FORM = "write a line as {timestamp, event_type, tick, data}"
_FRAME = frozenset((GameStarted, GameOver))


class _Usual(Protocol):
    """A line as most are."""

    tick: int
    data: Event


def _usual_line(kind: type[Event]) -> type:
    # A time stamp may be anything, but is a number in most lines; what it is doesn't matter.
    fields = [("timestamp", float), ("tick", Tick), ("data", kind)]
    return defstruct(f"{kind.__name__}Line", fields, tag_field="event_type", tag=kind.event_type)


_decode: Callable[[bytes], _Usual] = Decoder(Union[tuple(map(_usual_line, EVENT_TYPES.values()))]).decode  # noqa: UP007
_USUAL = {
    kind: (len(_ENVELOPE) + required, further, HANDLERS.get(kind), kind in _FRAME)
    for kind, (required, further) in ((kind, known_keys(kind)) for kind in EVENT_TYPES.values())
}
"""Of each kind of event: how many keys its line has, what counts further ones, what checks it, and if it is a frame."""
_NO_START = "a log opens with one game_started line; record the game again"
_ONE_GAME = "keep one game a file"


@dataclass(slots=True)
class Scan:
    """One pass over a log: its events, and what there is to say about them.

    Attributes:
        problems: where complaints go; a strict one stops the pass at the first error.
        given_map: the map that the reader was told to use.
        started: the game's first event, once it was read.
        checks: what the events so far say together.
        events: those of known types, in order.
        unknown_events, extra_keys: how often each was met, keys by "event_type.key".
        hasher: of all the bytes read.
    """

    problems: Problems
    given_map: GameMap | None
    started: GameStarted | None = None
    checks: Consistency = field(init=False)
    events: list[Event] = field(default_factory=list)
    unknown_events: Counter[str] = field(default_factory=Counter)
    extra_keys: Counter[str] = field(default_factory=Counter)
    hasher: Any = field(default_factory=hashlib.sha256)
    _first: dict[str, int] = field(default_factory=dict)
    _tick: int = 0
    _begun: bool = False
    _over: bool = False

    def __post_init__(self) -> None:
        self.checks = Consistency(self.problems)

    def run(self) -> None:
        """Reads the whole log.

        Raises:
            LogError: the file can't be read; when strict, the first error.
        """
        number = None
        for first, lines in raw_lines(self.problems.path, self.hasher):
            for line, content in enumerate(lines, first):
                if self._usual(line, content):
                    number = line
                elif not content.isspace():
                    self._line(line, content)
                    number = line
        if number is None:
            self.problems.error(None, "the log is empty", _NO_START)
        elif not self._begun:
            self.problems.error(None, "no game_started", _NO_START)
        self.checks.finish()
        if self._begun and not self._over:
            self.problems.notice(number, "the log ends without game_over", "what is there is used")
        self._tell_unknown()

    # --- one line -----------------------------------------------------------------------------------------------------

    def _usual(self, number: int, content: bytes) -> bool:
        """Takes in a line that is as most are, in a part of the time; False, and nothing done, for an unusual one."""
        try:
            record = _decode(content)
        except (MsgspecError, UnicodeDecodeError, RecursionError):  # the second: msgspec up to 0.19
            return False
        event, tick = record.data, record.tick
        keys, further, check, frame = _USUAL[type(event)]
        if event.tick >= 0:
            if event.tick != tick:
                return False
            keys += 1
        if further is not None:
            keys += further(event)
        # An unknown key has been passed over, one that stands twice has gone lost.
        if tick < self._tick or (content.count(b":") != keys and not as_many_keys(content, keys)):
            return False
        force_setattr(event, "line", number)
        force_setattr(event, "tick", tick)
        self._tick = tick
        if frame or not self._begun:
            self._frame(event)
        else:
            if check is not None and self.checks.seats:
                check(self.checks, event)
            self.events.append(event)
        return True

    def _line(self, number: int, content: bytes) -> None:
        try:
            record = parse_line(content)
        except MalformedLine as error:
            if error.torn:
                what = "the last line was never written to its end"
                self.problems.notice(number, what, "everything before it is used")
            else:
                self.problems.error(number, error.what)
            return
        event_type, tick, data = record.get("event_type"), record.get("tick"), record.get("data", {})
        if not isinstance(event_type, str):
            self.problems.error(number, "a line without an event_type", _FORM)
        elif type(tick) is not int or not 0 <= tick <= MAX_TICK:
            self.problems.error(number, f"{quoted(event_type)} without a tick from 0 to {MAX_TICK}", _FORM)
        elif not isinstance(data, dict):
            self.problems.error(number, f"{quoted(event_type)} whose data is no object", _FORM)
        else:
            if tick < self._tick:
                what = f"tick {tick} after tick {self._tick}: time runs backwards"
                self.problems.error(number, what, "put the lines in the order in which things happened")
            self._tick = tick
            if not _ENVELOPE.issuperset(record):
                for key in sorted(record.keys() - _ENVELOPE):
                    self._extra(number, f"{event_type}.{key}")
            self._record(number, event_type, tick, data)

    def _record(self, number: int, event_type: str, tick: int, data: dict[str, Any]) -> None:
        kind = EVENT_TYPES.get(event_type)
        if kind is None:
            self.unknown_events[event_type] += 1
            self._first.setdefault(event_type, number)
            return
        if "line" in data:
            self._extra(number, f"{event_type}.line")
        # Some events tell their tick twice.
        said = data.get("tick", tick)
        if type(said) is not int or said != tick:
            self.problems.error(number, f"{event_type} of tick {tick} says tick {quoted(said)} in its data")
        data["tick"] = tick
        data["line"] = number
        try:
            event = convert(data, kind)
        except ValidationError as error:
            self._begun = self._begun or kind is GameStarted
            self._over = self._over or kind is GameOver
            wrong = [f"{place}: {what}" for place, what in wrong_values(kind, data)]
            for each in wrong or [str(error)]:
                self.problems.error(number, f"{event_type}: {each}")
            return
        for name in unknown_keys(kind, data):
            self._extra(number, name)
        if kind in _FRAME or not self._begun:
            self._frame(event)
        else:
            self.checks.check(event)
            self.events.append(event)

    def _frame(self, event: Event) -> None:
        """The first event of a log, and those that open and close a game."""
        if isinstance(event, GameStarted):
            if self.started is not None:
                what = f"a second game_started (the first is line {self.started.line})"
                self.problems.error(event.line, what, _ONE_GAME)
                return
            if self._begun:
                self.problems.error(event.line, "game_started is not the first event", _NO_START)
            self._start(event)
        else:
            if not self._begun:
                what = f"the log opens with {event.event_type}, not with game_started"
                self.problems.error(event.line, what, _NO_START)
                self._begun = True
            self._over = self._over or isinstance(event, GameOver)
            self.checks.check(event)
        self.events.append(event)

    def _start(self, started: GameStarted) -> None:
        self._begun = True
        self.started = started
        if started.format > LATEST_FORMAT:
            what = f"format {started.format} is newer than the last one known, {LATEST_FORMAT}"
            self.problems.notice(started.line, what, "it is read as that one")
        known, inferring = self.given_map, False
        config = started.config
        definition = config.map_definition or config.map
        if known is None and isinstance(definition, str):
            known = shipped_map(definition)
            inferring = known is None
            if inferring:
                what = f"the map {quoted(definition)} is not known: its rooms are those that the log names"
                self.problems.notice(started.line, what, "name the map with --map")
        elif known is None:
            try:
                known = parse_map(definition)
            except MapError as error:
                key = "map_definition" if config.map_definition else "map"
                self.problems.error(started.line, f"config.{key}: {error.what}", error.remedy or MEND_LINE)
        self.checks.start(started, known, inferring=inferring)

    # --- what is not known --------------------------------------------------------------------------------------------

    def _extra(self, number: int, name: str) -> None:
        self.extra_keys[name] += 1
        self._first.setdefault(name, number)

    def _tell_unknown(self) -> None:
        for event_type, count in self.unknown_events.items():
            what = f"unknown event type {quoted(event_type)} ({count}×)"
            self.problems.notice(self._first[event_type], what, "they are counted, not read")
        for name, count in self.extra_keys.items():
            self.problems.notice(self._first[name], f"unknown key {quoted(name)} ({count}×)", "it is counted, not read")
