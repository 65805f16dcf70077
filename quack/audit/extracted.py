"""What an extraction hands back: per game what was read, and of a model what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from quack.audit.results import Coverage, FailedGame
from quack.claims.extraction import Extraction


class Bill(NamedTuple):
    """What a model's reading cost, or will cost by estimate.

    Attributes:
        asked: utterances that the model was asked about; blank ones and votes it is not.
        prompt, completion: tokens.
        cost: US dollars, of those whose price is known.
        unpriced: of those asked, how many nobody knows the price of.
    """

    asked: int = 0
    prompt: int = 0
    completion: int = 0
    cost: float = 0.0
    unpriced: int = 0

    def plus(self, other: Bill) -> Bill:
        """Both together."""
        return Bill(
            self.asked + other.asked,
            self.prompt + other.prompt,
            self.completion + other.completion,
            self.cost + other.cost,
            self.unpriced + other.unpriced,
        )


def bill_of(found: Iterable[Extraction]) -> Bill:
    """What reading some utterances has cost."""
    bill = Bill()
    for one in found:
        if one.spent is not None and one.spent.asked:
            prompt, completion, cost = one.spent
            bill = bill.plus(Bill(1, prompt, completion, cost or 0.0, int(cost is None)))
    return bill


def count_rejected(found: Iterable[Extraction]) -> dict[str, int]:
    """How many claims were not taken over, by reason."""
    counts: Counter[str] = Counter()
    for one in found:
        counts.update(one.rejected)
    return dict(sorted(counts.items()))


@dataclass(frozen=True, slots=True)
class ExtractedGame:
    """What became of a game.

    Attributes:
        game: its name.
        file: its file of claims.
        extractor: name and version of who read it.
        due: utterances that are to be read this time, and that a dry run would read.
        done, claims: those that were read, and the claims found in them.
        left: utterances that are still missing or failed.
        failing: how many of these failed when they were last read.
        coverage, chat_coverage: of the discussion messages and of the chat lines, by what the file holds now.
        causes: how many of those read this time failed, by cause.
        rejected: how many of a model's claims were not taken over, by reason.
        hidden: the name of an older file of claims that audits used before this one.
        bill: what a model's reading cost this time, or would cost; None for an extractor without cost.
        kept: what all that the file holds cost.
    """

    game: str
    file: Path
    extractor: str
    due: int
    done: int
    claims: int
    left: int
    failing: int
    coverage: Coverage
    chat_coverage: Coverage
    causes: Mapping[str, int]
    rejected: Mapping[str, int] = field(default_factory=dict)
    hidden: str | None = None
    bill: Bill | None = None
    kept: Bill | None = None


@dataclass(frozen=True, slots=True)
class Extracted:
    """All games of a run, in the order of their names.

    Attributes:
        warnings: what a model's provider did not go along with, and why it did not answer.
        stopped: why a model was not asked to the end: a cause, and what is known about it.
    """

    games: tuple[ExtractedGame, ...]
    failed: tuple[FailedGame, ...]
    warnings: tuple[str, ...] = ()
    stopped: tuple[str, str] | None = None


Outcome = ExtractedGame | FailedGame
