"""The plan of a study: which games are played, by whom, where they lie, and who judges them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from quack.agents.model.table import ModelTable
from quack.agents.play import Order
from quack.claims.extractors import DEFAULT_EXTRACTOR, EXTRACTORS, require_extractor
from quack.errors import RulebookError, SettingsError
from quack.experiment.conditions import Condition, conditions_of, is_scripted
from quack.experiment.faults import Faults
from quack.experiment.seeds import seeds_of
from quack.experiment.study_file import (
    MEND,
    AuditEntry,
    BudgetEntry,
    LimitsEntry,
    ModelEntry,
    StudyFile,
    near,
    read_study_file,
)
from quack.kb.rulebook import Rulebook, load_rulebook
from quack.providers.client import ModelSpec

MOST_GAMES = 1_000_000
_CONSTANT = "--const "


class PlannedGame(NamedTuple):
    """A game of the plan; `folder` is where it is kept."""

    condition: Condition
    seed: int
    folder: Path

    @property
    def name(self) -> str:
        """What it is called: its condition, and the folder of its seed."""
        return f"{self.condition.name}/{self.folder.name}"


class Extracting(NamedTuple):
    """An extractor by the name that files of claims have for it; `options` are those that the study has for a model."""

    name: str
    options: Mapping[str, Any] = MappingProxyType({})

    @property
    def asks(self) -> bool:
        """Whether it is a model."""
        return self.name not in EXTRACTORS

    @property
    def spec(self) -> ModelSpec:
        """The model that it is, as far as it has to be known who is asked, where, and at what price."""
        return ModelSpec(self.name, self.options.get("api_base"), price=self.options.get("price"))


@dataclass(frozen=True)
class Plan:
    """A study that can be run.

    Attributes:
        path: its file.
        out: the folder of all that comes of it.
        models: how the models that it names are asked.
        limits: by provider, or by the name of a model.
        extractor: who reads what was said, and how a model that does is asked.
        rulebook: what judges.
        lines: on which the study's file names each of its models.
    """

    name: str
    path: Path
    out: Path
    seeds: tuple[int, ...]
    conditions: tuple[Condition, ...]
    models: Mapping[str, ModelEntry]
    limits: Mapping[str, LimitsEntry]
    games_at_once: int
    budget: BudgetEntry
    audit: AuditEntry
    extractor: Extracting
    rulebook: Rulebook
    lines: Mapping[str, int | None] = field(default_factory=dict)

    @cached_property
    def games(self) -> tuple[PlannedGame, ...]:
        """The games, seed by seed: whenever a run ends, the conditions have about as many each."""
        return tuple(
            PlannedGame(condition, seed, self.out / condition.name / folder_name(seed))
            for seed in self.seeds
            for condition in self.conditions
        )

    @property
    def asked(self) -> tuple[str, ...]:
        """The players that are models, by the names that the study has for them."""
        return tuple(dict.fromkeys(agent for condition in self.conditions for agent in self.models_in(condition)))

    def entry(self, agent: str) -> ModelEntry:
        """How a model is asked: as the study says, else as is usual."""
        return self.models.get(agent) or ModelEntry(model=agent)

    def spec(self, agent: str) -> ModelSpec:
        """The same, for whoever asks."""
        return _spec(self.entry(agent))

    def has_models(self, condition: Condition) -> bool:
        """Whether a model plays in a condition."""
        return bool(self.models_in(condition))

    def models_in(self, condition: Condition) -> tuple[str, ...]:
        """The models that play in a condition, by the names that the study has for them."""
        return tuple(agent for agent in condition.agents if not is_scripted(agent))

    @property
    def unreadable(self) -> tuple[Condition, ...]:
        """The conditions whose models speak a language that the extractor doesn't read."""
        if self.extractor.asks:
            return ()
        return tuple(one for one in self.conditions if self.has_models(one) and one.manner.language != "en")

    def order(self, condition: Condition) -> Order:
        """What the games of a condition are played by.

        Raises:
            SettingsError: it can't be played.
        """
        manner = condition.manner
        table = ModelTable(
            models={name: self.spec(name) for name in self.models},
            views=manner.views,
            language=manner.language,
            prompts=None if manner.prompts is None else self.path.parent / manner.prompts,
            image_size=manner.image_size,
            fonts=tuple(self.path.parent / font for font in manner.font),
        )
        return Order(condition.setup, condition.crew, condition.impostor, table=table)


def _spec(entry: ModelEntry) -> ModelSpec:
    price = None if entry.price is None else (entry.price.input, entry.price.output)
    return ModelSpec(**entry.model_dump(exclude={"price"}), price=price)


def folder_name(seed: int) -> str:
    """The name of a game's folder."""
    return f"seed{seed:02d}"


def read_plan(path: Path, out: Path | None = None) -> Plan:
    """The plan that a study's file makes.

    Args:
        out: the folder for what comes of it, instead of the one that the file names.

    Raises:
        SettingsError: the file is not a study that can be run; it names the line.
        MapError, RulebookError: a file that it names can't be used.
    """
    file = read_study_file(path)
    values, faults = file.values, Faults()
    conditions = conditions_of(file, faults)
    seeds = faults.attempt((), _seeds, file, len(conditions))
    folder = faults.attempt(path.parent, _folder, file) if out is None else out
    extractor = faults.attempt(Extracting(DEFAULT_EXTRACTOR), _extractor, file)
    rulebook = faults.attempt(None, _rulebook, file)
    faults.attempt(None, _check_limits, file, extractor, conditions)
    faults.tell()
    assert rulebook is not None, "what is missing is a fault"
    return Plan(
        name=values.name,
        path=path,
        out=folder,
        seeds=seeds,
        conditions=conditions,
        models=values.models,
        limits=values.limits,
        games_at_once=values.games_at_once,
        budget=values.budget,
        audit=values.audit,
        extractor=extractor,
        rulebook=rulebook,
        lines={name: file.yaml.line("models", name, "model") for name in values.models},
    )


def _seeds(file: StudyFile, conditions: int) -> tuple[int, ...]:
    try:
        seeds = seeds_of(file.values.seeds)
    except ValueError as error:
        raise file.fault(f"seeds: {error}", "seeds") from None
    if len(seeds) * conditions > MOST_GAMES:
        raise file.fault(f"more than {MOST_GAMES:,} games", "seeds", remedy="name fewer seeds")
    return seeds


def _extractor(file: StudyFile) -> Extracting:
    named = file.values.audit.extractor
    if named in file.values.models:
        entry = file.values.models[named]
        options = entry.model_dump(include=entry.model_fields_set - {"model", "price"})
        return Extracting(entry.model, {**options, "price": _spec(entry).price})
    try:
        return Extracting(require_extractor(named))
    except SettingsError as error:
        raise file.fault(f"audit.extractor: {error.what}", "audit", "extractor", remedy=str(error.remedy)) from None


def _check_limits(file: StudyFile, extractor: Extracting, conditions: Iterable[Condition]) -> None:
    agents = (agent for condition in conditions for agent in condition.agents if agent not in file.values.models)
    names = [extractor.name, *agents, *(entry.model for entry in file.values.models.values())]
    providers = dict.fromkeys(name.partition("/")[0] for name in names if "/" in name)
    for provider in file.values.limits:
        if provider not in providers:
            remedy = near(provider, providers) if providers else "leave it out"
            raise file.fault(f"limits: no model of the study is {provider}'s", "limits", provider, remedy=remedy)


def _folder(file: StudyFile) -> Path:
    named = file.values.out
    if named is None:
        name = file.values.name
        if Path(name).name != name or name in (".", "..") or not name.isprintable():
            raise file.fault(f"no folder can be called {name!r}", "name", remedy="name one with out:")
        named = f"runs/{name}"
    if "\0" in named:
        raise file.fault(f"out: no folder can be called {named!r}", "out", remedy="name another")
    return file.place(named)


def _rulebook(file: StudyFile) -> Rulebook:
    named = file.values.audit.rulebook
    beside = file.place(named)
    try:
        return load_rulebook(beside if "/" in named and os.path.exists(beside) else named, file.values.audit.constants)
    except OSError as error:  # such as for a name that is too long
        what = f"audit.rulebook: {named!r} can't be read: {error.strerror or error}"
        raise file.fault(what, "audit", "rulebook") from None
    except RulebookError as error:
        if error.line is not None:
            raise  # of the rules, not of the study
        part = "constants" if error.what.startswith(_CONSTANT) else "rulebook"
        what = f"audit.{part}: {error.what.removeprefix(_CONSTANT)}"
        raise file.fault(what, "audit", part, remedy=error.remedy or MEND) from None
