"""Agreement about one utterance: which canonical claims were found, missed and invented."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from quack.claims.agreement.confusions import Confusion, find_confusions
from quack.claims.agreement.forms import Form, Unit, agrees, canonical_units, covers, fits
from quack.claims.agreement.pairing import pair
from quack.claims.agreement.rates import NOTHING, Rate
from quack.claims.agreement.statements import Statement, read_statement
from quack.claims.agreement.words import Spelling, tell_unit
from quack.claims.models import BaseClaim

Raw = BaseClaim | Mapping[str, Any]
"""A claim as it is read, or as a line of a file has it."""


class Pair(NamedTuple):
    """A gold claim and what was predicted for it; `hit` if they agree, else only their place and people do."""

    gold: Unit
    predicted: Unit
    hit: bool


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """How far two sets of claims about one utterance agree, in canonical form.

    Attributes:
        hits: the claims that both sides make.
        missed, extra: what only the gold side claims, and only the prediction.
        pairs: hits, and claims that differ in nothing but polarity, state or exception.
        optional: how many gold claims leave their room open, which nobody has to find.
        optional_found: how many of these were found.
        spelling: names as the claims spell them.
    """

    hits: tuple[Pair, ...]
    missed: tuple[Unit, ...]
    extra: tuple[Unit, ...]
    pairs: tuple[Pair, ...]
    optional: int
    optional_found: int
    spelling: Spelling

    @property
    def rate(self) -> Rate:
        """The counts; the rates of several messages add up."""
        hits = len(self.hits)
        return Rate(hits, hits + len(self.extra), hits + len(self.missed))

    @property
    def f1(self) -> float:
        """Canonical F1; 1 where both sides claim nothing."""
        value = self.rate.f1
        return 1.0 if value is None else value

    @property
    def confusions(self) -> tuple[Confusion, ...]:
        """What every miss was taken for, and what was invented."""
        return find_confusions(self.missed, self.extra)

    def feedback(self) -> str:
        """What to mend, in sentences for whoever wrote the prediction: a line each, or that all is right."""
        told = [_advice(one, self.spelling) for one in self.confusions]
        found = [tell_unit(one.gold.form, self.spelling) for one in self.hits]
        if found:
            told.append(f"Right: {'; '.join(found)}.")
        return "\n".join(told) or "Right: the utterance claims nothing."


def _advice(confusion: Confusion, spelling: Spelling) -> str:
    gold, predicted = confusion.gold, confusion.predicted
    if gold is None:
        assert predicted is not None, "a confusion has a side"
        return f"Not claimed in the utterance: {tell_unit(predicted.form, spelling)}."
    if predicted is None:
        return f"Missed: {tell_unit(gold.form, spelling)}."
    wrong, right = tell_unit(predicted.form, spelling), tell_unit(gold.form, spelling)
    return f"Wrong ({confusion.what}): you have that {wrong}; it should be that {right}."


def compare_claims(predicted: Iterable[Raw], gold: Iterable[Raw]) -> Agreement:
    """How far predicted claims of one utterance agree with the gold ones, by the rules of the fixed yardstick.

    Claims about nobody are left out on both sides, and so is attribution.

    Raises:
        ValueError, TypeError: a claim of a file (not one that was read) has no type, or ticks that are none.
    """
    ours, theirs = _values(predicted), _values(gold)
    spelling = Spelling((*theirs, *ours))
    return compare_statements(statements_of(ours), statements_of(theirs), spelling)


def pooled(agreements: Iterable[Agreement]) -> Rate:
    """The rate over many messages, made of all their claims."""
    return sum((one.rate for one in agreements), NOTHING)


def statements_of(claims: Iterable[Mapping[str, Any]]) -> list[Statement]:
    """What claims say, those about nobody left out."""
    return [one for one in map(read_statement, claims) if one.about]


def _values(claims: Iterable[Raw]) -> list[Mapping[str, Any]]:
    return [claim.to_json() if isinstance(claim, BaseClaim) else claim for claim in claims]


def compare_statements(predicted: Sequence[Statement], gold: Sequence[Statement], spelling: Spelling) -> Agreement:
    """As `compare_claims`, of claims that are read already."""
    golds, ours = canonical_units(gold), canonical_units(predicted)
    pairs = tuple(Pair(one, other, agrees(one.form, other.form)) for one, other in pair(golds, ours, _likeness))
    settled = {side for one in pairs if one.hit for side in (one.gold, one.predicted)}
    open_gold = [one for one in golds if one not in settled and not one.merged]
    open_ours = [one for one in ours if one not in settled and not one.merged]
    optional = [one for one in golds if one.form.vague and not one.merged]
    return Agreement(
        hits=tuple(one for one in pairs if one.hit and not (one.gold.merged and one.predicted.merged)),
        missed=tuple(one for one in open_gold if not one.form.vague and not _covered(one.form, ours)),
        extra=tuple(one for one in open_ours if not _covered(one.form, golds)),
        pairs=pairs,
        optional=len(optional),
        optional_found=sum(one in settled for one in optional),
        spelling=spelling,
    )


def _covered(form: Form, others: Iterable[Unit]) -> bool:
    return any(covers(other.form, form) for other in others)


def _likeness(gold: Unit, predicted: Unit) -> float | None:
    """How alike two claims are; those that no more than fit pair only if neither is a repetition or leaves it open."""
    one, other = gold.form, predicted.form
    hit = agrees(one, other)
    if not hit and (gold.merged or predicted.merged or one.vague or not fits(one, other)):
        return None
    shared = (hit, one.polarity == other.polarity, one.label == other.label, one.place == other.place)
    return sum(16 >> place for place, holds in enumerate(shared) if holds) + (one.by == other.by)
