"""What a run will cost at most, about; nobody is asked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from quack.claims.model.estimate import ANSWER_BASE, ANSWER_SHARE
from quack.claims.model.program import ClaimReader, load_program
from quack.claims.optimise.lessons import Lesson
from quack.claims.optimise.optimisers import OPTIMISERS
from quack.claims.optimise.run import Plan
from quack.claims.optimise.split import Split
from quack.providers.prices import count_tokens, price_of

_PROPOSAL = 6000
"""Tokens of a question for instructions, beside the present ones: examples with their mistakes."""


class Item(NamedTuple):
    """Some questions of one sort.

    Attributes:
        what: which.
        model: who is asked.
        calls: how many at most.
        prompt, completion: tokens of them all.
        cost: US dollars; None where nobody knows the price.
    """

    what: str
    model: str
    calls: int
    prompt: int
    completion: int
    cost: float | None


def estimate_run(split: Split, plan: Plan) -> list[Item]:
    """What a run will ask at most, and what that costs; what is known from earlier runs costs nothing again.

    Raises:
        SettingsError: the program to begin with can't be read.
    """
    optimiser = OPTIMISERS[plan.optimiser]
    start = load_program(plan.model.program)
    lessons = (*split.train.lessons, *split.dev.lessons, *split.test.lessons)
    plain, answered = _mean_tokens(start, lessons)
    shown = plain + (plan.demos * (_asked_alone(start, lessons) + answered) if optimiser.shows else 0)
    measured = len(split.dev.lessons) + len(split.test.lessons)
    calls = optimiser.calls(len(split.train.lessons), len(split.dev.lessons), plan.rounds)
    reader = plan.model.model
    adviser = plan.model.model if plan.adviser is None else plan.adviser.model
    teacher = reader if optimiser.proposes else adviser
    instructions = count_tokens(start.predict.signature.instructions)
    items = [
        _item("measuring before", reader, measured, plain, answered),
        _item("trying programs", reader, calls.plain, plain, answered),
        _item("trying programs with examples", teacher, calls.shown, shown, answered),
        _item("new instructions", adviser, calls.proposals, _PROPOSAL + instructions, 2 * instructions),
        _item("measuring after", reader, measured, shown, answered),
    ]
    return [item for item in items if item.calls]


def _item(what: str, model: str, calls: int, prompt: int, completion: int) -> Item:
    price = price_of(model)
    cost = None if price is None else calls * (prompt * price[0] + completion * price[1])
    return Item(what, model, calls, calls * prompt, calls * completion, cost)


def _mean_tokens(program: ClaimReader, lessons: Sequence[Lesson]) -> tuple[int, int]:
    """Tokens of a question and of its answer, in the mean."""
    asked = sum(count_tokens(json.dumps(program.messages(one.inputs), ensure_ascii=False)) for one in lessons)
    answered = sum(ANSWER_BASE + round(ANSWER_SHARE * count_tokens(one.said.text)) for one in lessons)
    return asked // len(lessons), answered // len(lessons)


def _asked_alone(program: ClaimReader, lessons: Sequence[Lesson]) -> int:
    """Tokens of what is told about an utterance, without the instructions, in the mean."""
    return sum(count_tokens(program.messages(one.inputs)[-1]["content"]) for one in lessons) // len(lessons)
