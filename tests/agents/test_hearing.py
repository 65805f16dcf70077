"""What players understand of others' words."""

from __future__ import annotations

import pytest

from quack.agents.hearing import Heard, Listener
from quack.world.map import load_map
from tests.support.scripted import STATION

NAMES = {"player_0": "Alice", "player_1": "Bob", "player_2": "小明"}


def understood(text: str, game_map=None) -> list[Heard]:
    return Listener(NAMES, game_map or load_map("simple_ship")).listen([("player_0", text)])


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("I was in Med Bay from tick 3 to tick 9.", ("at", "player_0", "medbay", 3, 9)),
        ("At tick 7, I was in upper engine.", ("at", "player_0", "upper_engine", 7, 7)),
        ("I was over in storage.", ("at", "player_0", "storage", None, None)),
        ("I saw Bob in nav at T4.", ("saw", "player_1", "navigation", 4, 4)),
        ("小明 and I were in storage at tick 4.", ("saw", "player_2", "storage", 4, 4)),
        ("My main suspect: Bob is lying.", ("blame", "player_1", None, None, None)),
        ("I can vouch for Bob.", ("clear", "player_1", None, None, None)),
        ("Bob is not the Duck.", ("clear", "player_1", None, None, None)),
    ],
)
def test_plain_statements_are_understood(text: str, heard: tuple):
    kind, who, room, first, last = heard
    assert [Heard(kind, "player_0", who, room, first, last)] == understood(text)


@pytest.mark.parametrize(
    "text",
    [
        "I was never in medbay.",
        "I didn't see Bob in medbay.",
        "Bob, where were you?",
        "I was in medbay last round.",
        "My route was medbay to electrical to storage.",
        "Bob was alone in medbay.",
        "",
    ],
)
def test_what_is_not_plain_is_not_understood(text: str):
    assert [] == understood(text)


def test_ticks_that_are_only_a_bound_are_left_out():
    assert [(None, None)] == [heard[4:] for heard in understood("I was in medbay since tick 5.")]


def test_rooms_in_other_scripts_are_heard():
    assert ["厨房"] == [heard.room for heard in understood("I was in 厨房 at tick 3.", STATION)]


def test_a_name_that_looks_like_a_tick_is_none():
    listener = Listener({"player_0": "Alice", "player_1": "T7"}, load_map("simple_ship"))
    assert [(None, None)] == [heard[4:] for heard in listener.listen([("player_0", "I met T7 in medbay.")])]
    assert [(4, 4)] == [heard[4:] for heard in listener.listen([("player_0", "I met T7 in medbay at tick 4.")])]


def test_sentences_are_heard_one_by_one():
    assert ["at", "blame"] == [heard.kind for heard in understood("I was in medbay. Bob did it.")]
