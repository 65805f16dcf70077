"""What a model is given, and what it is to answer: the signature of the extraction, and the text about claims."""

from __future__ import annotations

import inspect
import re
from typing import Any

import dspy

from quack.claims.models import CLAIM_TYPES, Accusation, BaseClaim, Claim, Defense

INPUTS = ("game", "occasion", "earlier", "utterance")


class ReadClaims(dspy.Signature):
    """Read what an utterance claims."""

    game: dict[str, Any] = dspy.InputField(desc="the players, the rooms with what else they are called, the tasks")
    occasion: dict[str, Any] = dspy.InputField(desc="who speaks, and what everybody knows at that moment")
    earlier: list[dict[str, str]] = dspy.InputField(desc="what was said before in the same meeting, in order")
    utterance: str = dspy.InputField(desc="the words to be read")
    # The adapter hands out the raw objects: each is checked by itself, so that a bad one does not cost the others.
    claims: list[Claim] = dspy.OutputField(desc="every claim that the utterance makes, in the order of its words")


_LEFT_OUT = frozenset(("type", "span", "accuser_id"))
_COMMON = tuple(name for name in BaseClaim.model_fields if name not in _LEFT_OUT and name != "subject")


def describe_claims() -> str:
    """The types of claims with their fields, as their classes describe themselves."""
    return "\n\n".join((f"Any claim: {', '.join(_COMMON)}.\n{_told(BaseClaim)}", *map(_describe, CLAIM_TYPES)))


def _describe(claim: type[BaseClaim]) -> str:
    fields = [field.alias or name for name, field in claim.model_fields.items()]
    lacking = ("subject",) if claim in (Accusation, Defense) else ()
    own = [name for name in fields if name not in (*_LEFT_OUT, *_COMMON, *lacking)]
    return f'{claim.kind}: "type": "{claim.model_fields["type"].default}", {", ".join(own)}.\n{_told(claim)}'


def _told(claim: type[BaseClaim]) -> str:
    """The docstring of a class, without what it says of fields that a model has nothing to do with."""
    text = (inspect.getdoc(claim) or "").replace("Attributes:\n", "").replace("`", '"')
    text = re.sub(r"\n {5,}", " ", text)  # an entry that goes on
    lines = [line.strip() for line in text.splitlines()]
    kept = [line for line in lines if line.partition(":")[0] not in _LEFT_OUT]
    return re.sub(r' ?[^.]*"(?:accuser_id|span)"[^.]*\.', "", "\n".join(line for line in kept if line))
