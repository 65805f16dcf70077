"""When: the times that a speaker can name, and the ticks that a listener takes them for.

The windows are those that the default rulebook gives the same words, with its numbers: an honest player keeps within
them, a subtle liar measures its lies by them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from quack.claims.models import TimeKind
from quack.events.models import PlayerId

TICK_SLACK = 1
ABOUT_SLACK = 2
RANGE_SLACK = 1
BESIDE_TICKS = 2
CALL_TICKS = 3
CLOSING_TICKS = 5
OPENING_TICKS = 5
OFF_BY = 5

Duration = Literal["throughout", "most"]


class Time(NamedTuple):
    """A time that can be put in words.

    Attributes:
        kind: as of `quack.claims.models.TimeRef`.
        first, last: ticks; None where it is open, both None where the words name no tick.
        index: which round (nth_round), from 0.
        player: who died or was ejected.
        duration: how much of it the claim speaks of.
    """

    kind: TimeKind = "round"
    first: int | None = None
    last: int | None = None
    index: int | None = None  # type: ignore[assignment]
    player: PlayerId | None = None
    duration: Duration | None = None

    @property
    def ticks(self) -> tuple[int | None, int | None] | None:
        """The ticks as a label states them."""
        return None if self.first is None and self.last is None else (self.first, self.last)


THIS_ROUND = Time()


class Window(NamedTuple):
    """Ticks of one round."""

    round: int
    first: int
    last: int

    def meets(self, round: int, first: int, last: int) -> bool:
        return self.round == round and first <= self.last and self.first <= last


class _Part(NamedTuple):
    window: Window
    before: int = 0
    after: int = 0


class Calendar:
    """The rounds of a game up to now, and what the words for a time mean in them.

    Args:
        firsts: the first tick of each round.
        now: the tick in which something is said.
        out: in which round who was ejected at its end.
        alive: the last tick of this round in which the speaker knows that somebody, now dead, was alive.
    """

    def __init__(
        self,
        firsts: list[int],
        now: int,
        out: dict[PlayerId, int] | None = None,
        alive: dict[PlayerId, int] | None = None,
    ) -> None:
        ends = [*firsts[1:], now]
        self.rounds = tuple(Window(i, *ticks) for i, ticks in enumerate(zip(firsts, ends, strict=True)))
        self.out = out or {}
        self.alive = alive or {}

    @property
    def this(self) -> Window:
        """The round in progress, up to now."""
        return self.rounds[-1]

    def windows(self, time: Time, *, denied: bool = False) -> list[Window]:
        """What a time covers: with slack, unless something is denied then or said to last."""
        exact = denied or time.duration is not None
        parts = _PARTS[time.kind](self, time)
        return [part.window if exact else self._widened(*part) for part in parts]

    def margins(self, time: Time, *, denied: bool = False) -> list[Window]:
        """Where a claim about a time is still only off by time."""
        windows = self.windows(time, denied=denied)
        return windows if denied else [self._widened(window, OFF_BY, OFF_BY) for window in windows]

    def _widened(self, window: Window, before: int, after: int) -> Window:
        bounds = self.rounds[window.round]
        return Window(window.round, max(bounds.first, window.first - before), min(bounds.last, window.last + after))

    def _named(self, first: int, last: int, before: int, after: int) -> list[_Part]:
        return [
            _Part(Window(index, max(first, start), min(last, end)), before, after)
            for index, start, end in self.rounds
            if first <= end and start <= last
        ]

    def _at(self, time: Time) -> list[_Part]:
        first, last = _both(time)
        slack = {"near": TICK_SLACK, "about": ABOUT_SLACK}.get(time.kind, RANGE_SLACK)
        return self._named(first, last, slack, slack)

    def _beside(self, time: Time) -> list[_Part]:
        first, last = _both(time)
        earlier = time.kind == "just_before"
        return self._named(first - BESIDE_TICKS * earlier, last + BESIDE_TICKS * (not earlier), 0, 0)

    def _open(self, time: Time) -> list[_Part]:
        if time.kind == "since":
            first, _ = _both(time)
            return [
                _Part(Window(i, first, end), RANGE_SLACK, 0) for i, start, end in self.rounds if start <= first <= end
            ]
        _, last = _both(time)
        if last > self.this.last:
            return [_Part(self.this)]
        return [_Part(Window(i, start, last), 0, RANGE_SLACK) for i, start, end in self.rounds if start <= last <= end]

    def _portion(self, time: Time) -> list[_Part]:
        index, first, last = self.this
        half, quarter = (last - first) // 2, (last - first) // 4
        ticks = {
            "call": (max(first, last - CALL_TICKS + 1), last),
            "ending": (max(first, last - CLOSING_TICKS + 1), last),
            "late": (first + half, last),
            "middle": (first + quarter, last - quarter),
            "opening": (first, min(last, first + max(OPENING_TICKS - 1, half))),
        }
        return [_Part(Window(index, *ticks.get(time.kind, (first, last))))]

    def _earlier(self, time: Time) -> list[_Part]:
        index = {"previous": self.this.round - 1, "first_round": 0}.get(time.kind, time.index)
        return [_Part(window) for window in self.rounds if window.round == index]

    def _before_vote(self, time: Time) -> list[_Part]:
        last = self.out[time.player or ""]
        return [_Part(window) for window in self.rounds if window.round <= last]

    def _before_kill(self, time: Time) -> list[_Part]:
        index, first, _ = self.this
        return [_Part(Window(index, first, self.alive[time.player or ""]))]


def _both(time: Time) -> tuple[int, int]:
    first = time.first if time.first is not None else time.last
    last = time.last if time.last is not None else time.first
    if first is None or last is None:
        raise ValueError(f"a time of the kind {time.kind} names a tick")
    return first, last


_PARTS: dict[TimeKind, Callable[[Calendar, Time], list[_Part]]] = {
    "near": Calendar._at,
    "about": Calendar._at,
    "between": Calendar._at,
    "just_before": Calendar._beside,
    "just_after": Calendar._beside,
    "since": Calendar._open,
    "until": Calendar._open,
    "round": Calendar._portion,
    "event": Calendar._portion,
    "call": Calendar._portion,
    "ending": Calendar._portion,
    "late": Calendar._portion,
    "middle": Calendar._portion,
    "opening": Calendar._portion,
    "previous": Calendar._earlier,
    "first_round": Calendar._earlier,
    "nth_round": Calendar._earlier,
    "before_vote": Calendar._before_vote,
    "before_kill": Calendar._before_kill,
}
