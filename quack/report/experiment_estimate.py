"""What a study will cost, for `quack experiment run --dry-run`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quack import __version__
from quack.errors import amount, printable
from quack.experiment.estimate import ANSWER, PICTURE_AREA, SAMPLES, Estimate, Foretold
from quack.experiment.states import spent_aside
from quack.report.experiment_status import language_lines, left_lines, spent_by, status_json
from quack.report.tables import Table

_EXTRACTOR = "the extractor"


def estimate_table(estimate: Estimate) -> Table:
    """What each model will be asked, a row for each."""
    heads = ("player", "model", "games", "questions", "pictures", "tokens_asked", "tokens_answered", "cost")
    rows = tuple((printable(each.agent or _EXTRACTOR), *_cells(each)) for each in estimate.models)
    return Table(f"Questions of {estimate.plan.name}, about", heads, rows)


def _cells(each: Foretold) -> tuple[str, ...]:
    numbers = (each.load.questions, each.load.pictures, each.load.asked, each.load.answered)
    price = "unknown" if each.cost is None else f"${each.cost:.2f}"
    return (printable(each.model), f"{each.games:,}", *(f"{round(number):,}" for number in numbers), price)


def estimate_lines(estimate: Estimate) -> Iterator[str]:
    """How many games there are, what the figures rest on, and whether the budget will do."""
    plan, states = estimate.plan, estimate.states
    done = sum(state.status == "done" for state in states)
    half = sum(state.status == "half" for state in states)
    yield (
        f"{amount(len(plan.conditions), 'condition')} with {amount(len(plan.seeds), 'seed')}: "
        f"{amount(len(states), 'game')}, {done:,} of them done and {half:,} half; nothing was played or asked."
    )
    yield from left_lines(plan)
    yield from language_lines(plan)
    if not estimate.models:
        yield "No model is left to be asked: it costs nothing."
        return
    yield (
        f"Counted in {SAMPLES} games for each kind of condition, with scripted stand-ins for the models, as one "
        f"widespread model counts tokens. A picture is taken for a token per {PICTURE_AREA} pixels, an answer for "
        f"{ANSWER} tokens: models that think write more, and in games of models that play worse than their stand-ins "
        "several times as much may be asked, for they last longer."
    )
    if half:
        yield "Half games are counted whole, though nothing is asked again in them."
    yield from _budget(estimate)


def _budget(estimate: Estimate) -> Iterator[str]:
    budget, spent = estimate.plan.budget, spent_by(estimate.states).plus(spent_aside(estimate.plan))
    if budget.usd is not None:
        left = max(0.0, budget.usd - spent.usd)
        unknown = any(each.cost is None for each in estimate.models)
        enough = "nobody knows every price" if unknown else _enough(estimate.cost, left)
        yield f"Budget: ${budget.usd:g}, ${left:.2f} of it left: {enough}."
    if budget.tokens is not None:
        left = max(0, budget.tokens - spent.tokens)
        yield f"Budget: {budget.tokens:,} tokens, {left:,} of them left: {_enough(estimate.tokens, left)}."


def _enough(needed: float, left: float) -> str:
    return "that may do" if needed <= left else "that will hardly do"


def estimate_json(estimate: Estimate) -> dict[str, Any]:
    """What `--dry-run --json` prints: what `status --json` does, and `estimate`: `models` (a list), totals, `rules`."""
    return {
        **status_json(estimate.plan, estimate.states),
        "program": __version__,
        "estimate": {
            "models": [
                {
                    "player": each.agent,
                    "model": each.model,
                    "games": each.games,
                    **{name: round(number) for name, number in each.load._asdict().items()},
                    "cost": each.cost,
                }
                for each in estimate.models
            ],
            "tokens": round(estimate.tokens),
            "cost": estimate.cost,
            "unpriced": sum(each.cost is None for each in estimate.models),
            "rules": {"games_sampled": SAMPLES, "answer_tokens": ANSWER, "pixels_per_token": PICTURE_AREA},
        },
    }
