"""The page of a game as data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from quack.audit.diffing import Changed
from quack.audit.discover import Game
from quack.audit.results import GameAudit
from quack.kb.judge import Case
from quack.metrics.condition import condition_of_log
from quack.report.page.claims import Opinion, cards_of, cited_lines
from quack.report.page.conversations import conversations_of
from quack.report.page.course import course_of, plan_of, seats_of, stays_of
from quack.report.page.models import ClaimCard, GamePage, Phrasebook


def game_page(
    game: Game,
    case: Case,
    audit: GameAudit,
    opinion: Opinion,
    *,
    home: str,
    other: Opinion | None = None,
    changed: Sequence[Changed] = (),
) -> GamePage:
    """All that the page of a game shows.

    Args:
        opinion: of the rulebook that audited it; `other` and `changed`: see `cards_of`.
        home: the way from the page to the index.
    """
    log = case.log
    book = Phrasebook()
    cards = cards_of(case, book, opinion, other, changed)
    frames, lines = course_of(log, cited_lines(book.words, log.path.name))
    return GamePage(
        game=game.name,
        title=game.title,
        condition=condition_of_log(game.name, log),
        home=home,
        log=log.path.name,
        digest=_digest(log.sha256, cards),
        rulebook=opinion.name,
        other=None if other is None else other.name,
        extractor=audit.extractor,
        plan=plan_of(log.map),
        players=seats_of(log),
        frames=frames,
        stays=stays_of(case.timeline),
        lines=lines,
        conversations=conversations_of(case, cards),
        claims=cards,
        words=book.words,
        notices=(*(each.what for each in audit.notices), *audit.defects),
    )


def _digest(log: str, cards: Sequence[ClaimCard]) -> str:
    """Of a log, by its own digest, and of some claims."""
    claims = [[card.id, dict(card.claim)] for card in cards]
    return hashlib.sha256(json.dumps([log, claims], sort_keys=True).encode()).hexdigest()
