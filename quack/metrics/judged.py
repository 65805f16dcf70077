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

    Attributes:
        kinds: the types of claims that it is made of; none if it is made of the whole game.
        team: whose claims it is made of; None for everybody's.
    """

    function: Figure
    kinds: frozenset[str] = frozenset()
    team: Team | None = None

    def applies(self, spoken: Collection[tuple[str, str]]) -> bool:
        """Whether claims of these types, each with the team of its speaker, can be part of it."""
        return any(kind in self.kinds and self.team in (None, team) for kind, team in spoken)

    def compute(self, game: GameAudit) -> MetricResult:
        return self.function(game)

    def by_player(self, game: GameAudit) -> dict[PlayerId, MetricResult]:
        return {player: self.function(part) for player, part in _by_player(game).items()}

    def by_team(self, game: GameAudit) -> dict[Team, MetricResult]:
        return {team: self.function(part) for team, part in _by_team(game).items()}


def metric(
    label: str,
    kinds: Iterable[str] = (),
    *,
    team: Team | None = None,
    published: bool = False,
    published_as: str | None = None,
) -> Callable[[Figure], StatementMetric]:
    """Registers a function of a game under its own name; its docstring is the definition.

    Args:
        label, published, published_as: see `Metric`.
        kinds, team: see `StatementMetric`.
    """

    def add(function: Figure) -> StatementMetric:
        return register(
            StatementMetric(
                name=function.__name__,
                label=label,
                definition=definition(function),
                tier=3,
                published=published,
                published_as=published_as,
                function=function,
                kinds=frozenset(kinds),
                team=team,
            )
        )

    return add


def claims_metric(
    label: str, kinds: Iterable[str], team: Team, *, published_as: str | None = None
) -> Callable[[ClaimsFigure], StatementMetric]:
    """Registers a function of a game and a team's decided own claims of some types, once per scope.

    The claims are those that their speaker itself asserts and that aren't undecided. Those about the speaker itself are
    the headline; all claims stand beside it under the name with `.all`, as they were published.
    """
    wanted = frozenset(kinds)

    def add(function: ClaimsFigure) -> StatementMetric:
        def of_scope(scope: Scope) -> StatementMetric:
            return StatementMetric(
                name=f"{function.__name__}.all" if scope == "all" else function.__name__,
                label=label,
                definition=definition(function),
                tier=3,
                scope=scope,
                published_as=published_as if scope == "all" else None,
                function=lambda game: function(game, _of_kinds(game, wanted, team, scope)),
                kinds=wanted,
                team=team,
            )

        register(of_scope("all"))
        return register(of_scope("self"))

    return add


def decided(game: GameAudit, kinds: Collection[str], team: Team | None = None) -> list[AuditRecord]:
    """The claims of some types that their speaker, of a team, itself asserts and that aren't undecided."""
    return _of_kinds(game, frozenset(kinds), team, "all")


# Many metrics ask the same of one game after the other.
@lru_cache(maxsize=16)
def _of_kinds(game: GameAudit, kinds: frozenset[str], team: Team | None, scope: Scope) -> list[AuditRecord]:
    if scope == "self":
        return [record for record in _of_kinds(game, kinds, team, "all") if record.perspective == "self"]
    return [record for kind, record in _decided(game) if kind in kinds and team in (None, record.team)]


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
