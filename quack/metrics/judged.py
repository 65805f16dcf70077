"""How figures are made from the records of an audit: tier 3."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from quack.audit.records import AuditRecord
from quack.audit.results import Coverage, GameAudit
from quack.events.models import PlayerId
from quack.metrics.registry import TEAMS, Metric, MetricResult, Scope, Team, definition, register

Figure = Callable[[GameAudit], MetricResult]
ClaimsFigure = Callable[[GameAudit, Sequence[AuditRecord]], MetricResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementMetric(Metric):
    """A figure of what was said; that of a player or a team is made of what it said itself.

    The players' figures add up to their team's, but for lie detection: it counts meetings, and two Ducks may lie in the
    same one. Coverage is nobody's.
    """

    function: Figure

    def compute(self, game: GameAudit) -> MetricResult:
        return self.function(game)

    def by_player(self, game: GameAudit) -> dict[PlayerId, MetricResult]:
        return {player: self.function(part) for player, part in _by_player(game).items()}

    def by_team(self, game: GameAudit) -> dict[Team, MetricResult]:
        return {team: self.function(part) for team, part in _by_team(game).items()}


def metric(
    label: str, *, published: bool = False, published_as: str | None = None
) -> Callable[[Figure], StatementMetric]:
    """Registers a function of a game under its own name; its docstring is the definition."""

    def add(function: Figure) -> StatementMetric:
        return register(_metric(function, function, label, None, published, published_as))

    return add


def claims_metric(
    label: str, kinds: Iterable[str], *, published_as: str | None = None
) -> Callable[[ClaimsFigure], StatementMetric]:
    """Registers a function of a game and its decided own claims of some types, once per scope.

    The claims are those that their speaker itself asserts and that aren't undecided. Those about the speaker itself are
    the headline; all claims stand beside it under the name with `.all`, as they were published.
    """
    wanted = frozenset(kinds)

    def add(function: ClaimsFigure) -> StatementMetric:
        def about_self(game: GameAudit) -> MetricResult:
            return function(game, _of_kinds(game, wanted, True))

        def about_all(game: GameAudit) -> MetricResult:
            return function(game, _of_kinds(game, wanted, False))

        register(_metric(function, about_all, label, "all", False, published_as))
        return register(_metric(function, about_self, label, "self", False, None))

    return add


def _metric(
    named: Callable[..., MetricResult],
    figure: Figure,
    label: str,
    scope: Scope | None,
    published: bool,
    published_as: str | None,
) -> StatementMetric:
    return StatementMetric(
        name=f"{named.__name__}.all" if scope == "all" else named.__name__,
        label=label,
        definition=definition(named),
        tier=3,
        scope=scope,
        published=published,
        published_as=published_as,
        function=figure,
    )


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


@lru_cache(maxsize=1)
def _by_player(game: GameAudit) -> dict[PlayerId, GameAudit]:
    return {player: part(game, [r for r in game.records if r.speaker == player]) for player in game.teams}


@lru_cache(maxsize=1)
def _by_team(game: GameAudit) -> dict[Team, GameAudit]:
    return {team: part(game, [r for r in game.records if r.team == team]) for team in TEAMS}


def part(game: GameAudit, records: Iterable[AuditRecord]) -> GameAudit:
    # Which utterances were read is known of the game only.
    return replace(game, records=tuple(records), coverage=Coverage(), chat_coverage=Coverage())
