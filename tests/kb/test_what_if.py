"""What would have made a claim hold: judged by the rules, the smallest change first."""

from __future__ import annotations

import shutil
from functools import cache

import pytest

from quack.audit.reading import read_case
from quack.kb.instead import Counsel
from quack.kb.reify import reify
from quack.kb.rulebook import load_rulebook
from quack.kb.verdict_rules import VerdictRules
from quack.kb.what_if_changes import KINDS, MOST_CHANGES
from tests.conftest import ROOT
from tests.support.counsel import wrong_alternatives
from tests.support.games import GameBuilder
from tests.support.judging import accuses, at, did, route, saw
from tests.support.proofs import games_under
from tests.support.small_games import every_outcome, write_game

BOOKS = ("observed", "paper")


@cache
def book(name):
    return load_rulebook(name, rules_in=ROOT / "rules")


@pytest.mark.parametrize("name", BOOKS)
def test_every_proposal_is_true_in_place_of_the_claim(name, tmp_path):
    for game in (*games_under(ROOT / "logs" / "sample"), every_outcome(tmp_path)):
        assert [] == wrong_alternatives(game, book(name))


@pytest.mark.parametrize("name", BOOKS)
def test_every_proposal_for_some_released_games_is_true_in_place_of_the_claim(name, reference):
    for game in games_under(reference)[::18]:
        assert [] == wrong_alternatives(game, book(name), step=25), game.name


@pytest.mark.parametrize(
    ("claim", "kind", "after"),
    [
        (at("Alice", "storage"), "room", "medbay"),
        (at("Alice", "storage"), "subject", "Bob"),
        (at("Bob", "cafeteria", "at tick 1"), "time", "at tick 2"),
        (at("Bob", "cafeteria", "ticks 1 to 1", ticks=[1, 1]), "time", "at tick 2"),
        (at("Bob", "storage", polarity="denied"), "polarity", "asserted"),
        (route("Bob", "storage", "medbay"), "route", ("storage", "cafeteria")),
        (saw("Alice", "Bob", "medbay"), "target", "Carol"),
        (saw("Alice", "anyone", "medbay", polarity="denied"), "except", ("Carol",)),
        (did("Alice", "waiting", "storage"), "room", "medbay"),
        (did("Alice", "task", "medbay"), "activity", "waiting"),
        (did("Bob", "traveling", **{"from": "medbay", "to": "cafeteria"}), "from", "storage"),
        (accuses("Alice", "Carol"), "target", "Bob"),
        ({"type": "intent", "subject": "Alice", "vote": "skip"}, "vote", "Bob"),
    ],
)
def test_each_type_of_claim_has_its_smallest_changes(tmp_path, claim, kind, after):
    found = {each.change.kind: each.change.after for each in _what_if(tmp_path, claim).alternatives}
    assert after == found.get(kind), found


def test_the_smallest_change_comes_first(tmp_path):
    alternatives = _what_if(tmp_path, at("Bob", "cafeteria", "at tick 1")).alternatives
    ranks = [(each.change.steps, KINDS.index(each.change.kind)) for each in alternatives]
    assert ranks == sorted(ranks)
    assert "time" == alternatives[0].change.kind


def test_nearer_rooms_are_smaller_changes(tmp_path):
    what_if = _what_if(tmp_path, at("Alice", "cafeteria"))
    (room,) = [each.change for each in what_if.alternatives if each.change.kind == "room"]
    assert ("medbay", 1) == (room.after, room.steps)


def test_where_no_single_change_does_it_nothing_is_proposed(tmp_path):
    what_if = _what_if(tmp_path, {"type": "defense", "defender": "Alice", "defended": "Bob"})
    assert ((), ("defended", "polarity"), 3) == (what_if.alternatives, what_if.tried, what_if.number)
    assert not what_if.holds


def test_a_claim_that_holds_is_said_to_hold(tmp_path):
    assert _what_if(tmp_path, at("Alice", "medbay")).holds


def test_names_that_the_game_has_not_can_be_mended(tmp_path):
    found = {each.change.kind: each.change.after for each in _what_if(tmp_path, at("Zed", "medbay")).alternatives}
    assert "Alice" == found["subject"]
    found = {each.change.kind: each.change.after for each in _what_if(tmp_path, at("Alice", "moon")).alternatives}
    assert "medbay" == found["room"]


def test_claims_that_depend_on_each_other_are_judged_one_by_one(tmp_path):
    """Where a claim that another repeats is refuted, changed claims must not be judged side by side."""
    rules = shutil.copytree(ROOT / "rules", tmp_path / "rules")
    with (rules / "policy.lp").open("a") as file:
        file.write("verdict_label(echo, 0, refuted).\n")
    with (rules / "verdicts/location.lp").open("a") as file:
        file.write("candidate(C, echo) :- location(C, S, _, _, _), location(C', S, _, _, _), C != C'.\n")
    what_if = _what_if(tmp_path, at("Alice", "storage"), load_rulebook(rules))
    found = {each.change.kind: each.change.after for each in what_if.alternatives}
    assert {"room": "medbay", "subject": "Bob"}.items() <= found.items()


def test_it_is_the_same_as_json(tmp_path):
    what_if = _what_if(tmp_path, at("Alice", "storage", quote="storage", span=[0, 7]))
    told = what_if.to_json()
    assert ("false", "refuted", False) == (told["verdict"], told["bucket"], told["holds"])
    first = told["alternatives"][0]
    assert {"kind", "before", "after", "steps", "verdict", "words", "says"} == first.keys()
    assert first["says"].get("quote") is None
    assert what_if.number == told["tried"]["claims"]


def _what_if(folder, claim, rulebook=None):
    """A game in which Bob walks from storage to cafeteria in tick 3 and votes, as Alice does, for himself."""
    names = ("Alice", "Bob", "Carol")
    game = GameBuilder(names, ducks=("Bob",), rooms={"Alice": "medbay", "Bob": "storage", "Carol": "medbay"})
    game.tick(1).tick(2).tick(3).move("Bob", "cafeteria").tick(4).tick(5).tick(6)
    game.call("Alice").say("Alice", "…").vote("Alice", "Bob").vote("Bob", None)
    counsel = Counsel([read_case(write_game(folder, game, {0: [claim]}))], rulebook or book("observed"))
    return counsel.what_if("0.0.0")


@pytest.mark.parametrize(
    ("name", "old", "new", "alone"),
    [
        ("window.lp", "Y = L+A, L'", "Y = L+A+3, L'", True),
        (
            "verdicts/location/duration.lp",
            "candidate(C, true) :- always(C).",
            "candidate(C, true) :- always(C), always(C).",
            True,
        ),
        (
            "verdicts/location/duration.lp",
            ":- always(C).",
            ":- always(C), 1 < #count { D : denied(D) }.",
            False,
        ),
        (
            "verdicts/location/duration.lp",
            ":- always(C).",
            ":- always(C), accused(S), location(C, S, _, _, _).\naccused(S) :- accusation(C, _, S).",
            False,
        ),
    ],
)
def test_rules_that_let_claims_depend_on_each_other_are_told_from_others(tmp_path, name, old, new, alone):
    rules = shutil.copytree(ROOT / "rules", tmp_path / "rules")
    text = (rules / name).read_text("utf-8")
    assert old in text
    (rules / name).write_text(text.replace(old, new))
    assert alone == VerdictRules(reify(load_rulebook(rules))).alone
    assert all(VerdictRules(reify(book(each))).alone for each in BOOKS)


def test_of_very_many_changes_the_nearest_are_tried(tmp_path):
    what_if = _what_if(tmp_path, route("Bob", *["storage", "cafeteria"] * 150))
    assert MOST_CHANGES + 1 == what_if.number
    assert what_if.more > MOST_CHANGES
    assert what_if.more == what_if.to_json()["tried"]["more"]
