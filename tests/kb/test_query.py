"""Queries: how they are read, what their names mean, and what is refused, at which place."""

from functools import cache

import pytest

from quack.errors import RulebookError
from quack.kb.inputs import INPUTS
from quack.kb.predicates import spelled_forms
from quack.kb.query import read_query, with_short_forms
from quack.kb.query_text import split_rules
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT

PLAYERS = ("Alice", "Bob", "Red Panda", "Zoë")
ROOMS = ("medbay", "med bay", "upper_engine", "storage")


@cache
def rulebook(name="observed"):
    return load_rulebook(name, rules_in=ROOT / "rules")


def read(text, name="observed"):
    return read_query(text, rulebook(name), PLAYERS, ROOMS)


def code(text):
    """What is made of a query, without the line that is put before it."""
    return read(text).files[-1].source.text.partition("\n")[2]


def refusal(text):
    with pytest.raises(RulebookError) as caught:
        read(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("saw(P, Q, R, T), team(Q, goose), T < 7", ("P", "Q", "R", "T")),
        ("team(P, duck).", ("P",)),
        ("saw(P, Q, _, _X)", ("P", "Q")),
        ("room(medbay)", ()),
        ("team(_, X), N = #count { C : claim(C, sighting, P), team(P, X) }", ("X", "N")),
        ("duck(P) :- team(P, duck)", ("P",)),
        ("duck(P) :- team(P, duck); pair(P, Q, T+1) :- duck(P), saw(P, Q, _, T)", ("P", "Q", "T+1")),
        ("duck(P) :- team(P, duck)\n\npair(P, Q) :- duck(P),\n  saw(P, Q, _, _)\n", ("P", "Q")),
        ("of(P, alice) :- team(P, duck)", ("P", "Alice")),
    ],
)
def test_the_columns_are_the_variables_in_order_or_the_arguments_of_the_last_head(text, columns):
    assert columns == read(text).columns


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("a; b", 1),
        ("a :- b; c", 1),
        ("a :- b; c :- d", 2),
        ("a :- b.\nc :- d.", 2),
        ("a :- b,\nd", 1),
        ("a :- b\n\n\nc :- d", 2),
        ("a(1..3). b(X) :- a(X)", 2),
        ('a("x; y :- z") :- b', 1),
        ("a :- 1 { b; c :- d }", 1),
        (" \n ", 0),
    ],
)
def test_a_semicolon_parts_rules_only_where_another_rule_begins(text, number):
    assert number == len(split_rules(text))


@pytest.mark.parametrize(
    ("text", "called", "hint"),
    [
        ("saw(alice, Q, R, T)", ("Alice",), None),
        ('saw("Alice", Q, R, T)', ("Alice",), None),
        ("saw(Alice, Q, R, T)", ("Alice",), "Alice is read as a name, not as a variable"),
        ("saw(ALICE, Q, R, T)", ("Alice",), "ALICE is read as a name, not as a variable"),
        ("saw(alcie, Q, R, T)", ("Alice",), "alcie is read as Alice"),
        ("saw(red panda, Q, R, T)", ("Red Panda",), None),
        ("saw(Red Panda, Q, R, T)", ("Red Panda",), None),
        ('saw("zoë", Q, R, T)', ("Zoë",), None),
        ("at(P, med bay, T)", ("med bay",), None),
        ("at(P, Upper Engine, T)", ("upper_engine",), None),
        ("at(P, upper-engine, T)", ("upper_engine",), None),
        ("at(P, medbya, T)", ("medbay",), "medbya is read as medbay"),
        ('verdict("0.4.3", V)', ("0.4.3",), None),
        ("at(P, nowhere_at_all, T)", (), "nothing in these games or rules is called nowhere_at_all"),
        ("at(Alcie, R, T)", (), "Alcie is a variable; did you mean Alice?"),
        ("team(P, Geese)", (), "Geese is read as goose, not as a variable"),
        ("team(P, ducks)", (), "ducks is read as duck"),
        ("verdict(C, False)", (), "False is read as false, not as a variable"),
        ("verdict(C, near miss)", (), None),
        ("team(P, Team)", (), None),
        ("at(P, R, T), P != alice", ("Alice",), None),
    ],
)
def test_names_are_read_as_in_the_game_and_slips_forgiven_with_a_hint(text, called, hint):
    inquiry = read(text)
    assert (called, (hint,) if hint else ()) == (inquiry.called, inquiry.hints)


def test_a_name_is_bound_where_it_stands_in_each_rule():
    assert "saw(_A   , Q, R, T), _called(0,_A)." == code("saw(alice, Q, R, T)")
    both = code('mine(R) :- at("Bob", R, T); ours(R) :- mine(R), at(Alice, R, T)')
    assert "mine(R) :- at(_A   , R, T), _called(0,_A)." in both
    assert "at(_B   , R, T), _called(1,_B)." in both


def test_variables_of_the_query_keep_their_names():
    assert "at(_A, R, T), at(_B   , R, T), _called(0,_B)." == code("at(_A, R, T), at(Alice, R, T)")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "query:1:1: an empty query"),
        ("saw(P, Q)", "query:1:1: unknown predicate saw/2; did you mean saw(P, Q, R, T) or saw(S, Q, R, Rd, F, L, How"),
        ("team(P, duck), sww(P, Q, R, T)", "query:1:16: unknown predicate sww/4; did you mean saw/4 or saw/9?"),
        ("xyzzy(P)", "query:1:1: unknown predicate xyzzy/1; --schema lists what can be asked"),
        ("team(P, duck), T < 3", "query:1:16: variable T is unsafe"),
        ("team(P, duck),\nnot saw(P, Q, R, T)", "query:2:12: variables Q, R, T are unsafe"),
        ("team(P, duck", "query:1:13: syntax error"),
        ("team(P, duck). team(Q, goose)", "query:1:14: a dot in the middle of a query; write a comma"),
        ("verdict(C, V) :- claim(C, V, P)", "query:1:1: verdict is taken; choose another name"),
        ("saw(P) :- team(P, duck)", "query:1:1: saw is taken"),
        ("_ask2(P) :- team(P, duck)", "query:1:1: _ask2 is reserved"),
        ("a(P) :- team(P, X), not b(P)\nb(P) :- team(P, X), not a(P)", "query:1:25: a/1 depends on its own negation"),
        ("#script (python) x #end.", "query:1:1: #script is not allowed"),
        ('#include "policy.lp". team(P, duck)', "query:1:1: an #include in a query"),
        ("a(P) :- team(P, duck). #const x = 1.", "query:1:24: #const in a query"),
        (":- team(P, duck)", "query:1:1: a constraint (:-) is not allowed"),
        ("team(P, @f(P))", "query:1:9: external functions (@) are not allowed"),
        ("{ a(P) } :- team(P, duck)", "query:1:1: a choice in the head is not allowed"),
        ("team(Zoë, X)", "query:1:8: U+00EB outside of a string"),
    ],
)
def test_what_can_t_be_asked_is_refused_at_its_place_in_the_query(text, said):
    assert refusal(text).startswith(said)


def test_an_error_of_several_rules_names_lines_of_the_query():
    told = refusal("a(P) :- team(P, X), not b(P)\nb(P) :- team(P, X), not a(P)")
    assert "a/1 depends on not b/1 (query:1), b/1 depends on not a/1 (query:2)" in told


def test_only_the_rules_that_the_answers_rest_on_are_grounded():
    assert 2 == len(read("saw(P, Q, R, T)").needed)
    assert "candidate(C, true)" not in read("saw(P, Q, R, T)").text()
    assert "candidate(C, true)" in read("verdict(C, true)").text()


def test_what_is_asked_of_the_paper_rulebook_is_read_as_it_reads_claims():
    assert ("says", 2) in read("location(C, S, R)", "paper").reads


@pytest.mark.parametrize("name", ["observed", "paper"])
def test_every_predicate_of_log_and_claims_is_described(name):
    forms = spelled_forms(with_short_forms(rulebook(name)))
    given = [signature for signature in rulebook(name).reads if signature[0] in INPUTS]
    assert [] == [signature for signature in given if not forms[signature].startswith(f"{signature[0]}(")]
    assert "saw(S, Q, R, Rd, F, L, How, Look, Line)" == forms["saw", 9]
    assert "saw(P, Q, R, T)" == forms["saw", 4]
