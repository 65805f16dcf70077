"""What reviews came to, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quack import __version__
from quack.errors import amount
from quack.metrics.intervals import Interval
from quack.metrics.reviews import Answers, Kappa, Questions, Recall, ReviewFigures
from quack.report.agreement import figure
from quack.report.tables import MISSING, Table, percent
from quack.report.terminal import print_tables

_QUESTIONS = {"faithful": "is it faithful", "verdict": "is the verdict right"}


def print_reviews(figures: ReviewFigures) -> None:
    """Prints precision, recall, verdict accuracy and agreement."""
    print_tables(_tables(figures), _lines(figures))


def _tables(figures: ReviewFigures) -> Iterator[Table]:
    if figures.judged:
        yield _questions_table("Reviewed claims, with 95 % intervals", "type", figures.kinds, figures.total)
    if len(figures.reviewers) > 1:
        yield _questions_table("The same by reviewer", "reviewer", figures.reviewers, None)
        yield agreement_table(figures.agreement)


def _questions_table(title: str, first: str, rows: dict[str, Questions], total: Questions | None) -> Table:
    heads = (
        first,
        "faithful",
        "sure",
        "precision",
        "interval",
        "verdict_right",
        "sure",
        "accuracy",
        "interval",
        "unsure",
    )
    every = tuple((name, *_cells(questions)) for name, questions in rows.items())
    return Table(title, heads, every, None if total is None else ("all", *_cells(total)))


def _cells(questions: Questions) -> list[str]:
    faithful, verdict = questions.faithful, questions.verdict
    return [*_answers(faithful), *_answers(verdict), f"{faithful.unsure:,}/{verdict.unsure:,}"]


def _answers(answers: Answers) -> list[str]:
    rate = answers.rate
    return [f"{rate.numerator:,}", f"{rate.denominator:,}", percent(rate.value), interval(answers.interval)]


def interval(bounds: Interval | None) -> str:
    """An interval of shares, or a dash where there is none."""
    return MISSING if bounds is None else f"{bounds[0]:.1%}–{bounds[1]:.1%}".replace("%–", "–", 1)


def agreement_table(agreement: tuple[Kappa, ...]) -> Table:
    """How far every two reviewers agree."""
    rows = [
        (f"{one.one} and {one.other}: {_QUESTIONS[one.question]}", f"{one.both:,}", f"{one.same:,}", figure(one.value))
        for one in agreement
    ]
    return Table("Agreement of reviewers", ("reviewers", "both_sure", "same", "Cohen's_kappa"), tuple(rows))


def _lines(figures: ReviewFigures) -> Iterator[str]:
    if not figures.reviewed:
        yield f"No review of {amount(figures.games, 'game')} with {amount(figures.claims, 'claim')} counts yet."
    else:
        of = f"{figures.judged:,} of {amount(figures.claims, 'claim')} reviewed in {amount(figures.reviewed, 'game')}"
        yield f"{of}. A claim counts once, with what most of its reviewers say; who is unsure counts in no rate."
        yield _recall_line(figures.recall)
    for number, what in (
        (figures.stale_claims, "about a claim that is no longer there"),
        (figures.stale_utterances, "of an utterance whose claims are others by now"),
        (figures.stale_verdicts, "about a verdict that is another by now"),
    ):
        if number:
            yield f"Stale: {amount(number, 'answer')} {what}."


def _recall_line(recall: Recall) -> str:
    if not recall.utterances:
        return "Recall: nobody has said yet whether anything was missed."
    what = "estimated recall" if recall.estimated else "Recall"
    found = f"{percent(recall.value)} ({interval(recall.interval)})"
    told = f"{what}: {found}: {amount(recall.missed, 'thing')} missed in {amount(recall.utterances, 'utterance')}"
    return f"{told[0].upper()}{told[1:]}."


def reviews_json(figures: ReviewFigures) -> dict[str, Any]:
    """What `--json` prints: counts, and every rate with its 95 % interval (null where there is none)."""
    recall = figures.recall
    return {
        "program": __version__,
        "games": figures.games,
        "games_reviewed": figures.reviewed,
        "claims": figures.claims,
        "claims_reviewed": figures.judged,
        "all": _questions_json(figures.total),
        "types": {kind: _questions_json(one) for kind, one in figures.kinds.items()},
        "reviewers": {who: _questions_json(one) for who, one in figures.reviewers.items()},
        "recall": {
            "value": recall.value,
            "interval": recall.interval,
            "estimated": recall.estimated,
            "utterances": recall.utterances,
            "missed": recall.missed,
        },
        "agreement": [one._asdict() for one in figures.agreement],
        "stale": {
            "claims": figures.stale_claims,
            "utterances": figures.stale_utterances,
            "verdicts": figures.stale_verdicts,
        },
    }


def _questions_json(questions: Questions) -> dict[str, Any]:
    return {"precision": _answers_json(questions.faithful), "verdict_accuracy": _answers_json(questions.verdict)}


def _answers_json(answers: Answers) -> dict[str, Any]:
    return {
        "yes": answers.yes,
        "no": answers.no,
        "unsure": answers.unsure,
        "value": answers.rate.value,
        "interval": answers.interval,
    }
