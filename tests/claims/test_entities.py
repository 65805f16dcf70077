"""Whom and what raw text names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quack.claims.models import parse_claim
from quack.world.map import Corridor, GameMap, Room, load_map
from tests.claims.names import names_of

NAMES = names_of()
SHIPPED = names_of("Alice", "Bob", game_map=load_map("simple_ship"))


def found(names, text):
    return [(mention.kind, text[mention.start : mention.end]) for mention in names.mentions(text)]


@pytest.mark.parametrize(
    ("index", "text"),
    [(0, "Mia"), (0, "mia"), (0, " MIA "), (3, "P1"), (4, "p10"), (5, "李明"), (1, "player_1")],
)
def test_a_player_is_named_by_its_whole_name_or_its_id(index, text):
    assert index == NAMES.player(text).index


@pytest.mark.parametrize("text", [None, "", "Mi", "Mia Otto", "P100", "player_9", "anyone", "mía", "\x00"])
def test_what_names_no_player_is_none(text):
    assert None is NAMES.player(text)


def test_names_that_differ_in_case_only_are_told_apart_by_it():
    names = names_of("bob", "Bob")
    assert (0, 1, None) == (names.player("bob").index, names.player("Bob").index, names.player("BOB"))


def test_a_name_outweighs_an_id():
    assert "player_0" == names_of("player_1", "Mia").player("player_1").id


@pytest.mark.parametrize(
    ("room", "text"),
    [
        ("bridge", "Bridge"),
        ("engine_room", "engine room"),
        ("engine_room", "Engine-Room"),
        ("engine_room", "ENGINE"),
        ("lab-2", "lab 2"),
        ("lab-2", "lab_2"),
        ("lab-2", "the lab"),
        ("厨房", "厨房"),
        (None, "attic"),
        (None, ""),
        (None, None),
    ],
)
def test_a_room_is_named_in_any_case_with_blanks_hyphens_or_a_short_form(room, text):
    assert room == NAMES.room(text)


@pytest.mark.parametrize(
    ("room", "texts"),
    [
        ("medbay", "med bay|medibay|med|Med-Bay"),
        ("upper_engine", "upper engine|Upper-Engine"),
        ("lower_engine", "lower engine"),
        ("navigation", "nav|navi"),
        ("electrical", "elec|electric"),
        ("security", "sec"),
        ("cafeteria", "cafe|caf"),
        ("weapons", "weap|weaps"),
        ("storage", "store"),
        ("oxygen", "o2|O2"),
        (None, "engines|engine|reactor"),
    ],
)
def test_the_shipped_map_brings_the_short_forms_of_its_rooms(room, texts):
    assert {room} == {SHIPPED.room(text) for text in texts.split("|")}


def test_a_short_form_of_two_rooms_names_neither_and_a_rooms_own_name_outweighs_it():
    rooms = (Room(name="port", aliases=("side", "deck")), Room(name="star", aliases=("side",)), Room(name="deck"))
    ways = (Corridor(a="port", b="star", weight=1), Corridor(a="star", b="deck", weight=1))
    names = names_of("Mia", game_map=GameMap(name="x", rooms=rooms, corridors=ways))
    assert (None, "deck") == (names.room("side"), names.room("Deck"))


@pytest.mark.parametrize(
    ("room", "text"),
    [
        ("bridge", "Plot Course"),
        ("bridge", "my plot course task"),
        ("lab-2", "sort samples"),
        (None, "Plot"),
        (None, ""),
    ],
)
def test_a_task_leads_to_its_room(room, text):
    assert room == NAMES.task_room(text)


def test_a_task_that_only_the_log_knows_leads_to_its_room_too():
    assert "bridge" == names_of("Mia", tasks=(("Swab Deck", "bridge"),)).task_room("swab deck")


@pytest.mark.parametrize(
    ("expected", "text"), [(True, "anyone"), (True, "Nobody"), (True, "no one"), (False, "Mia"), (False, None)]
)
def test_anyone_is_no_player_in_particular(expected, text):
    assert expected == NAMES.anyone(text)


def test_a_player_called_nobody_is_somebody():
    names = names_of("Nobody", "Skip")
    assert (False, False, True) == (names.anyone("nobody"), names.skip("skip"), NAMES.skip("Skip"))


def test_mentions_are_whole_words_longest_first():
    text = "P10 saw p1 near the engine-room, Mia's lab 2 and Miami"
    expected = [("player", "P10"), ("player", "p1"), ("room", "engine-room"), ("player", "Mia"), ("room", "lab 2")]
    assert expected == found(NAMES, text)


def test_a_name_within_a_longer_name_is_not_mentioned_twice():
    names = names_of("Ann", "Ann Lee", "小明", "小明明")
    assert ["Ann Lee", "小明明", "小明", "ann"] == [word for _, word in found(names, "Ann Lee看到小明明和小明, ann")]


def test_tasks_are_mentioned_too():
    assert [("task", "plot  course")] == found(NAMES, "while doing plot  course")


@pytest.mark.parametrize("name", ["7", "T7", "12-14"])
def test_a_name_that_looks_like_a_tick_is_found_only_alone(name):
    names = names_of(name, "Mia")
    assert ([], 0) == (found(names, f"at tick 7, {name}"), names.player(name).index)


@pytest.mark.parametrize("name", ["a.b", "(x", "Bo\\b", "Al\nice", "Q*", "$1", "C++"])
def test_a_name_may_hold_any_sign(name):
    assert name in [word for _, word in found(names_of(name, "Mia"), f"saw {name} go")]


@pytest.mark.parametrize(
    ("expected", "claim"),
    [
        ("player_1", {"accuser": "Otto", "accuser_id": "player_0"}),
        ("player_0", {"accuser_id": "player_0"}),
        ("player_2", {"accuser": "Zoe"}),
        ("player_2", {}),
    ],
)
def test_an_accusation_is_charged_to_its_accuser_or_else_to_the_speaker(expected, claim):
    assert expected == NAMES.accuser(parse_claim({"type": "accusation", "target": "Mia", **claim}), "player_2").id


@given(st.lists(st.text(max_size=6), min_size=1, max_size=5, unique=True), st.text(max_size=40))
def test_mentions_are_in_order_and_do_not_overlap(people, text):
    mentions = names_of(*people).mentions(text)
    ends = [0, *(mention.end for mention in mentions)]
    assert all(end <= mention.start < mention.end for end, mention in zip(ends, mentions, strict=False))
