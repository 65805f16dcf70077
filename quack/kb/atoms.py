"""Claims as ground atoms (described in `rules/schema.lp`): names resolved, time phrases keyed, text left behind.

A slot that a claim leaves open becomes `any`, one that names nothing in the game `unknown`, with an `unknown/2` atom that
says which slot. One time reference serves all claims of a meeting or chat line that mean the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from quack.claims.entities import Names
from quack.claims.models import Accusation, Activity, BaseClaim, Defense, Intent, Location, Route, Sighting, TimeRef
from quack.claims.time_phrases import parse_time
from quack.kb.published import activity_kind as published_activity_kind
from quack.kb.published import phrase_features, room_alias
from quack.kb.terms import Terms

ACTIVITIES = {
    **dict.fromkeys(("task", "tasks", "doing task", "doing tasks", "working"), "task"),
    **dict.fromkeys(("traveling", "travelling", "moving", "walking", "leaving", "entering", "arriving"), "traveling"),
    **dict.fromkeys(("waiting", "staying", "idling", "standing", "idle"), "waiting"),
    **dict.fromkeys(("reporting body", "report body", "reporting", "found body"), "reporting"),
    **dict.fromkeys(("calling meeting", "call meeting", "called meeting", "emergency meeting"), "calling"),
}
"""The kinds of activity that rules know, by the words that extractors use for them."""


def activity_kind(word: str) -> str | None:
    """The kind of activity that a word names, or None."""
    return ACTIVITIES.get(word.strip().casefold().replace("_", " "))


class Spoken(NamedTuple):
    """Where a claim was made: in a meeting or a chat line, by whom, in which message (position among all of its kind)."""

    occasion: str
    speaker: str
    message: int
    how: Literal["report", "button"] | None


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a rulebook wants claims read.

    Attributes:
        published: as the published program read them, words of its own included.
        activity_kind: the kind of activity that a word names.
    """

    published: bool
    activity_kind: Callable[[str], str | None]


OBSERVED = Dialect(False, activity_kind)
PUBLISHED = Dialect(True, published_activity_kind)


class ClaimAtoms:
    """Writes the claims of one game as atoms.

    Attributes:
        times: the reading of every claim's time phrase, by the claim's constant.
    """

    def __init__(self, terms: Terms, names: Names, dialect: Dialect) -> None:
        self._terms = terms
        self._names = names
        self._dialect = dialect
        self._keys: dict[tuple, str] = {}
        self.times: dict[str, TimeRef] = {}

    def write(self, constant: str, claim: BaseClaim, spoken: Spoken) -> Iterator[str]:
        """The atoms of one claim, and those of its time reference where it is the first to use it."""
        writer = _WRITERS[type(claim)]
        speaker = self._terms.players[spoken.speaker]
        yield f"claim({constant},{claim.kind},{speaker},{spoken.occasion},{spoken.message})."
        if claim.denied:
            yield f"denied({constant})."
        if not claim.own:
            yield f"relayed({constant})."
        yield from writer(self, constant, claim, spoken)

    # --- slots --------------------------------------------------------------------------------------------------------

    def player(self, text: str | None) -> str:
        """The term of the player that a text names, or `unknown`."""
        player = self._names.player(text)
        return "unknown" if player is None else self._terms.players[player.id]

    def room(self, text: str | None) -> str:
        """The constant of the room that a text names; `any` for no text, `unknown` for a room outside the game."""
        if text is None:
            return "any"
        room = self._names.room(text)
        if room is None and self._dialect.published:
            room = self._names.room(room_alias(text))
        return "unknown" if room is None else self._terms.rooms[room]

    def time(self, constant: str, claim: BaseClaim, spoken: Spoken) -> tuple[str, list[str]]:
        """The claim's time reference, and its atoms where they are new."""
        time = parse_time(claim.temporal, self._names, ticks=claim.ticks, how=spoken.how)
        self.times[constant] = time
        # The published program reads the words once more, by itself; otherwise words that mean the same share a window.
        meaning = ("this round" if time.phrase is None else time.phrase,) if self._dialect.published else time.key[:-1]
        key = (spoken.occasion, claim.denied, *meaning)
        known = self._keys.get(key)
        if known is not None:
            return known, []
        known = self._keys[key] = f"w({self._terms.game},{len(self._keys)})"
        return known, list(self._time_atoms(known, time, spoken.occasion, claim.temporal))

    def _time_atoms(self, key: str, time: TimeRef, occasion: str, phrase: str | None) -> Iterator[str]:
        yield f"time_ref({key},{occasion},{self._reference(time)})."
        if time.duration:
            yield f"duration({key},{time.duration})."
        if self._dialect.published:
            yield from (f"says({key},{feature})." for feature in phrase_features(phrase))

    def _reference(self, time: TimeRef) -> str:
        ticks = (time.first, time.last) if time.kind == "between" else (time.tick, time.index)
        parts = [str(number) for number in ticks if number is not None]
        if time.player is not None:
            parts.append(self._terms.players[time.player])
        return f"{time.kind}({','.join(parts)})" if parts else time.kind


Writer = Callable[..., Iterator[str]]
"""Writes a claim of its type: (atoms, constant, claim, where it was made)."""


def _unknowns(constant: str, **slots: str) -> Iterator[str]:
    return (f"unknown({constant},{slot})." for slot, term in slots.items() if term == "unknown")


def _location(to: ClaimAtoms, c: str, claim: Location, spoken: Spoken) -> Iterator[str]:
    subject, room = to.player(claim.subject), to.room(claim.room)
    key, atoms = to.time(c, claim, spoken)
    state = "alive" if claim.state == "any" and to.times[c].alive else claim.state
    yield from _unknowns(c, subject=subject, room=room)
    yield f"location({c},{subject},{room},{state},{key})."
    yield from atoms


def _route(to: ClaimAtoms, c: str, claim: Route, spoken: Spoken) -> Iterator[str]:
    subject, rooms = to.player(claim.subject), [to.room(room) for room in claim.route]
    key, atoms = to.time(c, claim, spoken)
    yield from _unknowns(c, subject=subject, room="unknown" if "unknown" in rooms else "")
    yield f"route({c},{subject},{key})."
    yield from (f"route_room({c},{index},{room})." for index, room in enumerate(rooms, 1))
    yield f"route_length({c},{len(rooms)})."
    yield from atoms


def _sighting(to: ClaimAtoms, c: str, claim: Sighting, spoken: Spoken) -> Iterator[str]:
    names = to._names
    subject, room = to.player(claim.subject), to.room(claim.room)
    target = "anyone" if names.anyone(claim.target) else to.player(claim.target)
    origin, destination = to.room(claim.origin), to.room(claim.destination)
    key, atoms = to.time(c, claim, spoken)
    yield from _unknowns(c, subject=subject, target=target, room=room)
    yield from (f"unknown({c},{slot})." for slot, end in (("from", origin), ("to", destination)) if end == "unknown")
    state = "alive" if claim.state == "any" and to.times[c].alive else claim.state
    yield f"sighting({c},{subject},{target},{room},{state},{key})."
    if (origin, destination) != ("any", "any"):
        yield f"movement({c},{origin},{destination})."
    spared = (to.player(name) for name in claim.except_)
    yield from (f"spared({c},{player})." for player in spared if player != "unknown")
    yield from atoms


def _activity(to: ClaimAtoms, c: str, claim: Activity, spoken: Spoken) -> Iterator[str]:
    kind = to._dialect.activity_kind(claim.activity or "")
    subject = to.player(claim.subject)
    yield from _unknowns(c, subject=subject)
    if kind in ("reporting", "calling"):
        yield f"{kind}({c},{subject})."
        if to._dialect.published:
            key, atoms = to.time(c, claim, spoken)
            yield f"phrase_of({c},{key})."
            yield from atoms
        return
    key, atoms = to.time(c, claim, spoken)
    if kind == "task":
        room = to.room(claim.room)
        if claim.room is None and not to._dialect.published:
            room = to.room(to._names.task_room(claim.task))
        yield from _unknowns(c, room=room)
        yield f"task({c},{subject},{room},{key})."
    elif kind == "traveling":
        yield from _traveling(to, c, claim, subject, key)
    elif kind == "waiting":
        room = to.room(claim.room)
        yield from _unknowns(c, room=room)
        yield f"waiting({c},{subject},{room},{key})."
    else:
        yield f"other_activity({c},{subject},{key})."
    yield from atoms


def _traveling(to: ClaimAtoms, c: str, claim: Activity, subject: str, key: str) -> Iterator[str]:
    origin, destination = to.room(claim.origin), to.room(claim.destination)
    either = to.room(claim.room) if (origin, destination) == ("any", "any") else "any"
    yield from _unknowns(c, room=either)
    yield from (f"unknown({c},{slot})." for slot, end in (("from", origin), ("to", destination)) if end == "unknown")
    yield f"traveling({c},{subject},{origin},{destination},{either},{key})."
    if claim.perceived:
        yield f"perceived({c})."


def _accusation(to: ClaimAtoms, c: str, claim: Accusation, spoken: Spoken) -> Iterator[str]:
    accuser = to._names.accuser(claim, spoken.speaker)
    target = to.player(claim.target)
    yield from _unknowns(c, target=target)
    yield f"accusation({c},{to._terms.players[accuser.id if accuser else spoken.speaker]},{target})."


def _defense(to: ClaimAtoms, c: str, claim: Defense, spoken: Spoken) -> Iterator[str]:
    defender, defended = to._names.player(claim.defender), to.player(claim.defended)
    yield from _unknowns(c, defended=defended)
    yield f"defense({c},{to._terms.players[defender.id if defender else spoken.speaker]},{defended})."


def _intent(to: ClaimAtoms, c: str, claim: Intent, spoken: Spoken) -> Iterator[str]:
    subject = to.player(claim.subject) if claim.subject else to._terms.players[spoken.speaker]
    vote = "skip" if to._names.skip(claim.vote) else to.player(claim.vote)
    yield from _unknowns(c, subject=subject, vote=vote)
    yield f"intent({c},{subject},{vote})."


_WRITERS: dict[type[BaseClaim], Writer] = {
    Location: _location,
    Route: _route,
    Sighting: _sighting,
    Activity: _activity,
    Accusation: _accusation,
    Defense: _defense,
    Intent: _intent,
}
