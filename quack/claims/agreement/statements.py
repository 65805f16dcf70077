"""What a claim says once spelling is taken away: of either schema, None where it leaves something open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from quack.world.map import load_map

Span = tuple[int | None, int | None]
"""First and last tick; None where it is open."""

Place = tuple[str | None, ...]
"""Rooms: two or more in order for a movement, one for a presence or one end of a movement; none where none is meant."""

PLACED = frozenset(("location", "activity", "sighting"))
"""Types whose claims have a place."""

_ABOUT = {"sighting": "target", "accusation": "target", "defense": "defended", "intent": "vote"}
"""The field that names the player whom a claim is about, where that isn't its subject."""

_KINDS = {
    **dict.fromkeys(("location", "waiting", "staying", "idling"), "at"),
    **dict.fromkeys(("traveling", "moving"), "move"),
    **dict.fromkeys(("reporting body", "report body", "reporting", "found body"), "report"),
    **dict.fromkeys(("calling meeting", "call meeting", "called meeting", "emergency meeting"), "call"),
}

SHORT_FORMS_OF = "simple_ship"
"""The map whose short names of rooms are read: that of the released labels."""

_UNREAD = frozenset(("weps",))
"""Short names that the fixed yardstick doesn't know, so that figures stay comparable with its own."""

_TICK = r"(?:ticks? ?|t)"
_BETWEEN = r"(?: ?[-–] ?|,? (?:and|or|to|through|until) (?:at least )?|, )"
_TICKS = re.compile(rf"\b{_TICK}(?P<numbers>\d+(?:{_BETWEEN}{_TICK}?\d+)*)")
_OPEN = re.compile(r"\b(?P<word>until|by|before|up to|after|since|from) (?:about |around )?$")
_FROM_THEN_ON = frozenset(("after", "since", "from"))


class Said(NamedTuple):
    """Whose word it is (`own`, or the attribution as it stands) and of which ticks (None: none are named)."""

    source: str
    ticks: Span | None

    @property
    def reported(self) -> bool:
        """Whether it relays another's words."""
        return self.source.startswith("reported")


class Statement(NamedTuple):
    """A claim without its spelling.

    Attributes:
        type: as the file gives it.
        kind: what it is in canonical form, such as `at` or `move`.
        about: whom it is about; None for nobody.
        by: who saw, or will vote.
        place: where.
        polarity, state, excluded: as stated; `excluded` are those whom `except` names.
        said: whose word, and when.
    """

    type: str
    kind: str
    about: str | None
    by: str | None
    place: Place
    polarity: str | None
    state: str | None
    excluded: tuple[str | None, ...] | None
    said: Said

    @property
    def denied(self) -> bool:
        """Whether it says that it was not so."""
        return self.polarity == "denied"


def read_statement(raw: Mapping[str, Any]) -> Statement:
    """What a claim of a file says.

    Raises:
        ValueError: it has no type, or ticks that are none.
        TypeError: a list is none.
    """
    kind_of_claim = raw.get("type")
    if not isinstance(kind_of_claim, str):
        raise ValueError("a claim has no type")
    polarity, state = raw.get("polarity"), raw.get("state")
    if not all(value is None or isinstance(value, str) for value in (polarity, state)):
        raise ValueError("a polarity or a state is no text")
    activity = str(raw.get("activity") or "").strip().casefold()
    word = activity if kind_of_claim == "activity" else kind_of_claim
    kind = _KINDS.get(word, word)
    if kind_of_claim == "location" and state == "body":
        kind = "sighting"
    place: Place = ()
    if kind_of_claim in PLACED and kind not in ("report", "call"):
        kind, place = _placed(kind, raw)
    excluded = sorted(map(_folded, raw.get("except") or ()))  # type: ignore[type-var]
    return Statement(
        type=kind_of_claim,
        kind=kind,
        about=_folded(raw.get(_ABOUT.get(kind_of_claim, "subject"))),
        by=_folded(raw.get("subject")) if kind_of_claim in ("sighting", "intent") else None,
        place=place,
        polarity=polarity,
        state=state if kind == "sighting" else None,
        excluded=tuple(excluded) or None,
        said=Said(_source(raw.get("attribution")), _ticks(raw)),
    )


def _placed(kind: str, raw: Mapping[str, Any]) -> tuple[str, Place]:
    """The kind and place of a claim that has one; who names several rooms in order says that somebody went."""
    rooms = [_room(room) for room in raw.get("route") or ()]
    route = tuple(room for index, room in enumerate(rooms) if index == 0 or room != rooms[index - 1])
    if len(route) > 1:
        return "move", route
    room = _room(raw.get("room")) or (route[0] if route else None)
    if kind == "move" and room is None:
        return kind, (_room(raw.get("from")), _room(raw.get("to")))
    return kind, (room,)


def _folded(name: Any) -> str | None:
    return str(name).strip().casefold() if name else None


def _room(name: Any) -> str | None:
    folded = _folded(name)
    if not folded:
        return None
    plain = _underscored(folded)
    return _short_forms().get(plain, plain) or None


def _underscored(name: str) -> str:
    return re.sub(r"[\s-]+", "_", name)


@cache
def _short_forms() -> dict[str, str]:
    called = (
        (_underscored(alias.casefold()), room.name) for room in load_map(SHORT_FORMS_OF).rooms for alias in room.aliases
    )
    return {alias: room for alias, room in called if alias not in _UNREAD}


def _source(attribution: Any) -> str:
    source = str(attribution or "own").strip().casefold()
    return "own" if source == "speaker" else source


def _ticks(raw: Mapping[str, Any]) -> Span | None:
    """The ticks that a claim gives, or else those that its words name."""
    if "ticks" not in raw:
        return _ticks_in(str(raw.get("temporal") or "").casefold())
    given = raw["ticks"]
    if isinstance(given, int):
        return given, given
    if not given:
        return None
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise ValueError("ticks are not the first and the last one")
    first, last = given
    if not all(tick is None or isinstance(tick, int | float) for tick in (first, last)):
        raise ValueError("ticks are no numbers")
    return None if first is last is None else (first, last)


def _ticks_in(words: str) -> Span | None:
    found = _TICKS.search(words)
    if found is None:
        return None
    numbers = [int(number) for number in re.findall(r"\d+", found["numbers"])]
    first, last = min(numbers), max(numbers)
    opened = _OPEN.search(words[: found.start()]) if first == last else None
    if opened is None:
        return first, last
    return (first, None) if opened["word"] in _FROM_THEN_ON else (None, last)
