"""What else might a claim have said? Every claim that differs from it in one thing, the smallest difference first.

How small a difference is, in steps: five ticks, a corridor between two rooms, or a leg of a route are one each; another
player, state, activity or task is two; saying the opposite comes last. Of as many steps the kinds come in the order of
`KINDS`, and within a kind what is nearer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from quack.claims.entities import Names
from quack.claims.models import Accusation, Activity, BaseClaim, Defense, Intent, Location, Route, Sighting
from quack.events.log import GameLog, Player
from quack.kb.what_if_times import Moment, other_times

KINDS = (
    "time", "room", "from", "to", "route", "subject", "target", "except", "vote", "defended", "state", "activity",
    "task", "polarity",
)  # fmt: skip
"""What can differ, in the order in which it is told."""

OTHER = 2
"""Steps to another player, state, activity or task."""

OPPOSITE = 99
"""Steps to the opposite."""

MOST_CHANGES = 500
"""So many claims are tried, the nearest ones, and the opposite: a claim may name a route through hundreds of rooms."""

_STATES = ("any", "alive", "body")
_ACTIVITIES = ("task", "traveling", "waiting", "reporting body", "calling meeting")


class Change(NamedTuple):
    """A claim that differs in one thing from another.

    Attributes:
        kind: what differs, one of `KINDS`.
        before, after: as the two claims have it.
        steps: how large the difference is.
        claim: the claim that has it.
    """

    kind: str
    before: Any
    after: Any
    steps: int
    claim: BaseClaim


@dataclass(frozen=True)
class Setting:
    """The game and the moment in which a claim was made.

    Attributes:
        moment: when it was made and what it says of time; None where it says nothing of time.
        activity_kind: the kind of activity that a word names to the rulebook.
    """

    log: GameLog
    names: Names
    speaker: str
    moment: Moment | None
    activity_kind: Callable[[str], str | None]

    @cached_property
    def players(self) -> tuple[str, ...]:
        """What each player is called in a claim."""
        return tuple(player.name if self.names.player(player.name) == player else player.id for player in self._all)

    @property
    def _all(self) -> tuple[Player, ...]:
        return self.log.players

    def others(self, said: str | None) -> Iterator[str]:
        """The players whom a word does not mean."""
        meant = self.names.player(said)
        return (called for called in self.players if meant is None or self.names.player(called) != meant)

    def rooms(self, said: str | None) -> Iterator[tuple[str, int]]:
        """The rooms that a word does not mean, and how many corridors lie between."""
        meant = self.names.room(said)
        hops = {} if meant is None else _hops(self.log, meant)
        return ((room, hops.get(room, OTHER)) for room in self.log.map.room_names if room != meant)


def _hops(log: GameLog, start: str) -> dict[str, int]:
    hops, waiting = {start: 0}, [start]
    for room in waiting:
        for neighbour in log.map.neighbours(room):
            if neighbour not in hops:
                hops[neighbour] = hops[room] + 1
                waiting.append(neighbour)
    return hops


def changes_of(claim: BaseClaim, setting: Setting) -> tuple[list[Change], int]:
    """The claims that differ from a claim in one thing, the smallest difference first, and how many more there are."""
    opposite = _opposite(claim)
    found = [*_MAKERS[type(claim)](claim, setting)]
    if setting.moment is not None:
        found += [
            Change("time", claim.temporal, fields["temporal"], steps, with_values(claim, fields))
            for steps, fields in other_times(claim, setting.moment)
        ]
    rank = {kind: number for number, kind in enumerate(KINDS)}
    found = [change for change in found if not _of_itself(change.claim, setting)]
    # Sorting keeps what is nearer, which was found first, before what is farther.
    found.sort(key=lambda change: (change.steps, rank[change.kind]))
    return [*found[:MOST_CHANGES], opposite], max(0, len(found) - MOST_CHANGES)


def _of_itself(claim: BaseClaim, setting: Setting) -> bool:
    """Whether a claim says that somebody saw itself."""
    seen = setting.names.player(claim.target) if isinstance(claim, Sighting) else None
    return seen is not None and seen == setting.names.player(claim.subject)


def _altered(claim: BaseClaim, kind: str, field: str, after: Any, steps: int) -> Change:
    return Change(kind, getattr(claim, field), after, steps, with_values(claim, {field: after}))


def with_values(claim: BaseClaim, fields: Mapping[str, Any]) -> BaseClaim:
    """A claim with other values in some fields; the words of the utterance are no longer its own."""
    lost = {name: None for name in ("quote", "span") if getattr(claim, name) is not None}
    return claim.model_copy(update={**fields, **lost})


def _opposite(claim: BaseClaim) -> Change:
    return _altered(claim, "polarity", "polarity", "asserted" if claim.denied else "denied", OPPOSITE)


def _players(claim: BaseClaim, kind: str, field: str, setting: Setting, said: str | None = None) -> Iterator[Change]:
    for player in setting.others(getattr(claim, field) or said):
        yield _altered(claim, kind, field, player, OTHER)


def _rooms(claim: BaseClaim, kind: str, field: str, setting: Setting) -> Iterator[Change]:
    for room, steps in setting.rooms(getattr(claim, field)):
        yield _altered(claim, kind, field, room, steps)


def _states(claim: Location | Sighting) -> Iterator[Change]:
    return (_altered(claim, "state", "state", state, OTHER) for state in _STATES if state != claim.state)


def _location(claim: Location, setting: Setting) -> Iterator[Change]:
    yield from _rooms(claim, "room", "room", setting)
    yield from _players(claim, "subject", "subject", setting)
    yield from _states(claim)


def _route(claim: Route, setting: Setting) -> Iterator[Change]:
    yield from _players(claim, "subject", "subject", setting)
    legs = claim.route
    for number, leg in enumerate(legs):
        for room, steps in setting.rooms(leg):
            yield _altered(claim, "route", "route", (*legs[:number], room, *legs[number + 1 :]), steps)
        if len(legs) > 1:
            yield _altered(claim, "route", "route", (*legs[:number], *legs[number + 1 :]), 1)
        if number:
            turned = (*legs[: number - 1], leg, legs[number - 1], *legs[number + 1 :])
            yield _altered(claim, "route", "route", turned, 1)


def _sighting(claim: Sighting, setting: Setting) -> Iterator[Change]:
    moving = claim.origin is not None or claim.destination is not None
    if claim.room is not None or not moving:
        yield from _rooms(claim, "room", "room", setting)
    if claim.origin is not None:
        yield from _rooms(claim, "from", "origin", setting)
    if claim.destination is not None:
        yield from _rooms(claim, "to", "destination", setting)
    yield from _players(claim, "subject", "subject", setting)
    yield from _players(claim, "target", "target", setting)
    if setting.names.anyone(claim.target):
        spared = [setting.names.player(each) for each in claim.except_]
        for player in setting.players:
            if setting.names.player(player) not in spared:
                yield _altered(claim, "except", "except_", (*claim.except_, player), OTHER)
    yield from _states(claim)


def _activity(claim: Activity, setting: Setting) -> Iterator[Change]:
    kind = setting.activity_kind(claim.activity or "")
    yield from _players(claim, "subject", "subject", setting)
    for word in _ACTIVITIES:
        if setting.activity_kind(word) != kind:
            yield _altered(claim, "activity", "activity", word, OTHER)
    if kind == "traveling" and (claim.origin is not None or claim.destination is not None):
        if claim.origin is not None:
            yield from _rooms(claim, "from", "origin", setting)
        if claim.destination is not None:
            yield from _rooms(claim, "to", "destination", setting)
    elif kind == "task" and claim.room is None and claim.task is not None:
        yield from _tasks(claim, setting)
    elif kind in ("task", "traveling", "waiting"):
        yield from _rooms(claim, "room", "room", setting)


def _tasks(claim: Activity, setting: Setting) -> Iterator[Change]:
    """Other tasks: where a claim names no room, the task says which."""
    at_hand = [task for task, _ in setting.log.map.task_rooms]
    at_hand += [task.name for player in setting.log.players for task in player.tasks]
    own, seen = setting.names.task_room(claim.task), set()
    for task in at_hand:
        room = setting.names.task_room(task)
        if room != own and room not in seen:
            seen.add(room)
            yield _altered(claim, "task", "task", task, OTHER)


def _accusation(claim: Accusation, setting: Setting) -> Iterator[Change]:
    return _players(claim, "target", "target", setting)


def _defense(claim: Defense, setting: Setting) -> Iterator[Change]:
    return _players(claim, "defended", "defended", setting)


def _intent(claim: Intent, setting: Setting) -> Iterator[Change]:
    yield from _players(claim, "vote", "vote", setting)
    if not setting.names.skip(claim.vote):
        yield _altered(claim, "vote", "vote", "skip", OTHER)
    yield from _players(claim, "subject", "subject", setting, setting.speaker)


_MAKERS: dict[type[BaseClaim], Callable[[Any, Setting], Iterator[Change]]] = {
    Location: _location,
    Route: _route,
    Sighting: _sighting,
    Activity: _activity,
    Accusation: _accusation,
    Defense: _defense,
    Intent: _intent,
}


def kinds_of(changes: Sequence[Change]) -> tuple[str, ...]:
    """What differs in some changes, in the order of `KINDS`."""
    return tuple(kind for kind in KINDS if any(change.kind == kind for change in changes))
