"""What reviews came to: precision, recall and right verdicts with their intervals, and how far reviewers agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import NamedTuple

from quack.audit.reviewing import Judged, ReviewedGame, Sheet
from quack.claims.reviews import Answer, ClaimItem, ClaimReview, UtteranceItem, UtteranceReview
from quack.metrics.intervals import CONFIDENCE, Interval, wilson
from quack.metrics.registry import MetricResult

RESAMPLES = 1_000
"""So many resamples of utterances give the interval of an estimated recall."""


@dataclass(slots=True)
class Answers:
    """How a question was answered; `unsure` counts in no rate. Where as many say yes as no, a claim is unsure."""

    yes: int = 0
    no: int = 0
    unsure: int = 0

    def add(self, answer: Answer) -> None:
        """Takes in an answer."""
        setattr(self, answer, getattr(self, answer) + 1)

    @property
    def rate(self) -> MetricResult:
        """Yes, of those that are sure."""
        return MetricResult(self.yes, self.yes + self.no)

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval of the rate."""
        return wilson(self.yes, self.yes + self.no)


@dataclass(slots=True)
class Questions:
    """The answers to both questions about claims: is it faithful, and is its verdict right?"""

    faithful: Answers = field(default_factory=Answers)
    verdict: Answers = field(default_factory=Answers)


@dataclass(frozen=True, slots=True)
class Recall:
    """How much of what utterances claim was extracted.

    Attributes:
        utterances, missed: in how many utterances somebody looked for what is missed, and how many things were.
        value: the share; None where nobody looked, or nothing is claimed.
        interval: Wilson's; of an estimate from a bootstrap over utterances.
        estimated: whether not all claims of these utterances were judged, so that the share of faithful ones among
            those that were stands for the rest.
    """

    utterances: int
    missed: int
    value: float | None
    interval: Interval | None
    estimated: bool


class Kappa(NamedTuple):
    """How far two reviewers agree about one question, beyond chance.

    Attributes:
        both: how many claims both were sure of.
        same: in how many of these they agree.
        value: Cohen's kappa; None where both sides always give the same answer, or there is no such claim.
    """

    question: str
    one: str
    other: str
    both: int
    same: int
    value: float | None


@dataclass(frozen=True, slots=True)
class ReviewFigures:
    """Everything that reviews of some games came to.

    Attributes:
        games, reviewed: how many games there are, and how many of them have a review that counts.
        claims: all claims of the games; `judged` of them were reviewed.
        kinds: by claim type; `total`: of all types. Every claim counts once, with what most of its reviewers say.
        reviewers: every reviewer's own answers.
        stale_claims, stale_utterances: reviews of claims, or of sets of claims, that the games no longer have.
        stale_verdicts: answers about a verdict that is another by now; they count in no rate.
    """

    games: int
    reviewed: int
    claims: int
    judged: int
    total: Questions
    kinds: dict[str, Questions]
    reviewers: dict[str, Questions]
    recall: Recall
    agreement: tuple[Kappa, ...]
    stale_claims: int
    stale_utterances: int
    stale_verdicts: int


class _Reviewed(NamedTuple):
    """A claim with the reviews that count for it, by reviewer."""

    claim: Judged
    reviews: dict[str, ClaimReview]

    def answers(self, question: str) -> dict[str, Answer]:
        """Who said what; a verdict that is another by now has no answers."""
        if question == "faithful":
            return {who: one.faithful for who, one in self.reviews.items()}
        return {
            who: one.verdict_right
            for who, one in self.reviews.items()
            if one.verdict_right is not None and one.verdict == self.claim.verdict
        }

    def consensus(self, question: str) -> Answer | None:
        """What most say; None if nobody was asked."""
        said = list(self.answers(question).values())
        if not said:
            return None
        yes, no = said.count("yes"), said.count("no")
        return "unsure" if yes == no else "yes" if yes > no else "no"


class Asked(NamedTuple):
    """An utterance in which somebody looked for what is missed: its claims, those judged, the faithful, the missed."""

    claims: int
    judged: int
    faithful: int
    missed: int


QUESTIONS = ("faithful", "verdict")


def figure_reviews(games: Sequence[ReviewedGame]) -> ReviewFigures:
    """What the reviews of some games came to."""
    total, kinds, people = Questions(), defaultdict[str, Questions](Questions), defaultdict[str, Questions](Questions)
    found: list[_Reviewed] = []
    asked: list[Asked] = []
    stale_claims = stale_utterances = reviewed = 0
    for game in games:
        if game.untouched:
            continue
        mine, looked = _of_game(game)
        found += mine
        asked += looked
        stale_claims += len(game.file.claims) - sum(len(one.reviews) for one in mine)
        stale_utterances += len(game.file.utterances) - sum(_looks(game, sheet) for sheet in game.sheets)
        reviewed += bool(mine or looked)
    for one in found:
        for question in QUESTIONS:
            answer = one.consensus(question)
            if answer is not None:
                for questions in (total, kinds[one.claim.kind]):
                    getattr(questions, question).add(answer)
            for who, said in one.answers(question).items():
                getattr(people[who], question).add(said)
    return ReviewFigures(
        games=len(games),
        reviewed=reviewed,
        claims=sum(len(game.claims) for game in games),
        judged=len(found),
        total=total,
        kinds=dict(sorted(kinds.items())),
        reviewers=dict(sorted(people.items())),
        recall=find_recall(asked),
        agreement=tuple(_agreement(found, sorted(people))),
        stale_claims=stale_claims,
        stale_utterances=stale_utterances,
        stale_verdicts=sum(_outdated(one) for one in found),
    )


def _of_game(game: ReviewedGame) -> tuple[list[_Reviewed], list[Asked]]:
    found: list[_Reviewed] = []
    asked: list[Asked] = []
    reviewers = game.file.reviewers
    for sheet in game.sheets:
        mine = [_Reviewed(claim, _reviews(game, sheet, claim, reviewers)) for claim in sheet.claims]
        found += (one for one in mine if one.reviews)
        if _looks(game, sheet):
            said = [one.consensus("faithful") for one in mine]
            missed = max(len(one.missed) for one in _looking(game, sheet))
            asked.append(Asked(len(said), said.count("yes") + said.count("no"), said.count("yes"), missed))
    return found, asked


def _reviews(game: ReviewedGame, sheet: Sheet, claim: Judged, reviewers: Iterable[str]) -> dict[str, ClaimReview]:
    items = {who: ClaimItem(who, sheet.key, claim.content) for who in reviewers}
    return {who: game.file.claims[item] for who, item in items.items() if item in game.file.claims}


def _looking(game: ReviewedGame, sheet: Sheet) -> list[UtteranceReview]:
    said = (game.file.utterances.get(UtteranceItem(who, sheet.key)) for who in game.file.reviewers)
    return [one for one in said if one is not None and one.contents == sheet.contents]


def _looks(game: ReviewedGame, sheet: Sheet) -> int:
    return len(_looking(game, sheet))


def _outdated(one: _Reviewed) -> int:
    asked = sum(review.verdict_right is not None for review in one.reviews.values())
    return asked - len(one.answers("verdict"))


def find_recall(asked: Sequence[Asked]) -> Recall:
    """The recall over some utterances; see `Recall`."""
    missed = sum(one.missed for one in asked)
    if all(one.judged == one.claims for one in asked):
        right = sum(one.faithful for one in asked)
        rate = MetricResult(right, right + missed)
        return Recall(len(asked), missed, rate.value, wilson(*rate), False)
    return Recall(len(asked), missed, _estimate(asked), _bootstrap(asked, _estimate), True)


def _estimate(asked: Sequence[Asked]) -> float | None:
    judged = sum(one.judged for one in asked)
    if not judged:
        return None
    found = sum(one.claims for one in asked) * sum(one.faithful for one in asked) / judged
    missed = sum(one.missed for one in asked)
    return found / (found + missed) if found + missed else None


def _bootstrap(asked: Sequence[Asked], estimate: Callable[[Sequence[Asked]], float | None]) -> Interval | None:
    random = Random(0)
    drawn = (estimate(random.choices(asked, k=len(asked))) for _ in range(RESAMPLES))
    values = sorted(value for value in drawn if value is not None)
    if not values:
        return None
    edge = round((1 - CONFIDENCE) / 2 * (len(values) - 1))
    return values[edge], values[-1 - edge]


def _agreement(found: Sequence[_Reviewed], reviewers: Sequence[str]) -> Iterable[Kappa]:
    for question in QUESTIONS:
        said = [one.answers(question) for one in found]
        for one, other in combinations(reviewers, 2):
            both = [(each[one], each[other]) for each in said if one in each and other in each]
            yield cohens_kappa(question, one, other, [pair for pair in both if "unsure" not in pair])


def cohens_kappa(question: str, one: str, other: str, pairs: Sequence[tuple[str, str]]) -> Kappa:
    """Cohen's kappa of two reviewers' answers to one question, claim by claim."""
    both, same = len(pairs), sum(mine == theirs for mine, theirs in pairs)
    value = None
    if both:
        mine, theirs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        chance = sum(mine.count(answer) * theirs.count(answer) for answer in {*mine, *theirs})
        # In whole numbers, so that certainty is exactly that.
        if chance != both * both:
            value = (same * both - chance) / (both * both - chance)
    return Kappa(question, one, other, both, same, value)
