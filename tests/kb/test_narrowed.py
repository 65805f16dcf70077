"""Rules that can't fire are left out, and nothing else follows."""

from __future__ import annotations

import pytest

from quack.audit.discover import discover_games, with_claims
from quack.audit.reading import read_case
from quack.kb.blanks import named_body
from quack.kb.fired import head_of
from quack.kb.judge import Batch
from quack.kb.narrowed import within_reach
from quack.kb.rulebook import load_rulebook
from quack.kb.solve import Answer, solve
from quack.kb.symbols import Row
from quack.kb.syntax import RuleCode, Signature, read_code
from tests.conftest import ROOT
from tests.support.rulebooks import write_rulebook


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
