"""Scores games: audits them, counts what happened in them, and keeps the figures of each, not its records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from quack.audit.auditor import Progress, carry_out
from quack.audit.batch import Order
from quack.audit.discover import Game
from quack.audit.engines import EngineName
from quack.audit.records import AuditRecord
from quack.audit.results import FailedGame, GameAudit
from quack.kb.judge import Case
from quack.metrics.aggregate import score_game
from quack.metrics.condition import condition_of_log, models_of, seed_of
from quack.metrics.counting import CourseMetric
from quack.metrics.course import Course
from quack.metrics.game_figures import CHAT, Figures, GameFigures, Player
from quack.metrics.judged import StatementMetric, part
from quack.metrics.outcome import outcome_of
from quack.metrics.published import published_values
from quack.metrics.registry import METRICS, TEAMS, MetricResult, Team

Scored = GameFigures | FailedGame

_Parts = dict[str, dict[str, MetricResult]]
"""Figures of the parts of a game."""


@dataclass(frozen=True, slots=True)
class ScoreOrder(Order):
    """Games to be scored.

    Attributes:
        published: whether the figures as the published program has them are wanted too.
    """

    published: bool = False

    def outcomes(self, games: Sequence[Game], cases: Sequence[Case]) -> list[Scored]:  # type: ignore[override]
        """The figures of each of some games on one map, or why it has none.

        Raises:
            RulebookError: the rulebook fails.
        """
        audits = Order.outcomes(self, games, cases)
        return [
            self.score(audit, case) if isinstance(audit, GameAudit) else audit
            for audit, case in zip(audits, cases, strict=True)
        ]

    def score(self, audit: GameAudit, case: Case) -> GameFigures:
        """The figures of an audited game."""
        return figures_of(audit, Course(case.log, case.timeline), published=self.published)


def score_each(
    games: Sequence[Game],
    order: ScoreOrder,
    *,
    jobs: int = 1,
    batch_size: int | None = None,
    engine: EngineName = "local",
    on_progress: Progress | None = None,
) -> Iterator[Scored]:
    """The figures of each game, or why it has none, in order, as soon as they are there.

    Raises:
        SettingsError: `jobs` or `batch_size` is below 1, or the engine can't be used.
        RulebookError: the rulebook fails with every game of a batch.
    """
    outcomes = carry_out(games, order, jobs=jobs, batch_size=batch_size, engine=engine, on_progress=on_progress)
    return outcomes  # type: ignore[return-value]


def figures_of(audit: GameAudit, course: Course, *, published: bool = False) -> GameFigures:
    """The figures of an audited game and of its course; `published` as for `ScoreOrder`."""
    condition = condition_of_log(audit.game, course.log)
    whole, teams, players = _course_figures(course)
    speakers = _split(audit, lambda record: record.speaker)
    sides = _split(audit, lambda record: record.team)
    return GameFigures(
        condition=condition,
        seed=seed_of(audit.game, course.log),
        map=course.log.map.name,
        roster=_roster(course, condition),
        outcome=outcome_of(course),
        statements=score_game(audit),
        course=whole,
        teams={team: {**teams[team], **sides.get(team, {})} for team in teams},
        players={player: {**players[player], **speakers.get(player, {})} for player in players},
        rounds=_split(audit, lambda record: CHAT if record.meeting is None else str(record.meeting + 1)),
        types=_split(audit, lambda record: record.kind),
        published=published_values(audit, course) if published else {},
    )


def _roster(course: Course, condition: str) -> tuple[Player, ...]:
    models: Mapping[Team, str] = models_of(condition) or {}
    seats: Mapping[str, str] = course.log.config.seats or {}
    return tuple(
        Player(player.id, player.name, team, seats.get(player.id, models.get(team)))
        for player, team in zip(course.log.players, course.teams.values(), strict=True)
    )


def _course_figures(course: Course) -> tuple[Figures, _Parts, _Parts]:
    """Tiers 1 and 2 of the game, of each team and of each player."""
    whole: dict[str, MetricResult] = {}
    teams: _Parts = {team: {} for team in TEAMS}
    players: _Parts = {player: {} for player in course.teams}
    for name, metric in METRICS.items():
        if isinstance(metric, CourseMetric):
            spread = metric.spread(course)
            whole[name] = spread.game
            for parts, results in ((teams, spread.teams), (players, spread.players)):
                for key, result in results.items():
                    if result.denominator:
                        parts[key][name] = result
    return whole, teams, players


def _split(audit: GameAudit, key: Callable[[AuditRecord], str]) -> _Parts:
    """Tier 3 for each part of the claims, in the order in which the parts first appear."""
    parts: dict[str, list[AuditRecord]] = {}
    for record in audit.records:
        parts.setdefault(key(record), []).append(record)
    return {name: _statement_figures(part(audit, records)) for name, records in parts.items()}


def _statement_figures(audit: GameAudit) -> dict[str, MetricResult]:
    spoken = frozenset([(record.kind, record.team) for record in audit.records])
    results = [(metric.name, metric.compute(audit)) for metric in _applying(spoken)]
    return {name: result for name, result in results if result.denominator}


# Few mixtures of types occur, and asking every metric whether it applies takes longer than computing those that do.
@lru_cache(maxsize=1_000)
def _applying(spoken: frozenset[tuple[str, str]]) -> tuple[StatementMetric, ...]:
    metrics = [metric for metric in METRICS.values() if isinstance(metric, StatementMetric)]
    return tuple(metric for metric in metrics if metric.applies(spoken))
