"""The aggregates that were released with the study, as far as they concern figures that we have too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from quack.metrics.condition import models_of

ALL = "all"
"""Stands for the games of all conditions."""

_FILE = Path(__file__).with_suffix(".json")


@dataclass(frozen=True, slots=True)
class PublishedCondition:
    """What was released for a condition.

    Attributes:
        games: how many games it had.
        means, deviations: mean and standard deviation over games, by the published name of the figure; a deviation
            is missing where none was released.
    """

    games: int
    means: Mapping[str, float]
    deviations: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class PublishedStudy:
    """The released aggregates by the study's names of conditions, and where they come from."""

    source: str
    conditions: Mapping[str, PublishedCondition]

    def known(self, conditions: Iterable[str]) -> bool:
        """Whether the study had all of some conditions."""
        return all(self.find(condition) is not None for condition in conditions)

    def find(self, condition: str) -> PublishedCondition | None:
        """The released aggregates of a condition, however its folder spells the models; None if there are none."""
        if condition == ALL:
            return self.conditions[ALL]
        wanted = _models(condition)
        if wanted is None:
            return None
        return next((each for name, each in self.conditions.items() if _models(name) == wanted), None)


@cache
def published_study() -> PublishedStudy:
    """The released aggregates."""
    data = json.loads(_FILE.read_text("utf-8"))
    conditions = {name: PublishedCondition(**each) for name, each in data["conditions"].items()}
    return PublishedStudy(data["source"], conditions)


def _models(condition: str) -> tuple[str, str] | None:
    models = models_of(condition)
    if models is None:
        return None
    goose, duck = (re.sub(r"[^a-z0-9]", "", models[team].lower()) for team in ("goose", "duck"))
    return goose, duck
