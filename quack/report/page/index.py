"""The index of a report: conditions with their rates, the games, and the table of all claims in pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from quack.audit.policy import verdict_labels
from quack.audit.results import FailedGame
from quack.errors import QuackError
from quack.kb.rulebook import Rulebook
from quack.metrics.estimates import GroupFigure
from quack.metrics.grouping import group_name
from quack.metrics.registry import METRICS
from quack.metrics.study import Study
from quack.report.files import write_text
from quack.report.page.index_models import (
    ConditionRow,
    FigureCell,
    FigureName,
    GameRow,
    IndexPage,
    Piece,
    VerdictName,
)
from quack.report.page.making import ClaimRow, ReportedGame
from quack.report.page.shell import block, html_of
from quack.report.score_tables import HEADLINES

PIECES = "claims"
"""The folder of the pieces of the table of all claims."""

MOST_CLAIMS = 1_500
"""A piece holds so many claims, about 300 kB, unless a single game has more."""

FIGURES = ("coverage", *HEADLINES)

_STYLES = ("base.css", "index.css")
_SCRIPTS = ("dom.js", "verdicts.js", "charts.js", "search.js", "index.js")
_LOADABLE = ("'self'", "file:")
"""Where the pieces of the table may come from: beside the index, which not every browser calls `'self'` on the disk."""


class IndexMaker:
    """Takes in games one by one and writes the index.

    Args:
        names: the names of the rulebook, and of the one that it is compared with.
    """

    def __init__(self, names: tuple[str, str | None], rulebook: Rulebook) -> None:
        self._names = names
        self._rulebook = rulebook
        self._study = Study(["condition"])
        self._games: list[ReportedGame] = []
        self.failed: list[FailedGame] = []

    @property
    def games(self) -> int:
        """How many games have a page."""
        return len(self._games)

    @property
    def claims(self) -> int:
        """How many claims these have."""
        return sum(len(game.claims) for game in self._games)

    @property
    def defects(self) -> list[str]:
        """What the rulebook did wrong, each with its game."""
        return [f"{game}: {defect}" for game, defect in self._study.defects]

    def add(self, outcome: ReportedGame | FailedGame) -> None:
        """Takes in a game."""
        if isinstance(outcome, FailedGame):
            self.failed.append(outcome)
            return
        self._games.append(outcome)
        self._study.add(outcome.figures)

    def write(self, folder: Path) -> Path:
        """Writes the index and the pieces of the table below a folder, and returns the path of the index.

        Raises:
            OSError: one of them can't be written.
        """
        pieces = []
        for number, rows in enumerate(self._pieces()):
            piece = Piece(f"{PIECES}/{number:04}.js", len(rows))
            write_text(folder / piece.file, f"takeClaims({number}, {block(rows)});\n")
            pieces.append(piece)
        target = folder / "index.html"
        page = self._page(tuple(pieces))
        title = f"{len(page.games):,} games – QUACK"
        data = {"index": page}
        write_text(target, html_of(title, "index.html", styles=_STYLES, scripts=_SCRIPTS, data=data, sources=_LOADABLE))
        return target

    def _pieces(self) -> Iterator[list[tuple[int, *ClaimRow]]]:
        """The claims with the positions of their games."""
        rows: list[tuple[int, *ClaimRow]] = []
        for index, game in enumerate(self._games):
            if rows and len(rows) + len(game.claims) > MOST_CLAIMS:
                yield rows
                rows = []
            rows += [(index, *claim) for claim in game.claims]
        if rows:
            yield rows

    def _page(self, pieces: tuple[Piece, ...]) -> IndexPage:
        verdicts = self._verdicts()
        conditions = self._conditions()
        places = {group[0]: place for place, group in enumerate(self._study.groups()) if group}
        names = tuple(METRICS[name] for name in FIGURES)
        return IndexPage(
            rulebook=self._names[0],
            other=self._names[1],
            verdicts=verdicts,
            figures=tuple(FigureName(each.name, each.label, each.definition, each.kind, each.unit) for each in names),
            conditions=conditions,
            games=tuple(_row(game, places, verdicts) for game in self._games),
            pieces=pieces,
            shifts=self._shifts(),
            failed=tuple((failed.game, str(failed.error)) for failed in self.failed),
        )

    def _verdicts(self) -> tuple[VerdictName, ...]:
        found = {VerdictName(row.verdict, row.bucket) for game in self._games for row in game.claims}
        try:
            order = {label: place for place, label in enumerate(verdict_labels(self._rulebook))}
        except QuackError:  # the games say already what is wrong with the rulebook
            order = {}
        return tuple(sorted(found, key=lambda each: (order.get(str(each.verdict), len(order)), str(each))))

    def _conditions(self) -> tuple[ConditionRow, ...]:
        rows = []
        for group in self._study.groups() if self._games else ():
            cells = tuple(_cell(figure) for figure in self._study.table(FIGURES, [group]))
            rows.append(ConditionRow(group_name(group), len(self._study.figures(group).games), cells))
        return tuple(rows)

    def _shifts(self) -> tuple[tuple[str, str, int], ...]:
        if self._names[1] is None:
            return ()
        pairs = Counter(
            (str(row.verdict), str(row.other))
            for game in self._games
            for row in game.claims
            if row.verdict != row.other
        )
        return tuple((before, after, number) for (before, after), number in sorted(pairs.items(), key=_by_number))


def _by_number(item: tuple[tuple[str, str], int]) -> tuple[int, tuple[str, str]]:
    return -item[1], item[0]


def _cell(figure: GroupFigure) -> FigureCell:
    made_of, pooled = figure.made_of, figure.pooled
    return FigureCell(made_of.numerator, made_of.denominator, pooled.value, pooled.interval, pooled.having)


def _row(game: ReportedGame, places: dict[str, int], verdicts: tuple[VerdictName, ...]) -> GameRow:
    figures, said = game.figures, game.figures.statements
    counts = Counter(VerdictName(claim.verdict, claim.bucket) for claim in game.claims)
    return GameRow(
        title=game.title,
        file=game.file,
        condition=places[figures.condition],
        map=figures.map,
        players=len(figures.roster),
        claims=len(game.claims),
        verdicts=tuple(counts[each] for each in verdicts),
        read=said.coverage.read,
        utterances=said.coverage.total,
        winner=figures.outcome.winner,
        reason=figures.outcome.reason,
        changed=game.changed,
    )
