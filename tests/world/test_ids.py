"""Names of any kind become constants that a rule can hold, and back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quack.world.ids import RESERVED, Constants, slug

ODD = ["张伟", "", " ", 'Al"ice', "Al\\ice", "Al\nice", "Al\0ice", "Zoë", "_alice", "7of9", "a" * 41, "alice.", "p(1)"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Alice", "alice"),
        ("upper_engine", "upper_engine"),
        ("Upper Engine", "upper_engine"),
        ("upper-engine", "upper_engine"),
        ("straße", "strasse"),
        ("T1000b", "t1000b"),
        ("a" * 40, "a" * 40),
    ],
)
def test_a_plain_name_becomes_a_lower_case_slug(name, expected):
    assert expected == slug(name)


@pytest.mark.parametrize("name", [*ODD, "Not", "ANYONE", "skip", "unknown", "p3", "C17", "r0"])
def test_a_name_that_is_not_safe_has_no_slug(name):
    assert slug(name) is None


def test_the_second_of_two_names_that_slug_alike_is_numbered():
    table = Constants(["Al-ice", "al ice", "Bob"], "p")
    assert ["al_ice", "p1", "bob"] == [table.constant(name) for name in ("Al-ice", "al ice", "Bob")]


def test_a_name_that_looks_like_a_number_takes_no_other_players_constant():
    table = Constants(["p1", "张伟", "p0"], "p")
    assert ["p0", "p1", "p2"] == [table.constant(name) for name in ("p1", "张伟", "p0")]
    assert "张伟" == table.name("p1")


def test_a_name_given_twice_is_one_entry():
    table = Constants(["medbay", "oxygen", "medbay"], "r")
    assert ["medbay", "oxygen"] == list(table)
    assert 2 == len(table)
    assert "medbay" in table
    assert "nowhere" not in table


def test_what_is_not_in_the_table_is_a_key_error():
    table = Constants(["Alice"], "p")
    with pytest.raises(KeyError):
        table.constant("alice")
    with pytest.raises(KeyError):
        table.name("p0")


@given(st.lists(st.text() | st.from_regex(r"[prc]?[0-9]{0,3}", fullmatch=True) | st.sampled_from([*ODD, *RESERVED])))
def test_constants_are_safe_and_lead_back_to_their_names(names):
    table = Constants(names, "p")
    constants = [table.constant(name) for name in table]
    assert len(set(names)) == len(set(constants))
    for name, constant in zip(table, constants, strict=True):
        assert name == table.name(constant)
        assert re.fullmatch(r"[a-z][a-z0-9_]*", constant)
        assert constant not in RESERVED
