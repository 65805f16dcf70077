"""The published reading of words: time phrases, activities and rooms."""

from __future__ import annotations

import pytest

from quack.kb.published import activity_kind, phrase_features, room_alias


@pytest.mark.parametrize("word", ["until", "till", "by", "before", "up to", "through", "Until", "  and BY"])
def test_these_words_before_a_tick_state_an_upper_bound(word: str) -> None:
    assert "upper(7)" in phrase_features(f"in medbay {word} tick 7")


@pytest.mark.parametrize("word", ["from", "since", "after", "starting from", "starting at", "After"])
def test_these_words_before_a_tick_state_a_lower_bound(word: str) -> None:
    assert "lower(7)" in phrase_features(f"in medbay {word} tick 7")


@pytest.mark.parametrize(
    "phrase",
    [
        "until ticks 3-5",
        "before around tick 3",
        "until T3",
        "nearby tick 3",
        "until tick three",
        "by the tick 3",
        "tick 3",
    ],
)
def test_other_words_bound_nothing(phrase: str) -> None:
    assert not [feature for feature in phrase_features(phrase) if feature.startswith(("upper", "lower"))]


def test_blanks_of_any_kind_may_stand_between() -> None:
    assert "upper(7)" in phrase_features("until \t tick\n7")


def test_both_bounds_are_read_and_the_first_of_each_counts() -> None:
    features = phrase_features("from tick 3 until tick 9, after tick 5 and before tick 6")

    assert {"lower(3)", "upper(9)"} == {feature for feature in features if "(" in feature}


@pytest.mark.parametrize("digits", ["1234567890123", "9" * 5000, "2147483648"])
def test_a_huge_tick_fits_an_integer_of_the_solver(digits: str) -> None:
    assert ("upper(1000000000)",) == phrase_features(f"before tick {digits}")


def test_leading_zeros_do_not_matter() -> None:
    assert ("upper(0)",) == phrase_features("before tick 000")
    assert ("upper(7)",) == phrase_features("before tick 00000000000007")


@pytest.mark.parametrize(
    "word", ["start", "beginning", "spawn", "respawn", "started in medbay", "upstart", "At the START"]
)
def test_words_for_the_start_are_found_inside_others(word: str) -> None:
    assert "start" in phrase_features(word)
    assert "goes_on" not in phrase_features(word)


GOES_ON = (
    "until till up_to through to_tick onward onwards then after_that later whole entire all_round the_rest".split()
)


@pytest.mark.parametrize("word", [*(word.replace("_", " ") for word in GOES_ON), "throughout", "strengthen", "Then"])
def test_words_that_go_on_are_found_inside_others(word: str) -> None:
    assert "goes_on" in phrase_features(f"at the start, {word} there")


@pytest.mark.parametrize(
    "phrase",
    [
        "the whole time",
        "entire round",
        "all round",
        "never left",
        "stayed in",
        "the entire time",
        "whole round",
        "The Whole Time",
    ],
)
def test_words_for_the_whole_time(phrase: str) -> None:
    assert "entire" in phrase_features(f"it {phrase} there")


@pytest.mark.parametrize("phrase", ["mostly", "spent most of", "majority of", "most of", "almost of"])
def test_words_for_most_of_the_time(phrase: str) -> None:
    assert "most" in phrase_features(f"it {phrase} there")


@pytest.mark.parametrize("phrase", [None, "", "this round", "at tick 7", "most likely", "the time"])
def test_other_phrases_have_no_mark(phrase: str | None) -> None:
    assert () == phrase_features(phrase)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("task", ["task", "Task", " task "]),
        ("traveling", ["traveling", "moving"]),
        ("waiting", ["waiting", "staying", "idling"]),
        ("reporting", ["reporting body", "report body", "reporting", "found body"]),
        ("calling", ["calling meeting", "call meeting", "emergency meeting", "called meeting"]),
        (None, ["", "tasks", "travelling", "walking", "idle", "report", "reported body", "call", "killing"]),
    ],
)
def test_activities_are_known_by_these_words_only(kind: str | None, words: list[str]) -> None:
    assert [kind] * len(words) == [activity_kind(word) for word in words]


def test_bare_engines_are_the_upper_engine() -> None:
    assert "upper_engine" == room_alias("Engines")
    assert room_alias("engine") is None
