"""What two paired claims say beyond their canonical form: denied, a body, whose word, and when."""

from __future__ import annotations

from quack.claims.agreement.forms import Unit
from quack.claims.agreement.pairing import pair
from quack.claims.agreement.rates import Rate
from quack.claims.agreement.statements import Said, Span

SLACK = 1
"""So many ticks apart, two times still agree."""


def mark_pair(gold: Unit, predicted: Unit) -> tuple[dict[str, Rate], Rate]:
    """The rate of every attribute, and how many reported claims on both sides name the same reporter, of how many."""
    words = pair(gold.said, predicted.said, _likeness)
    told = [one.source == other.source for one, other in words if one.reported and other.reported]
    spans = [(one.ticks, other.ticks) for one, other in words if one.ticks and other.ticks]
    met = [(one, other) for one, other in spans if spans_meet(one, other)]
    timed = [sum(word.ticks is not None for word in unit.said) for unit in (predicted, gold)]
    marks = {
        "denied": _both(predicted.form.denied, gold.form.denied),
        "body": _both(predicted.form.label == "body", gold.form.label == "body"),
        "reported": Rate(len(told), *(sum(word.reported for word in unit.said) for unit in (predicted, gold))),
        "time": Rate(len(met), *timed),
        "both ends": Rate(sum(_ends_meet(one, other) for one, other in met), *timed),
    }
    return marks, Rate(sum(told), len(told), len(told))


def _both(predicted: bool, gold: bool) -> Rate:
    return Rate(predicted and gold, predicted, gold)


def _likeness(gold: Said, predicted: Said) -> float:
    meet = gold.ticks is not None and predicted.ticks is not None and spans_meet(gold.ticks, predicted.ticks)
    return 2 * (gold.source == predicted.source) + meet


def spans_meet(one: Span, other: Span) -> bool:
    """Whether two ranges of ticks overlap, or nearly."""
    return all(
        first is None or last is None or first <= last + SLACK
        for first, last in ((one[0], other[1]), (other[0], one[1]))
    )


def _ends_meet(one: Span, other: Span) -> bool:
    return all(
        a == b or (a is not None and b is not None and abs(a - b) <= SLACK) for a, b in zip(one, other, strict=True)
    )
