"""The figures of a game as the published program has them: its definitions, with the faults of its reconstruction."""

from __future__ import annotations

from quack.audit.results import GameAudit
from quack.metrics.course import Course
from quack.metrics.published_behaviour import PUBLISHED
from quack.metrics.registry import METRICS

NOTHING_REPAIRED: frozenset[str] = frozenset()


def published_values(audit: GameAudit, course: Course) -> dict[str, float | None]:
    """The published value of every metric that stands for a published figure; None is missing.

    Args:
        audit: by the paper rulebook, if what was said is to be as published too.
    """
    values: dict[str, float | None] = {}
    for name, metric in METRICS.items():
        if name in PUBLISHED:
            values[name] = PUBLISHED[name][0](course, NOTHING_REPAIRED)
        elif metric.published_as is not None:
            values[name] = metric.published_value(metric.compute(audit if metric.tier == 3 else course))
    return values
