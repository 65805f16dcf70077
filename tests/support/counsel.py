"""Holds what is said of other verdicts and of other claims against an ordinary audit."""

from __future__ import annotations

from collections.abc import Iterator

from quack.audit.discover import Game
from quack.audit.reading import read_case
from quack.claims.models import BaseClaim, parse_claim
from quack.kb.instead import Counsel, Instead
from quack.kb.judge import Batch, Case, MadeClaim, judge
from quack.kb.rulebook import Rulebook
from quack.kb.what_if import Alternative, in_place
from tests.support.proof_checker import Checker

_AT_ONCE = 30
"""So many games are judged together: more would take too much memory, fewer more time."""


def made_in(case: Case, rulebook: Rulebook) -> dict[str, MadeClaim]:
    """The claims of a game by their ids."""
    batch = Batch(rulebook)
    batch.facts([case])
    return {made.id: made for made in batch.claims.values()}


def refusals(counsel: Counsel) -> Iterator[Instead]:
    """Why each claim of a game has not each of the other verdicts."""
    for id in counsel.claims():
        for label in counsel.labels:
            if label != counsel.verdict(id):
                yield counsel.instead(id, label)


def wrong_refusals(game: Game, rulebook: Rulebook) -> list[str]:
    """What clingo finds wrong with them: a step that does not follow, or a condition that does not fail."""
    case = read_case(game)
    counsel, checker = Counsel([case], rulebook), Checker(rulebook, case)
    known = {(rule.file, rule.line) for rule in rulebook.rules}
    for refusal in refusals(counsel):
        checker.check(refusal.proof)
        places = [refusal.place, refusal.shortfall and refusal.shortfall.place]
        if refusal.rule is not None and not all(each and _in_book(each.file, each.line, known) for each in places):
            checker.problems.append(f"{refusal.proof.id} not {refusal.wanted}: no place")
    return checker.verdict()


def _in_book(file: str, line: int | None, known: set[tuple[str, int]]) -> bool:
    return (file.partition("/")[2], line) in known


def wrong_alternatives(game: Game, rulebook: Rulebook, step: int = 1) -> list[str]:
    """The proposals for every so many claims that an ordinary audit does not find true in place of the claim."""
    case = read_case(game)
    counsel = Counsel([case], rulebook)
    wrong: list[str] = []
    proposals: list[tuple[str, Alternative, BaseClaim]] = []
    cases: list[Case] = []
    for id, made in list(made_in(case, rulebook).items())[::step]:
        what_if = counsel.what_if(id)
        if (what_if.verdict, what_if.bucket) != (counsel.verdict(id), counsel.describe(id).bucket):
            wrong.append(f"{id} is not {what_if.verdict}")
        for alternative in what_if.alternatives:
            claim = parse_claim(alternative.change.claim.to_json())
            proposals.append((id, alternative, claim))
            cases.append(in_place(case, made, claim))
    for start in range(0, len(cases), _AT_ONCE):
        judged = judge(cases[start : start + _AT_ONCE], rulebook)
        for (id, alternative, claim), judgements in zip(proposals[start : start + _AT_ONCE], judged, strict=True):
            own = next(each for each in judgements if each.claim is claim)
            if (own.verdict, own.bucket) != (alternative.verdict, "supported"):
                wrong.append(f"{id} with another {alternative.change.kind} is {own.verdict}")
    return wrong
