"""Text in pictures: what can be shown, where lines end, and labels that are all different."""

from __future__ import annotations

import pytest

from quack.render.labels import Labels
from quack.render.text import typeface

FACE = typeface()


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Alice", "Alice"),
        ("José  Núñez\n", "Jose Nunez"),
        ("a – b — c", "a - b - c"),
        ("a → b", "a -> b"),
        ("小明", "小明"),
    ],
)
def test_signs_that_the_font_lacks_become_near_ones_where_there_are_any(text, clean):
    assert clean == FACE.clean(text)


@pytest.mark.parametrize(
    ("text", "shown"), [("Alice", True), ("José", True), ("小明", False), ("a\x1bb", False), ("👾", False)]
)
def test_whether_a_text_can_be_shown_is_known(text, shown):
    assert shown == FACE.shows(text)


@pytest.mark.parametrize("text", ["I was in medbay. " * 20, "我在医务室看见了小明。" * 30, "x" * 500, "", "a  b"])
@pytest.mark.parametrize("width", [40, 200, 900])
def test_wrapped_lines_fit_and_lose_nothing(text, width):
    lines = FACE.wrapped(text, width, 16)
    assert all(FACE.width(line, 16) <= width for line in lines)
    assert "".join(text.split()) == "".join("".join(lines).split())


def test_of_few_lines_the_last_says_that_more_would_follow():
    text = "Kate went through pantry, then kitchen, then ballroom, at some point this round"
    whole = FACE.wrapped(text, 200, 16)
    assert whole == FACE.few_lines(text, 200, 16, len(whole))
    first, second = FACE.few_lines(text, 200, 16, 2)
    assert whole[0] == first
    assert second.endswith("…")
    assert FACE.width(second, 16) <= 200


def test_no_line_begins_with_a_stop():
    for width in range(60, 300, 7):
        assert not [line for line in FACE.wrapped("我在医务室，看见了他。是吗？" * 5, width, 16) if line[0] in "，。？"]


def test_a_sign_wider_than_the_line_stands_alone():
    assert ["我", "们"] == FACE.wrapped("我们", 3, 16)


@pytest.mark.parametrize("width", [0, 10, 50, 100])
def test_a_shortened_text_fits(width):
    short = FACE.shortened("Calibrate Distributor", width, 16)
    assert FACE.width(short, 16) <= width


def test_labels_are_names_where_these_can_be_shown_and_told_apart():
    names = dict(
        enumerate(["Alice", "小明", "李明", "José", "Jose", "P1", "", "A name without any end", "A name without end"])
    )
    labels = Labels({f"player_{seat}": name for seat, name in names.items()}, ("bay", "桥"), FACE)
    shown = list(labels.players.values())
    assert len(shown) == len(set(shown))
    assert ["Alice", "P1 (P1)", "P2", "P3 Jose", "P4 Jose", "P5 (P1)", "P6"] == shown[:7]
    assert ("bay", "R1") == tuple(labels.rooms.values())


def test_who_is_in_no_seat_has_a_label_too():
    labels = Labels({"player_0": "Alice"}, ("bay",), FACE)
    assert ("P?", "R?") == (labels.player("player_9"), labels.room("nowhere"))
