"""Another time for a claim: the same kind of words with other ticks, or a tick in place of words that name none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from quack.claims.models import BaseClaim, TimeRef

STRIDE = 5
"""Ticks that count as one step, as many as a claim may be off by and nearly hold."""

MOST_TIMES = 120
"""How many other times are tried, the nearest ones."""

_ONE_TICK = {
    "about": "around tick {0}",
    "just_before": "right before tick {0}",
    "just_after": "right after tick {0}",
    "since": "since tick {0}",
    "until": "until tick {0}",
}
_DURATIONS = {None: "", "throughout": ", the whole time", "most": ", most of the time"}


class Moment(NamedTuple):
    """When a claim was made, and what it says of time.

    Attributes:
        time: its time phrase, read.
        first, last: the ticks of its round, up to when it was made.
        published: whether ticks have to be written as the published program reads them.
    """

    time: TimeRef
    first: int
    last: int
    published: bool


def other_times(claim: BaseClaim, moment: Moment) -> Iterator[tuple[int, dict[str, Any]]]:
    """The steps to each other time, and what a claim's fields hold then; the nearest first."""
    time = moment.time
    first, last = _span(moment)
    named = time.first is not None or time.last is not None
    length = last - first if time.kind == "between" else 0
    starts = sorted(range(moment.last - length + 1), key=lambda tick: (_away(tick, first, last, named), -tick))
    for start in starts[:MOST_TIMES]:
        if named and start == first:
            continue
        away = _away(start, first, last, named)
        words = _words(time, start, start + length, moment.published)
        update: dict[str, Any] = {"temporal": words}
        if claim.ticks is not None:
            update["ticks"] = _ticks(time, start, start + length)
        yield max(1, -(-away // STRIDE)), update


def _span(moment: Moment) -> tuple[int, int]:
    """The ticks that the words name; otherwise those of the round."""
    first, last = moment.time.first, moment.time.last
    if first is None and last is None:
        return moment.first, moment.last
    only = moment.time.tick or 0
    return only if first is None else first, only if last is None else last


def _away(tick: int, first: int, last: int, named: bool) -> int:
    """How far a tick is from where the words begin if they name ticks, from the round if they don't."""
    return abs(tick - first) if named else max(first - tick, tick - last, 0)


def _words(time: TimeRef, first: int, last: int, published: bool) -> str:
    beside = _DURATIONS[time.duration] + (", alive" if time.alive else "")
    if time.kind in ("since", "until") or (time.kind in _ONE_TICK and not published):
        words = _ONE_TICK[time.kind].format(first)
    elif first == last and not published:
        words = f"at tick {first}"
    else:
        words = f"from tick {first} up to tick {last}"
    return words + beside


def _ticks(time: TimeRef, first: int, last: int) -> tuple[int | None, int | None]:
    """The ticks beside the words."""
    return None if time.kind == "until" else first, None if time.kind == "since" else last
