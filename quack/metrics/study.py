"""The figures of many games as columns: small in memory, game by game, and pooled over groups of games."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quack.audit.auditor import Progress
from quack.audit.discover import discover_games, with_claims
from quack.audit.results import FailedGame
from quack.errors import SettingsError
from quack.kb.rulebook import Rulebook, load_rulebook
from quack.metrics.aggregate import GameScore
from quack.metrics.game_figures import Figures, GameFigures
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


@dataclass(slots=True)
class Column:
    """A figure of some games: numerators and denominators, 0 / 0 where a game doesn't have it."""

    numerators: array[int] = field(default_factory=lambda: array("q"))
    denominators: array[int] = field(default_factory=lambda: array("q"))

    def put(self, row: int, result: MetricResult) -> None:
        """Puts a game's result where it belongs; rows before it that nobody gave are missing."""
        self.fill(row)
        self.numerators.append(result.numerator)
        self.denominators.append(result.denominator)

    def fill(self, rows: int) -> None:
        """Makes the column so long, with missing results."""
        missing = bytes(self.numerators.itemsize * (rows - len(self.numerators)))
        self.numerators.frombytes(missing)
        self.denominators.frombytes(missing)

    def __iter__(self) -> Iterator[MetricResult]:
        return map(MetricResult, self.numerators, self.denominators)


@dataclass(slots=True)
class GroupFigures:
    """The figures of the games of a group, or of its parts of them.

    Attributes:
        games: the indexes of the games, ascending, in `Study.games`.
    """

    games: array[int] = field(default_factory=lambda: array("q"))
    _columns: dict[str, Column] = field(default_factory=dict)

    def add(self, game: int, figures: Figures) -> None:
        """Takes in a game's figures."""
        for name, result in figures.items():
            if result.denominator:
                self._columns.setdefault(name, Column()).put(len(self.games), result)
        self.games.append(game)

    def __getitem__(self, metric: str) -> Column:
        """The column of a metric, aligned with `games`."""
        column = self._columns.get(metric, Column())
        column.fill(len(self.games))
        return column


@dataclass(slots=True)
class Told:
    """What is told of what was said in some games, beside the figures.

    Attributes:
        verdicts: claims by (type, verdict, bucket).
        coverage, chat_coverage: utterances by status.
        phrases: claims with a time phrase by how far it was understood.
        sources: games by (file of claims, extractor); None where there is none, or nobody says.
    """

    verdicts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    coverage: Counter[str] = field(default_factory=Counter)
    chat_coverage: Counter[str] = field(default_factory=Counter)
    phrases: Counter[str] = field(default_factory=Counter)
    sources: Counter[tuple[str | None, str | None]] = field(default_factory=Counter)

    def add(self, score: GameScore) -> None:
        """Takes in one game."""
        self.verdicts.update(score.verdicts)
        self.coverage.update(score.coverage.counts)
        self.chat_coverage.update(score.chat_coverage.counts)
        self.phrases.update(score.phrases)
        self.sources[score.claims_file, score.extractor] += 1


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
        """Figures of groups with their intervals, those of a group together; all of all, if not told which."""
        from quack.metrics.estimates import group_figures

        return group_figures(self, metrics, groups, how)

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
        jobs: how many processes work at it; the figures don't depend on it.
        by: what to tell games apart by, one or several of condition, model, team, player, round, claim_type.
        paper: keep the figures as published beside ours.
        map: the map of all games, instead of the one that each log names.
        on_progress: called after each game.

    Raises:
        SettingsError: a path holds no game, or an option can't be used.
        RulebookError: the rulebook can't be loaded, or fails with every game.
    """
    if rulebook is None:
        rulebook = PAPER if paper else DEFAULT_RULEBOOK
    study = Study([by] if isinstance(by, str) else by, paper=paper)
    book = rulebook if isinstance(rulebook, Rulebook) else load_rulebook(rulebook)
    games = with_claims(discover_games([paths] if isinstance(paths, str | Path) else paths), claims)
    for scored in score_each(games, ScoreOrder(book, map, published=paper), jobs=jobs, on_progress=on_progress):
        study.add(scored)
    return study
