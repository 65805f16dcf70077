"""Tables as lines of text."""

from __future__ import annotations

from quack.report.layout import lay_out
from quack.report.tables import Table


def test_heads_of_two_words_are_stacked_and_figures_stand_to_the_right() -> None:
    table = Table("", ("game", "near_miss", "n"), (("a", "1", "1,000"),), ("all", "1", "1,000"))
    assert [
        "      near",
        "game  miss      n",
        "─────────────────",
        "a        1  1,000",
        "─────────────────",
        "all      1  1,000",
    ] == lay_out(table, 80)


def test_a_name_that_leaves_no_room_has_a_line_of_its_own() -> None:
    table = Table("", ("game", "n"), (("a/long/name", "1"), ("b", "2")))
    assert ["game   n", "────────", "a/long/name", "       1", "b      2"] == lay_out(table, 8)


def test_wide_characters_take_two_columns() -> None:
    assert "小鸭  1" == lay_out(Table("", ("g", "n"), (("小鸭", "1"),)), 80)[-1]
