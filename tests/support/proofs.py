"""Games proved as a whole, for tests that look at what their proofs hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from quack.audit.discover import Game, discover_games, with_claims
from quack.audit.reading import read_case
from quack.kb.judge import Case
from quack.kb.proof import Fact, walk
from quack.kb.rulebook import Rulebook
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
