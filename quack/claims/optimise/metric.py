"""How good a program is: canonical F1 of what it finds in an utterance, after that is held against the game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import dspy

from quack.claims.agreement import Agreement, Rate, compare_claims, pooled
from quack.claims.concurrency import in_threads
from quack.claims.model.checking import Checked, check_claims
from quack.claims.model.program import ClaimReader
from quack.claims.model.signature import INPUTS
from quack.claims.optimise.lessons import Lesson


class LessonExample(dspy.Example):
    """A lesson as DSPy wants it; where it is shown to a model, nothing but words and claims is shown."""

    def __repr__(self) -> str:
        return f"Example({ {'utterance': self['utterance'], 'claims': self['claims']} })"


def example_of(lesson: Lesson) -> LessonExample:
    """The example of a lesson; `at` leads back to it."""
    example = LessonExample(**lesson.inputs, claims=lesson.answer, at=lesson.at)
    return example.with_inputs(*INPUTS)


class Judged(NamedTuple):
    """What a program's answer about an utterance is worth.

    Attributes:
        agreement: with the right claims.
        checked: the claims that were taken over, and what was not.
        unread: why nothing could be read; None if it could.
    """

    agreement: Agreement
    checked: Checked
    unread: str | None

    @property
    def f1(self) -> float:
        """Canonical F1; nothing for an answer that can't be read, even where there is nothing to find."""
        return 0.0 if self.unread is not None else self.agreement.f1

    @property
    def empty(self) -> bool:
        """Whether an answer that could be read holds no claims, not even some that had to be dropped."""
        return self.unread is None and not self.checked.claims and not self.checked.rejected


class Score(NamedTuple):
    """How good a program is on some utterances.

    Attributes:
        utterances: how many.
        rate: hits, predicted and right claims of all of them.
        mean: the mean of their F1, which is what optimisers raise.
        unread: how many had no answer that could be used.
        empty: how many had one without any claims.
    """

    utterances: int
    rate: Rate
    mean: float
    unread: int
    empty: int

    @property
    def f1(self) -> float:
        """Canonical F1 of all claims together; 1 where there are none."""
        return 1.0 if self.rate.f1 is None else self.rate.f1

    def to_json(self) -> dict[str, Any]:
        """The figures, rounded to four places."""
        rates = {"f1": self.f1, "precision": self.rate.precision, "recall": self.rate.recall, "mean_f1": self.mean}
        told = {name: None if value is None else round(value, 4) for name, value in rates.items()}
        return {"n": self.utterances, **told, "unread": self.unread, "empty": self.empty}


class Metric:
    """The metric of the optimisers, over some lessons."""

    def __init__(self, lessons: Iterable[Lesson]) -> None:
        self._lessons = {lesson.at: lesson for lesson in lessons}

    def judge(self, at: str, prediction: Any) -> Judged:
        """What an answer about the utterance at this place is worth."""
        lesson = self._lessons[at]
        checked = check_claims(prediction.get("claims") or [], lesson.names, lesson.said, lesson.occasion)
        return Judged(compare_claims(checked.claims, lesson.gold), checked, prediction.get("unread"))

    def score(self, example: Any, prediction: Any, trace: Any = None) -> float:
        """F1; of an answer that is to be an example (there is a trace then) nothing, unless it can serve as one."""
        judged = self.judge(example.at, prediction)
        if trace is not None and (judged.checked.rejected or not judged.agreement.hits):
            return 0.0
        return judged.f1

    def advise(
        self, gold: Any, pred: Any, trace: Any = None, pred_name: Any = None, pred_trace: Any = None
    ) -> dspy.Prediction:
        """F1 with words about every mistake, as GEPA wants it."""
        judged = self.judge(gold.at, pred)
        if judged.unread is not None:
            told = f"The answer could not be used ({judged.unread}).\n"
        else:
            told = "".join(f"Dropped, {count}: {why}.\n" for why, count in judged.checked.rejected.items())
        return dspy.Prediction(score=judged.f1, feedback=told + judged.agreement.feedback())

    def measure(self, program: ClaimReader, lessons: Sequence[Lesson], model: dspy.BaseLM, threads: int = 1) -> Score:
        """How good a program is on some utterances; arguments and errors are the model's."""

        def read(lesson: Lesson) -> Judged:
            with dspy.context(lm=model, disable_history=True):
                return self.judge(lesson.at, program(**lesson.inputs))

        judged = list(in_threads(read, lessons, threads))
        return Score(
            utterances=len(judged),
            rate=pooled(one.agreement for one in judged),
            mean=math.fsum(one.f1 for one in judged) / len(judged),
            unread=sum(one.unread is not None for one in judged),
            empty=sum(one.empty for one in judged),
        )
