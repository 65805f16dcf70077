"""How figures are made from the course of a game: tiers 1 and 2."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from quack.events.models import PlayerId
from quack.metrics.course import Course
from quack.metrics.registry import NOTHING, TEAMS, Kind, Metric, MetricResult, Team, Tier, definition, register


class Spread(NamedTuple):
    """A figure of a game, of each team and of each player; `NOTHING` for those whose figure it is not."""

    game: MetricResult
    teams: dict[Team, MetricResult]
    players: dict[PlayerId, MetricResult]


class Entry(NamedTuple):
    """So much was counted; None if it is no single player's."""

    player: PlayerId | None
    amount: int


Entries = Callable[[Course], Iterable[Entry]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseMetric(Metric):
    """A figure made of entries: their sum, for each entry or for the game.

    The players' entries add up to their team's, and with those that are nobody's to the game's. A count stands for one
    game, whoever's it is.

    Attributes:
        team: whose figure it is; None for everybody's.
        personal: whether players have it, not only the game and the team.
    """

    entries: Entries
    team: Team | None = None
    personal: bool = True

    def compute(self, game: Course) -> MetricResult:
        amounts = [entry.amount for entry in self.entries(game)]
        return self._result(sum(amounts), len(amounts))

    def by_player(self, game: Course) -> dict[PlayerId, MetricResult]:
        return self.spread(game).players

    def by_team(self, game: Course) -> dict[Team, MetricResult]:
        return self.spread(game).teams

    def spread(self, game: Course) -> Spread:
        """The figure of the game, its teams and players, counted once."""
        sums: dict[PlayerId | None, int] = dict.fromkeys((None, *game.teams), 0)
        numbers = sums.copy()
        for player, amount in self.entries(game):
            sums[player] += amount
            numbers[player] += 1
        whole = self._result(sum(sums.values()), sum(numbers.values()))
        # What isn't personal is a team's only where it says so.
        teams: dict[Team, MetricResult] = {team: whole if self.team == team else NOTHING for team in TEAMS}
        players: dict[PlayerId, MetricResult] = dict.fromkeys(game.teams, NOTHING)
        for team in TEAMS if self.personal else ():
            if self.team in (None, team):
                members = [player for player, each in game.teams.items() if each == team]
                players |= {player: self._result(sums[player], numbers[player]) for player in members}
                teams[team] = self._result(sum(sums[each] for each in members), sum(numbers[each] for each in members))
        return Spread(whole, teams, players)

    def _result(self, amount: int, number: int) -> MetricResult:
        return MetricResult(amount, 1 if self.kind == "count" else number)


def figure(
    label: str,
    tier: Tier,
    kind: Kind,
    unit: str = "",
    *,
    team: Team | None = None,
    personal: bool = True,
    published_as: str | None = None,
    if_nothing: float | None = 0.0,
) -> Callable[[Entries], CourseMetric]:
    """Registers a function of a game's course under its own name; its docstring is the definition.

    It yields an entry for each thing that is counted; the amount of a share's entry is 1 for yes and 0 for no.

    Args:
        label, tier, kind, unit, team, personal, published_as, if_nothing: see `Metric` and `CourseMetric`.
    """

    def add(function: Entries) -> CourseMetric:
        return register(
            CourseMetric(
                name=getattr(function, "__name__", ""),
                label=label,
                definition=definition(function),
                tier=tier,
                kind=kind,
                unit=unit,
                published_as=published_as,
                if_nothing=if_nothing,
                entries=function,
                team=team,
                personal=personal,
            )
        )

    return add
