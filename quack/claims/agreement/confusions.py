"""What misses were taken for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quack.claims.agreement.forms import Form, Unit, fits
from quack.claims.agreement.pairing import pair

ANYONE = "anyone"


class Confusion(NamedTuple):
    """A gold claim that was missed and the extra claim that it was taken for; one of them may be None.

    Attributes:
        what: the difference; `missed` or `invented` where there is nothing on the other side.
    """

    what: str
    gold: Unit | None
    predicted: Unit | None

    @property
    def text(self) -> str:
        """The kind of claim and the difference: what is counted."""
        unit = self.gold or self.predicted
        assert unit is not None, "a confusion has a side"
        return f"{name_of(unit.form)}: {self.what}"


def name_of(form: Form) -> str:
    """The kind of a claim, in a few words."""
    denied = "denied " if form.denied else ""
    whom = f" of {ANYONE}" if form.about == ANYONE else ""
    return f"{denied}{form.label}{whom}"


def find_confusions(missed: Sequence[Unit], extra: Sequence[Unit]) -> tuple[Confusion, ...]:
    """A confusion for every miss, and one for every extra claim that no miss was taken for."""

    def likeness(gold: Unit, predicted: Unit) -> float | None:
        found = _difference(gold.form, predicted.form)
        return None if found is None else -found[0]

    pairs = pair(missed, extra, likeness)
    found = []
    for gold, predicted in pairs:
        difference = _difference(gold.form, predicted.form)
        assert difference is not None, "what is paired has a difference"
        found.append(Confusion(difference[1], gold, predicted))
    used = {unit for both in pairs for unit in both}
    found += [Confusion("missed", unit, None) for unit in missed if unit not in used]
    found += [Confusion("invented", None, unit) for unit in extra if unit not in used]
    return tuple(found)


def _difference(gold: Form, predicted: Form) -> tuple[int, str] | None:
    """How two claims differ, with a rank: less is nearer; None if they have too little in common."""
    kind, about = gold.kind == predicted.kind, gold.about == predicted.about
    shared = not gold.place or not set(gold.place).isdisjoint(predicted.place)
    reverse = gold.kind == "move" and gold.place == predicted.place[::-1]
    ranked = (
        (fits(gold, predicted), "other polarity, state or exception"),
        (kind and about and reverse, "reversed"),
        (kind and about and shared, "other viewer, voter or end"),
        (about and shared, f"taken for {name_of(predicted)}"),
        (kind and about, "other place"),
        (kind and shared, "other player"),
    )
    return next(((rank, what) for rank, (holds, what) in enumerate(ranked) if holds), None)
