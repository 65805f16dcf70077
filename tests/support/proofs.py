"""Games proved as a whole, for tests that look at what their proofs hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from quack.audit.discover import Game, discover_games, with_claims
from quack.audit.reading import read_case
from quack.kb.judge import Batch, Case
from quack.kb.proof import Fact, walk
from quack.kb.rulebook import Rulebook
from quack.kb.solve import solve
from quack.kb.terms import Terms
from quack.kb.why import Explainer, Proof
from tests.support.proof_checker import Checker

WHEREABOUTS = {"at", "moved", "body", "spot", "visit"}
"""Facts that say where a player was."""

OTHERS = {"intent": {"voted"}, "accusation": {"team"}, "defense": {"team"}}
"""The facts that refute claims which place nobody."""


def games_under(path: Path, number: int | None = None) -> tuple[Game, ...]:
    """The first games of a tree that have claims."""
    games = [game for game in with_claims(discover_games([path])) if game.claims is not None]
    return tuple(games[:number])


def prove(game: Game, rulebook: Rulebook) -> tuple[Case, list[Proof]]:
    """A game and the proofs of all its claims."""
    case = read_case(game)
    explainer = Explainer([case], rulebook)
    return case, [explainer.explain(id) for id in explainer.claims()]


def problems(case: Case, proofs: list[Proof], rulebook: Rulebook) -> list[str]:
    """What the checker finds wrong with proofs."""
    checker = Checker(rulebook, case)
    for proof in proofs:
        checker.check(proof)
    return checker.verdict()


def facts(proof: Proof) -> list[Fact]:
    """All leaves of a proof that come from the log or the claims."""
    nodes = walk(*(node for part in proof.parts for node in part.proofs))
    return [node for node in nodes if isinstance(node, Fact) and node.rule is None]


def heads(proofs: list[Proof], name: str) -> Iterator[str]:
    """The second arguments of what is proved by the name of its predicate: verdicts, supports, grounds."""
    for proof in proofs:
        for part in proof.parts:
            yield from (str(node.row[1]) for node in part.proofs if getattr(node, "row", None) and node.name == name)


def unplaced(proof: Proof) -> bool:
    """Whether a refuted claim's proof fails to show where its subject was, or what refutes a claim of another kind."""
    if proof.bucket != "refuted" or proof.claim.denied:
        return False
    found = facts(proof)
    kind = proof.claim.kind
    if kind in OTHERS:
        return not any(fact.name in OTHERS[kind] for fact in found)
    if any(fact.name == "meeting" for fact in found) and any(f.name in ("reporting", "calling") for f in found):
        return False
    subjects = {
        fact.row[1] for fact in found if fact.name in ("location", "route", "sighting", "task", "traveling", "waiting")
    }
    return not any(fact.name in WHEREABOUTS and fact.row[0] in subjects for fact in found)


PLACING = ("location", "task", "waiting", "traveling", "sighting")
"""The facts of claims that place their subject within a window; routes are held to the whole round."""

Spans = list[tuple[int, int, int]]
"""Rounds, each with a first and a last tick."""


def asked_ticks(case: Case, rulebook: Rulebook, name: str) -> dict[str, Spans]:
    """The ticks that the rules ask for, by the id of each claim that has some.

    Args:
        name: `window`, or `margin` for the ticks in which a claim would be off by time.
    """
    batch = Batch(rulebook)
    answer = solve(rulebook, batch.facts([case]))
    found: dict[str, Spans] = {}
    for claim, _, time in answer.rows("about", 3):
        if time != "untimed":
            rows = [(round_[2], first, last) for key, round_, first, last in answer.rows(name, 4) if key == time]
            found[batch.claims[claim].id] = rows
    return found


def unseen_ticks(case: Case, proof: Proof, asked: Spans) -> list[int] | None:
    """The ticks for which a proof shows neither where its subject was, nor its body, nor that it was on its way.

    Taken from the timeline: of the ticks that are asked for, those of the subject's life and those in which its body
    lay there. None for a claim that places nobody within a window.
    """
    claims = (fact for fact in facts(proof) if fact.name in PLACING and "(this claim" in proof.narrator.atom(fact))
    own = next(claims, None)
    if own is None:
        return None
    name, number = own.row[1]
    player = next(id for id, term in Terms(case.log, number).players.items() if term == f"{name}({number})")
    lives = [(life.round, life.first, life.last) for life in case.timeline.lives if life.player == player]
    lives += [(body.round, body.first, body.last) for body in case.timeline.bodies if body.victim == player]
    shown = [_span(fact) for fact in facts(proof) if fact.name in ("at", "moved", "body") and fact.row[0] == own.row[1]]
    return sorted(
        tick
        for round_, first, last in asked
        for tick in range(first, last + 1)
        if _holds(lives, round_, tick) and not _holds(shown, round_, tick)
    )


def _holds(spans: Spans, round_: int, tick: int) -> bool:
    return any(own == round_ and first <= tick <= last for own, first, last in spans)


def _span(fact: Fact) -> tuple[int, int, int]:
    """The round of a fact about a place, and its first and last tick."""
    at = 3 if fact.name == "moved" else 2
    return fact.row[at][2], fact.row[at + 1], fact.row[at + 2]


def gaps(case: Case, proofs: list[Proof], rulebook: Rulebook) -> list[tuple[str, str, list[int]]]:
    """The refuted claims whose proofs leave ticks out: of the window, or for a location of the near-miss margin too."""
    asked = {name: asked_ticks(case, rulebook, name) for name in ("window", "margin")}
    refuted = [proof for proof in proofs if proof.bucket == "refuted" and not proof.claim.denied]
    return [
        (proof.id, name, missing)
        for proof in refuted
        for name, spans in asked.items()
        if name == "window" or proof.claim.kind == "location"
        if (missing := unseen_ticks(case, proof, spans.get(proof.id, [])))
    ]
