"""What was read out of the utterances of a game, and with which success."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from quack.claims.models import BaseClaim
from quack.events.problems import Problem

if TYPE_CHECKING:
    from quack.claims.entities import Names

Status = Literal["extracted", "empty", "vote_token", "failed", "not_attempted"]
STATUSES: tuple[Status, ...] = ("extracted", "empty", "vote_token", "failed", "not_attempted")
"""What can have become of an utterance."""

READ: frozenset[Status] = frozenset(("extracted", "empty", "vote_token"))
"""The statuses of an utterance whose claims are known, be they none."""


def claim_id(meeting: int | None, message: int | None, chat: int | None, ordinal: int) -> str:
    """The id of a claim within its game: `meeting.message.ordinal`, or `c<chat>.ordinal` for one made in chat."""
    return f"{meeting}.{message}.{ordinal}" if chat is None else f"c{chat}.{ordinal}"


class Spent(NamedTuple):
    """What reading cost: tokens, and US dollars; None where the price is not known."""

    prompt: int
    completion: int
    cost: float | None

    @property
    def asked(self) -> bool:
        """Whether it cost anything, as far as anybody knows: blank utterances and votes cost nothing."""
        return self != (0, 0, 0.0)


class Extraction(NamedTuple):
    """What was read out of one utterance.

    Attributes:
        message, chat: position among the game's discussion messages, or among its chat lines; the other is None.
        meeting: index of the meeting; None in chat.
        speaker: player id, as the log has it.
        status: what became of it.
        claims: without repetitions; a claim's place here is its ordinal.
        line: line in the file of claims; None if the utterance has none.
        cause: why it failed.
        flags: what the reader of the utterance noted about it.
        prompt: the digest of what the model that read it is told besides; None where it was no model.
        spent: what the model's reading cost; None where it was no model.
        rejected: how many of a model's claims were not taken over, by reason.
        made: of each claim how it came about, as scripted players tell it; empty where nobody says.
    """

    message: int | None
    chat: int | None
    meeting: int | None
    speaker: str
    status: Status
    claims: tuple[BaseClaim, ...] = ()
    line: int | None = None
    cause: str | None = None
    flags: tuple[str, ...] = ()
    prompt: str | None = None
    spent: Spent | None = None
    rejected: Mapping[str, int] = MappingProxyType({})
    made: tuple[str, ...] = ()


class Dropped(NamedTuple):
    """A claim, or a whole line, that could not be read."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class ClaimFile:
    """A file of claims, checked against its log.

    Attributes:
        path, sha256: the file; None where there is none, and no utterance was attempted.
        extractions: one per discussion message in order, then one per chat line.
        dropped: the claims and lines that could not be read.
        duplicates: how many claims repeated another of their utterance.
        extra_keys: how often every unknown key stands, by "line.key" or "kind of claim.key".
        notices: what is worth knowing and makes no verdict wrong.
        extractor: name and version of who read the utterances, of several all; None if nobody says.
        names: those of the game, where it was read with them.
    """

    path: Path | None
    sha256: str | None
    extractions: tuple[Extraction, ...]
    dropped: tuple[Dropped, ...] = ()
    duplicates: int = 0
    extra_keys: Mapping[str, int] = field(default_factory=dict)
    notices: tuple[Problem, ...] = ()
    extractor: str | None = None
    names: Names | None = field(default=None, compare=False, repr=False)

    def coverage(self, channel: Literal["discussion", "chat"] = "discussion") -> dict[Status, int]:
        """How many utterances of a channel met which status; all statuses are there."""
        chat = channel == "chat"
        counts = Counter(one.status for one in self.extractions if (one.chat is not None) == chat)
        return {status: counts[status] for status in STATUSES}
