"""The figures of many games as columns: small in memory, game by game, and pooled over groups of games."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quack.audit.auditor import Progress
from quack.audit.discover import Game, discover_games, with_claims
from quack.audit.engines import EngineName
from quack.audit.results import FailedGame
from quack.errors import SettingsError
from quack.kb.rulebook import Rulebook, load_rulebook
from quack.metrics.columns import GroupFigures, Told
from quack.metrics.game_figures import GameFigures
from quack.metrics.grouping import OVERALL, By, Group, checked, groups_of, in_order
from quack.metrics.registry import MetricResult
from quack.metrics.scoring import Scored, ScoreOrder, score_each
from quack.settings import DEFAULT_RULEBOOK
from quack.world.map import GameMap

if TYPE_CHECKING:
    from quack.metrics.comparing import Side
    from quack.metrics.estimates import GroupFigure
    from quack.metrics.resampling import Resampling

PAPER = "paper"
"""The rulebook of the published study."""

_MISSING = float("nan")


class StudiedGame(NamedTuple):
    """What a study keeps of a game beside its figures."""

    name: str
    condition: str
    seed: str | None


class Study:
    """Games scored under one rulebook, taken in one by one; keeps numbers, not the figures as they came.

    Args:
        by: what to tell the games, or their parts, apart by: several give a group for each combination.
        paper: keep the values as published too, of games that were scored with them.

    Attributes:
        games: the games, in the order in which they were taken in.
        failed: games without figures, with what kept them from having some.
        told: what was said and read, by condition.
        defects, notices: of all games; a defect with its game.

    Raises:
        SettingsError: games can't be told apart so.
    """

    def __init__(self, by: Iterable[str] = ("condition",), *, paper: bool = False) -> None:
        self.by: tuple[By, ...] = checked(by)
        self.paper = paper
        self.games: list[StudiedGame] = []
        self.failed: list[FailedGame] = []
        self.told: dict[str, Told] = {}
        self.defects: list[tuple[str, str]] = []
        self.notices: list[str] = []
        self._groups: dict[Group, GroupFigures] = {OVERALL: GroupFigures()}
        self._published: dict[str, array[float]] = {}

    def add(self, scored: Scored) -> None:
        """Takes in one game."""
        if isinstance(scored, FailedGame):
            self.failed.append(scored)
            return
        index = len(self.games)
        self.games.append(StudiedGame(scored.game, scored.condition, scored.seed))
        self._groups[OVERALL].add(index, scored.figures)
        for group, figures in groups_of(scored, self.by).items():
            self._groups.setdefault(group, GroupFigures()).add(index, figures)
        if self.paper:
            self._keep_published(scored)
        self.told.setdefault(scored.condition, Told()).add(scored.statements)
        self.defects += ((scored.game, defect) for defect in scored.statements.defects)
        self.notices += scored.statements.notices

    def _keep_published(self, game: GameFigures) -> None:
        for name, value in game.published.items():
            column = self._published.setdefault(name, array("d"))
            column.extend([_MISSING] * (len(self.games) - 1 - len(column)))
            column.append(_MISSING if value is None else value)

    def groups(self) -> list[Group]:
        """The groups in the order of tables, `OVERALL` last."""
        return in_order(self._groups, self.by)

    def figures(self, group: Group = OVERALL) -> GroupFigures:
        """The columns of a group.

        Raises:
            KeyError: there is no such group.
        """
        return self._groups[group]

    def results(self, group: Group, metric: str) -> list[MetricResult]:
        """A figure of a group's games, in their order; 0 / 0 where a game doesn't have it."""
        return list(self._groups[group][metric])

    def published(self, group: Group, metric: str) -> list[float | None] | None:
        """The values as published of a group's games, in their order.

        None where there are none: only figures that were published have them, of whole games, in a study of the paper.
        """
        column = self._published.get(metric)
        if column is None or not self.whole(group):
            return None
        values = (column[game] if game < len(column) else _MISSING for game in self._groups[group].games)
        return [None if isnan(value) else value for value in values]

    def side(self, *group: str) -> Side:
        """The games of a group, to be compared with others; without one, all games.

        Raises:
            SettingsError: there is no such group.
        """
        from quack.metrics.comparing import Side

        if group not in self._groups:
            names = ", ".join(" / ".join(each) for each in self.groups()[:-1])
            raise SettingsError(f"there are no games of {' / '.join(group)}", remedy=f"there are those of {names}")
        return Side(self, group)

    def table(
        self,
        metrics: Iterable[str] | None = None,
        groups: Iterable[Group] | None = None,
        how: Resampling | None = None,
    ) -> list[GroupFigure]:
        """Figures of groups with their intervals, those of a group together; all of all, if not told which.

        `quack.table_frame` makes a data frame of them.

        Raises:
            SettingsError: there is no such figure.
            KeyError: there is no such group.
        """
        from quack.metrics.comparing import checked_metrics
        from quack.metrics.estimates import group_figures

        return group_figures(self, None if metrics is None else checked_metrics(metrics), groups, how)

    def whole(self, group: Group) -> bool:
        """Whether a group is made of whole games, not of parts of them."""
        return group == OVERALL or self.by == ("condition",)

    def has(self, metric: str, groups: Sequence[Group] | None = None) -> bool:
        """Whether any game of some groups (of any, if not given) has a figure."""
        return any(any(self._groups[group][metric].denominators) for group in (groups or self._groups))

    @property
    def conditions(self) -> list[str]:
        """The conditions of the games, by name."""
        return sorted(self.told)

    def all_told(self, conditions: Iterable[str] | None = None) -> Told:
        """What is told of the games of some conditions together; of all, if not given."""
        total = Told()
        for condition in self.told if conditions is None else conditions:
            one = self.told[condition]
            for whole, part in (
                (total.verdicts, one.verdicts),
                (total.coverage, one.coverage),
                (total.chat_coverage, one.chat_coverage),
                (total.phrases, one.phrases),
                (total.sources, one.sources),
            ):
                whole.update(part)  # type: ignore[arg-type]
        return total


def score_games(
    paths: str | Path | Sequence[str | Path],
    *,
    rulebook: Rulebook | str | Path | None = None,
    claims: str | Path | None = None,
    jobs: int = 1,
    engine: EngineName = "local",
    out: str | Path | None = None,
    by: str | Iterable[str] = ("condition",),
    paper: bool = False,
    map: GameMap | None = None,
    on_progress: Progress | None = None,
) -> Study:
    """Scores the games under some paths: outcomes, behaviour, and what was said.

        from quack import score_games

        study = score_games("logs", by="team")
        for figure in study.table(["accusation_accuracy", "survivors"]):
            print(figure.group, figure.metric.label, figure.pooled.value, figure.pooled.interval)

    Args:
        paths: a log, a run folder or a tree of them, or several.
        rulebook: a rulebook, or the name or folder of one; `observed` if not given, `paper` in a study of the paper.
        claims: where the claims are, if not beside the logs; see `with_claims`.
        jobs: how many processes work at it.
        engine: `local`, or `ray` for a cluster. Neither this nor `jobs` changes the figures.
        out: a folder that keeps figures and records, so that the next time only what is new or changed is computed.
        by: what to tell games apart by, one or several of condition, model, team, player, round, claim_type.
        paper: keep the figures as published beside ours.
        map: the map of all games, instead of the one that each log names.
        on_progress: called after each game.

    Raises:
        SettingsError: a path holds no game, or an option can't be used.
        RulebookError: the rulebook can't be loaded, or fails with every game.
        AuditError: the folder can't be written to.
    """
    if rulebook is None:
        rulebook = PAPER if paper else DEFAULT_RULEBOOK
    study = Study([by] if isinstance(by, str) else by, paper=paper)
    book = rulebook if isinstance(rulebook, Rulebook) else load_rulebook(rulebook)
    games = with_claims(discover_games([paths] if isinstance(paths, str | Path) else paths), claims)
    order = ScoreOrder(book, map, published=paper)
    for scored in score_or_reuse(
        games, order, None if out is None else Path(out), jobs=jobs, engine=engine, on_progress=on_progress
    ):
        study.add(scored)
    return study


def score_or_reuse(
    games: Sequence[Game],
    order: ScoreOrder,
    out: Path | None,
    *,
    jobs: int = 1,
    engine: EngineName = "local",
    map_file: Path | None = None,
    on_progress: Progress | None = None,
) -> Iterator[Scored]:
    """The figures of each game, or why it has none, in order.

    Args:
        out: a folder that keeps them; None: they are computed in any case. See `score_kept`.

    Raises:
        SettingsError, RulebookError, AuditError: see `score_kept`.
    """
    if out is None:
        return score_each(games, order, jobs=jobs, engine=engine, on_progress=on_progress)
    from quack.metrics.ledger import score_kept

    return score_kept(games, order, out, jobs=jobs, engine=engine, map_file=map_file, on_progress=on_progress)
