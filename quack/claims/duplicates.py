"""Duplicates within one utterance: which claims say the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

from quack.claims.models import CLAIM_TYPES, BaseClaim, Defense, TimeRef

_ROLES = "subject target except_ accuser defender defended vote room route activity origin destination state".split()
_EXTENDED = {
    claim.kind: attrgetter("kind", *(role for role in _ROLES if role in claim.model_fields)) for claim in CLAIM_TYPES
}
_PUBLISHED = {
    "location": attrgetter("type", "subject", "room"),
    "route": attrgetter("type", "subject", "room", "route"),
    "sighting": attrgetter("type", "subject", "target", "room"),
    "activity": attrgetter("type", "subject", "room", "activity"),
    "accusation": attrgetter("type", "subject", "target"),
    "defense": attrgetter("type", "subject", "defended"),
}
_SUBJECTS = {claim: _PUBLISHED.get(claim.kind, _EXTENDED[claim.kind]) for claim in CLAIM_TYPES}
"""What both keys hold of a claim: where that differs, they do."""

# In the published key time counts only as far as the first of these rows with a part that occurs in the phrase.
_BUCKETS = (
    (
        "the whole time",
        "entire round",
        "all round",
        "never left",
        "stayed in",
        "the entire time",
        "whole round",
    ),
    ("mostly", "spent most of", "majority of", "most of"),
    ("at the start", "beginning", "spawn"),
    ("when i found",),
)


def collapse_duplicates(claims: Sequence[BaseClaim], time_of: Callable[[BaseClaim], TimeRef]) -> tuple[BaseClaim, ...]:
    """The claims of one utterance without repetitions, the first kept; their positions are their ordinals.

    Two claims in the published schema repeat each other by the published key, which knows nothing of accuser, defender,
    confidence or basis, so that their numbering agrees with the published audit; others by everything they assert. A
    defense that doesn't say whom it defends repeats none.

    Args:
        claims: the claims of one utterance, in order.
        time_of: the time that a claim refers to; asked for claims in the extended schema only.
    """
    if len({_SUBJECTS[type(claim)](claim) for claim in claims}) == len(claims):
        return tuple(claims)
    kept: dict[Any, BaseClaim] = {}
    for position, claim in enumerate(claims):
        key = extended_key(claim, time_of(claim)) if claim.extended else published_key(claim)
        kept.setdefault(position if key is None else key, claim)
    return tuple(kept.values())


def published_key(claim: BaseClaim) -> tuple[Any, ...] | None:
    """What makes a claim a repetition in the published audit; None if it repeats nothing."""
    if type(claim) is Defense and claim.defended is None:
        return None
    return (_PUBLISHED[claim.kind](claim), _bucket(claim.temporal))


def extended_key(claim: BaseClaim, time: TimeRef) -> tuple[Any, ...] | None:
    """What makes a claim in the extended schema a repetition; None if it repeats nothing."""
    if isinstance(claim, Defense) and claim.defended is None:
        return None
    return (_EXTENDED[claim.kind](claim), claim.polarity, claim.attribution, time.key)


@lru_cache(maxsize=50_000)
def _bucket(phrase: str | None) -> int:
    text = (phrase or "").lower()
    for number, parts in enumerate(_BUCKETS):
        for part in parts:
            if part in text:
                return number
    return len(_BUCKETS)
