"""Why not another verdict: the nearest rule, the condition that fails, and what comes before."""

from __future__ import annotations

import shutil
from functools import cache

import pytest

from quack.audit.reading import read_case
from quack.errors import SettingsError
from quack.kb.instead import Counsel
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT
from tests.support.counsel import refusals, wrong_refusals
from tests.support.games import GameBuilder
from tests.support.judging import accuses, at, did, route, saw
from tests.support.proofs import games_under
from tests.support.small_games import every_outcome, write_game

BOOKS = ("observed", "paper")


@cache
def book(name):
    return load_rulebook(name, rules_in=ROOT / "rules")


@cache
def sample(name="observed"):
    return Counsel([read_case(games_under(ROOT / "logs" / "sample")[0])], book(name))


@pytest.mark.parametrize("name", BOOKS)
def test_every_refusal_of_the_sample_names_a_condition_that_fails(name, tmp_path):
    for game in (games_under(ROOT / "logs" / "sample")[0], every_outcome(tmp_path)):
        assert [] == wrong_refusals(game, book(name))


@pytest.mark.parametrize("name", BOOKS)
def test_every_refusal_of_some_released_games_names_a_condition_that_fails(name, reference):
    for game in games_under(reference)[::60]:
        assert [] == wrong_refusals(game, book(name)), game.name


def test_a_location_that_is_false_fails_for_the_stay_that_is_missing():
    refusal = sample().instead("0.4.3", "true")
    assert "the subject was there within the window" == refusal.rule
    assert "rules/verdicts/location.lp" == refusal.place.file
    assert refusal.shortfall.condition.startswith("at(S, R'")
    assert {"S": "Bob", "R'": "storage", "F": "0", "L": "4"}.items() <= refusal.shortfall.values.items()
    assert "not: Bob was in storage" == refusal.shortfall.reason
    assert (False, ()) == (refusal.derived, refusal.ahead)


def test_a_verdict_that_was_derived_too_says_what_came_before_it():
    refusal = sample().instead("0.3.0", "false")
    assert (True, ("near_miss",)) == (refusal.derived, refusal.ahead)
    assert "the subject did no task within the window" == refusal.rule
    assert "but near_miss stands, which comes before false" == refusal.shortfall.reason


def test_a_denial_is_refused_for_what_it_denies():
    refusal = sample().instead("0.1.1", "true")
    assert "the subject was never there around then" == refusal.rule
    assert "not placed(C)" == refusal.shortfall.condition
    assert ("true",) == refusal.ahead


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (at("Alice", "medbay"), "wrong_room"),
        ({"type": "defense", "defender": "Alice", "defended": "Bob"}, "true"),
        (accuses("Alice", "Bob"), "near_miss"),
    ],
)
def test_a_verdict_that_no_rule_gives_such_a_claim_is_said_to_be_none(tmp_path, claim, verdict):
    refusal = _counsel(tmp_path, claim).instead("0.0.0", verdict)
    assert (None, None, ()) == (refusal.rule, refusal.shortfall, refusal.proof.parts)


@pytest.mark.parametrize(
    ("claim", "verdict", "rule"),
    [
        (at("Alice", "storage"), "true", "the subject was there within the window"),
        (route("Alice", "medbay", "storage"), "true", "the subject went through the rooms in order, in the window"),
        (saw("Alice", "Bob", "medbay"), "true", "the viewer saw the target there within the window"),
        (did("Alice", "task", "medbay"), "true", "the subject did a task there within the window"),
        (accuses("Alice", "Alice"), "true", "the accused is a Duck"),
        ({"type": "intent", "subject": "Alice", "vote": "Bob"}, "true", "the subject voted so"),
    ],
)
def test_each_type_of_claim_has_its_nearest_rule(tmp_path, claim, verdict, rule):
    refusal = _counsel(tmp_path, claim).instead("0.0.0", verdict)
    assert rule == refusal.rule
    assert refusal.shortfall is not None


def test_a_verdict_of_a_rulebook_of_ones_own_can_be_asked_for(tmp_path):
    rules = shutil.copytree(ROOT / "rules", tmp_path / "rules")
    with (rules / "policy.lp").open("a") as file:
        file.write("verdict_label(stranger, 50, refuted).\n")
    with (rules / "verdicts/location.lp").open("a") as file:
        file.write(
            '%!trace_rule {"nobody was there"}.\ncandidate(C, stranger) :- location(C, S, _, _, _), not team(S, _).\n'
        )
    refusal = _counsel(tmp_path, at("Alice", "medbay"), load_rulebook(rules)).instead("0.0.0", "stranger")
    assert ("nobody was there", "not team(S, _)") == (refusal.rule, refusal.shortfall.condition)
    assert ("true",) == refusal.ahead


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        ("tru", "the rulebook has no verdict tru; did you mean true?"),
        ("xyz", "there is unverifiable, true, near_miss, wrong_room, false"),
        ("false", "claim 0.4.3 is false"),
    ],
)
def test_a_verdict_that_can_not_be_asked_for_is_named(verdict, said):
    with pytest.raises(SettingsError, match=said.replace("?", r"\?")):
        sample().instead("0.4.3", verdict)


def test_it_is_the_same_as_json():
    for refusal in list(refusals(sample()))[:20]:
        told = refusal.to_json()
        assert (refusal.wanted, refusal.proof.verdict) == (told["not"], told["verdict"])
        assert (told["rule"] is None) == (refusal.rule is None)
        if told["fails"]:
            assert {"condition", "reason", "values", "file", "line"} == told["fails"].keys()


def _counsel(folder, claim, rulebook=None):
    game = GameBuilder(("Alice", "Bob"), ducks=("Bob",), rooms={"Alice": "medbay", "Bob": "storage"})
    game.tick(1).tick(2).tick(3).call("Alice").say("Alice", "…").vote("Alice", None)
    return Counsel([read_case(write_game(folder, game, {0: [claim]}))], rulebook or book("observed"))
