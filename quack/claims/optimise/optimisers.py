"""DSPy's optimisers, each behind one function, and how much each asks at most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from quack.errors import SettingsError

if TYPE_CHECKING:
    from quack.claims.model.program import ClaimReader
    from quack.claims.optimise.asking import RememberingModel
    from quack.claims.optimise.metric import LessonExample, Metric

Effort = Literal["light", "medium", "heavy"]

GOOD_ENOUGH = 0.8
"""F1 from which on a model's own answer may serve as an example."""

REFLECTED = 3
"""Utterances that GEPA shows with their mistakes when it asks for new instructions."""

BATCH = 35
"""Utterances that MIPROv2 tries a program on, if there are more than `_FEW`."""

_FEW = 50
_FULL_EVERY = 5
_SEEN_AT_ONCE = 10
_MOST_LOOKS = 10
_MOST_CANDIDATES = 10

_GUIDANCE = (
    "The assistant is told the form of its answer and the fields of claims separately: write only how to read "
    "utterances. The games change: name no player, no room and no sentence of the examples."
)


@dataclass(frozen=True, slots=True)
class Trial:
    """What an optimiser works with.

    Attributes:
        student: the program to begin with.
        train, dev: examples to learn from, and to choose by.
        model: reads claims.
        adviser: writes instructions; of `bootstrap` the teacher.
        rounds: how much is tried, as `Optimiser` says.
        demos: how many examples a program may have.
        threads: how many questions are under way at once.
    """

    student: ClaimReader
    train: Sequence[LessonExample]
    dev: Sequence[LessonExample]
    metric: Metric
    model: RememberingModel
    adviser: RememberingModel
    rounds: int
    demos: int
    threads: int
    seed: int


class Calls(NamedTuple):
    """How many questions an optimiser asks at most.

    Attributes:
        plain: about utterances, without examples.
        shown: about utterances, with examples.
        proposals: for instructions.
    """

    plain: int
    shown: int
    proposals: int


def bootstrap(trial: Trial) -> Any:
    """Examples: good answers of the teacher, filled up with right ones."""
    import dspy

    teacher = {} if trial.adviser is trial.model else {"lm": trial.adviser}
    optimiser = dspy.BootstrapFewShot(
        metric=trial.metric.score,
        metric_threshold=GOOD_ENOUGH,
        teacher_settings=teacher,
        max_bootstrapped_demos=trial.demos,
        max_labeled_demos=trial.demos,
        max_rounds=trial.rounds,
        max_errors=1,
    )
    return optimiser.compile(trial.student, trainset=list(trial.train))


def mipro(trial: Trial) -> Any:
    """Instructions and examples, searched together."""
    import dspy

    optimiser = dspy.MIPROv2(
        metric=trial.metric.score,
        prompt_model=trial.adviser,
        task_model=trial.model,
        max_bootstrapped_demos=trial.demos,
        max_labeled_demos=trial.demos,
        auto=None,
        num_candidates=_candidates(trial.rounds),
        num_threads=trial.threads,
        max_errors=1,
        seed=trial.seed,
        metric_threshold=GOOD_ENOUGH,
        track_stats=False,
    )
    return optimiser.compile(
        trial.student,
        trainset=list(trial.train),
        valset=list(trial.dev),
        num_trials=trial.rounds,
        minibatch=len(trial.dev) > _FEW,
        minibatch_size=BATCH,
        minibatch_full_eval_steps=_FULL_EVERY,
        view_data_batch_size=_SEEN_AT_ONCE,
        # The code says nothing about the task that the instructions don't.
        program_aware_proposer=False,
    )


def gepa(trial: Trial) -> Any:
    """Instructions, rewritten over and over by a model that is told every mistake in words."""
    import dspy
    from dspy.teleprompt.gepa import InstructionProposer

    from quack.claims.optimise.adapters import ProposalAdapter

    optimiser = dspy.GEPA(
        metric=trial.metric.advise,
        max_metric_calls=_gepa_calls(len(trial.dev), trial.rounds) + 1,
        reflection_minibatch_size=REFLECTED,
        reflection_lm=trial.adviser,
        instruction_proposer=InstructionProposer(additional_instructions=_GUIDANCE, adapter=ProposalAdapter()),
        use_merge=False,
        num_threads=trial.threads,
        seed=trial.seed,
        gepa_kwargs={"stop_callbacks": [lambda state: state.i + 1 >= trial.rounds]},
    )
    return optimiser.compile(trial.student, trainset=list(trial.train), valset=list(trial.dev))


@dataclass(frozen=True, slots=True)
class Optimiser:
    """An optimiser.

    Attributes:
        improve: makes a better program of a trial.
        rounds: what a round is.
        efforts: how many rounds are light, medium and heavy.
        needs: packages beyond the usual ones.
        calls: how much it asks at most, for so many utterances that teach and that choose, and so many rounds.
        proposes: whether it asks for instructions; otherwise the adviser reads claims, as the teacher.
        shows: whether its programs have examples.
    """

    improve: Callable[[Trial], Any]
    rounds: str
    efforts: dict[Effort, int]
    needs: tuple[str, ...]
    calls: Callable[[int, int, int], Calls]
    proposes: bool
    shows: bool


def _bootstrap_asks(train: int, dev: int, rounds: int) -> Calls:
    return Calls(0, train * rounds, 0)


def _mipro_asks(train: int, dev: int, rounds: int) -> Calls:
    candidates = _candidates(rounds)
    trials = rounds * dev if dev <= _FEW else rounds * BATCH + (rounds // _FULL_EVERY + 2) * dev
    looks = min(-(-train // _SEEN_AT_ONCE), _MOST_LOOKS)
    return Calls(dev, trials + (candidates - 2) * train, candidates + looks + 1)


def _gepa_asks(train: int, dev: int, rounds: int) -> Calls:
    return Calls(_gepa_calls(dev, rounds), 0, rounds)


def _gepa_calls(dev: int, rounds: int) -> int:
    return dev + rounds * (2 * REFLECTED + dev)


def _candidates(rounds: int) -> int:
    """How many sets of examples, and instructions, MIPROv2 combines; the first two sets cost nothing."""
    return max(3, min(rounds, _MOST_CANDIDATES))


OPTIMISERS: dict[str, Optimiser] = {
    "bootstrap": Optimiser(
        bootstrap, "tries at each utterance", {"light": 1, "medium": 2, "heavy": 3}, (), _bootstrap_asks, False, True
    ),
    "mipro": Optimiser(
        mipro, "trials", {"light": 10, "medium": 20, "heavy": 40}, ("optuna", "numpy"), _mipro_asks, True, True
    ),
    "gepa": Optimiser(
        gepa, "new instructions", {"light": 10, "medium": 20, "heavy": 40}, ("gepa",), _gepa_asks, True, False
    ),
}
"""The optimisers by name."""


def require_optimiser(name: str) -> Optimiser:
    """The optimiser of that name.

    Raises:
        SettingsError: there is none, or it lacks a package.
    """
    if name not in OPTIMISERS:
        raise SettingsError(f"no optimiser {name}", remedy=f"there is {', '.join(OPTIMISERS)}")
    missing = [package for package in OPTIMISERS[name].needs if find_spec(package) is None]
    if missing:
        what = f"{name} needs {' and '.join(missing)}"
        raise SettingsError(what, remedy='install quack with the extra `optimise`: pip install "quack[optimise]"')
    return OPTIMISERS[name]
