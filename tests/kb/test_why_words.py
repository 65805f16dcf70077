"""Every fact has words, and proofs of small rulebooks say what they should."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

from quack.kb.bodies import read_body
from quack.kb.joins import every
from quack.kb.model import Model
from quack.kb.proof import Fact, Failed, RuleApplication
from quack.kb.prover import Prover
from quack.kb.reify import reify
from quack.kb.rulebook import load_rulebook
from quack.kb.sentences import SENTENCES, condense
from quack.kb.solve import solve
from quack.kb.values import FREE, compare
from quack.kb.why import deep
from tests.conftest import ROOT


def test_every_predicate_of_the_schemas_has_words():
    declared = {
        signature
        for name in ("observed", "paper")
        for file in load_rulebook(name, rules_in=ROOT / "rules").files
        if file.source.name.endswith("schema.lp")
        for signature in file.defined
    }
    derived = {rule.head for rule in load_rulebook("observed", rules_in=ROOT / "rules").rules}
    assert declared - derived - set(SENTENCES) == set()


@pytest.mark.parametrize("signature", sorted(SENTENCES))
def test_a_sentence_names_only_arguments_that_there_are(signature):
    sentence, arity = SENTENCES[signature], signature[1]
    assert sentence.say(list(map(str, range(arity))))
    assert sentence.say([None] * arity)
    assert sentence.line is None or sentence.line < arity


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (("Bob", "medbay", "round 0", "3", "5", "9"), "Bob was in medbay from tick 3 to 5"),
        (("Bob", "medbay", None, None, "5", None), "Bob was in medbay from tick some to 5"),
        (("Bob", None, None, None, None, None), "Bob was in some room"),
        ((None, "medbay", None, None, None, None), "somebody was in medbay"),
    ],
)
def test_what_is_not_known_is_left_out_or_has_a_word(parts, words):
    assert words == SENTENCES["at", 6].say(parts)


def test_a_slot_that_a_claim_leaves_open_has_words():
    said = SENTENCES["location", 5].say(["this claim", "Bob", "any", "alive", "“early on”"])
    assert "claimed: Bob in any room, “early on”" == said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("was there from tick 4 to 4", "was there at tick 4"),
        ("was there from tick 4 to 41", "was there from tick 4 to 41"),
        ("the window is ticks 7 to 7, slack included", "the window is tick 7, slack included"),
    ],
)
def test_a_span_of_one_tick_reads_as_a_tick(text, words):
    assert words == condense(text)


def prover(folder: Path, rules: str, facts: str = "") -> Prover:
    """A prover over a small rulebook: its rules, and the facts that they read."""
    (folder / "observed.lp").write_text(rules)
    book = reify(load_rulebook(folder / "observed.lp"))
    return Prover(book, Model(solve(book, facts)))


def test_a_proof_never_rests_on_itself(tmp_path):
    """p and q hold by each other, and q by a fact: the proof goes down to the fact."""
    rules = "#defined defect/2.\np(X) :- q(X).\nq(X) :- p(X).\nq(X) :- base(X).\nbase(1).\ndefect(no, X) :- p(X)."
    proof = prover(tmp_path, rules).prove("p", (1,))
    assert isinstance(proof, RuleApplication)
    assert proof.children[0].name == "q"
    assert isinstance(proof.children[0].children[0], Fact)


def test_a_proof_can_be_some_thousand_steps_deep(tmp_path):
    rules = "#defined defect/2.\nn(0).\nn(X+1) :- n(X), X < 3000.\ndefect(no, X) :- n(X)."
    with deep():
        proof = prover(tmp_path, rules).prove("n", (3000,))
    depth = 0
    while isinstance(proof, RuleApplication):
        proof, depth = proof.children[0], depth + 1
    assert depth == 3000


def test_the_elements_of_an_aggregate_are_children(tmp_path):
    rules = "#defined defect/2.\np(1). p(2). p(5).\ndefect(no, N) :- N = #count { X : p(X), X < 4 }."
    proof = prover(tmp_path, rules).prove("defect", ("no", 2))
    assert [("p", (1,)), ("p", (2,))] == [(child.name, child.row) for child in proof.children]


def test_a_failed_condition_names_the_first_condition_that_fails(tmp_path):
    rules = """
    #defined defect/2.
    p(1). q(1). r(2).
    s(X) :- p(X), q(X), r(X), X < 9.
    defect(no, 1) :- p(1), not s(1).
    """
    proof = prover(tmp_path, rules).prove("defect", ("no", 1))
    failed = proof.children[1]
    assert isinstance(failed, Failed)
    assert (failed.name, failed.pattern, failed.why.fails) == ("s", (1,), 2)


def test_other_ways_are_counted(tmp_path):
    rules = "#defined defect/2.\np(1). p(2). p(3).\nq :- p(X).\ndefect(no, 1) :- q."
    assert 2 == prover(tmp_path, rules).prove("q", ()).more


BODIES = [
    "X = 7 / 2, Y = -7 / 2, Z = -7 \\ 2",
    "X = 2 ** 3, Y = |3 - 8|, Z = -(4)",
    "X = 1..3, Y = X * X, Z = Y - X, Z < 5",
    "X = 1..3..4, Y = 2..1..3, Z = 0",
    "X = 2147483647 + 1, Y = 0, Z = 0",
    "p(X, Y), Z = X + Y, Z != 3",
    "p(X, Y), not p(Y, X), Z = 1",
    "X = #count { A, B : p(A, B) }, Y = #sum { B, A : p(A, B) }, Z = #max { A : p(A, _) }",
    "X = #min { A : p(A, 99) }, Y = #max { A : p(A, 99) }, Z = 1",
    "p(X, Y), X < a, Z = f(X, Y)",
    "q(f(X, Y)), Z = X + 1",
    "q(f(X+1, Y)), Z = X",
    "X = (1;5), Y = (2;3), Z = X + Y, Z > 4",
    "p(X, Y), 2 { p(X, _) }, Z = 0",
    "p(X, Y), r(A) : p(A, X); Z = 0",
    "p(X, Y), X <= Y <= 3, Z = Y - X",
    "X = a, Y = a / 2, Z = 1",
]


@pytest.mark.parametrize("body", BODIES)
def test_a_body_holds_as_clingo_says(body):
    facts = "p(1,2). p(2,1). p(2,3). p(3,3). q(f(4,5)). q(g(4,5)). r(1). r(2). r(3)."
    control = clingo.Control(["--warn=none"])
    control.add("base", [], f"{facts} t(X,Y,Z) :- {body}.")
    control.ground()
    rows = {str(each.symbol) for each in control.symbolic_atoms.by_signature("t", 3)}
    rule = read_body(f"t(X,Y,Z) :- {body}.", {})
    model = Model(_Rows(control))
    env = [FREE] * len(rule.variables)
    found = {_spell(own[:3]) for own in every(rule.conditions, env, model)}
    assert rows == found


class _Rows:
    def __init__(self, control):
        from quack.kb.symbols import Values, read_rows

        self.read = lambda name, arity: read_rows(control, Values(), name, arity)

    def rows(self, name, arity, *, ordered=True):
        return self.read(name, arity)


def _spell(values):
    from tests.support.proof_checker import text

    return f"t({','.join(map(text, values))})"


@pytest.mark.parametrize("relation", ["<", "<=", "=", "!=", ">", ">="])
def test_terms_compare_as_in_clingo(relation):
    terms = ["3", "-1", "alice", "zz", '"a"', '"zz"', "f(9)", "f(1,1)", "a(2)", "(1,2)", "#inf", "#sup"]
    symbols = [clingo.parse_term(term) for term in terms]
    control = clingo.Control(["--warn=none"])
    lines = [f"t({i},{j}) :- {one} {relation} {other}." for i, one in enumerate(terms) for j, other in enumerate(terms)]
    control.add("base", [], "\n".join(lines))
    control.ground()
    said = {str(each.symbol) for each in control.symbolic_atoms}
    values = [_value(symbol) for symbol in symbols]
    own = {f"t({i},{j})" for i, a in enumerate(values) for j, b in enumerate(values) if compare(a, relation, b)}
    assert said == own


def _value(symbol):
    from quack.kb.symbols import Values

    return Values()[symbol._rep]
