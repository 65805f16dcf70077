"""What people review: utterances with what was said before, their claims, and the audit's verdict with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import NamedTuple

from quack.audit.discover import Game
from quack.audit.reading import read_case
from quack.audit.writer import game_folder
from quack.claims.extraction import Extraction, claim_id
from quack.claims.models import BaseClaim
from quack.claims.reviews import REVIEWS_NAME, Key, ReviewFile, content_of, read_reviews, reviews_path
from quack.kb.claim_words import describe_claim
from quack.kb.judge import Case, Judgement, judge
from quack.kb.rulebook import Rulebook
from quack.world.map import GameMap

BEFORE = 2
"""So many earlier utterances are shown."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with what the audit says of it.

    Attributes:
        id: its id within the game.
        kind: its type; a location with a route is a route.
        words: the claim as a sentence.
        quote: the words of the utterance that it rests on; None where the claim doesn't say.
        verdict: None where the rulebook has a defect.
        reason: the labels of the rules that decided.
        evidence: the facts that decided, with their log lines.
    """

    id: str
    kind: str
    claim: BaseClaim
    words: str
    quote: str | None
    verdict: str | None
    reason: str
    evidence: tuple[str, ...]

    @property
    def content(self) -> str:
        """What it says, equal for equal claims."""
        return content_of(self.claim)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One utterance.

    Attributes:
        where: the meeting and its tick, or the chat line.
        name: the speaker's name; `speaker` is its id.
        before: name and words of those who spoke before, in the same meeting.
        said_at: the line of the log.
    """

    key: Key
    meeting: int | None
    speaker: str
    name: str
    where: str
    text: str
    before: tuple[tuple[str, str], ...]
    claims: tuple[Judged, ...]
    said_at: int

    @property
    def contents(self) -> frozenset[str]:
        """What its claims say."""
        return frozenset(claim.content for claim in self.claims)


class Outlined(NamedTuple):
    """A claim as far as it is known without a verdict."""

    key: Key
    kind: str
    content: str


@dataclass
class ReviewedGame:
    """A game as reviewers see it; nothing is judged before the sheets are asked for.

    Attributes:
        rulebook, map: how it is judged; None for the map that the log names.
        file: what was reviewed so far.
        claims: all its claims, in order.
        extractor: name and version of who made the claims; None if nobody says.
    """

    game: Game
    rulebook: Rulebook
    map: GameMap | None
    file: ReviewFile
    claims: tuple[Outlined, ...]
    extractor: str | None

    @property
    def untouched(self) -> bool:
        """Whether nobody has reviewed anything of it."""
        return not self.file.claims and not self.file.utterances

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """The utterances that were read and can claim something, in order: vote tokens are none.

        Raises:
            LogError, ClaimsError, RulebookError: something of it can't be read, or judged.
        """
        case = read_case(self.game, self.map)
        judged: dict[Key, list[Judgement]] = {}
        for one in judge([case], self.rulebook)[0]:
            judged.setdefault(_key(one.extraction), []).append(one)
        told = (one for one in case.claims.extractions if one.status in ("extracted", "empty"))
        return tuple(_sheet(case, one, judged.get(_key(one), [])) for one in told)


class Pick(NamedTuple):
    """A claim that a sample holds."""

    game: str
    key: Key
    content: str


def read_reviewed(
    game: Game, rulebook: Rulebook, *, place: Path | None = None, map: GameMap | None = None
) -> ReviewedGame:
    """A game with its claims and what was reviewed.

    Args:
        place: the folder of files of reviews, laid out like the games; None: beside each log.
        map: the map, instead of the one that the log names.

    Raises:
        LogError, ClaimsError, AuditError: something of it can't be read.
    """
    path = reviews_path(game.log) if place is None else Path(game_folder(place, game.name)) / REVIEWS_NAME
    found = read_case(game, map, sighted=False).claims
    claims = tuple(
        Outlined(_key(one), claim.kind, content_of(claim)) for one in found.extractions for claim in one.claims
    )
    return ReviewedGame(game, rulebook, map, read_reviews(path), claims, found.extractor)


def _key(one: Extraction) -> Key:
    return ("chat", one.chat) if one.chat is not None else ("message", one.message or 0)


def _sheet(case: Case, one: Extraction, judgements: Sequence[Judgement]) -> Sheet:
    channel, index = _key(one)
    before: tuple[tuple[str, str], ...] = ()
    if channel == "chat":
        line = case.timeline.chats[index]
        where, text, at = f"chat line {index} at tick {line.tick}", line.message, line.line
    else:
        said = case.timeline.utterances[index]
        reported = case.timeline.meetings[said.meeting].how == "report"
        how = "a body was reported" if reported else "the button was pressed"
        where = f"meeting {said.meeting} at tick {said.tick}, {how}"
        text, at = said.text, said.line
        earlier = [other for other in case.timeline.utterances[:index] if other.meeting == said.meeting]
        before = tuple((case.log.by_id[other.player].name, other.text) for other in earlier[-BEFORE:])
    name = case.log.by_id[one.speaker].name
    claims = tuple(_judged(each, text) for each in judgements)
    return Sheet((channel, index), one.meeting, one.speaker, name, where, text, before, claims, at)


def _judged(one: Judgement, text: str) -> Judged:
    said, claim = one.extraction, one.claim
    quote = claim.quote if claim.span is None else text[claim.span[0] : claim.span[1]] or None
    reasons = (re.sub(r"\bC\b", "the claim", label) for label in (*one.defects, *one.rules))
    return Judged(
        id=claim_id(said.meeting, said.message, said.chat, one.ordinal),
        kind=claim.kind,
        claim=claim,
        words=describe_claim(claim),
        quote=quote,
        verdict=one.verdict,
        reason="; ".join(reasons),
        evidence=tuple(f"{each.fact} (line {each.line})" if each.line else each.fact for each in one.evidence),
    )


def draw_sample(games: Iterable[ReviewedGame], size: int, seed: int) -> frozenset[Pick]:
    """A random sample of claims: of each type in proportion to how many there are, but one at least if possible.

    The same claims, size and seed give the same sample.
    """
    strata: dict[str, list[Pick]] = {}
    for game in games:
        for key, kind, content in game.claims:
            strata.setdefault(kind, []).append(Pick(game.game.name, key, content))
    random = Random(seed)
    shares = allot({kind: len(strata[kind]) for kind in sorted(strata)}, size)
    return frozenset(pick for kind, share in shares.items() for pick in random.sample(strata[kind], share))


def allot(sizes: dict[str, int], total: int) -> dict[str, int]:
    """How many of a total each stratum gets: one each as far as it goes, the rest in proportion."""
    total = min(total, sum(sizes.values()))
    largest = sorted(sizes, key=lambda kind: (-sizes[kind], kind))
    shares = {kind: int(rank < total) for rank, kind in enumerate(largest)}
    while sum(shares.values()) < total:
        # To whom the next one is due most: the divisor method of Webster.
        neediest = max(
            (kind for kind in largest if shares[kind] < sizes[kind]),
            key=lambda kind: sizes[kind] / (2 * shares[kind] + 1),
        )
        shares[neediest] += 1
    return {kind: shares[kind] for kind in sizes}
