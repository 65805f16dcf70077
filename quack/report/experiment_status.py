"""How far a study is: its games by condition, what they have cost, and why some are not finished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from quack import __version__
from quack.agents.model.budget import Spent
from quack.errors import amount, printable
from quack.experiment.kept_plan import left_games
from quack.experiment.outcomes import price_of
from quack.experiment.plan import Plan
from quack.experiment.states import GameState, by_condition, spent_aside
from quack.report.tables import FEW_GAMES, Table

_FEW = 3
"""So many conditions are named in a sentence."""

_STATUSES = ("done", "half", "failed", "missing")


def status_table(plan: Plan, states: Sequence[GameState]) -> Table:
    """How far a study is, a row per condition; what models were asked only where models play."""
    asks = bool(plan.asked) or any(state.spent.questions for state in states)
    heads = ("condition", "games", *_STATUSES, "lost turns", *(("questions", "tokens", "cost") if asks else ()))
    rows = [(name, *_cells(own, asks)) for name, own in by_condition(plan, states).items()]
    total = ("all", *_cells(states, asks)) if len(rows) > 1 else None
    return Table(f"Games of {plan.name}", tuple(head.replace(" ", "_") for head in heads), tuple(rows), total)


def _cells(states: Sequence[GameState], asks: bool) -> tuple[str, ...]:
    counts = [sum(state.status == status for state in states) for status in _STATUSES]
    numbers = [len(states), *counts, sum(state.lost for state in states)]
    spent = spent_by(states)
    if asks:
        numbers += [spent.questions, spent.tokens]
    cells = tuple(f"{number:,}" for number in numbers)
    return (*cells, price_of(spent).removeprefix("price ")) if asks else cells


def spent_by(states: Sequence[GameState]) -> Spent:
    """What the questions of some games came to."""
    total = Spent()
    for state in states:
        total = total.plus(state.spent)
    return total


def status_lines(plan: Plan, states: Sequence[GameState]) -> Iterator[str]:
    """What one has to know besides the table of `status_table`."""
    half = [state for state in states if state.status == "half"]
    if half:
        yield f"Half, as far as models have answered: {amount(len(half), 'game')}."
        yield from few([f"  {state.game.name} at tick {state.tick}{_because(state.reason)}" for state in half])
    failed = [state for state in states if state.status == "failed"]
    if failed:
        yield f"Failed in the last run: {amount(len(failed), 'game')}."
        yield from few(by_reason((state.game.name, state.reason) for state in failed))
    yield from other_lines(plan, states)


def other_lines(plan: Plan, states: Sequence[GameState]) -> Iterator[str]:
    """What one has to know whatever has become of the games: what is left out, what can't be read, and the budget."""
    yield from left_lines(plan)
    yield from language_lines(plan)
    spent = spent_by(states).plus(spent_aside(plan))
    if limits := [
        *([f"${plan.budget.usd:g}"] if plan.budget.usd is not None else []),
        *([f"{plan.budget.tokens:,} tokens"] if plan.budget.tokens is not None else []),
    ]:
        yield f"Budget: {' and '.join(limits)}; spent: {spent.tokens:,} tokens, {price_of(spent)}."


def language_lines(plan: Plan) -> Iterator[str]:
    """A warning where what models say can't be read."""
    if plan.unreadable:
        yield (
            f"Note: the models of {amount(len(plan.unreadable), 'condition')} speak another language than English, "
            f"which is all that the extractor {plan.extractor.name} reads: nothing that they say there is judged, only "
            "what scripted players say beside them. A model as the study's audit.extractor reads both."
        )


def left_lines(plan: Plan) -> Iterator[str]:
    """Which games lie in the folder that the study no longer names."""
    if left := Counter(folder.parent.name for folder in left_games(plan)):
        yield (
            f"{amount(left.total(), 'game')} that the study no longer names "
            f"{'lies' if left.total() == 1 else 'lie'} in its folder, left as before: {_told(left)}. "
            "No figure of the study counts what is left; its budget does, and so do quack score and quack report of "
            "the whole folder."
        )


def _told(left: Counter[str]) -> str:
    first = [f"{number:,} of {name}" for name, number in list(left.items())[:_FEW]]
    return ", ".join([*first, *([f"{len(left) - _FEW:,} more conditions"] if len(left) > _FEW else [])])


def by_reason(games: Iterable[tuple[str, str | None]]) -> list[str]:
    """A line for each reason, with the first game and the number of the others that it befell."""
    befallen: dict[str | None, list[str]] = {}
    for name, reason in games:
        befallen.setdefault(reason, []).append(name)
    return [
        f"  {first}{f' and {len(others):,} more' if others else ''}{_because(reason)}"
        for reason, (first, *others) in befallen.items()
    ]


def _because(reason: str | None) -> str:
    return "" if reason is None else f": {reason}"


def few(lines: Sequence[str]) -> Iterator[str]:
    yield from lines[:FEW_GAMES]
    if len(lines) > FEW_GAMES:
        yield f"  … and {len(lines) - FEW_GAMES:,} more; --json lists all"


def status_json(plan: Plan, states: Sequence[GameState]) -> dict[str, Any]:
    """What `quack experiment status --json` prints: `study`, `out`, `conditions`, `overall`, and `games` (a list)."""
    return {
        "program": __version__,
        "study": plan.name,
        "out": plan.out.as_posix(),
        "budget": plan.budget.model_dump(mode="json"),
        "conditions": {name: _counts(own) for name, own in by_condition(plan, states).items()},
        "overall": _counts(states),
        "games": [_game_json(state) for state in states],
    }


def _counts(states: Collection[GameState]) -> dict[str, Any]:
    known = list(states)
    counts = {status: sum(state.status == status for state in known) for status in _STATUSES}
    lost = sum(state.lost for state in known)
    return {"games": len(known), **counts, "lost_turns": lost, "spent": spent_by(known)._asdict()}


def _game_json(state: GameState) -> dict[str, Any]:
    return {
        "game": state.game.name,
        "condition": state.game.condition.name,
        "seed": state.game.seed,
        "status": state.status,
        "tick": state.tick,
        "lost_turns": state.lost,
        "spent": state.spent._asdict(),
        "reason": None if state.reason is None else printable(state.reason),
    }
