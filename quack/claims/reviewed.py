"""Claims that people judged faithful, as gold claims: what extractors are trained and measured on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quack.claims.models import BaseClaim, parse_claim
from quack.claims.reviews import ClaimReview, Key, UtteranceReview, content_of, read_reviews
from quack.errors import ClaimsError

if TYPE_CHECKING:
    from quack.events.log import GameLog
    from quack.events.rows import Timeline


@dataclass(frozen=True, slots=True)
class ReviewedUtterance:
    """What people found that an utterance claims.

    Attributes:
        message, chat: position among the game's discussion messages, or among its chat lines; the other is None.
        speaker: player id.
        text: the words.
        claims: the claims that most reviewers judged faithful.
        missed: what else it says, in the reviewers' words.
        complete: whether `claims` is all that it claims: a reviewer went through all of it, nobody missed anything, and
            no claim is in doubt. Only such utterances can teach what not to claim.
    """

    message: int | None
    chat: int | None
    speaker: str
    text: str
    claims: tuple[BaseClaim, ...]
    missed: tuple[str, ...]
    complete: bool


def reviewed_claims(path: Path, log: GameLog, timeline: Timeline) -> tuple[ReviewedUtterance, ...]:
    """The reviewed utterances of a game, discussion first.

    Where an utterance was reviewed with several sets of claims, the set that was reviewed last counts.

    Args:
        path: the file of reviews.
        log, timeline: the game.

    Raises:
        ClaimsError: the file can't be read, or is about another game.
    """
    file = read_reviews(path)
    said: dict[Key, tuple[str, str]] = {("message", one.index): (one.player, one.text) for one in timeline.utterances}
    said |= {("chat", line.index): (line.player, line.message) for line in timeline.chats}
    for review in (*file.claims.values(), *file.utterances.values()):
        channel, index = review.key
        if review.key not in said or review.speaker not in (None, said[review.key][0]):
            what = f"{channel} {index} of {review.speaker or 'somebody'} is not in the log {log.path.name}"
            raise ClaimsError(what, path=path, remedy="name the reviews that belong to this log")
    judged: dict[Key, list[ClaimReview]] = defaultdict(list)
    for one in file.claims.values():
        judged[one.key].append(one)
    whole: dict[Key, list[UtteranceReview]] = defaultdict(list)
    for about in file.utterances.values():
        whole[about.key].append(about)
    keys = sorted({*judged, *whole}, key=lambda key: (key[0] != "message", key[1]))
    return tuple(_reviewed(key, *said[key], judged[key], whole[key]) for key in keys)


def _reviewed(
    key: Key, speaker: str, text: str, judged: list[ClaimReview], whole: list[UtteranceReview]
) -> ReviewedUtterance:
    channel, index = key
    last = whole[-1] if whole else None
    shown: dict[str, Any] = {one.content: one.claim for one in judged}
    if last is not None:
        shown = {content_of(claim): claim for claim in last.claims}
    verdicts = {content: faithful(one for one in judged if one.content == content) for content in shown}
    same = [about for about in whole if last is not None and about.contents == last.contents]
    missed = tuple(dict.fromkeys(text for about in same for text in about.missed))
    return ReviewedUtterance(
        message=index if channel == "message" else None,
        chat=index if channel == "chat" else None,
        speaker=speaker,
        text=text,
        claims=tuple(parse_claim(shown[content]) for content, yes in verdicts.items() if yes),
        missed=missed,
        complete=last is not None and not missed and None not in verdicts.values(),
    )


def faithful(reviews: Iterable[ClaimReview]) -> bool | None:
    """What most reviewers say of a claim; None if they are unsure, or as many say yes as no."""
    answers = [review.faithful for review in reviews]
    yes, no = answers.count("yes"), answers.count("no")
    return None if yes == no else yes > no
