"""Labelled utterances as what training looks at: their candidates, and which of these the labels hold."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quack.claims.extraction import Extraction
from quack.claims.extractor import Occasion, Said
from quack.claims.models import Defense
from quack.claims.offline.candidates import Candidate, Key
from quack.claims.offline.extractor import OfflineExtractor
from quack.claims.offline.joint import tokens_of
from quack.claims.offline.labels import KINDS, Keys, asserted_keys
from quack.claims.offline.reference import Reading
from quack.claims.offline.stance_candidates import all_candidates
from quack.claims.offline.tokens import Speech

if TYPE_CHECKING:
    from quack.events.log import GameLog


@dataclass(slots=True)
class Example:
    """One labelled utterance; `group` is its game, `known` are the kinds that its labels cover."""

    group: str
    meeting: int | None
    speaker: int
    keys: Keys
    known: frozenset[str]


@dataclass(slots=True)
class Rows:
    """The candidates of one kind: for each its utterance and key, and its patterns as numbers."""

    examples: array[int] = field(default_factory=lambda: array("l"))
    keys: list[Key] = field(default_factory=list)
    tokens: list[tuple[int, ...]] = field(default_factory=list)
    right: array[int] = field(default_factory=lambda: array("b"))
    patterns: array[int] = field(default_factory=lambda: array("l"))
    ends: array[int] = field(default_factory=lambda: array("l", [0]))
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, example: int, one: Candidate, right: bool) -> None:
        """Adds a candidate."""
        numbers = self.numbers
        found = {
            numbers.setdefault((place, feature), len(numbers)) for place, features in one.blocks for feature in features
        }
        self.patterns.extend(sorted(found))
        self.ends.append(len(self.patterns))
        self.examples.append(example)
        self.keys.append(one.key)
        self.tokens.append(tokens_of(one))
        self.right.append(right)


class Lessons:
    """Everything that is trained on."""

    def __init__(self) -> None:
        self.examples: list[Example] = []
        self.rows = {kind: Rows() for kind in KINDS}

    def add(self, group: str, log: GameLog, batch: Iterable[tuple[Said, Occasion, Extraction]]) -> None:
        """Adds the labelled utterances of a game."""
        reader = OfflineExtractor(log)
        for said, occasion, gold in batch:
            if len(said.text.split()) < 3:
                continue
            speaker = next(player.index for player in log.players if player.id == said.speaker)
            vague = any(isinstance(claim, Defense) and claim.defended is None for claim in gold.claims)
            known = frozenset(KINDS) - ({"defend"} if vague else set())
            example = Example(group, occasion.meeting, speaker, asserted_keys(gold.claims, reader.names), known)
            number = len(self.examples)
            self.examples.append(example)
            reading = Reading(Speech(said.text, reader.names), speaker, len(log.players))
            for one in all_candidates(reading, reader.setting(occasion)):
                if one.kind in known:
                    self.rows[one.kind].add(number, one, one.key in example.keys[one.kind])
