"""The pages of many games tell what `quack why` tells of each."""

from __future__ import annotations

import weakref
from collections.abc import Iterator

import pytest

from quack.audit.discover import discover_games, with_claims
from quack.audit.reading import read_case
from quack.kb.judge import Case, judge
from quack.kb.rulebook import Rulebook, load_rulebook
from quack.kb.why import Explainer
from quack.pause import collector_paused
from quack.report.proof import lines_of_proof
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """Sample games on one map."""
    games = with_claims(discover_games([ROOT / "logs"]), None)
    return [case for case in map(read_case, games) if case.log.map.name == "simple_ship"]


@pytest.fixture(scope="module", params=["observed", "paper"])
def rulebook(request: pytest.FixtureRequest) -> Rulebook:
    return load_rulebook(request.param, rules_in=ROOT / "rules")


@pytest.fixture(scope="module")
def together(cases: list[Case], rulebook: Rulebook) -> Explainer:
    return Explainer(cases, rulebook)


def _told(explainer: Explainer, game: int = 0) -> Iterator[tuple[str, object]]:
    for id in explainer.claims(game):
        yield id, lines_of_proof(explainer.explain(id, game))


def test_a_proof_is_told_the_same_whether_its_game_is_judged_alone_or_with_others(
    cases: list[Case], rulebook: Rulebook, together: Explainer
) -> None:
    for number, case in enumerate(cases):
        assert dict(_told(Explainer([case], rulebook))) == dict(_told(together, number))


def test_a_proof_is_told_the_same_once_the_others_are_forgotten(together: Explainer) -> None:
    before = dict(_told(together))
    together.forget()
    assert before == dict(_told(together))


def test_an_explainer_reads_the_same_judgements_as_an_audit(
    cases: list[Case], rulebook: Rulebook, together: Explainer
) -> None:
    assert judge(cases, rulebook) == together.judgements()


def test_a_closed_explainer_is_gone_at_once(cases: list[Case], rulebook: Rulebook) -> None:
    with collector_paused():
        explainer = Explainer(cases[:1], rulebook)
        assert dict(_told(explainer))
        gone = weakref.ref(explainer)
        explainer.close()
        del explainer
        assert gone() is None
