"""Blanks that cost more than names."""

from __future__ import annotations

import pytest

from quack.kb.blanks import named_body
from quack.kb.syntax import RuleCode, read_code


def _named(code: str) -> str:
    (rule,) = read_code(code)
    assert isinstance(rule, RuleCode)
    return named_body(code, rule).strip()


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("claim(C, _, P, _, _).", "claim(C, Blank1, P, Blank2, Blank3)."),
        ("stood(C, _).", "stood(C, Blank1)."),
        ("claim(C, _, _, M, _), stood(C, _).", "claim(C, Blank1, Blank2, M, Blank3), stood(C, Blank4)."),
        ("f(C, g(_, X)).", "f(C, g(Blank1, X))."),
        ("leg(S, _, T), leg(S, T, _).", "leg(S, Blank1, T), leg(S, T, Blank2)."),
        ("stood(C, _), worked(C, _).", "stood(C, Blank1), worked(C, Blank2)."),
        ("stood(C, _), at(S, _).", "stood(C, Blank1), at(S, Blank2)."),
    ],
)
def test_facts_with_a_key_atoms_about_the_same_and_one_other_get_names(body: str, named: str) -> None:
    assert named == _named(f"p(C) :- {body}")


@pytest.mark.parametrize(
    "body",
    [
        "q(C), at(S, _), saw(S, _).",
        "q(C), claim(_, location, S, M, _), at(S, _).",
        "q(C), not stood(C, _).",
        "q(C), N = #count { T : hit(C, _, T) }.",
        "q(C), r(C, _) : s(C, _).",
        'stood(C, "a _ b").',
    ],
)
def test_blanks_that_may_multiply_and_those_that_a_name_would_change_stay(body: str) -> None:
    assert body == _named(f"p(C) :- {body}")


def test_names_are_new_to_the_code() -> None:
    assert "stood(C, Blank_1), q(Blank1)." == _named("p(C) :- stood(C, _), q(Blank1).")
