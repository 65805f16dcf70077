"""Speech and its labels: whatever the names, every claim knows its words and can be read back."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quack.agents.calendar import THIS_ROUND, Time
from quack.agents.speech import points
from quack.agents.speech.phrasings import PHRASINGS
from quack.agents.speech.points import Point
from quack.agents.speech.template import Template
from quack.agents.speech.wording import Wording, room_forms
from quack.claims.entities import Names
from quack.claims.models import parse_claim
from quack.claims.time_phrases import parse_time
from quack.world.map import Corridor, GameMap, Room
from tests.claims.names import names_of
from tests.support.scripted import STATION, STRANGE_NAMES

ME, YOU, THIRD = "player_0", "player_1", "player_2"
TIMES = (THIS_ROUND, Time("near", 7, 7), Time("between", 3, 9), Time("since", 4), Time("opening"), Time("previous"))
LASTING = (Time("round", duration="throughout"), Time("between", 3, 9, duration="most"))


def every_point(rooms: tuple[str, str, str], time: Time) -> list[Point]:
    """One point of every kind."""
    a, b, c = rooms
    return [
        points.at(ME, a, time),
        points.not_at(ME, a, time),
        points.route(ME, rooms, time),
        points.went(ME, a, b, time),
        points.went(ME, None, b, time),
        points.went(ME, a, None, time),
        points.never_went(ME, c, time),
        points.task(ME, a, "Plot Course", time),
        points.waited(ME, b, time),
        points.saw(ME, YOU, a, time),
        points.saw(ME, YOU, None, time),
        points.saw_two(ME, YOU, THIRD, c, time),
        points.found(ME, YOU, a, time),
        points.found(ME, YOU, a, reported=True),
        points.saw_move(YOU, a, b, time),
        points.saw_move(YOU, a, b, time, "saw_come"),
        points.saw_move(YOU, b, c, time, "moved"),
        points.saw_heading(ME, YOU, a, b, time),
        points.placed(THIRD, c, time),
        points.stood_over(ME, YOU, THIRD, a, time),
        points.not_saw(ME, YOU, None, time),
        points.not_saw(ME, YOU, b, time),
        points.nobody(ME, None, (), time),
        points.nobody(ME, a, (), time),
        points.nobody(ME, None, (YOU,), time),
        points.nobody(ME, a, (YOU, THIRD), time),
        points.alone_with_body(ME, a, time),
        points.no_leave(ME, a, time),
        points.no_body(ME, None, time),
        points.no_body(ME, b, time),
        points.said_at(YOU, a, time),
        points.said_other_at(YOU, THIRD, b, time),
        points.said_saw(YOU, THIRD, c, time),
        points.accuse(ME, YOU, "strong"),
        points.accuse(ME, YOU, "moderate"),
        points.accuse(ME, YOU, "weak"),
        points.accuse(ME, YOU, "strong", "accuse_lie"),
        points.accuse(ME, YOU, "strong", "accuse_over_body"),
        points.defend(ME, YOU, "seen"),
        points.defend(ME, YOU, "fits", "defend_story"),
        points.defend(ME, ME, "denies it"),
        points.defend_together(ME, YOU, a, time),
        points.vote(ME, YOU),
        points.vote(ME, None),
        points.lean(ME, THIRD),
        points.lean(ME, None),
        points.called(ME, ME, "report"),
        points.called(ME, ME, "button"),
        points.called(ME, YOU, "report"),
        points.called(ME, YOU, "button"),
    ]


def wording(names: tuple[str, ...], game_map: GameMap, seed: int = 0) -> Wording:
    return Wording({f"player_{index}": name for index, name in enumerate(names)}, game_map, Random(seed))


def map_of(*rooms: str) -> GameMap:
    """A map with rooms of these names."""
    ways = tuple(Corridor(a=rooms[0], b=room, weight=1) for room in rooms[1:])
    return GameMap(name="drawn", rooms=tuple(Room(name=room) for room in rooms), corridors=ways)


NAMES = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=12).filter(lambda text: text.strip())
UNIQUE = {"unique_by": lambda text: text.strip().casefold()}


@settings(max_examples=150, deadline=None)
@given(
    people=st.lists(NAMES, min_size=3, max_size=3, **UNIQUE),
    rooms=st.lists(NAMES, min_size=3, max_size=3, **UNIQUE),
    time=st.sampled_from(TIMES),
    seed=st.integers(0, 10_000),
)
def test_every_claim_of_any_speech_can_be_read_back_and_has_its_words(people, rooms, time, seed):
    speaker = wording(tuple(people), map_of(*rooms), seed)
    for point in every_point((rooms[0], rooms[1], rooms[2]), time):
        speech = speaker.say([point])
        assert speech.claims is not None
        assert len(point.claims) == len(speech.claims)
        for label in speech.claims:
            assert label == parse_claim(dict(label)).to_json()
            start, end = label["span"]
            words = speech.text[start:end]
            assert 0 <= start < end <= len(speech.text)
            assert words.strip()
            assert label.get("temporal", "") in speech.text
            assert mentioned(label, people, words, room_forms(map_of(*rooms))), (label, words)


def mentioned(label: Any, people: list[str], words: str, forms: dict[str, tuple[str, ...]]) -> bool:
    """Whether words name one of those whom, or a room which, a claim is about beside its speaker; if there are any."""
    fields = ("subject", "target", "defended", "vote")
    named = [label[field] for field in fields if label.get(field) in people[1:]] + list(label.get("except", ()))
    rooms = [label.get(field) for field in ("room", "from", "to")] + list(label.get("route", ()))
    named += [form for room in rooms if room for form in forms[room]]
    return not named or any(name in words for name in named)


def test_claims_name_people_and_rooms_as_the_game_does():
    speaker = wording(STRANGE_NAMES, STATION)
    speech = speaker.say([points.saw("player_0", "player_5", "Engine-Room", Time("near", 4, 4))])
    assert speech.claims is not None
    label = dict(speech.claims[0])
    span = label.pop("span")
    temporal = label.pop("temporal")
    assert {
        "type": "sighting",
        "subject": "小明",
        "target": "[x] {who}",
        "room": "Engine-Room",
        "state": "alive",
        "polarity": "asserted",
        "attribution": "speaker",
        "ticks": [4, 4],
    } == label
    assert speech.text[slice(*span)] in speech.text
    assert temporal in speech.text


@pytest.mark.parametrize("seed", range(12))
def test_times_in_speech_are_read_as_they_are_meant(seed: int):
    people = ("Mia", "Otto", "Nora")
    speaker = wording(people, STATION, seed)
    names = names_of(*people, game_map=STATION)
    for time in (*TIMES, *LASTING):
        for point in every_point(("dock", "lab 2", "bay"), time):
            for label in speaker.say([point]).claims or ():
                ticks = tuple(label["ticks"]) if "ticks" in label else None
                for stated in (None, ticks):
                    read = parse_time(label.get("temporal"), names, stated)
                    if label.get("temporal") is not None and point.time == time:
                        wanted = (time.kind, time.first, time.last, time.duration)
                        assert wanted == (read.kind, read.first, read.last, read.duration), label


def test_a_time_that_a_point_has_is_always_said():
    speaker = wording(("Mia", "Otto", "Nora"), STATION)
    for point in every_point(("dock", "lab 2", "bay"), Time("near", 7, 7)):
        speech = speaker.say([point])
        assert point.time == THIS_ROUND or "7" in speech.text


def test_no_utterance_says_the_same_twice():
    speaker = wording(("Mia", "Otto"), STATION)
    here, again = points.at(ME, "dock", Time("near", 5, 5)), points.at(ME, "dock", Time("about", 5, 5))
    later = points.at(ME, "dock", Time("near", 9, 9))
    speech = speaker.say([here.marked("recalled"), again.marked("slipped"), later.marked("moved")])
    assert speech.claims is not None
    assert [[5, 5], [9, 9]] == [label["ticks"] for label in speech.claims]
    assert ("recalled", "moved") == speech.made


def test_spans_count_from_the_start_of_the_utterance():
    speaker = wording(("Mia", "Otto"), STATION)
    speech = speaker.say([points.vote(ME, YOU), points.accuse(ME, YOU, "weak"), points.vote(ME, None)])
    for label in speech.claims or ():
        start, end = label["span"]
        assert speech.text[start - 2 : start] in ("", ". ", ": ")
        assert speech.text[end] == "."


def test_a_task_is_claimed_by_name_only_where_it_is_named():
    seen = set()
    for seed in range(30):
        speech = wording(("Mia",), STATION, seed).say([points.task(ME, "dock", "Load Crates")])
        assert speech.claims is not None
        assert ("Load Crates" in speech.text) == ("task" in speech.claims[0])
        seen.add("task" in speech.claims[0])
    assert {True, False} == seen


def test_what_asserts_nothing_has_no_claims():
    speaker = wording(("Mia", "Otto"), STATION)
    for figure in ("small_talk", "question", "advice", "greeting", "hush"):
        speech = speaker.say([Point(figure, {"who": YOU, "room": "dock"})])
        assert () == speech.claims
        assert speech.text


def test_a_room_is_called_by_forms_that_mean_no_other():
    names = names_of("Mia", game_map=STATION)
    forms = room_forms(STATION, ("Mia",))
    assert {"dock", "Dock", "pier"} == set(forms["dock"])
    assert {"Engine-Room", "Engine Room", "engine", "er"} == set(forms["Engine-Room"])
    assert {"厨房"} == set(forms["厨房"])
    for room, words in forms.items():
        assert {room} == {names.room(word) for word in words}


@settings(max_examples=200, deadline=None)
@given(rooms=st.lists(NAMES, min_size=2, max_size=5, **UNIQUE))
def test_forms_of_any_rooms_are_understood_as_those_rooms(rooms):
    game_map = map_of(*rooms)
    log: Any = SimpleNamespace(players=(), map=game_map)
    names = Names(log)
    for room, words in room_forms(game_map).items():
        assert {room} == {names.room(word) for word in words}


# --- templates --------------------------------------------------------------------------------------------------------


def test_marks_are_counted_in_the_order_in_which_they_open():
    filled = Template("[A [{x}] c] and [d].").fill({"x": "[y]"})
    assert "A [y] c and d." == filled.text
    assert ["A [y] c", "[y]", "d"] == [filled.text[start:end] for start, end in filled.spans]


def test_a_time_takes_its_own_blanks_and_a_capital_in_front():
    assert ("Here at noon.", "at noon") == Template("Here{ when}.").fill({}, "at noon")[::2]
    assert ("Here.", None) == Template("Here{ when}.").fill({})[::2]
    assert ("At noon, here.", "At noon") == Template("{When, }here.").fill({}, "at noon")[::2]


@pytest.mark.parametrize("source", ["[a", "a]", "{x", "a}"])
def test_a_template_that_does_not_close_is_refused(source: str):
    with pytest.raises(ValueError, match="not a template"):
        Template(source)


def test_every_kind_of_statement_has_several_phrasings():
    few = {figure for figure, templates in PHRASINGS.items() if len(templates) < 2}
    assert set() == few
    assert all(len(PHRASINGS[figure]) >= 4 for figure in ("at", "saw", "route", "task", "not_at", "accuse_strong"))


def test_the_marks_of_every_phrasing_fit_its_claims():
    for point in every_point(("dock", "lab 2", "bay"), THIS_ROUND):
        for template in PHRASINGS[point.figure]:
            marks = template.source.count("[")
            assert marks in (1, len(point.claims)), template.source
            assert {slot for slot in template.slots if "when" not in slot.lower()} <= set(point.slots)
