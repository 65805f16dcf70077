"""Files of reviews: what people who checked claims one by one found, a line of JSON for each thing they judged.

A file `reviews.jsonl` lies beside its log; lines are only ever added. Every line has

    reviews     1, the format
    reviewer    who judged
    item        "claim" or "utterance"
    message     position among the game's discussion messages; or `chat`, among its chat lines
    meeting, speaker

A line about a claim has

    id, claim       the claim's id, and the claim as the file of claims gave it
    extractor       name and version of who made it; null if nobody says
    faithful        yes, no or unsure: does the utterance say so?
    rulebook, verdict, verdict_right
                    what the audit said, and yes, no or unsure; null while nobody has been asked

and one about an utterance, once all that is to be judged of it is judged,

    claims      all claims that it had, as above
    missed      what else it says, in the reviewer's words, one text for each; [] for nothing

A judgement belongs to a claim with the same content in the same utterance (`span` and `quote` apart), whatever its id
is by now, and to no other: claims that were extracted anew and differently are unreviewed, and their reviews stale.
What a reviewer says later about the same item replaces what it said before.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from quack.claims.claim_lines import split_lines
from quack.claims.extraction import Dropped
from quack.claims.models import BaseClaim, parse_claim
from quack.errors import ClaimsError
from quack.settings import LOG_NAME

REVIEWS_NAME = "reviews.jsonl"

Answer = Literal["yes", "no", "unsure"]

Key = tuple[str, int]
"""An utterance: its channel (message or chat), and its position there."""

_LIKENESS = frozenset(("span", "quote"))
"""Fields that say where a claim stands, not what it claims."""


class _Item(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="allow", hide_input_in_errors=True)

    reviews: Literal[1] = 1
    reviewer: Annotated[str, Field(min_length=1)]
    message: int | None = None
    chat: int | None = None
    meeting: int | None = None
    speaker: str | None = None

    @property
    def key(self) -> Key:
        """Which utterance it is about."""
        return ("message", self.message) if self.message is not None else ("chat", self.chat or 0)


class ClaimReview(_Item):
    """What a reviewer says of a claim; fields as the module tells."""

    item: Literal["claim"] = "claim"
    id: str | None = None
    claim: dict[str, Any]
    extractor: str | None = None
    faithful: Answer
    rulebook: str | None = None
    verdict: str | None = None
    verdict_right: Answer | None = None

    @property
    def content(self) -> str:
        """What the claim says, equal for equal claims."""
        return content_of(self.claim)


class UtteranceReview(_Item):
    """What a reviewer says of an utterance as a whole; fields as the module tells."""

    item: Literal["utterance"] = "utterance"
    claims: list[dict[str, Any]]
    missed: list[str]

    @property
    def contents(self) -> frozenset[str]:
        """What its claims said."""
        return frozenset(map(content_of, self.claims))


Review = Annotated[ClaimReview | UtteranceReview, Field(discriminator="item")]
_REVIEW: TypeAdapter[ClaimReview | UtteranceReview] = TypeAdapter(Review)


def content_of(claim: Mapping[str, Any] | BaseClaim) -> str:
    """What a claim says as one text, equal for claims that differ in nothing but where the words stand."""
    values = claim.to_json() if isinstance(claim, BaseClaim) else claim
    told = {key: value for key, value in values.items() if key not in _LIKENESS and value is not None}
    return json.dumps(told, sort_keys=True)


class ClaimItem(NamedTuple):
    """A claim that somebody judged."""

    reviewer: str
    key: Key
    content: str


class UtteranceItem(NamedTuple):
    """An utterance that somebody judged."""

    reviewer: str
    key: Key


@dataclass(frozen=True, slots=True)
class ReviewFile:
    """A file of reviews; of several lines of one reviewer about one item the last counts.

    Attributes:
        path: the file, which need not exist.
        claims, utterances: by item, in the order of the file.
        dropped: lines that are no reviews.
    """

    path: Path
    claims: Mapping[ClaimItem, ClaimReview]
    utterances: Mapping[UtteranceItem, UtteranceReview]
    dropped: tuple[Dropped, ...] = ()

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Who has judged anything, sorted."""
        return tuple(sorted({one.reviewer for one in (*self.claims.values(), *self.utterances.values())}))


def reviews_path(log: Path) -> Path:
    """Where the reviews of a game are: beside its log."""
    return log.with_name(REVIEWS_NAME if log.name == LOG_NAME else f"{log.stem}.{REVIEWS_NAME}")


def read_reviews(path: Path) -> ReviewFile:
    """A file of reviews; without one there are none.

    Raises:
        ClaimsError: the file can't be read.
    """
    claims: dict[ClaimItem, ClaimReview] = {}
    utterances: dict[UtteranceItem, UtteranceReview] = {}
    dropped: list[Dropped] = []
    for number, content in split_lines(_bytes(path)):
        try:
            review = _REVIEW.validate_python(from_json(content, allow_inf_nan=False))
            _take(review, claims, utterances)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            dropped.append(Dropped(number, f"not a review: {'.'.join(map(str, first['loc']))} {first['msg']}"))
        except ValueError as error:
            dropped.append(Dropped(number, f"not a review: {error}"))
    return ReviewFile(path, claims, utterances, tuple(dropped))


def _take(
    review: ClaimReview | UtteranceReview,
    claims: dict[ClaimItem, ClaimReview],
    utterances: dict[UtteranceItem, UtteranceReview],
) -> None:
    if (review.message is None) == (review.chat is None):
        raise ValueError("it names no message, or a chat line too")
    for claim in [review.claim] if isinstance(review, ClaimReview) else review.claims:
        parse_claim(claim)
    if isinstance(review, ClaimReview):
        item = ClaimItem(review.reviewer, review.key, review.content)
        claims.pop(item, None)
        claims[item] = review
    else:
        about = UtteranceItem(review.reviewer, review.key)
        utterances.pop(about, None)
        utterances[about] = review


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise ClaimsError(f"reviews can't be read: {error.strerror or error}", path=path) from None


def add_reviews(path: Path, reviews: Iterable[ClaimReview | UtteranceReview]) -> None:
    """Adds reviews to a file, each line at once, so that a kill loses nothing that was finished.

    Raises:
        OSError: it can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    try:
        size = os.fstat(file).st_size
        if size:
            os.lseek(file, size - 1, os.SEEK_SET)
            # What a kill left of a line stays, as a line of its own that is no review.
            if os.read(file, 1) != b"\n":
                _write(file, b"\n")
        for review in reviews:
            values = review.model_dump(mode="json")
            told = {key: value for key, value in values.items() if value is not None or key not in ("message", "chat")}
            _write(file, json.dumps(told, ensure_ascii=True).encode() + b"\n")
        os.fsync(file)
    finally:
        os.close(file)


def _write(file: int, data: bytes) -> None:
    # In one call, as a rule: then a kill comes before the line or after it.
    while data:
        data = data[os.write(file, data) :]
