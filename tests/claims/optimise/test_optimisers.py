"""Every optimiser, end to end through the real client, on a model whose quality depends on what it is told."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from quack.claims.optimise.optimisers import OPTIMISERS, require_optimiser
from quack.claims.optimise.run import Outcome, Plan, run_optimiser
from quack.claims.optimise.split import Split
from quack.errors import SettingsError
from tests.claims.optimise.conftest import MakePlan, lessons_in, make_plan
from tests.support.improvable_model import HINT, ImprovableModel
from tests.support.model_server import ModelServer

every_optimiser = pytest.mark.parametrize("name", OPTIMISERS)
proposing = pytest.mark.parametrize("name", [name for name, one in OPTIMISERS.items() if one.proposes])


@dataclass(frozen=True)
class Run:
    """A whole run: what came of it, how much was asked, and the questions for instructions among that."""

    plan: Plan
    outcome: Outcome
    asked: int
    proposals: list[str]


@pytest.fixture(scope="module")
def whole(one_server: ModelServer, split: Split, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Run]:
    """Runs an optimiser once, with a model that only instructions help, if the optimiser writes any."""

    @cache
    def run(name: str) -> Run:
        folder = tmp_path_factory.mktemp(name)
        plan = make_plan(one_server.url, folder, name)
        one_server.respond = model = ImprovableModel(lessons_in(split), by_example=not OPTIMISERS[name].proposes)
        one_server.asked.clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("OPENAI_API_KEY", "sk-this-is-a-secret-0123456789")
            outcome = run_optimiser(split, plan, folder / "answers.jsonl")
        return Run(plan, outcome, len(one_server.asked), model.proposals)

    return run


@every_optimiser
def test_a_poor_program_gets_better(whole: Callable[[str], Run], name: str) -> None:
    outcome = whole(name).outcome

    assert outcome.better
    assert all(outcome.before[part].f1 < 0.8 for part in ("dev", "test"))
    assert [1.0, 1.0] == [outcome.after[part].f1 for part in ("dev", "test")]


@every_optimiser
def test_no_more_is_asked_than_was_foretold(whole: Callable[[str], Run], split: Split, name: str) -> None:
    run = whole(name)

    foretold = OPTIMISERS[name].calls(len(split.train.lessons), len(split.dev.lessons), run.plan.rounds)
    assert 0 < run.asked <= sum(foretold) + 2 * (len(split.dev.lessons) + len(split.test.lessons))


@proposing
def test_instructions_get_better_where_examples_do_not_help(whole: Callable[[str], Run], name: str) -> None:
    run = whole(name)

    assert run.proposals
    assert run.outcome.program is not None
    assert HINT in run.outcome.program.predict.signature.instructions


def test_gepa_tells_whoever_writes_instructions_what_was_missed(whole: Callable[[str], Run]) -> None:
    assert "Missed: " in whole("gepa").proposals[0]


@every_optimiser
def test_a_run_in_pieces_asks_nothing_twice_ends_alike_and_is_silent(
    whole: Callable[[str], Run],
    split: Split,
    server: ModelServer,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    name: str,
) -> None:
    run = whole(name)
    server.respond = ImprovableModel(lessons_in(split), by_example=not OPTIMISERS[name].proposes)
    server.asked.clear()
    capfd.readouterr()

    first = run_optimiser(split, replace(run.plan, max_calls=7), tmp_path / "pieces.jsonl")
    second = run_optimiser(split, replace(run.plan, max_calls=7, threads=3), tmp_path / "pieces.jsonl")
    last = run_optimiser(split, replace(run.plan, threads=3), tmp_path / "pieces.jsonl")

    assert ("calls", "7 questions were put") == first.stopped == second.stopped
    assert run.asked == len(server.asked)
    assert run.outcome.program is not None and last.program is not None
    assert run.outcome.program.digest == last.program.digest
    assert (run.outcome.before, run.outcome.after) == (last.before, last.after)
    assert run.outcome.used_cost == last.used_cost
    assert ("", "") == capfd.readouterr()


def test_a_teacher_is_asked_for_examples_and_nobody_else_and_progress_is_heard(
    split: Split, plan: MakePlan, server: ModelServer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    usual = plan()
    teacher = replace(usual.model, model="openai/gpt-4o", program=None)

    def tell(phase: str, done: int, most: int, cost: float | None) -> None:
        print(f"{phase} {done}", file=sys.stderr)

    outcome = run_optimiser(split, replace(usual, adviser=teacher), tmp_path / "answers.jsonl", tell)

    measured = 2 * (len(split.dev.lessons) + len(split.test.lessons))
    asked = [one.body["model"] for one in server.asked]
    assert measured == asked.count("gpt-4o-mini")
    assert 0 < asked.count("gpt-4o") <= len(split.train.lessons) * usual.rounds
    assert outcome.better
    told = capfd.readouterr().err.splitlines()
    assert ["dev, before 1", "test, before 8", "bootstrap 9"] == [told[0], told[7], told[8]]


def test_a_missing_package_is_named_with_the_extra_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quack.claims.optimise.optimisers.find_spec", lambda name: None)

    with pytest.raises(SettingsError, match=r"mipro needs optuna and numpy; .*quack\[optimise\]"):
        require_optimiser("mipro")


def test_an_unknown_optimiser_is_answered_with_those_there_are() -> None:
    with pytest.raises(SettingsError, match="no optimiser magic; there is bootstrap, mipro, gepa"):
        require_optimiser("magic")
