"""Claims as ground atoms (described in `rules/schema.lp`): names resolved, time phrases keyed, text left behind.

A slot that a claim leaves open becomes `any`, one that names nothing in the game `unknown`, with an `unknown/2` atom
that says which slot. One time reference serves all claims of a meeting or chat line that mean the same time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Literal, NamedTuple

from quack.claims.entities import Names
from quack.claims.models import Accusation, Activity, BaseClaim, Defense, Intent, Location, Route, Sighting, TimeRef
from quack.claims.time_phrases import parse_time
from quack.kb.published import activity_kind as published_activity_kind
from quack.kb.published import phrase_features, room_alias
from quack.kb.symbols import Facts
from quack.kb.terms import Terms

TIMED = (Location, Route, Sighting, Activity)
"""The types of claims that have a time of their own."""

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
    """Where a claim was made: in a meeting or chat line, by whom, in which message (position among all of its kind)."""

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
        add, extend: take in an atom, or many, after the name of their predicate.
        player: the term of the player that a text names, or `unknown`.
        room: the constant of the room that a text names; `any` for no text, `unknown` for a room outside the game.
        times: the reading of every claim's time phrase, by the claim's constant.
    """

    def __init__(self, facts: Facts, terms: Terms, names: Names, dialect: Dialect) -> None:
        self.add = facts.add
        self.extend = facts.extend
        self.terms = terms
        self.names = names
        self.dialect = dialect
        # A game's claims name the same few again and again.
        self.player = cache(partial(_player, names, terms))
        self.room = cache(partial(_room, names, terms, dialect))
        self._keys: dict[tuple, str] = {}
        self.times: dict[str, TimeRef] = {}

    def write(self, constant: str, claim: BaseClaim, spoken: Spoken) -> None:
        """Adds the atoms of one claim, and those of its time reference where it is the first to use it."""
        speaker = self.terms.players[spoken.speaker]
        self.add("claim", f"claim({constant},{claim.kind},{speaker},{spoken.occasion},{spoken.message})")
        if claim.polarity == "denied":
            self.add("denied", f"denied({constant})")
        if claim.attribution != "speaker":
            self.add("relayed", f"relayed({constant})")
        _WRITERS[type(claim)](self, constant, claim, spoken)

    def time(self, constant: str, claim: BaseClaim, spoken: Spoken) -> str:
        """The claim's time reference; adds its atoms where they are new."""
        time = parse_time(claim.temporal, self.names, ticks=claim.ticks, how=spoken.how)
        self.times[constant] = time
        # The published program reads the words once more, by itself; otherwise words that mean the same share a window.
        key: tuple
        if self.dialect.published:
            key = (spoken.occasion, claim.polarity, "this round" if time.phrase is None else time.phrase)
        else:
            key = (spoken.occasion, claim.polarity, time.key[:-1])
        known = self._keys.get(key)
        if known is None:
            known = self._keys[key] = f"w({self.terms.game},{len(self._keys)})"
            self._add_time(known, time, spoken.occasion, claim.temporal)
        return known

    def _add_time(self, key: str, time: TimeRef, occasion: str, phrase: str | None) -> None:
        self.add("time_ref", f"time_ref({key},{occasion},{self._reference(time)})")
        if time.duration:
            self.add("duration", f"duration({key},{time.duration})")
        if self.dialect.published:
            for feature in phrase_features(phrase):
                self.add("says", f"says({key},{feature})")

    def unknowns(self, constant: str, **slots: str) -> None:
        """Says which slots name nothing in the game."""
        for slot, term in slots.items():
            if term == "unknown":
                self.add("unknown", f"unknown({constant},{slot})")

    def _reference(self, time: TimeRef) -> str:
        ticks = (time.first, time.last) if time.kind == "between" else (time.tick, time.index)
        parts = [str(number) for number in ticks if number is not None]
        if time.player is not None:
            parts.append(self.terms.players[time.player])
        return f"{time.kind}({','.join(parts)})" if parts else time.kind


def _player(names: Names, terms: Terms, text: str | None) -> str:
    player = names.player(text)
    return "unknown" if player is None else terms.players[player.id]


def _room(names: Names, terms: Terms, dialect: Dialect, text: str | None) -> str:
    if text is None:
        return "any"
    room = names.room(text)
    if room is None and dialect.published:
        room = names.room(room_alias(text))
    return "unknown" if room is None else terms.rooms[room]


Writer = Callable[[ClaimAtoms, str, Any, Spoken], None]
"""Adds what a claim of its type says: (atoms, constant, claim, where it was made)."""


def _location(to: ClaimAtoms, c: str, claim: Location, spoken: Spoken) -> None:
    subject, room = to.player(claim.subject), to.room(claim.room)
    key = to.time(c, claim, spoken)
    state = "alive" if claim.state == "any" and to.times[c].alive else claim.state
    if subject == "unknown" or room == "unknown":
        to.unknowns(c, subject=subject, room=room)
    to.add("location", f"location({c},{subject},{room},{state},{key})")


def _route(to: ClaimAtoms, c: str, claim: Route, spoken: Spoken) -> None:
    subject, rooms = to.player(claim.subject), [to.room(room) for room in claim.route]
    key = to.time(c, claim, spoken)
    if subject == "unknown" or "unknown" in rooms:
        to.unknowns(c, subject=subject, room="unknown" if "unknown" in rooms else "")
    to.add("route", f"route({c},{subject},{key})")
    to.extend("route_room", [f"route_room({c},{index},{room})" for index, room in enumerate(rooms, 1)])
    to.add("route_length", f"route_length({c},{len(rooms)})")


def _sighting(to: ClaimAtoms, c: str, claim: Sighting, spoken: Spoken) -> None:
    subject, room = to.player(claim.subject), to.room(claim.room)
    target = "anyone" if to.names.anyone(claim.target) else to.player(claim.target)
    origin, destination = to.room(claim.origin), to.room(claim.destination)
    key = to.time(c, claim, spoken)
    if "unknown" in (subject, target, room, origin, destination):
        to.unknowns(c, subject=subject, target=target, room=room, **{"from": origin, "to": destination})
    state = "alive" if claim.state == "any" and to.times[c].alive else claim.state
    to.add("sighting", f"sighting({c},{subject},{target},{room},{state},{key})")
    if origin != "any" or destination != "any":
        to.add("movement", f"movement({c},{origin},{destination})")
    for spared in map(to.player, claim.except_):
        if spared != "unknown":
            to.add("spared", f"spared({c},{spared})")


def _activity(to: ClaimAtoms, c: str, claim: Activity, spoken: Spoken) -> None:
    kind = to.dialect.activity_kind(claim.activity or "")
    subject = to.player(claim.subject)
    to.unknowns(c, subject=subject)
    if kind in ("reporting", "calling"):
        to.add(kind, f"{kind}({c},{subject})")
        if to.dialect.published:
            key = to.time(c, claim, spoken)
            to.add("phrase_of", f"phrase_of({c},{key})")
        return
    key = to.time(c, claim, spoken)
    if kind == "task":
        room = to.room(claim.room)
        if claim.room is None and not to.dialect.published:
            room = to.room(to.names.task_room(claim.task))
        to.unknowns(c, room=room)
        to.add("task", f"task({c},{subject},{room},{key})")
    elif kind == "traveling":
        _traveling(to, c, claim, subject, key)
    elif kind == "waiting":
        room = to.room(claim.room)
        to.unknowns(c, room=room)
        to.add("waiting", f"waiting({c},{subject},{room},{key})")
    else:
        to.add("other_activity", f"other_activity({c},{subject},{key})")


def _traveling(to: ClaimAtoms, c: str, claim: Activity, subject: str, key: str) -> None:
    origin, destination = to.room(claim.origin), to.room(claim.destination)
    either = to.room(claim.room) if (origin, destination) == ("any", "any") else "any"
    to.unknowns(c, room=either, **{"from": origin, "to": destination})
    to.add("traveling", f"traveling({c},{subject},{origin},{destination},{either},{key})")
    if claim.perceived:
        to.add("perceived", f"perceived({c})")


def _accusation(to: ClaimAtoms, c: str, claim: Accusation, spoken: Spoken) -> None:
    accuser = to.names.accuser(claim, spoken.speaker)
    charged = to.terms.players[accuser.id if accuser else spoken.speaker]
    target = to.player(claim.target)
    to.unknowns(c, target=target)
    to.add("accusation", f"accusation({c},{charged},{target})")


def _defense(to: ClaimAtoms, c: str, claim: Defense, spoken: Spoken) -> None:
    defender, defended = to.names.player(claim.defender), to.player(claim.defended)
    speaker = to.terms.players[defender.id if defender else spoken.speaker]
    to.unknowns(c, defended=defended)
    to.add("defense", f"defense({c},{speaker},{defended})")


def _intent(to: ClaimAtoms, c: str, claim: Intent, spoken: Spoken) -> None:
    subject = to.player(claim.subject) if claim.subject else to.terms.players[spoken.speaker]
    vote = "skip" if to.names.skip(claim.vote) else to.player(claim.vote)
    to.unknowns(c, subject=subject, vote=vote)
    to.add("intent", f"intent({c},{subject},{vote})")


_WRITERS: dict[type[BaseClaim], Writer] = {
    Location: _location,
    Route: _route,
    Sighting: _sighting,
    Activity: _activity,
    Accusation: _accusation,
    Defense: _defense,
    Intent: _intent,
}
