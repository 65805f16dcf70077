"""What follows from facts and a rulebook, and what clingo's words become."""

import random
from dataclasses import replace

import clingo
import pytest

from quack.audit.discover import discover_games, with_claims
from quack.audit.reading import read_case
from quack.errors import RulebookError
from quack.kb import handles
from quack.kb.judge import Batch
from quack.kb.rulebook import load_rulebook
from quack.kb.solve import run_program, solve, written_facts
from quack.kb.terms import words_of
from tests.conftest import ROOT
from tests.support.rulebooks import LOCATION, POLICY, SCHEMA, write_rulebook

FACTS = ["at(alice,medbay,3,5).", "claim(c1,alice,medbay,6).", "claim(c2,alice,medbay,7)"]


def refusal(folder, facts=FACTS, **changed):
    """What is said when it is solved, its place relative to the folder."""
    with pytest.raises(RulebookError) as caught:
        solve(load_rulebook(write_rulebook(folder, **changed)), facts)
    return str(caught.value).replace(f"{folder}/", "")


def added(lines):
    """The location rules and more, from line 12."""
    return f"{LOCATION}\n{lines}\n"


def answer(folder, facts=FACTS, **changed):
    return solve(load_rulebook(write_rulebook(folder, **changed)), facts)


# --- answers --------------------------------------------------------------------------------------------------------


def test_rows_are_sorted_tuples_of_names_and_numbers(tmp_path):
    assert [("c1", "true"), ("c2", "false")] == answer(tmp_path).rows("verdict", 2)
    assert [("c1", "alice", "medbay", 6), ("c2", "alice", "medbay", 7)] == answer(tmp_path).rows("claim", 4)


def test_facts_may_be_one_text(tmp_path):
    assert [("c1", "true"), ("c2", "false")] == answer(tmp_path, "\n".join(FACTS) + "\n\n").rows("verdict", 2)


def test_terms_come_as_nested_tuples(tmp_path):
    rules = added("p(f(1, g(a)), (b, c), (d,), -3, X) :- X = (). q.")
    found = answer(tmp_path, location=rules)
    assert [(("f", 1, ("g", "a")), ("", "b", "c"), ("", "d"), -3, ("",))] == found.rows("p", 5)
    assert [()] == found.rows("q", 0)
    assert [] == found.rows("nothing", 3)


def test_the_order_of_facts_changes_nothing(tmp_path):
    book = load_rulebook(write_rulebook(tmp_path))
    facts = [f"claim(c{n},alice,medbay,{n})." for n in range(200)] + [f"at(alice,medbay,{n},{n})." for n in range(40)]
    shuffled = random.Random(1).sample(facts, len(facts))
    assert solve(book, facts).rows("verdict", 2) == solve(book, shuffled).rows("verdict", 2)
    assert solve(book, facts).fired("candidate", 2) == solve(book, shuffled).fired("candidate", 2)


def test_rows_of_mixed_terms_have_an_order_too(tmp_path):
    rules = added("p(b). p(2). p(f(1)). p(a). p(1). p(f(a)).")
    assert [(1,), (2,), ("a",), ("b",), (("f", 1),), (("f", "a"),)] == answer(tmp_path, location=rules).rows("p", 1)


def test_rows_are_the_same_without_the_fast_way(tmp_path, monkeypatch):
    found = answer(tmp_path)
    fast = [found.rows(name, arity) for name, arity in found.signatures()]
    monkeypatch.setattr(handles, "AVAILABLE", False)
    slow = answer(tmp_path)
    assert fast == [slow.rows(name, arity) for name, arity in slow.signatures()]


@pytest.mark.parametrize("fast", [True, False])
def test_cited_terms_are_spelled_with_all_that_stands_in_them(tmp_path, monkeypatch, fast):
    monkeypatch.setattr(handles, "AVAILABLE", fast and handles.AVAILABLE)
    found = answer(tmp_path, location=added("p(c1, saw(f(1), a, departing(b), -2), 7). p(c1, a, 8)."))
    spelling = found.spelling(words_of([]))
    rows = [(claim, spelling[fact], line) for claim, fact, line in found.cited("p", 3, 1)]
    assert [("c1", "a", 8), ("c1", "saw(f(1), a, departing(b), -2)", 7)] == sorted(rows)


def test_symbols_are_clingos_own(tmp_path):
    assert clingo.parse_term("verdict(c1,true)") in answer(tmp_path).symbols("verdict", 2)


def test_a_constant_given_for_a_const_changes_the_answer(tmp_path):
    book = load_rulebook(write_rulebook(tmp_path), {"slack": 2})
    assert [("c1", "true"), ("c2", "true")] == solve(book, FACTS).rows("verdict", 2)


def test_a_const_never_touches_a_fact(tmp_path):
    found = answer(tmp_path, ["at(slack,medbay,3,5)", "claim(c1,slack,medbay,3)"])
    assert [("slack", "medbay", 3, 5)] == found.rows("at", 4)
    assert [("c1", "true")] == found.rows("verdict", 2)


def test_what_the_rulebook_states_can_be_read_without_grounding_its_rules(tmp_path):
    book = load_rulebook(write_rulebook(tmp_path, location=added("p(1..3). stood(X) :- p(X).")))
    assert [("false",), ("true",)] == written_facts(book, "verdict_label", 1)
    assert [(1,), (2,), (3,)] == written_facts(book, "p", 1)
    assert [] == written_facts(book, "stood", 1)


# --- the rules that decided -----------------------------------------------------------------------------------------


def test_the_rules_that_decided_are_named(tmp_path):
    fired = answer(tmp_path).fired("candidate", 2)
    assert [("location.lp:8", ("c1", "true")), ("location.lp:9", ("c2", "false"))] == [
        (rule.place, row) for rule, row in fired
    ]


def test_two_rules_that_decide_the_same_are_both_named(tmp_path):
    rules = added('candidate(C, true) :- claim(C, _, _, 6), X = "a. :- b", X != "(".')
    fired = answer(tmp_path, location=rules).fired("candidate", 2)
    assert ["location.lp:8", "location.lp:12"] == [rule.place for rule, row in fired if row == ("c1", "true")]


def test_only_the_wanted_heads_are_traced(tmp_path):
    folder = write_rulebook(tmp_path)
    assert [] == solve(load_rulebook(folder, trace=False), FACTS).fired("candidate", 2)
    fired = solve(load_rulebook(folder, trace={("stood", 1)}), FACTS).fired("stood", 1)
    assert [("S was in R at tick T", ("c1",))] == [(rule.label, row) for rule, row in fired]


def test_tracing_changes_no_answer(tmp_path):
    lines = "p(X + 1, (X;Y)) :- q(X), Y = #count { Z : q(Z) }. p(1..2, a) :- q(1).\n"
    lines += "q(1..3). r :- p(1, a). s :- r,\n not t. t :- not r."
    folder = write_rulebook(tmp_path, location=added(lines))
    book = load_rulebook(folder)
    plain, traced = (
        solve(load_rulebook(folder, trace=False), FACTS),
        solve(load_rulebook(folder, trace=book.heads), FACTS),
    )
    signatures = plain.signatures()
    assert ("p", 2) in signatures and ("r", 0) in signatures
    assert [plain.rows(*signature) for signature in signatures] == [traced.rows(*signature) for signature in signatures]


# --- facts ----------------------------------------------------------------------------------------------------------


def test_facts_that_no_rule_reads_are_left_out(tmp_path):
    schema = f"{SCHEMA}#defined noise/1.\n"
    assert [] == answer(tmp_path, [*FACTS, "noise(1)."], schema=schema).rows("noise", 1)


def test_a_fact_of_an_unknown_predicate_is_an_error(tmp_path):
    said = refusal(tmp_path, ["clam(c1,alice,medbay,6)"])
    assert "observed.lp: unknown predicate of the fact clam(c1,alice,medbay,6); did you mean claim?" == said


def test_a_fact_with_a_slip_in_its_arity_is_an_error(tmp_path):
    said = refusal(tmp_path, [*FACTS, "claim(c3,alice,medbay)"])
    assert "location.lp:6:13: unknown predicate of the fact claim(c3,alice,medbay); the rulebook knows claim/4" == said


def test_what_the_log_gives_may_be_left_undeclared(tmp_path):
    assert [("c1", "true"), ("c2", "false")] == answer(tmp_path, [*FACTS, "team(alice,goose)"]).rows("verdict", 2)


@pytest.mark.parametrize("fact", ["at(alice,", "at(X,a,1,2)", "at(a,b,1,2) :- p", "at(é,b,1,2)", "at(a,b,1,2)) % ("])
def test_what_is_no_ground_term_is_no_fact(tmp_path, fact):
    assert refusal(tmp_path, [*FACTS, fact]) == f"not a fact: {fact}"


# --- clingo's words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("p(X, C) :- stood(C).", "12:3: variable X is unsafe; bind each variable in a positive condition of the body"),
        ("p :- not stood(C), D < 2.", "12:16: variables C, D are unsafe; bind each"),
        ("candidate(C, X) :- claim(C, _, _, _).", "12:14: variable X is unsafe; bind each"),
        (
            "candidate(C, true) :-\n  claim(C, R, _, _),\n  stood(C), R + 1 < 3, not stood(X).",
            "14:34: variable X is unsafe",
        ),
        ("candidate(C, R + 1) :- claim(C, _, R, _).", "12:14: undefined arithmetic (R+1); guard the operands"),
        ("p(C) :- claim(C, _, R, T), T < R + 1.", "12:32: undefined arithmetic (R+1); guard the operands"),
        ("p(N) :- N = #sum { R : claim(_, _, R, _) }.", "12:20: tuple ignored: medbay"),
    ],
)
def test_what_clingo_says_has_its_line_and_column(tmp_path, lines, said):
    assert refusal(tmp_path, location=added(lines)).startswith(f"location.lp:{said}")


def test_nothing_reaches_standard_error(tmp_path, capfd):
    refusal(tmp_path, location=added("p(X) :- not stood(X). q(R + 1) :- claim(_, _, R, _)."))
    assert ("", "") == capfd.readouterr()


def test_a_cycle_of_constants_is_an_error(tmp_path):
    said = refusal(tmp_path, policy=POLICY + "#const a = b.\n#const b = a.\n")
    assert said.startswith("policy.lp:7:1: #const a goes round in a circle: a, b, a; give one")


# --- one stable model -----------------------------------------------------------------------------------------------


def program(folder, lines):
    """The answer of the small rulebook and more rules, which have not been looked at before."""
    book = load_rulebook(write_rulebook(folder))
    return run_program(book, book.places, f"{book.text()} {lines}", trusted=True)


def test_two_stable_models_are_an_error(tmp_path):
    with pytest.raises(RulebookError, match="more than one stable model: p/0, q/0"):
        program(tmp_path, "p :- not q. q :- not p.")


def test_no_stable_model_is_an_error(tmp_path):
    with pytest.raises(RulebookError, match="no stable model: p/0"):
        program(tmp_path, "p :- not p.")


@pytest.mark.parametrize("fast", [True, False])
def test_one_stable_model_that_grounding_leaves_open_is_solved(tmp_path, monkeypatch, fast):
    monkeypatch.setattr(handles, "AVAILABLE", fast and handles.AVAILABLE)
    rules = "p(1) :- not q(1). q(1) :- not p(1), r(1). r(1) :- q(1), not p(2). p(2) :- not q(2). q(2) :- q(1)."
    found = program(tmp_path, rules)
    assert [(1,), (2,)] == found.rows("p", 1)
    assert [] == found.rows("q", 1)


@pytest.mark.skipif(not handles.AVAILABLE, reason="this clingo has no C interface")
def test_a_number_of_the_statistics_is_clingos_own():
    control = clingo.Control(["--models=2"])
    control.add("base", [], "{p}. q :- p. :- not p.")
    control.ground()
    control.solve()
    assert control.statistics["problem"]["lp"]["bodies"] == handles.statistic(control, "problem", "lp", "bodies") > 0
    with pytest.raises(RuntimeError, match="nothing"):
        handles.statistic(control, "problem", "nothing")


@pytest.mark.parametrize("name", ["observed", "paper", "strict", "lenient", "courtroom"])
def test_grounding_a_shipped_rulebook_leaves_the_solver_nothing_to_decide(name):
    book = load_rulebook(name, rules_in=ROOT / "rules")
    facts = Batch(book).facts([read_case(game) for game in with_claims(discover_games([ROOT / "logs/sample"]), None)])
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join([book.text(), *(f"{fact}." for fact in facts)]))
    control.ground()
    assert len(control.symbolic_atoms) > 1_000
    assert [] == [str(atom.symbol) for atom in control.symbolic_atoms if not atom.is_fact]


@pytest.mark.parametrize("name", ["observed", "paper", "strict", "lenient", "courtroom"])
def test_what_follows_by_a_shipped_rulebook_is_the_same_without_the_facts_that_no_claim_is_about(name):
    book = load_rulebook(name, rules_in=ROOT / "rules")
    cases = [read_case(game) for game in with_claims(discover_games([ROOT / "logs"]), None)]
    everything, spared = Batch(book).facts(cases), Batch(book, sparing=True).facts(cases)
    fewer = {each for each in everything.terms if everything.terms[each] != spared.terms.get(each)}
    assert {"chat", "task_tick"} <= fewer <= {"chat", "heard", "task_tick"}
    known, found = solve(book, everything), solve(book, spared)
    assert all(known.rows(*each) == found.rows(*each) for each in known.signatures() if each[0] not in fewer)


def test_a_shipped_rulebook_says_the_same_where_the_solver_is_told_everything():
    book = load_rulebook("observed", rules_in=ROOT / "rules")
    facts = Batch(book).facts([read_case(game) for game in with_claims(discover_games([ROOT / "logs/sample"]), None)])
    ours, strangers = solve(book, facts), solve(replace(book, trusted=False), facts)
    assert ours.signatures() == strangers.signatures()
    assert all(ours.rows(*each) == strangers.rows(*each) for each in ours.signatures())


def test_a_cycle_that_no_fact_sets_off_does_no_harm(tmp_path):
    assert [] == answer(tmp_path, location=added("p(X) :- q(X). q(X) :- p(X).")).rows("p", 1)
