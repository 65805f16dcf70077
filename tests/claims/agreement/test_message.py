"""Agreement about one utterance: canonical hits, misses and inventions, and what is said about them."""

import pytest

from quack.claims.agreement import Rate, compare_claims, pooled
from quack.claims.models import parse_claim
from tests.claims.agreement.claims import accuse, at, do, go, saw, vote, way

A_MOVE = go("Ann", "attic", "barn")
LEGS = [go("Ann", "x", "y"), go("Ann", "y", "z")]
SAW_NOBODY_ELSE = saw("Ann", "anyone", "attic", polarity="denied") | {"except": ["Bea"]}


@pytest.mark.parametrize(
    ("rate", "predicted", "gold"),
    [
        ((1, 1, 1), [at("Ann", "Med-Bay")], [at("ann", "medbay")]),
        ((1, 1, 1), [way("Ann", "attic", "barn")], [A_MOVE]),
        ((2, 3, 3), [way("Ann", "x", "y", "z"), way("Bea", "x", "y")], [*LEGS, go("Bea", "y", "x")]),
        ((1, 1, 2), [go("Ann", None, "barn"), go("Bea", "attic", "barn")], [A_MOVE, go("Bea", None, "barn")]),
        ((1, 1, 1), [A_MOVE, at("Ann", "attic"), do("Ann", "waiting", "barn")], [A_MOVE]),
        ((0, 0, 1), [at("Bea", "x"), at("Ann", "x")], [saw("Ann", "Bea", "x", state="alive")]),
        ((1, 1, 1), [at("Bea", "x")], [saw("Ann", "Bea", "x", state="body")]),
        ((0, 1, 1), [saw("Ann", "Bea", "x", state="alive")], [saw("Ann", "Bea", "x", state="body")]),
        ((0, 1, 1), [at("Ann", "x", polarity="asserted")], [at("Ann", "x", polarity="denied")]),
        ((1, 1, 1), [at("Ann", "x")], [at("Ann", "x", polarity="denied")]),
        ((0, 0, 0), [], [saw("Ann", "Bea")]),
        ((1, 1, 2), [accuse("Ann", "Bea"), accuse("Eve", "Bea")], [accuse("Ann", "Bea"), vote("Ann", "skip")]),
        ((0, 0, 0), [at("", "x")], []),
    ],
)  # fmt: skip
def test_hits_predictions_and_gold_claims_are_counted_in_canonical_form(rate, predicted, gold):
    assert Rate(*rate) == compare_claims(predicted, gold).rate


def test_claims_that_were_read_and_claims_of_files_agree():
    raw = [way("Ann", "attic", "barn"), saw("Ann", "Bea", "x", **{"except": ["Eve"], "polarity": "denied"})]
    assert 1.0 == compare_claims(map(parse_claim, raw), raw).f1


def test_rates_of_messages_are_pooled_claim_by_claim():
    messages = [compare_claims([A_MOVE], [A_MOVE]), compare_claims([], [at("Ann", "x"), at("Bea", "x")])]
    assert Rate(1, 1, 3) == pooled(messages)


def test_nothing_claimed_and_nothing_predicted_is_right():
    nothing = compare_claims([], [])
    assert (1.0, None, "Right: the utterance claims nothing.") == (nothing.f1, nothing.rate.f1, nothing.feedback())


def test_feedback_says_what_was_taken_for_what_in_words():
    predicted = [saw("Ann", "Bea", "attic", state="alive"), at("Eve", "barn"), accuse("Ann", "Bea"), at("Cid", "x")]
    gold = [saw("Ann", "Bea", "attic", state="body"), at("Eve", "attic"), accuse("Ann", "Bea"), vote("Ann", "Bea")]
    assert [
        "Wrong (other polarity, state or exception): you have that Ann saw Bea alive in attic; "
        "it should be that Ann saw the body of Bea in attic.",
        "Wrong (other place): you have that Eve was in barn; it should be that Eve was in attic.",
        "Missed: Ann will vote for Bea.",
        "Not claimed in the utterance: Cid was in x.",
        "Right: Bea is accused.",
    ] == compare_claims(predicted, gold).feedback().splitlines()


@pytest.mark.parametrize(
    ("words", "claim"),
    [
        ("Ann was not in attic", at("Ann", "attic", polarity="denied")),
        ("Ann went from attic to barn", A_MOVE),
        ("Ann went to barn", go("Ann", None, "barn")),
        ("Ann went from or to barn", {"type": "activity", "subject": "Ann", "activity": "traveling", "room": "barn"}),
        ("Ann did a task in attic", do("Ann", "task", "attic")),
        ("Ann did not see anyone in attic except Bea", SAW_NOBODY_ELSE),
        ("Ann will skip", vote("Ann", "skip")),
        ("Bea is vouched for", {"type": "defense", "defender": "Ann", "defended": "Bea"}),
        ("Ann reported a body", do("Ann", "reporting body", "attic")),
        ("Ann called the meeting", do("Ann", "calling meeting", None)),
        ("juggling of Ann in attic", do("Ann", "juggling", "attic")),
    ],
)  # fmt: skip
def test_claims_are_told_in_words(words, claim):
    assert f"Missed: {words}." == compare_claims([], [claim]).feedback()
