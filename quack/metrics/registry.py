"""The table of metrics: one decorated function each, and the result that all of them give."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

from quack.events.models import PlayerId

Tier = Literal[1, 2, 3]
"""Outcomes, behaviour, what was said."""

TIERS: Mapping[Tier, str] = {1: "outcomes, from the log", 2: "behaviour, from the log", 3: "what was said, audited"}
"""The tiers, and what their figures are made from."""

Team = Literal["goose", "duck"]
TEAMS: tuple[Team, ...] = ("goose", "duck")

Kind = Literal["share", "mean", "count"]
"""What a figure is: so many of so many; so much for each; so many in a game."""

Scope = Literal["self", "all"]
"""Claims about the speaker's own trajectory, or those about others too."""


class MetricResult(NamedTuple):
    """A figure as the two numbers it is made of, so that the figures of several games can be pooled."""

    numerator: int
    denominator: int

    @property
    def value(self) -> float | None:
        """The figure; None, never 0, where there is nothing to divide by."""
        return self.numerator / self.denominator if self.denominator else None

    def __add__(self, other: object) -> MetricResult:
        """Pools two results; a tuple's own `+` would join them."""
        if not isinstance(other, MetricResult):
            return NotImplemented
        return MetricResult(self.numerator + other.numerator, self.denominator + other.denominator)


NOTHING = MetricResult(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric(ABC):
    """A figure and how to get it from a game.

    Tiers 1 and 2 are computed from a `quack.metrics.course.Course`, tier 3 from a `quack.audit.results.GameAudit`.

    Attributes:
        name: its key in exports, such as `goose_truthfulness` (about oneself) or `goose_truthfulness.all`.
        label: its name in tables.
        definition: what is divided by what.
        tier: what it is made from.
        kind: whether it is a share, a mean or a count.
        unit: what a mean or a count is given in; "" for shares.
        scope: which claims it counts, where that is a choice.
        published: whether it stands for a figure as the published study counted it, beside ours.
        published_as: the key of the published figure that it stands for; None where there was none.
        if_nothing: what the published study put where there is nothing to divide by; we say that it is missing.
    """

    name: str
    label: str
    definition: str
    tier: Tier
    kind: Kind = "share"
    unit: str = ""
    scope: Scope | None = None
    published: bool = False
    published_as: str | None = None
    if_nothing: float | None = 0.0

    @abstractmethod
    def compute(self, game: Any) -> MetricResult:
        """The figure of a game."""

    @abstractmethod
    def by_player(self, game: Any) -> dict[PlayerId, MetricResult]:
        """The figure of each player, in seat order; `NOTHING` for those whose figure it is not."""

    @abstractmethod
    def by_team(self, game: Any) -> dict[Team, MetricResult]:
        """The figure of each team; `NOTHING` for one whose figure it is not."""

    def published_value(self, result: MetricResult) -> float | None:
        """The value as the published study counted it, where nothing to divide by is mostly 0."""
        return self.if_nothing if result.value is None else result.value


METRICS: dict[str, Metric] = {}
"""Every metric by name."""


CENSUS = frozenset({"coverage", "chat_coverage"})
"""Figures that say what was read of just these games: all of it was counted, so they have no interval and no test."""

COMPLEMENTS: Mapping[str, str] = {"duck_wins": "goose_wins", "cooldown_passed": "cooldown_used"}
"""Figures that are 1 less another one: a test of both is one test."""


def of_tier(tier: Tier) -> dict[str, Metric]:
    """The metrics of a tier by name, in the order of tables."""
    return {name: metric for name, metric in METRICS.items() if metric.tier == tier}


Some = TypeVar("Some", bound=Metric)


def register(new: Some) -> Some:
    """Puts a metric into the table."""
    if new.name in METRICS:
        raise ValueError(f"two metrics of the name {new.name}")
    METRICS[new.name] = new
    return new


def definition(function: Callable[..., object]) -> str:
    """The docstring of a metric's function, on one line."""
    return " ".join((function.__doc__ or "").split())


def share(of: Iterable[bool]) -> MetricResult:
    """How many of the answers are yes."""
    answers = list(of)
    return MetricResult(sum(answers), len(answers))
