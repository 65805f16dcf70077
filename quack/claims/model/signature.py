"""What a model is given, and what it is to answer: the signature of the extraction, and the text about claims."""

from __future__ import annotations

from typing import Any

import dspy

from quack.claims.models import CLAIM_TYPES, BaseClaim, Claim

INPUTS = ("game", "occasion", "earlier", "utterance")


class ReadClaims(dspy.Signature):
    """Read what an utterance claims."""

    game: dict[str, Any] = dspy.InputField(desc="the players, the rooms with what else they are called, the tasks")
    occasion: dict[str, Any] = dspy.InputField(desc="who speaks, and what everybody knows at that moment")
    earlier: list[dict[str, str]] = dspy.InputField(desc="what was said before in the same meeting, in order")
    utterance: str = dspy.InputField(desc="the words to be read")
    # The adapter hands out the raw objects: each is checked by itself, so that a bad one does not cost the others.
    claims: list[Claim] = dspy.OutputField(desc="every claim that the utterance makes, in the order of its words")


_ALIASES = {"except_": "except", "origin": "from", "destination": "to"}
_LEFT_OUT = frozenset(("type", "span", "accuser_id"))


def describe_claims() -> str:
    """The types of claims with their fields, as their classes describe themselves."""
    common = [name for name in BaseClaim.model_fields if name not in _LEFT_OUT and name != "subject"]
    parts = [f"All types have these fields: {', '.join(common)}.\n{_plain(BaseClaim.__doc__)}"]
    for claim in CLAIM_TYPES:
        own = [_ALIASES.get(name, name) for name in claim.model_fields if name not in _LEFT_OUT and name not in common]
        if not {"subject"} & claim.__annotations__.keys() and claim.kind in ("accusation", "defense"):
            own.remove("subject")
        parts.append(
            f'{claim.kind}: "type": "{claim.model_fields["type"].default}"; {", ".join(own)}\n{_plain(claim.__doc__)}'
        )
    return "\n\n".join(parts)


def _plain(text: str | None) -> str:
    """A docstring as a paragraph, its marks for code as quotes, without what concerns the program only."""
    lines = [line.strip() for line in (text or "").splitlines()]
    words = "\n".join(lines).strip().replace("``", '"').replace("`", '"')
    return words.replace("Attributes:\n", "")
