"""What an answer is worth, and what is said about it."""

from __future__ import annotations

from typing import Any

import dspy
import pytest

from quack.claims.optimise.lessons import LabelledGame, Lesson
from quack.claims.optimise.metric import Metric, example_of


@pytest.fixture
def lesson(labelled: list[LabelledGame]) -> Lesson:
    """One with several claims."""
    return next(one for game in labelled for one in game.lessons if len(one.gold) > 2)


def answered(claims: list[Any], **more: Any) -> dspy.Prediction:
    return dspy.Prediction(claims=claims, **more)


def test_a_missing_claim_costs_and_is_named(lesson: Lesson) -> None:
    advice = Metric([lesson]).advise(example_of(lesson), answered(lesson.answer[1:]))

    assert 0 < advice.score < 1
    assert "Missed: " in advice.feedback


def test_a_claim_that_the_game_can_not_judge_is_dropped_and_told(lesson: Lesson) -> None:
    answer = [*lesson.answer, {"type": "location", "subject": "Mallory", "room": "medbay"}]

    advice = Metric([lesson]).advise(example_of(lesson), answered(answer))

    assert 1 == advice.score
    assert advice.feedback.startswith("Dropped, 1: a player that neither the game nor the speaker names.")


def test_an_unreadable_answer_is_worth_nothing_even_where_there_is_nothing_to_find(
    labelled: list[LabelledGame],
) -> None:
    lesson = next(one for game in labelled for one in game.lessons if not one.gold)
    metric = Metric([lesson])

    advice = metric.advise(example_of(lesson), answered([], unread="not_json: Well."))

    assert 1.0 == metric.score(example_of(lesson), answered([]))
    assert 0.0 == advice.score
    assert advice.feedback.startswith("The answer could not be used (not_json: Well.).")


def test_only_a_clean_answer_that_finds_something_may_be_an_example(
    lesson: Lesson, labelled: list[LabelledGame]
) -> None:
    nothing = next(one for game in labelled for one in game.lessons if not one.gold)
    metric = Metric([lesson, nothing])

    def serves(lesson: Lesson, claims: list[Any]) -> float:
        return metric.score(example_of(lesson), answered(claims), [])

    assert 1.0 == serves(lesson, lesson.answer)
    assert 0.0 == serves(lesson, [*lesson.answer, "junk"])
    assert 0.0 == serves(nothing, [])


@pytest.mark.parametrize(
    ("claims", "more", "empty"),
    [([], {}, True), ([], {"unread": "not_json"}, False), ([{"type": "nothing that is known"}], {}, False)],
)
def test_an_empty_answer_is_neither_unreadable_nor_one_whose_claims_were_dropped(
    lesson: Lesson, claims: list[Any], more: dict[str, str], empty: bool
) -> None:
    assert empty == Metric([lesson]).judge(lesson.at, answered(claims, **more)).empty
