"""Where in an utterance the words stand that a claim rests on."""

from __future__ import annotations

from quack.claims.models import BaseClaim


def place_of(claim: BaseClaim, text: str) -> tuple[int, int] | None:
    """Those words are `text[first:last]`: by the claim's span, else where its quote stands first; None for neither."""
    first, last = claim.span or (0, 0)
    if 0 <= first < last <= len(text):
        return first, last
    first = text.find(claim.quote) if claim.quote else -1
    return None if first < 0 else (first, first + len(claim.quote or ""))
