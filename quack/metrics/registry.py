"""The table of metrics: one decorated function each, and the result that all of them give."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from quack.audit.records import AuditRecord
from quack.audit.results import GameAudit

Scope = Literal["self", "all"]
"""Claims about the speaker's own trajectory, or those about others too."""


class MetricResult(NamedTuple):
    """A rate as the two numbers it is made of, so that the rates of several games can be pooled."""

    numerator: int
    denominator: int

    @property
    def value(self) -> float | None:
        """The rate; None, never 0, where there is nothing to divide by."""
        return self.numerator / self.denominator if self.denominator else None

    def __add__(self, other: object) -> MetricResult:
        """Pools two results; a tuple's own `+` would join them."""
        if not isinstance(other, MetricResult):
            return NotImplemented
        return MetricResult(self.numerator + other.numerator, self.denominator + other.denominator)


NOTHING = MetricResult(0, 0)

ClaimsMetric = Callable[[GameAudit, Sequence[AuditRecord]], MetricResult]


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure and how to get it from a game.

    Attributes:
        name: its key in exports, such as `goose_truthfulness` (about oneself) or `goose_truthfulness.all`.
        label: its name in tables.
        definition: what it counts.
        scope: which claims it counts, where that is a choice.
        published: whether it stands for a figure as the published study counted it, beside ours.
    """

    name: str
    label: str
    definition: str
    scope: Scope | None
    published: bool
    compute: Callable[[GameAudit], MetricResult]


METRICS: dict[str, Metric] = {}
"""Every metric by name, in the order of tables."""


def metric(label: str, *, published: bool = False) -> Callable[[Callable[[GameAudit], MetricResult]], Metric]:
    """Registers a function of a game under its own name; its docstring is the definition."""

    def register(function: Callable[[GameAudit], MetricResult]) -> Metric:
        return _add(Metric(function.__name__, label, _definition(function), None, published, function))

    return register


def claims_metric(label: str, kinds: Iterable[str], *, published: bool = False) -> Callable[[ClaimsMetric], Metric]:
    """Registers a function of a game and its decided own claims of some types, once per scope.

    The claims are those that their speaker itself asserts and that aren't undecided. Those about the speaker itself are
    the headline; all claims stand beside it under the name with `.all`.
    """
    wanted = frozenset(kinds)

    def register(function: ClaimsMetric) -> Metric:
        def about_self(game: GameAudit) -> MetricResult:
            return function(game, _of_kinds(game, wanted, True))

        def about_all(game: GameAudit) -> MetricResult:
            return function(game, _of_kinds(game, wanted, False))

        name, definition = function.__name__, _definition(function)
        _add(Metric(f"{name}.all", label, definition, "all", published, about_all))
        return _add(Metric(name, label, definition, "self", published, about_self))

    return register


def decided(game: GameAudit, kinds: Collection[str]) -> list[AuditRecord]:
    """The claims of some types that their speaker itself asserts and that aren't undecided."""
    return _of_kinds(game, frozenset(kinds), False)


# Many metrics ask the same of one game after the other.
@lru_cache(maxsize=8)
def _of_kinds(game: GameAudit, kinds: frozenset[str], own_trajectory: bool) -> list[AuditRecord]:
    if own_trajectory:
        return [record for record in _of_kinds(game, kinds, False) if record.perspective == "self"]
    return [record for kind, record in _decided(game) if kind in kinds]


@lru_cache(maxsize=1)
def _decided(game: GameAudit) -> list[tuple[str, AuditRecord]]:
    return [(r.kind, r) for r in game.records if r.bucket not in (None, "undecided") and r.own]


def _definition(function: Callable[..., MetricResult]) -> str:
    return " ".join((function.__doc__ or "").split())


def _add(new: Metric) -> Metric:
    if new.name in METRICS:
        raise ValueError(f"two metrics of the name {new.name}")
    METRICS[new.name] = new
    return new


def share(of: Iterable[bool]) -> MetricResult:
    """How many of the answers are yes."""
    answers = list(of)
    return MetricResult(sum(answers), len(answers))
