"""What keeps a study from being run as it stands, found before anything is played or asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quack.errors import SettingsError
from quack.experiment.judging import require_own_claims
from quack.experiment.kept_plan import require_consistent
from quack.experiment.plan import Plan
from quack.experiment.states import GameState
from quack.providers.client import ModelSpec


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of checking a study.

    Attributes:
        refused: why it can't be run; None if it can.
        keys: what the environment lacks, and what to do about it.
    """

    refused: SettingsError | None
    keys: tuple[str, ...] = ()


def check_study(plan: Plan, states: Sequence[GameState]) -> Checked:
    """Whether a study can be run, as far as that can be said without asking anybody."""
    try:
        require_consistent(plan)
        require_own_claims(plan)
        keys = _missing_keys(plan, states)
    except SettingsError as error:
        return Checked(error)
    return Checked(None, keys)


def _missing_keys(plan: Plan, states: Iterable[GameState]) -> tuple[str, ...]:
    """What the environment lacks of the models that are still to be asked.

    Raises:
        SettingsError: one of them can't be asked whatever the environment, or costs nobody knows what.
    """
    conditions = {state.game.condition.name: state.game.condition for state in states if state.status != "done"}
    due = {agent: plan.spec(agent) for condition in conditions.values() for agent in plan.models_in(condition)}
    lacking: dict[str, None] = {}
    for agent, spec in due.items():
        _require(plan, agent, spec)
    if plan.extractor.asks:
        _require(plan, plan.audit.extractor, plan.extractor.spec)
    for spec in (*due.values(), *([plan.extractor.spec] if plan.extractor.asks else ())):
        if told := _key_of(spec):
            lacking.setdefault(told)
    for condition in conditions.values():
        if plan.has_models(condition):
            plan.order(condition).table.check_fonts()
    return tuple(lacking)


def _require(plan: Plan, agent: str, spec: ModelSpec) -> None:
    from quack.providers.endpoints import require_provider
    from quack.providers.prices import price_of

    line = plan.lines.get(agent)
    try:
        require_provider(spec.model, spec.api_base)
    except SettingsError as error:
        raise SettingsError(error.what, path=plan.path, line=line, remedy=error.remedy) from None
    if plan.budget.usd is not None and price_of(spec.model, spec.price) is None:
        what = f"nobody knows the price of {spec.model}, so no budget in dollars can be kept"
        remedy = f"give its price, models: {{{agent}: {{…, price: {{input: …, output: …}}}}}} in dollars for a million "
        if "/" in agent:
            remedy = "name it under models: with its price, price: {input: …, output: …} in dollars for a million "
        raise SettingsError(what, path=plan.path, line=line, remedy=f"{remedy}tokens, or give the budget in tokens")


def _key_of(spec: ModelSpec) -> str | None:
    """What the environment lacks of a model's keys, in words."""
    from quack.providers.endpoints import require_model

    try:
        require_model(spec.model, spec.api_base)
    except SettingsError as error:
        return str(error)
    return None
