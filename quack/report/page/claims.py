"""The claims of a game for its page: each with its words, its trail, its verdict and the lines of its proof."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from quack.audit.diffing import Changed
from quack.audit.records import AuditRecord, StatedTime
from quack.claims.entities import Names
from quack.claims.models import BaseClaim
from quack.kb.judge import Case
from quack.kb.utterances import utterance
from quack.kb.why import Explainer, Proof
from quack.report.page.models import ClaimCard, Difference, Judged, Phrasebook
from quack.report.page.trails import said_trail
from quack.report.proof import rows_of_proof
from quack.report.quoting import place_of
from quack.report.rule_diff import describe_cause


class Opinion(NamedTuple):
    """What a rulebook says of the claims of a game: its records, and who proves them.

    Attributes:
        name: of the rulebook.
        game: the position of the game among the explainer's cases.
    """

    name: str
    records: Sequence[AuditRecord]
    explainer: Explainer
    game: int


def cards_of(
    case: Case, book: Phrasebook, opinion: Opinion, other: Opinion | None = None, changed: Sequence[Changed] = ()
) -> tuple[ClaimCard, ...]:
    """The claims of a game in the order of the file.

    Args:
        book: takes the words of the proofs.
        other: of the rulebook that it is compared with.
        changed: the claims of which the two say something differently.
    """
    names = Names(case.log)
    names_of_books = (opinion.name, "" if other is None else other.name)
    differences = {each.before.id: tuple(_differences(each, names_of_books)) for each in changed}
    others = _judged(other, book) if other is not None else {}
    cards = []
    for record in opinion.records:
        proof = opinion.explainer.explain(record.id, opinion.game)
        views = _Views(_opinion(record, proof, book), others.get(record.id), differences.get(record.id, ()))
        cards.append(_card(case, names, record, proof, views))
    return tuple(cards)


class _Views(NamedTuple):
    """What one rulebook says of a claim, what another says, and in what they differ."""

    judged: Judged
    other: Judged | None
    changed: tuple[Difference, ...]


def _card(case: Case, names: Names, record: AuditRecord, proof: Proof, views: _Views) -> ClaimCard:
    claim = proof.claim
    trail = said_trail(claim, names, record.speaker)
    return ClaimCard(
        id=record.id,
        kind=record.kind,
        speaker=record.speaker,
        words=proof.words,
        quote=proof.quote,
        span=span_of(claim, utterance(case, record.message, record.chat)),
        time=None if record.time is None else _time(record.time),
        denied=record.denied,
        about=trail.players,
        rooms=trail.rooms,
        claim=record.claim,
        judged=views.judged,
        other=views.other,
        changed=views.changed,
    )


def _opinion(record: AuditRecord, proof: Proof, book: Phrasebook) -> Judged:
    return Judged(
        verdict=record.verdict,
        bucket=record.bucket,
        support=record.support,
        outcome=record.outcome,
        grounded=record.grounded,
        grounds=record.grounds,
        footing=record.footing,
        window=record.window,
        proof=book.pack(rows_of_proof(proof)),
    )


def _judged(opinion: Opinion, book: Phrasebook) -> Mapping[str, Judged]:
    return {
        record.id: _opinion(record, opinion.explainer.explain(record.id, opinion.game), book)
        for record in opinion.records
    }


def _time(time: StatedTime) -> str:
    if time.phrase is None:
        return "no time given"
    said = f"from “{time.phrase}”"
    return said if time.understood == "fully" else f"{said}, {time.understood} understood"


def _differences(changed: Changed, books: tuple[str, str]) -> Iterator[Difference]:
    for shift in changed.shifts:
        yield Difference(shift.aspect, shift.before, shift.after, describe_cause(shift.cause, books))


def span_of(claim: BaseClaim, text: str) -> tuple[int, int] | None:
    """Where the words that a claim rests on stand, in UTF-16 units as browsers count; None where it doesn't say."""
    place = place_of(claim, text)
    return place and (_units(text[: place[0]]), _units(text[: place[1]]))


def _units(text: str) -> int:
    return len(text) + len(re.findall(r"[\U00010000-\U0010ffff]", text))


def cited_lines(words: Iterable[str], log: str) -> set[int]:
    """The lines of a log that the words of proofs name as places."""
    pattern, named = re.compile(rf"(?:^| <- ){re.escape(log)}:(\d+)"), f"{log}:"
    return {int(number) for each in words if named in each for number in pattern.findall(each)}
