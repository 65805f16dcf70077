"""Files of reviews: whole after any kill, last word first, bound to what a claim says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from quack.claims.models import parse_claim
from quack.claims.reviewed import reviewed_claims
from quack.claims.reviews import (
    ClaimItem,
    ClaimReview,
    UtteranceReview,
    add_reviews,
    content_of,
    read_reviews,
    reviews_path,
)
from quack.errors import ClaimsError
from quack.events.log import read_log
from quack.events.timeline import replay
from tests.claims.agreement.claims import at, saw
from tests.support.games import GameBuilder

HERE = at("Alice", "medbay")
SEEN = saw("Alice", "Bob", "medbay")


def judged(claim, faithful, reviewer="ann", message=0, **more):
    about = {"reviewer": reviewer, "message": message, "speaker": "player_0"}
    return ClaimReview(**about | {"claim": claim, "faithful": faithful} | more)


def looked(*claims, missed=(), reviewer="ann", message=0):
    about = {"reviewer": reviewer, "message": message, "speaker": "player_0"}
    return UtteranceReview(**about, claims=list(claims), missed=list(missed))


@pytest.fixture
def game(tmp_path):
    said = GameBuilder().tick(1).call("Alice").say("Alice", "I was in medbay, and saw Bob there.").say("Bob", "skip")
    log = read_log(said.vote("Alice", None).skip().over().write(tmp_path))
    return log, replay(log)


@pytest.fixture
def gold(tmp_path, game):
    """The first utterance as gold, by some reviews."""

    def read(*reviews):
        add_reviews(tmp_path / "reviews.jsonl", reviews)
        return reviewed_claims(tmp_path / "reviews.jsonl", *game)[0]

    return read


def test_what_is_written_is_read(tmp_path):
    reviews = [judged(HERE, "yes", verdict="true", verdict_right="no"), looked(HERE, SEEN, missed=["李明说了谎\u2028"])]
    add_reviews(tmp_path / "deep" / "reviews.jsonl", reviews)
    file = read_reviews(tmp_path / "deep" / "reviews.jsonl")
    assert (reviews, ()) == ([*file.claims.values(), *file.utterances.values()], file.dropped)


def test_a_later_answer_of_the_same_reviewer_replaces_the_earlier(tmp_path):
    path = tmp_path / "reviews.jsonl"
    add_reviews(path, [judged(HERE, "no"), judged(HERE, "no", "bob"), judged(HERE, "yes")])
    assert {"ann": "yes", "bob": "no"} == {
        item.reviewer: one.faithful for item, one in read_reviews(path).claims.items()
    }


def test_where_a_claim_stands_is_not_what_it_says():
    plain = content_of(HERE)
    assert plain == content_of(HERE | {"span": [0, 3], "quote": "I was", "temporal": None})
    assert plain == content_of(parse_claim(HERE | {"span": [0, 3]}))
    assert plain != content_of(HERE | {"room": "storage"})


def test_a_line_that_a_kill_tore_costs_itself_only(tmp_path):
    path = tmp_path / "reviews.jsonl"
    add_reviews(path, [judged(HERE, "yes")])
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        add_reviews(path, [judged(SEEN, "no")])
        file = read_reviews(path)
        last = file.claims[ClaimItem("ann", ("message", 0), content_of(SEEN))]
        kept = length == len(whole) - 1
        assert ("no", 1 + kept, 0 if kept or not length else 1) == (last.faithful, len(file.claims), len(file.dropped))


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        '{"reviews": 2, "reviewer": "ann", "item": "utterance", "message": 0, "claims": [], "missed": []}',
        '{"reviews": 1, "reviewer": "", "item": "utterance", "message": 0, "claims": [], "missed": []}',
        '{"reviews": 1, "reviewer": "ann", "item": "utterance", "claims": [], "missed": []}',
        '{"reviews": 1, "reviewer": "ann", "item": "utterance", "message": 0, "chat": 0, "claims": [], "missed": []}',
        '{"reviews": 1, "reviewer": "ann", "item": "utterance", "message": 0, "claims": [{"type": "x"}], "missed": []}',
        '{"reviews": 1, "reviewer": "ann", "item": "claim", "message": 0, "claim": {"type": "intent"}, "faithful": 1}',
    ],
)
def test_what_is_no_review_is_dropped_and_counted(tmp_path, line):
    path = tmp_path / "reviews.jsonl"
    path.write_text(f"{line}\n", "utf-8")
    assert (0, 0, 1) == tuple(
        map(len, (read_reviews(path).claims, read_reviews(path).utterances, read_reviews(path).dropped))
    )


def test_a_log_of_another_name_has_reviews_of_its_own():
    assert [Path("a/reviews.jsonl"), Path("a/two.reviews.jsonl")] == [
        reviews_path(Path("a/game.jsonl")),
        reviews_path(Path("a/two.jsonl")),
    ]


# --- reviewed claims as gold ------------------------------------------------------------------------------------------


def test_faithful_claims_of_a_whole_review_are_complete(gold):
    found = gold(judged(HERE, "yes"), judged(SEEN, "no"), looked(HERE, SEEN))
    assert ([HERE], True) == ([claim.to_json() for claim in found.claims], found.complete)


@pytest.mark.parametrize(
    "reviews",
    [
        [judged(HERE, "yes")],
        [judged(HERE, "yes"), looked(HERE, missed=["he saw Bob"])],
        [judged(HERE, "yes"), looked(HERE, SEEN)],
        [judged(HERE, "yes"), judged(SEEN, "unsure"), looked(HERE, SEEN)],
        [judged(HERE, "yes"), judged(SEEN, "yes"), judged(SEEN, "no", "bob"), looked(HERE, SEEN)],
        [judged(HERE, "yes"), looked(HERE), looked(HERE, missed=["he saw Bob"], reviewer="bob")],
    ],
)
def test_what_is_missed_unsure_or_disputed_leaves_an_utterance_incomplete(gold, reviews):
    found = gold(*reviews)
    assert ([HERE], False) == ([claim.to_json() for claim in found.claims], found.complete)


def test_most_reviewers_decide(gold):
    votes = [judged(HERE, answer, who) for who, answer in (("ann", "yes"), ("bob", "no"), ("cid", "yes"))]
    assert (1, True) == (len(gold(*votes, looked(HERE)).claims), gold(*votes, looked(HERE)).complete)


def test_the_claims_that_were_reviewed_last_count(gold):
    found = gold(judged(HERE, "yes"), looked(HERE), judged(SEEN, "yes", "bob"), looked(SEEN, reviewer="bob"))
    assert ([SEEN], True) == ([claim.to_json() for claim in found.claims], found.complete)


def test_reviews_of_another_game_are_refused(tmp_path, game):
    path = tmp_path / "reviews.jsonl"
    add_reviews(path, [judged(HERE, "yes", message=1)])
    with pytest.raises(ClaimsError, match="message 1 of player_0 is not in the log"):
        reviewed_claims(path, *game)


def test_a_file_that_can_not_be_read_is_an_error(tmp_path):
    os.mkdir(tmp_path / "reviews.jsonl")
    with pytest.raises(ClaimsError, match="reviews can't be read"):
        read_reviews(tmp_path / "reviews.jsonl")
