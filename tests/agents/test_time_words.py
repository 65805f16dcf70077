"""Words for times are taken by the grammar of time phrases for what they were meant to say."""

from __future__ import annotations

import pytest

from quack.agents.calendar import Calendar, Time, Window
from quack.agents.speech.time_words import all_words, plain_name
from quack.claims.time_phrases import parse_time
from tests.claims.names import names_of

PEOPLE = ("Mia", "Otto")
TIMES = (
    Time("near", 7, 7),
    Time("about", 7, 7),
    Time("between", 3, 9),
    Time("just_before", 12, 12),
    Time("just_after", 12, 12),
    Time("since", 13, None),
    Time("until", None, 8),
    Time("round"),
    Time("call"),
    Time("ending"),
    Time("late"),
    Time("middle"),
    Time("opening"),
    Time("previous"),
    Time("first_round"),
    Time("nth_round", index=1),
    Time("nth_round", index=2),
    Time("before_vote", player="player_0"),
    Time("before_kill", player="player_0"),
    Time("round", duration="throughout"),
    Time("round", duration="most"),
    Time("between", 3, 9, duration="throughout"),
    Time("between", 3, 9, duration="most"),
)


@pytest.mark.parametrize("time", TIMES, ids=str)
def test_every_phrase_for_a_time_is_read_as_that_time(time: Time):
    for capital in (False, True):
        for words in all_words(time, "Mia"):
            said = words[:1].upper() + words[1:] if capital else words
            read = parse_time(said, names_of(*PEOPLE), how="report")
            assert (read.kind, read.index, read.player, read.duration) == (
                time.kind,
                time.index,
                time.player,
                time.duration,
            ), words
            assert (read.first, read.last) == (time.first, time.last), words
            assert read.understood == "fully", words


def test_a_pair_of_ticks_has_phrases_of_its_own_that_are_read_as_both():
    for words in ("at ticks 3 and 4", "ticks 3-4", "in ticks 3 and 4"):
        read = parse_time(words, names_of(*PEOPLE))
        assert ("between", 3, 4, "fully") == (read.kind, read.first, read.last, read.understood)


def test_stated_ticks_change_nothing_about_what_a_phrase_means():
    for time in TIMES:
        for words in all_words(time, "Mia"):
            read = parse_time(words, names_of(*PEOPLE))
            assert read.key == parse_time(words, names_of(*PEOPLE), time.ticks).key, words


@pytest.mark.parametrize("name", ["May", "T7", "李明", "7", "Second", "Bob Lee"])
def test_a_name_that_could_be_mistaken_does_not_stand_in_a_time(name: str):
    assert not plain_name(name)


def test_windows_have_slack_within_their_round_and_none_when_denied():
    calendar = Calendar([0, 20], 31)
    assert [Window(1, 24, 27)] == calendar.windows(Time("between", 25, 26))
    assert [Window(1, 25, 26)] == calendar.windows(Time("between", 25, 26), denied=True)
    assert [Window(0, 18, 20), Window(1, 20, 21)] == calendar.windows(Time("between", 19, 20))
    assert [Window(1, 29, 31)] == calendar.windows(Time("call"))
    assert [Window(1, 20, 25)] == calendar.windows(Time("opening"))
    assert [Window(0, 0, 20)] == calendar.windows(Time("previous"))
