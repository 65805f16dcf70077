"""The published study again: games by the paper rulebook and definitions, by another rulebook, and what differs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from quack.audit.auditor import Progress, carry_out
from quack.audit.diffing import DiffOrder, GameDiff
from quack.audit.discover import Game
from quack.audit.results import FailedGame
from quack.kb.judge import Case
from quack.kb.rulebook import Rulebook
from quack.metrics.course import Course
from quack.metrics.game_figures import GameFigures
from quack.metrics.grouping import OVERALL, Group
from quack.metrics.published_behaviour import PUBLISHED, causes, same
from quack.metrics.registry import METRICS
from quack.metrics.rule_diff import DiffSummary
from quack.metrics.scoring import figures_of
from quack.metrics.study import Study

EVALUATION_NAME = "evaluation.json"
"""The file beside a released log that holds its published figures."""

_MOST_BYTES = 4_000_000


@dataclass(frozen=True, slots=True, eq=False)
class ReproducedGame:
    """A game of the study.

    Attributes:
        diff: its claims by the paper rulebook and by the other.
        paper, ours: its figures by either.
        faults: what the published program got wrong about its figures of behaviour, by the names of metrics.
        unexplained: the figures that are not ours with all its known faults mended.
        released: its published figures by their published names; None where they were not released.
    """

    diff: GameDiff
    paper: GameFigures
    ours: GameFigures
    faults: Mapping[str, tuple[str, ...]]
    unexplained: tuple[str, ...]
    released: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class ReproductionOrder(DiffOrder):
    """Games to be audited by the paper rulebook, which is `rulebook`, and by another."""

    def outcomes(self, games: Sequence[Game], cases: Sequence[Case]) -> list[ReproducedGame]:  # type: ignore[override]
        """What each of some games on one map gives.

        Raises:
            RulebookError: one of the rulebooks fails.
        """
        diffs = DiffOrder.outcomes(self, games, cases)
        return [_reproduced(*each) for each in zip(games, cases, diffs, strict=True)]


def _reproduced(game: Game, case: Case, diff: GameDiff) -> ReproducedGame:
    course = Course(case.log, case.timeline)
    paper = figures_of(diff.before, course, published=True)
    ours = figures_of(diff.after, course)
    wrong = [name for name in PUBLISHED if not same(paper.published[name], _as_published(name, paper))]
    mended = {name: figure(course, frozenset(faults)) for name, (figure, faults) in PUBLISHED.items()}
    return ReproducedGame(
        diff,
        paper,
        ours,
        {name: causes(name, course) for name in wrong},
        tuple(name for name in PUBLISHED if not same(mended[name], _as_published(name, paper))),
        _released(game.log.with_name(EVALUATION_NAME)),
    )


def _as_published(name: str, figures: GameFigures) -> float | None:
    """Our figure, where only what the published program puts for a missing one is theirs."""
    return METRICS[name].published_value(figures.course[name])


def _released(path: Path) -> Mapping[str, Any] | None:
    try:
        if path.stat().st_size > _MOST_BYTES:
            return None
        data = json.loads(path.read_bytes())
        return {key: value for tier in ("tier1", "tier2", "tier3") for key, value in data[tier].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def reproduce_each(
    games: Sequence[Game],
    paper: Rulebook,
    ours: Rulebook,
    *,
    jobs: int = 1,
    batch_size: int | None = None,
    on_progress: Progress | None = None,
) -> Iterator[ReproducedGame | FailedGame]:
    """What each game gives, in order; arguments and errors as for `diff_games`."""
    order = ReproductionOrder(paper, None, ours)
    return carry_out(games, order, jobs=jobs, batch_size=batch_size, on_progress=on_progress)  # type: ignore[return-value]


class Mismatch(NamedTuple):
    """A figure of a game that is not the released one."""

    game: str
    metric: str
    value: float | None
    released: Any


@dataclass(slots=True)
class Reproduction:
    """The study again, taken in game by game.

    Attributes:
        paper, ours: the figures of the games by either rulebook; the first keeps those as published too.
        diff: what the rulebooks say differently, and by which rules.
        checked: how many games' figures were held against the released ones, by metric.
        mismatches: those that differ.
        faults: in how many games a fault of the published program bends a figure, by metric and fault.
        unexplained: in how many games a figure is not ours with all faults mended.
    """

    paper: Study = field(default_factory=lambda: Study(paper=True))
    ours: Study = field(default_factory=Study)
    diff: DiffSummary = field(default_factory=DiffSummary)
    checked: Counter[str] = field(default_factory=Counter)
    mismatches: list[Mismatch] = field(default_factory=list)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    unexplained: Counter[str] = field(default_factory=Counter)

    def add(self, game: ReproducedGame | FailedGame) -> None:
        """Takes in one game."""
        if isinstance(game, FailedGame):
            for part in (self.paper, self.ours, self.diff):
                part.add(game)
            return
        self.paper.add(game.paper)
        self.ours.add(game.ours)
        self.diff.add(game.diff)
        for name, faults in game.faults.items():
            self.faults.update((name, fault) for fault in faults)
        self.unexplained.update(game.unexplained)
        if game.released is not None:
            self._check(game, game.released)

    def _check(self, game: ReproducedGame, released: Mapping[str, Any]) -> None:
        for name, value in game.paper.published.items():
            theirs = METRICS[name].published_as or name
            if theirs in released:
                self.checked[name] += 1
                if not _equal(value, released[theirs]):
                    self.mismatches.append(Mismatch(game.paper.game, name, value, released[theirs]))

    def published_mean(self, group: Group, name: str) -> float | None:
        """The mean over a group's games of a figure as the published program has it; None if no game has it."""
        values = [value for value in self.paper.published(group, name) or () if value is not None]
        return fmean(values) if values else None

    def without(self, name: str) -> int:
        """How many games have nothing to divide by for a figure."""
        return sum(not result.denominator for result in self.paper.results(OVERALL, name))


def _equal(value: float | None, released: Any) -> bool:
    if released is None or isinstance(released, bool) or not isinstance(released, int | float):
        return value is None and released is None
    return same(value, float(released))
