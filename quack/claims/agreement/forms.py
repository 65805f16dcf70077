"""Canonical forms: one for each thing that an utterance claims, however its labels put it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from quack.claims.agreement.statements import Place, Said, Statement


class Form(NamedTuple):
    """What is claimed; fields as in `Statement`, except that a movement is one leg."""

    kind: str
    about: str | None
    by: str | None
    place: Place
    polarity: str | None
    state: str | None
    excluded: tuple[str | None, ...] | None

    @property
    def label(self) -> str:
        """The row that it counts in: its kind, but that seeing a corpse is a row of its own."""
        return "body" if self.kind == "sighting" and self.state == "body" else self.kind

    @property
    def denied(self) -> bool:
        """Whether it says that it was not so."""
        return self.polarity == "denied"

    @property
    def vague(self) -> bool:
        """Whether it has a place and leaves open which."""
        return bool(self.place) and not any(self.place)


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A canonical claim of one side; equal only to itself.

    Attributes:
        form: what is claimed.
        said: whose word and of when, for every claim behind it.
        merged: whether another claim of its side says it too, in another form or more fully.
        sources: positions of the claims behind it among those of the utterance.
    """

    form: Form
    said: tuple[Said, ...]
    merged: bool
    sources: tuple[int, ...]


def canonical_units(statements: Sequence[Statement]) -> tuple[Unit, ...]:
    """The canonical claims of one utterance: routes cut into legs, equal ones collapsed, repetitions marked."""
    behind: dict[Form, list[int]] = {}
    for position, one in enumerate(statements):
        for place in _legs(one.place):
            form = Form(one.kind, one.about, one.by, place, one.polarity, one.state, one.excluded)
            behind.setdefault(form, []).append(position)
    merged: set[Form] = set()
    for form in behind:
        if any(covers(other, form) for other in behind if other is not form and other not in merged):
            merged.add(form)
    return tuple(
        Unit(form, tuple(statements[one].said for one in found), form in merged, tuple(dict.fromkeys(found)))
        for form, found in behind.items()
    )


def _legs(place: Place) -> Iterator[Place]:
    if len(place) > 1:
        yield from pairwise(place)
    else:
        yield place


def compatible(stated: Any, other: Any) -> bool:
    """Whether two values can both be meant; one that is left open agrees with any."""
    return stated is None or other is None or stated == other


def fits(gold: Form, predicted: Form) -> bool:
    """Whether a prediction has the kind, the people and the place of the gold claim, as far as that states them."""
    alike = gold.kind == predicted.kind or {gold.label, predicted.label} == {"at", "body"}
    if not alike or gold.about != predicted.about or not compatible(gold.by, predicted.by):
        return False
    if gold.kind == "move" and len(gold.place) == 1:
        # The published schema names one end without saying which.
        return gold.place[0] is None or gold.place[0] in predicted.place
    if gold.kind == "move" and len(predicted.place) == 1:
        return {room for room in gold.place if room is not None} <= set(predicted.place)
    return all(room is None or room == other for room, other in zip(gold.place, predicted.place, strict=False))


def agrees(gold: Form, predicted: Form) -> bool:
    """Whether a prediction is a hit: it fits, and polarity, state and exceptions agree where both state them."""
    states = compatible(gold.state, predicted.state) or "any" in (gold.state, predicted.state)
    return (
        states
        and compatible(gold.polarity, predicted.polarity)
        and compatible(gold.excluded, predicted.excluded)
        and fits(gold, predicted)
    )


def covers(other: Form, form: Form) -> bool:
    """Whether one claim says what another says: a presence or a report in another form, or the same more fully."""
    if form.kind == "report":
        return other.label == "body" and other.by == form.about
    if form.kind == "at" and other.kind != "at":
        return _implies_presence(other, form)
    return form.kind == other.kind and form.place != other.place and agrees(form, other)


def _implies_presence(other: Form, form: Form) -> bool:
    """Whether a movement, a sighting or a task has the player of a presence in its room."""
    if form.vague or form.denied != other.denied or not set(form.place) & set(other.place):
        return False
    if form.about == other.about and (other.kind == "sighting" or not other.denied):
        return True
    return form.about == other.by and not other.denied
