"""The figures of a study with their intervals, group by group."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quack.metrics.grouping import Group
from quack.metrics.registry import CENSUS, METRICS, NOTHING, Metric, MetricResult

if TYPE_CHECKING:
    from quack.metrics.inference import Estimate
    from quack.metrics.resampling import Resampling
    from quack.metrics.study import Study


@dataclass(frozen=True, slots=True)
class Published:
    """A figure of some games as the published study would give it.

    Attributes:
        mean: over the games that have a value, most of those with nothing to divide by counting as 0.
        games: how many have one.
    """

    mean: float | None
    games: int


@dataclass(frozen=True, slots=True)
class GroupFigure:
    """A figure of a group.

    Attributes:
        made_of: the sums of numerators and denominators over all games.
        pooled: their ratio, with its interval; of how many games, and how many of them have the figure.
        mean: the mean over the games that have it, with its interval.
        published: as published; None where it wasn't, or where the study doesn't keep it.
    """

    group: Group
    metric: Metric
    made_of: MetricResult
    pooled: Estimate
    mean: Estimate
    published: Published | None = None


def group_figure(study: Study, group: Group, name: str, how: Resampling | None = None) -> GroupFigure:
    """A figure of a group of a study; the interval is for games drawn as `how` says. One of `CENSUS` has none.

    Raises:
        KeyError: there is no such group or figure.
    """
    from quack.metrics.inference import mean_of_games, pooled_rate
    from quack.metrics.resampling import Resampling

    metric, how, results = METRICS[name], how or Resampling(), study.results(group, name)
    estimates = [figure(results, kind=metric.kind, how=how) for figure in (pooled_rate, mean_of_games)]
    if name in CENSUS:
        estimates = [replace(each, interval=None) for each in estimates]
    pooled, mean = estimates
    return GroupFigure(
        group=group,
        metric=metric,
        made_of=sum(results, NOTHING),
        pooled=pooled,
        mean=mean,
        published=_published(study, group, name),
    )


def _published(study: Study, group: Group, name: str) -> Published | None:
    values = study.published(group, name)
    if values is None:
        return None
    there = [value for value in values if value is not None]
    return Published(sum(there) / len(there) if there else None, len(there))


def group_figures(
    study: Study,
    names: Iterable[str] | None = None,
    groups: Iterable[Group] | None = None,
    how: Resampling | None = None,
) -> list[GroupFigure]:
    """Figures of groups, those of a group together: all figures of all groups, if not told which."""
    names, groups = list(METRICS if names is None else names), study.groups() if groups is None else groups
    return [group_figure(study, group, name, how) for group in groups for name in names]
