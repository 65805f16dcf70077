"""Tables of patterns: the words of a text lead to every row that the text has a cue of."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quack.claims.tick_patterns import BEFORE_TICKS
from quack.claims.time_asides import ASIDES, DURATIONS, REWRITTEN
from quack.claims.time_clauses import CONTENTS
from quack.claims.time_rows import Table, row, without

TABLES = {"before": BEFORE_TICKS, "asides": ASIDES, "durations": DURATIONS, "rewritten": REWRITTEN, "in": CONTENTS}
CUES = sorted({cue for table in TABLES.values() for each in table.rows for cue in each.cues})

texts = st.lists(st.sampled_from([*CUES, " ", "x", "@0", "then", "#"]) | st.text(max_size=3), max_size=12).map("".join)


@given(texts, st.sampled_from(sorted(TABLES)))
def test_every_row_with_a_cue_in_a_text_is_found_by_its_words(text, name):
    table = TABLES[name]
    found = table.rows_for(text)
    assert [each.name for number, each in enumerate(table.rows) if each.cued(text) and not found >> number & 1] == []


@given(texts, st.sampled_from(sorted(TABLES)))
def test_what_fits_is_taken_out_as_by_trying_every_row_with_a_cue(text, name):
    rest, fitted = text, []
    for each in TABLES[name].rows:
        if each.cued(rest):
            rest, times = each.pattern.subn(each.instead, rest)
            fitted += [each.name] * bool(times)
    assert without(TABLES[name], text) == (rest, fitted)


def test_a_cue_may_stand_in_what_an_earlier_row_has_put_there():
    table = Table(row("long", "quack", "quack", instead="duck"), row("short", "duck", "duck", instead="bird"))
    assert without(table, "a quack") == ("a bird", ["long", "short"])


def test_a_blank_in_a_cue_is_one_in_the_text():
    table = Table(row("spell", "for_ long_time", "(?:for|long time) ?"))
    assert [table.rows_for(text) for text in ("before", "for now", "along time", "times long")] == [0, 1, 1, 1]
    assert without(table, "before") == ("before", [])
