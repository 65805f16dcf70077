"""Labelled utterances that a program for the model extractor is improved and measured on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quack.claims.claim_lines import split_lines
from quack.claims.entities import Names
from quack.claims.extraction import READ
from quack.claims.extractor import Occasion, Said
from quack.claims.extractors import Channel, spoken
from quack.claims.model.question import game_words, question
from quack.claims.models import BaseClaim
from quack.claims.offline.utterances import is_blank, is_vote_token
from quack.claims.reviewed import reviewed_claims
from quack.claims.store import read_claims
from quack.claims.writing import Key, key_of
from quack.errors import ClaimsError

if TYPE_CHECKING:
    from quack.events.log import GameLog
    from quack.events.rows import Timeline

_DEFAULTS = {"polarity": "asserted", "attribution": "speaker", "state": "any", "perceived": False}
"""What a model need not write."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """One utterance with its right claims.

    Attributes:
        at: where it was said, the same for no two of them.
        said, occasion, names: what a claim about it is held against.
        inputs: what the model is told about it.
        gold: the right claims.
    """

    at: str
    said: Said
    occasion: Occasion
    names: Names
    inputs: Mapping[str, Any]
    gold: tuple[BaseClaim, ...]

    @property
    def answer(self) -> list[dict[str, Any]]:
        """The right claims as a model is to write them."""
        return [_written(claim, self.said.text) for claim in self.gold]


@dataclass(frozen=True, slots=True, eq=False)
class LabelledGame:
    """The lessons of a game.

    Attributes:
        name: how it is called.
        log: digest of its log; equal for copies of one game.
        digest: of the log and of the labels.
        lessons: in the order in which they were said.
    """

    name: str
    log: str
    digest: str
    lessons: tuple[Lesson, ...]


def lessons_of(
    name: str, log: GameLog, timeline: Timeline, labels: Path, channel: Channel = "discussion"
) -> LabelledGame:
    """The utterances of a game that have labels, and that a model would be asked about.

    Args:
        name: how the game is called.
        log, timeline: the game.
        labels: a file of claims, whose claims count as right, or a file of reviews.
        channel: which utterances.

    Raises:
        ClaimsError: the labels can't be read, or belong to another log.
    """
    gold = gold_claims(labels, log, timeline)
    names, words = Names(log), game_words(log)
    found = []
    for said, occasion in spoken(log, timeline, channel):
        key = ("message", said.message) if said.message is not None else ("chat", said.chat)
        if key not in gold or is_blank(said.text) or is_vote_token(said.text, names):
            continue
        inputs = question(log, words, said, occasion)
        found.append(Lesson(f"{name} {key[0]} {key[1]}", said, occasion, names, inputs, gold[key]))
    digest = hashlib.sha256(log.sha256.encode())
    for one in found:
        digest.update(json.dumps([one.at.removeprefix(name), one.answer], sort_keys=True).encode())
    return LabelledGame(name, log.sha256, digest.hexdigest(), tuple(found))


def gold_claims(path: Path, log: GameLog, timeline: Timeline) -> dict[Key, tuple[BaseClaim, ...]]:
    """The right claims of each labelled utterance; what was not read, or not reviewed wholly, has no label.

    Raises:
        ClaimsError: the file can't be read, or belongs to another log.
    """
    if _holds_reviews(path):
        reviewed = reviewed_claims(path, log, timeline)
        return {
            ("message", one.message) if one.message is not None else ("chat", one.chat or 0): one.claims
            for one in reviewed
            if one.complete
        }
    file = read_claims(path, log, timeline)
    return {key_of(one): one.claims for one in file.extractions if one.status in READ and one.line is not None}


def _holds_reviews(path: Path) -> bool:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ClaimsError(f"labels can't be read: {error.strerror or error}", path=path) from None
    for _, line in split_lines(data):
        try:
            record = json.loads(line)
        except ValueError:
            continue
        return isinstance(record, dict) and "reviews" in record
    return False


def _written(claim: BaseClaim, text: str) -> dict[str, Any]:
    """A claim as a model is asked to write it: words instead of their places, and nothing that goes without saying."""
    values = claim.to_json()
    span = values.pop("span", None)
    kept = {key: value for key, value in values.items() if value is not None and _DEFAULTS.get(key) != value}
    return kept | ({"quote": text[span[0] : span[1]]} if span else {})
