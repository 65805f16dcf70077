"""Rules that can't fire are left out, and nothing else follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.audit.discover import discover_games, with_claims
from quack.audit.reading import read_case
from quack.kb.blanks import named_body
from quack.kb.fired import head_of, second_step
from quack.kb.judge import Batch
from quack.kb.narrowed import narrow, within_reach
from quack.kb.rulebook import DECIDING, load_rulebook
from quack.kb.solve import Answer, solve
from quack.kb.symbols import Row
from quack.kb.syntax import RuleCode, Signature, read_code
from tests.conftest import ROOT
from tests.support.rulebooks import added, write_rulebook


def _atoms(answer: Answer) -> dict[Signature, list[Row]]:
    found = {signature: answer.rows(*signature) for signature in answer.signatures() if not head_of(signature)}
    return {signature: rows for signature, rows in found.items() if rows}


@pytest.mark.parametrize("name", ["observed", "paper"])
def test_the_same_follows_from_the_rules_that_may_fire(name: str) -> None:
    book = load_rulebook(name)
    (game,) = with_claims(discover_games([ROOT / "logs" / "sample"]))
    facts = Batch(book).facts([read_case(game)])
    narrowed = within_reach(book, frozenset(facts.terms))
    assert narrowed.text() != book.text()
    assert _atoms(solve(book, facts)) == _atoms(solve(narrowed, facts))


def test_without_any_claim_nothing_follows_about_one() -> None:
    book = load_rulebook("observed")
    facts = "player(a(0)).\nroom(medbay)."
    assert [] == solve(within_reach(book, frozenset({"player", "room"})), facts).rows("verdict", 2)


def test_who_asks_for_the_same_facts_gets_the_same_rules() -> None:
    book = load_rulebook("observed")
    assert within_reach(book, frozenset({"claim"})) is within_reach(book, frozenset({"claim"}))


def test_who_asks_for_a_few_facts_less_gets_the_same_rules_and_who_asks_for_more_gets_more() -> None:
    book = load_rulebook("observed")
    given = frozenset({"claim", "location", "room", "at", "time_ref", "meeting", "round"})
    narrowed = within_reach(book, given)
    assert narrowed is within_reach(book, given - {"at"})
    assert narrowed is not within_reach(book, given - {"claim", "location", "room", "at", "time_ref"})
    assert narrowed.text() != within_reach(book, given | {"route", "route_room"}).text()
    assert narrowed is not within_reach(book, given, DECIDING)


def test_a_strangers_rulebook_stays_whole(tmp_path) -> None:
    book = load_rulebook(write_rulebook(tmp_path))
    assert book is within_reach(book, frozenset())


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("q(C), not denied(C).", "q(C), #true."),
        ("q(C), not\n denied(C), r(C).", "q(C), #true\n, r(C)."),
        ("q(C), not not denied(C).", "q(C), not #true."),
        ("q(C), r(C) : s(C), not denied(C).", "q(C), r(C) : s(C), #true."),
        ("q(C), stood(C, _), not denied(C).", "q(C), stood(C, Blank1), #true."),
        ("q(C), r(C) : denied(C).", "q(C), r(C) : denied(C)."),
    ],
)
def test_the_negation_of_what_holds_of_nothing_is_true(body: str, left: str) -> None:
    code = f"p(C) :- {body}"
    (rule,) = read_code(code)
    assert isinstance(rule, RuleCode)
    assert left == named_body(code, rule, {("denied", 1)}).strip()


@pytest.mark.parametrize("name", ["observed", "paper"])
def test_what_nobody_asks_for_is_left_out_and_all_else_follows(name: str) -> None:
    book = load_rulebook(name)
    (game,) = with_claims(discover_games([ROOT / "logs" / "sample"]))
    facts = Batch(book).facts([read_case(game)])
    whole, narrowed = (within_reach(book, frozenset(facts.terms), unasked) for unasked in (frozenset(), DECIDING))
    expected, found = solve(whole, facts), solve(narrowed, facts)
    assert {signature: rows for signature, rows in _atoms(expected).items() if signature not in DECIDING} == _atoms(
        found
    )
    assert expected.fired("candidate", 2) == found.fired("candidate", 2)


@pytest.mark.parametrize("line", ["other(C) :- stood(C), not candidate(C, false).", "candidate(c, true)."])
def test_what_is_negated_somewhere_or_stated_as_a_fact_is_not_left_out(line: str, tmp_path: Path) -> None:
    book = load_rulebook(write_rulebook(tmp_path, location=added(line)))
    assert second_step(("candidate", 2)) in narrow(book, book.heads, {"at", "claim"}, DECIDING).text()


def test_what_nobody_asks_for_is_read_where_it_fired(tmp_path: Path) -> None:
    line = "other(C) :- candidate(C, true)."
    book = load_rulebook(write_rulebook(tmp_path, location=added(line)))
    program = narrow(book, book.heads, {"at", "claim"}, DECIDING).text()
    assert second_step(("candidate", 2)) not in program
    assert "other(C) :- fired_candidate(Blank1,C, true)." in program
