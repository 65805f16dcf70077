"""What `quack score` is asked for, and what both of its ways, showing and comparing, have in common."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from quack.cli.audit import DECIDES_NOTHING
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.cli.score_options import Format
from quack.settings import DEFAULT_RULEBOOK

if TYPE_CHECKING:
    from pathlib import Path

    from quack.audit.discover import Game
    from quack.audit.engines import EngineName
    from quack.kb.rulebook import Rulebook
    from quack.metrics.resampling import Resampling
    from quack.metrics.study import Study
    from quack.report.score_tables import View
    from quack.report.tables import Table
    from quack.world.map import GameMap

PAGE = 120
"""Signs on a line that a page in landscape has room for."""


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for, whatever is done with it."""

    games: Sequence[Game]
    map: GameMap | None
    map_file: Path | None
    constants: Mapping[str, str | int]
    by: Sequence[str]
    tiers: Collection[int]
    metrics: Sequence[str]
    full: bool
    paper: bool
    how: Resampling
    jobs: int
    engine: EngineName
    out: Path | None
    output: Format
    list_games: bool

    @property
    def titles(self) -> dict[str, str]:
        """What to call each game."""
        return {game.name: game.title for game in self.games}

    @property
    def usual_rulebook(self) -> str:
        """The rulebook where none is named."""
        from quack.metrics.study import PAPER

        return PAPER if self.paper else DEFAULT_RULEBOOK

    @property
    def view(self) -> View:
        """How tables are to look."""
        import shutil

        from quack.report.score_tables import View
        from quack.report.terminal import WIDTH

        widths = {Format.table: shutil.get_terminal_size((WIDTH, 24)).columns, Format.latex: PAGE}
        return View(self.how.confidence, self.paper, widths.get(self.output))

    def tell_tables(self, tables: Iterable[Table], lines: Iterable[str]) -> None:
        """Prints tables and sentences for reading, or for a document."""
        from quack.report import scores
        from quack.report.terminal import print_tables

        if self.output is Format.markdown:
            tell(scores.markdown_text(tables, lines))
        elif self.output is Format.latex:
            tell(scores.latex_text(tables, lines))
        else:
            print_tables(tables, (part for line in lines for part in wrapped(line, self.view.width)))

    def names(self, usual: Collection[str] | None = None) -> list[str]:
        """The figures that were asked for by name, or else those of the tiers.

        Args:
            usual: which of these, unless all are asked for.

        Raises:
            SettingsError: there is no such figure.
        """
        from quack.metrics.comparing import checked_metrics
        from quack.metrics.registry import TIERS, of_tier

        if self.metrics:
            return checked_metrics(self.metrics)
        return [
            name
            for tier in TIERS
            if not self.tiers or tier in self.tiers
            for name, metric in of_tier(tier).items()
            if (usual is None or self.full or name in usual) and (self.paper or not metric.published)
        ]

    def study(self, rulebook: Rulebook) -> Study:
        """The games, scored by a rulebook.

        Raises:
            SettingsError: games can't be told apart as was asked for.
            RulebookError: the rulebook fails with every game.
            AuditError: the folder for the figures can't be written to.
        """
        from quack.metrics.scoring import ScoreOrder
        from quack.metrics.study import Study, score_or_reuse
        from quack.pause import collector_paused

        study, order = Study(self.by, paper=self.paper), ScoreOrder(rulebook, self.map, published=self.paper)
        how: dict[str, Any] = {"jobs": self.jobs, "engine": self.engine, "map_file": self.map_file}
        with collector_paused(), Bar("scoring", len(self.games)) as bar:
            try:
                for scored in score_or_reuse(self.games, order, self.out, on_progress=bar.show, **how):
                    study.add(scored)
            except KeyboardInterrupt:
                raise self._interrupted() from None
        return study

    def _interrupted(self) -> KeyboardInterrupt:
        if self.out is None:
            return KeyboardInterrupt()
        return KeyboardInterrupt(f"what is finished is in {self.out}, and the same command goes on from there")

    def finish(self, *studies: tuple[Study, Rulebook]) -> None:
        """Complains of what went wrong where no table says it, and ends with 1 if something did."""
        from quack.metrics.aggregate import decides_nothing

        wrong = False
        for study, rulebook in studies:
            if self.output in (Format.json, Format.csv):
                for failed in study.failed:
                    complain(failed.error)
                for game, defect in study.defects:
                    complain(f"{self.titles[game]}: {defect}")
            undecided = decides_nothing(study.all_told().verdicts, study.defects)
            if undecided:
                complain(f"{rulebook.entry}: {DECIDES_NOTHING}")
            wrong = wrong or undecided or bool(study.failed or study.defects)
        if wrong:
            raise typer.Exit(FAILED)


def wrapped(sentence: str, width: int | None) -> list[str]:
    """A sentence on as many lines as the width makes necessary; what has no spaces, as a path, stays whole."""
    from quack.errors import printable

    how: dict[str, Any] = {"break_on_hyphens": False, "break_long_words": False, "subsequent_indent": "  "}
    return textwrap.wrap(printable(sentence), width, **how) if width else [sentence]


def named(rulebook: Rulebook) -> dict[str, str]:
    """How a rulebook is named in JSON."""
    return {"name": rulebook.name, "sha256": rulebook.sha256}
