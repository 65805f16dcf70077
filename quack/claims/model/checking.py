"""A model's claims, each held by itself against the schema, the utterance and the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from quack.claims.claim_lines import reason_of
from quack.claims.duplicates import collapse_duplicates
from quack.claims.entities import Names
from quack.claims.extractor import Occasion, Said
from quack.claims.model.mending import Unusable, mended
from quack.claims.models import BaseClaim, TimeRef, parse_claim
from quack.claims.time_phrases import parse_time


@dataclass(frozen=True, slots=True)
class Checked:
    """What of an answer is taken over.

    Attributes:
        claims: in the answer's order, without repetitions.
        rejected: what is not, or not wholly: how many by reason.
    """

    claims: tuple[BaseClaim, ...]
    rejected: Mapping[str, int]


def check_claims(items: Sequence[Any], names: Names, said: Said, occasion: Occasion) -> Checked:
    """The claims of an answer that the game can judge.

    Names and rooms are put as the game has them. One that the game doesn't know stays only if the speaker said it: then
    the claim can't be verified, which is no error; otherwise the model made it up, and the claim is dropped. A quote
    that isn't in the utterance is taken off its claim.
    """
    rejected: Counter[str] = Counter()
    claims: list[BaseClaim] = []
    for item in items:
        try:
            raw, notes = mended(item, names, said)
            claims.append(parse_claim(_with_span(raw, said.text, rejected)))
            rejected.update(notes)
        except Unusable as error:
            rejected[error.reason] += 1
        except ValidationError as error:
            rejected[reason_of(error)] += 1
    how = occasion.how

    def time_of(claim: BaseClaim) -> TimeRef:
        return parse_time(claim.temporal, names, claim.ticks, how=how)

    kept = collapse_duplicates(claims, time_of)
    return Checked(kept, dict(sorted(rejected.items())))


def _with_span(raw: dict[str, Any], text: str, rejected: Counter[str]) -> dict[str, Any]:
    """A claim whose quote is what stands in the utterance, with its place there."""
    raw.pop("span", None)
    quote = raw.pop("quote", None)
    if quote is None:
        return raw
    found = _find(str(quote), text)
    if found is None:
        rejected["the quote is not in the utterance"] += 1
        return raw
    start, end = found
    return raw | {"span": [start, end], "quote": text[start:end]}


_MARKS = str.maketrans("‘’“”–—−…", "''\"\"---.")


def _find(quote: str, text: str) -> tuple[int, int] | None:
    """Where a text has a quote: exactly, else but for case, blanks and typographic marks."""
    quote = quote.strip()
    if not quote:
        return None
    start = text.find(quote)
    if start >= 0:
        return start, start + len(quote)
    words = quote.translate(_MARKS).strip("\"'. ").split()
    if not words:
        return None
    match = re.search(r"\s+".join(map(re.escape, words)), text.translate(_MARKS), re.IGNORECASE)
    return match.span() if match else None
