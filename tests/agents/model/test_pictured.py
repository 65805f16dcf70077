"""What the text of a question says of its pictures: what they show, and who stands behind signs, codes and letters."""

from __future__ import annotations

from random import Random

import pytest

from quack.agents.model.asking import Manner, Prompter
from quack.agents.model.prompts import LANGUAGES, load_prompts
from quack.game.actions import WAIT
from quack.game.config import GameSetup
from quack.game.observation import Briefing
from tests.render.scenes import observation

NAMES = ("Alice", "李雷", "韩梅梅", "Bob", "José", "P1")
GAME = GameSetup(players=6, names=NAMES)
SEEN = observation(GAME.map, "medbay", [1, 3], bodies=[5], departing=[(4, "storage")])._replace(actions=(WAIT,))
PICTURED = ("both", "global", "local")


def text(views="both", language="en", size=1_024, player="player_0") -> str:
    briefing = Briefing(player, GAME.seats, "goose", (), GAME, Random(0))
    prompter = Prompter(briefing, Manner("test/model", load_prompts(language), views, size))
    return prompter.act(SEEN._replace(player=player)).text


@pytest.mark.parametrize("views", ["both", "local"])
def test_whose_number_or_code_is_in_the_room_is_told(views):
    told = "What stands for players there: 0 = you, 1 or P1 (P1) = 李雷, 3 = Bob, 4 or Jose = José, 5 or P5 (P1) = P1."
    assert told in text(views)
    assert "韩梅梅" not in text(views)


def test_of_a_map_alone_ones_own_code_is_told():
    assert "stands for players" not in text("global")
    assert "What stands for players there: P2 = you." in text("global", player="player_2")


def test_rooms_that_are_codes_on_a_small_map_are_told():
    assert "Rooms that are not written out there: " in text(size=256)
    assert "R1 = weapons" in text(size=256)
    assert "not written out" not in text(size=1_024)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tasks_have_letters_where_a_map_is_shown(language):
    for views, shown in (("both", True), ("global", True), ("local", False), ("none", False)):
        lines = text(views, language).splitlines()
        letters = [line[3] for line in lines if line[:3] in ("- (", "- （")]
        assert (["A", "B", "C", "D", "E"] if shown else []) == letters


@pytest.mark.parametrize("views", PICTURED)
def test_a_chinese_question_says_that_its_pictures_are_english(views):
    assert "图中的文字是英文" in text(views, "zh")
    assert "英文" not in text("none", "zh")


def test_without_pictures_nothing_is_told_of_them():
    assert "there:" not in text("none")
