"""Proofs of whole games: each step follows from its children, each leaf stands where it says."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from quack.kb.proof import Fact, Failed, Part, RuleApplication, walk
from quack.kb.rulebook import load_rulebook
from quack.kb.why import Explainer
from tests.conftest import ROOT
from tests.support.games import GameBuilder
from tests.support.judging import accuses, at, did, route, saw
from tests.support.proof_checker import Checker
from tests.support.proofs import (
    asked_ticks,
    facts,
    games_under,
    gaps,
    heads,
    problems,
    prove,
    unplaced,
    unseen_ticks,
)
from tests.support.small_games import every_outcome, write_game

BOOKS = ("observed", "paper")
GROUNDS = {path.stem for path in (ROOT / "rules/grounds").glob("*.lp") if not path.stem.endswith("_test")}
GAMES = 4


@cache
def book(name):
    return load_rulebook(name, rules_in=ROOT / "rules")


@cache
def sample(name):
    return prove(games_under(ROOT / "logs" / "sample")[0], book(name))


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """The game of every outcome, proved by a rulebook."""
    game = every_outcome(tmp_path_factory.mktemp("every"))
    return cache(lambda name: prove(game, book(name)))


@pytest.mark.parametrize("name", BOOKS)
def test_every_step_of_the_sample_follows_from_its_children(name):
    assert problems(*sample(name), book(name)) == []


@pytest.mark.parametrize("name", BOOKS)
def test_every_step_of_the_released_games_follows_from_its_children(name, reference: Path):
    for game in games_under(reference, GAMES):
        case, proofs = prove(game, book(name))
        assert problems(case, proofs, book(name)) == [], game.name
        assert [proof.id for proof in proofs if unplaced(proof)] == [], game.name
        assert all(proof.verdict for proof in proofs)


@pytest.mark.parametrize("name", BOOKS)
def test_every_refuted_claim_shows_where_its_subject_was(name):
    _, proofs = sample(name)
    assert [proof.id for proof in proofs if unplaced(proof)] == []


def test_a_refuted_claim_shows_where_its_subject_was_in_every_tick(outcomes, reference: Path):
    """In the whole window, and for a location in the margin around it; taken from the timeline, not from the rules."""
    others = (game for game in games_under(ROOT / "logs") if game.name != "sample")
    proved = (prove(game, book("observed")) for game in (*others, *games_under(reference)[::60]))
    for case, proofs in (sample("observed"), outcomes("observed"), *proved):
        assert gaps(case, proofs, book("observed")) == [], case.log.path


def _is_false_location(proof):
    return proof.verdict == "false" and proof.claim.kind == "location" and not proof.claim.denied


def test_a_gap_in_a_proof_is_found(outcomes):
    case, proofs = outcomes("observed")
    asked = asked_ticks(case, book("observed"), "margin")
    false = next(proof for proof in proofs if _is_false_location(proof))
    bare = replace(false, parts=tuple(Part(part.heading, part.proofs[:1]) for part in false.parts[-1:]))
    claims = tuple(fact for fact in facts(false) if fact.name == "location")
    bare = replace(bare, parts=(*bare.parts, Part("verdict", claims)))
    assert unseen_ticks(case, false, asked[false.id]) == []
    assert unseen_ticks(case, bare, asked[false.id])


def test_a_game_with_every_verdict_ground_and_support_is_proved(outcomes):
    case, proofs = outcomes("observed")
    assert problems(case, proofs, book("observed")) == []
    assert set(heads(proofs, "verdict")) == {"true", "near_miss", "wrong_room", "false", "unverifiable"}
    assert set(heads(proofs, "support")) == {"observed", "hearsay", "unsupported"}
    assert set(heads(proofs, "outcome")) == {"hit", "miss"}
    assert set(heads(proofs, "grounds")) == GROUNDS
    assert set(heads(proofs, "footing")) == {"strong", "weak"}
    assert any(node.name == "ungrounded" for proof in proofs for part in proof.parts for node in part.proofs)
    assert any(proof.claim.denied for proof in proofs)


def test_the_paper_rulebook_proves_every_verdict_and_ground_too(outcomes):
    case, proofs = outcomes("paper")
    assert problems(case, proofs, book("paper")) == []
    assert set(heads(proofs, "verdict")) == {"true", "near_miss", "wrong_room", "false", "unverifiable"}
    assert set(heads(proofs, "grounds")) == {"accuser_called_meeting", "accuser_could_see_target"}


def test_a_refuted_presence_shows_all_stays_in_the_window_and_about_it(tmp_path):
    """Twelve ticks, a room in each: the window of tick 6 is 5 to 7, its margin 0 to 12."""
    rooms = ["medbay", "cafeteria"] * 6
    game = GameBuilder(("Alice", "Bob"), rooms={"Alice": "cafeteria", "Bob": "cafeteria"})
    for tick, room in enumerate(rooms, 1):
        game.tick(tick).move("Alice", room)
    game.tick(13).call("Bob").say("Alice", "…")
    proof = _proof(tmp_path, game, at("Alice", "storage", "at tick 6"))
    stays = {fact.row[3:5] for fact in facts(proof) if fact.name == "at"}
    assert proof.verdict == "false"
    assert {(tick, tick + 1) for tick in range(1, 12)} <= stays


def test_a_refuted_sighting_shows_where_the_viewer_looked(tmp_path):
    game = GameBuilder(("Alice", "Bob", "Eve"), rooms={"Alice": "medbay", "Bob": "storage", "Eve": "medbay"})
    game.tick(1).tick(2).tick(3).call("Bob").say("Alice", "…")
    proof = _proof(tmp_path, game, saw("Alice", "Bob", "medbay"))
    assert proof.verdict == "false"
    assert any(fact.name in ("saw", "look") and fact.row[0] == ("alice", 0) for fact in facts(proof))


def test_a_claim_is_proved_alike_alone_and_among_other_games(reference):
    games = games_under(reference, 3)
    cases = [prove(game, book("observed"))[0] for game in games]
    together, alone = Explainer(cases, book("observed")), Explainer(cases[-1:], book("observed"))
    for id in list(alone.claims())[:20]:
        assert alone.explain(id).to_json() == together.explain(id, len(cases) - 1).to_json()


def test_no_internal_constant_reaches_the_words():
    _, proofs = sample("observed")
    for proof in proofs:
        for node in walk(*(node for part in proof.parts for node in part.proofs)):
            text = proof.narrator.text(node)
            assert not any(mark in text for mark in ("w(0", "r(0", "m(0", "alice(0", "_because")), text


def test_a_proof_speaks_of_its_own_claim_where_others_share_its_window(tmp_path):
    """Three denials in the same words have one window."""
    game = GameBuilder(("Alice", "Bob"), rooms={"Alice": "medbay", "Bob": "storage"})
    game.tick(1).tick(2).tick(3).call("Alice").say("Alice", "…")
    denials = [at(who, "medbay", "at tick 2", polarity="denied") for who in ("Alice", "Bob", "Alice")]
    case, proofs = prove(write_game(tmp_path, game, {0: denials}), book("observed"))
    assert problems(case, proofs, book("observed")) == []
    for proof in proofs:
        texts = [proof.narrator.text(node) for node in _nodes(proof)]
        assert "this claim denies something then" in texts
        assert [] == [text for text in texts if "claim 0." in text]


def test_what_fails_for_all_claims_of_a_window_is_told_of_the_one_asked_about(tmp_path):
    game = GameBuilder(("Alice", "Bob"), rooms={"Alice": "medbay", "Bob": "storage"})
    game.tick(1).tick(2).tick(3).call("Alice").say("Alice", "…")
    claims = [at(who, "medbay", "at tick 2") for who in ("Alice", "Bob")]
    case, proofs = prove(write_game(tmp_path, game, {0: claims}), book("observed"))
    assert problems(case, proofs, book("observed")) == []
    for proof in proofs:
        texts = [proof.narrator.text(node) for node in _nodes(proof)]
        assert "not: this claim denies something then" in texts
        assert [] == [text for text in texts if "claim 0." in text]


@pytest.mark.parametrize("name", BOOKS)
def test_every_step_is_in_plain_words(name, outcomes):
    """No predicate with arguments in brackets, no variable, nothing left open."""
    proofs = [*sample(name)[1], *outcomes(name)[1]]
    steps = {(proof.narrator.text(node), proof) for proof in proofs for node in _nodes(proof)}
    said = {text for text, _ in steps} | {
        proof.narrator.reason(node) or "" for proof in proofs for node in _nodes(proof) if isinstance(node, Failed)
    }
    assert [] == [text for text in said if re.search(r"[a-z_]\w*\(|…|\b_\b", re.sub(r"“[^”]*”", "", text))]
    assert [] == [text for text in said if text in ("the kill", "the look at the target", "the look at the body")]


def _nodes(proof):
    return walk(*(node for part in proof.parts for node in part.proofs))


def test_a_step_says_its_label_with_names_in_it():
    _, proofs = sample("observed")
    texts = {p.narrator.text(n) for p in proofs for n in walk(*(n for part in p.parts for n in part.proofs))}
    assert {
        "Bob stood in electrical from tick 3 to 5",
        "tick_slack = 1",
        "Bob was in electrical from tick 3 to 5",
    } <= texts


def test_the_checker_finds_a_step_with_another_rule():
    case, proofs = sample("observed")
    rules = book("observed").rules
    assert _tampered(case, proofs, RuleApplication, lambda node: node._replace(rule=rules[node.rule.id - 1]))


def test_the_checker_finds_a_step_without_a_child():
    case, proofs = sample("observed")
    assert _tampered(case, proofs, RuleApplication, lambda node: node._replace(children=node.children[1:]))


def test_the_checker_finds_a_forged_fact():
    case, proofs = sample("observed")
    assert _tampered(case, proofs, Fact, lambda node: node._replace(row=(*node.row[:-1], 9999)))


def test_the_checker_finds_a_condition_that_does_not_fail():
    case, proofs = sample("observed")

    def earlier(node: Failed) -> Failed:
        why = node.why
        if not why.reached:
            return node
        return Failed(node.name, node.pattern, why._replace(reached=why.reached[:-1], fails=why.reached[-1]))

    assert _tampered(case, proofs, Failed, earlier)


def _tampered(case, proofs, kind, change):
    """Whether the checker finds something in each proof whose first steps of a kind were changed."""
    checker = Checker(book("observed"), case)
    proof = proofs[0]
    nodes = [node for node in walk(*(n for p in proof.parts for n in p.proofs)) if isinstance(node, kind)]
    for node in nodes[:10]:
        changed = change(node)
        if changed is not node:
            checker.seen.add(id(changed))
            checker.kept.append(changed)
            checker._check(changed, proof)
    return checker.verdict()


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (at("Alice", "medbay"), "true"),
        (at("Alice", "medbay", polarity="denied"), "false"),
        (route("Alice", "medbay", "storage"), "false"),
        (did("Alice", "waiting", "medbay"), "true"),
        (did("Alice", "juggling"), "unverifiable"),
        (accuses("Alice", "Bob"), "true"),
        (at("Zed", "medbay"), "unverifiable"),
    ],
)
def test_each_kind_of_claim_has_a_checked_proof(tmp_path, claim, verdict):
    game = GameBuilder(("Alice", "Bob"), rooms={"Alice": "medbay", "Bob": "storage"})
    game.tick(1).tick(2).tick(3).call("Alice").say("Alice", "…")
    assert _proof(tmp_path, game, claim).verdict == verdict


def _proof(folder, game, claim):
    """The checked proof of the only claim of a game's first message."""
    case, proofs = prove(write_game(folder, game, {0: [claim]}), book("observed"))
    assert problems(case, proofs, book("observed")) == []
    return proofs[0]
