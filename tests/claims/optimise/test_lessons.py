"""What a program is taught with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dspy
import pytest

from quack.claims.models import parse_claim
from quack.claims.optimise.lessons import LabelledGame, gold_claims, lessons_of
from quack.claims.optimise.metric import Metric, example_of
from quack.claims.reviews import ClaimReview, UtteranceReview, add_reviews
from quack.errors import ClaimsError
from quack.events.log import read_log
from quack.events.timeline import replay
from tests.support.games import GameBuilder

HERE = {"type": "location", "subject": "Alice", "room": "medbay"}
VOTE = {"type": "intent", "subject": "Alice", "vote": "Bob"}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A log in which Alice says four things, one of them a vote token and one nothing."""
    game = GameBuilder(rooms={"Alice": "medbay"}).tick(1).task("Alice").call("Bob")
    for words in ("I was in medbay.", "Bob", " ", "I'll vote Bob."):
        game.say("Alice", words)
    return game.vote("Alice", None).skip().over().write(tmp_path)


def test_the_right_answer_scores_all_and_nothing_of_it_is_dropped(labelled: list[LabelledGame]) -> None:
    lessons = [lesson for game in labelled for lesson in game.lessons]
    metric = Metric(lessons)

    judged = {one.at: metric.judge(one.at, dspy.Prediction(claims=one.answer)) for one in lessons}

    assert {} == {at: one for at, one in judged.items() if one.f1 < 1 or one.checked.rejected}


def test_an_example_shows_words_and_claims_and_no_place(labelled: list[LabelledGame]) -> None:
    lesson = labelled[0].lessons[-1]

    shown = repr(example_of(lesson))

    assert lesson.said.text in shown
    assert "seed14" not in shown and "'players'" not in shown


def test_what_no_model_is_asked_about_teaches_nothing(game: Path) -> None:
    labels = game.with_name("claims.gold.jsonl")
    lines = [f'{{"message": {index}, "meeting": 0, "speaker": "player_0", "claims": []}}\n' for index in range(3)]
    labels.write_text("".join(lines))
    log = read_log(game)

    found = lessons_of("g", log, replay(log), labels)

    assert ["g message 0"] == [lesson.at for lesson in found.lessons]


def test_reviews_teach_where_an_utterance_was_reviewed_wholly(game: Path) -> None:
    reviews = game.with_name("reviews.jsonl")

    def judged(message: int, claim: dict[str, Any], faithful: Any, missed: list[str]) -> None:
        place: dict[str, Any] = {"reviewer": "Mia", "message": message, "meeting": 0, "speaker": "player_0"}
        one = ClaimReview(**place, claim=claim, faithful=faithful)
        add_reviews(reviews, [one, UtteranceReview(**place, claims=[claim], missed=missed)])

    judged(0, HERE, "yes", [])
    judged(3, VOTE, "yes", ["that Bob is a Duck"])
    log = read_log(game)

    assert {("message", 0): (parse_claim(HERE),)} == gold_claims(reviews, log, replay(log))


def test_labels_that_can_not_be_read_are_named(game: Path) -> None:
    log = read_log(game)

    with pytest.raises(ClaimsError, match=r"nowhere\.jsonl: labels can't be read"):
        gold_claims(game.with_name("nowhere.jsonl"), log, replay(log))
