"""One run of an optimiser: measured before, improved, measured after."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import dspy

from quack.claims.model.calls import Asker, Meter
from quack.claims.model.options import ModelOptions
from quack.claims.model.program import ClaimReader, load_program
from quack.claims.optimise.adapters import ProposalAdapter, TrialAdapter
from quack.claims.optimise.answers import Answers
from quack.claims.optimise.asking import Ledger, RememberingModel, Stopped
from quack.claims.optimise.metric import Metric, Score, example_of
from quack.claims.optimise.optimisers import Trial, require_optimiser
from quack.claims.optimise.silence import aloud, silenced
from quack.claims.optimise.split import Split

Progress = Callable[[str, int, int, float | None], None]
"""Told what is being done, how many questions are answered, of how many at most, and the dollars spent just now."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done; all of it decides about the result, but for the limits.

    Attributes:
        optimiser: its name.
        model: the model that is to read claims, how it is asked, and the program to begin with.
        adviser: the model that writes instructions, or of `bootstrap` the teacher; None for the same one.
        rounds, demos, seed: as `Trial` has them.
        threads: how many questions are under way at once.
        max_calls, budget: after so many questions, or US dollars, nothing more is asked in this run.
    """

    optimiser: str
    model: ModelOptions
    adviser: ModelOptions | None = None
    rounds: int = 1
    demos: int = 4
    seed: int = 0
    threads: int = 1
    max_calls: int | None = None
    budget: float | None = None


@dataclass(slots=True)
class Outcome:
    """What came of a run.

    Attributes:
        start: digest of the program it began with.
        before, after: the scores by part: dev, which chooses, and test.
        program: the program that was found; None if the run did not come to its end.
        stopped: why it did not, in a word and in detail.
        calls, spent: questions that were put just now, and what they cost.
        used: how many answers the result rests on; with their tokens, and US dollars, None where a price is not known.
        useless, last_fault: how many of them could not be used, by cause, and why the last one.
        warnings: what was left out of the requests because a provider rejects it.
    """

    start: str
    before: dict[str, Score] = field(default_factory=dict)
    after: dict[str, Score] = field(default_factory=dict)
    program: ClaimReader | None = None
    stopped: tuple[str, str] | None = None
    calls: int = 0
    spent: Meter = field(default_factory=Meter)
    used: int = 0
    used_tokens: tuple[int, int] = (0, 0)
    used_cost: float | None = 0.0
    useless: Counter[str] = field(default_factory=Counter)
    last_fault: str | None = None
    warnings: tuple[str, ...] = ()

    @property
    def better(self) -> bool:
        """Whether what was found does better where programs are chosen."""
        if self.program is None:
            return False
        before, after = self.before["dev"], self.after["dev"]
        return (after.f1, after.mean) > (before.f1, before.mean)


def run_optimiser(split: Split, plan: Plan, answers: Path, on_progress: Progress | None = None) -> Outcome:
    """Improves a program; the same split and plan give the same, as far as the models do, whatever is kept already.

    Args:
        answers: the file in which answers are kept.

    Raises:
        SettingsError: an option, the program or the file of answers can't be used.
        OSError: an answer can't be kept.
    """
    require_optimiser(plan.optimiser)
    start = load_program(plan.model.program, Asker(retries=0))
    outcome = Outcome(start.digest)
    start.adapter = TrialAdapter()
    with Answers(answers) as kept:
        work = _Work(split, plan, kept, on_progress)
        try:
            work.do(start, outcome)
        except Stopped as stopped:
            outcome.stopped = stopped.cause, stopped.detail
            work.ledger.wait()
        work.account(outcome)
    return outcome


class _Work:
    """A run under way."""

    def __init__(self, split: Split, plan: Plan, answers: Answers, on_progress: Progress | None) -> None:
        self.split, self.plan = split, plan
        self.metric = Metric((*split.train.lessons, *split.dev.lessons, *split.test.lessons))
        self.phase = ""
        optimiser = require_optimiser(plan.optimiser)
        measured = len(split.dev.lessons) + len(split.test.lessons)
        self.most = 2 * measured + sum(optimiser.calls(len(split.train.lessons), len(split.dev.lessons), plan.rounds))
        self.tell = aloud(on_progress or _say_nothing)
        self.ledger = Ledger(plan.max_calls, plan.budget, self._told)
        self.model = RememberingModel(plan.model, answers, self.ledger, proposes=False)
        self.adviser = self.model
        if plan.adviser is not None or optimiser.proposes:
            adviser = plan.adviser or plan.model
            self.adviser = RememberingModel(adviser, answers, self.ledger, proposes=optimiser.proposes)

    def do(self, start: ClaimReader, outcome: Outcome) -> None:
        """Measures, improves and measures again; what is known is in the outcome at any time."""
        for part in ("dev", "test"):
            outcome.before[part] = self._measure(start, part, "before")
        if self.ledger.hopeless:
            raise self.ledger.give_up()
        self.phase = self.plan.optimiser
        found = self._improve(start)
        demos = [{name: value for name, value in demo.items() if name != "at"} for demo in found.predict.demos]
        program = ClaimReader(found.predict.signature.instructions, demos)
        program.adapter = TrialAdapter()
        for part in ("dev", "test"):
            outcome.after[part] = self._measure(program, part, "after")
        if all(score.unread == score.utterances for score in (*outcome.before.values(), *outcome.after.values())):
            raise self.ledger.give_up()
        outcome.program = program

    def _told(self, done: int, cost: float | None) -> None:
        self.tell(self.phase, done, self.most, cost)

    def _measure(self, program: ClaimReader, part: str, when: str) -> Score:
        self.phase = f"{part}, {when}"
        return self.metric.measure(program, getattr(self.split, part).lessons, self.model, self.plan.threads)

    def _improve(self, start: ClaimReader) -> Any:
        trial = Trial(
            student=start,
            train=[example_of(lesson) for lesson in self.split.train.lessons],
            dev=[example_of(lesson) for lesson in self.split.dev.lessons],
            metric=self.metric,
            model=self.model,
            adviser=self.adviser,
            rounds=self.plan.rounds,
            demos=self.plan.demos,
            threads=self.plan.threads,
            seed=self.plan.seed,
        )
        improve = require_optimiser(self.plan.optimiser).improve
        with silenced(), dspy.context(lm=self.model, adapter=ProposalAdapter(), disable_history=True, num_threads=1):
            try:
                return improve(trial)
            except Exception as error:
                raise self.ledger.stop("optimiser", f"{type(error).__name__}: {error}") from error

    def account(self, outcome: Outcome) -> None:
        """Says what it took."""
        used = self.ledger.used.values()
        costs = [answer.cost for answer in used]
        outcome.calls, outcome.spent = self.ledger.calls, self.ledger.meter
        outcome.used, outcome.useless = len(used), Counter(self.ledger.useless)
        if self.ledger.fault is not None:
            outcome.last_fault = f"{self.ledger.fault.cause}, {self.ledger.fault.detail}".removesuffix(", ")
        outcome.used_tokens = (sum(answer.prompt for answer in used), sum(answer.completion for answer in used))
        outcome.used_cost = None if None in costs else math.fsum(cost or 0.0 for cost in costs)
        outcome.warnings = tuple(dict.fromkeys((*self.model.warnings, *self.adviser.warnings)))


def _say_nothing(phase: str, done: int, most: int, cost: float | None) -> None:
    """What is told where nobody listens."""
