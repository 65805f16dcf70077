"""The figures of a run of a study: all of them, and the files that keep them beside its games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quack.claims.store import GOLD_NAME
from quack.drafts import draft_of
from quack.errors import PlayError
from quack.experiment.run import StudyRun
from quack.metrics.grouping import Group
from quack.metrics.registry import METRICS
from quack.report.score_json import scores_json
from quack.report.score_tables import HEADLINES, Cells, View, detail_tables, group_tables
from quack.report.scores import Scores, explanations, markdown_text, said_lines
from quack.report.tables import Table

SCORES_NAME = "scores.json"
TABLES_NAME = "tables.md"


@dataclass(frozen=True)
class Results:
    """A run of a study whose figures are to be shown."""

    run: StudyRun

    @cached_property
    def scores(self) -> Scores:
        """The figures that are shown, as `quack score` has them."""
        return Scores(self.run.study, [name for name, metric in METRICS.items() if not metric.published], full=True)

    @cached_property
    def figures(self) -> dict[Group, Cells]:
        """The figures of each condition, those of all games last."""
        return self.scores.figures()


def figure_tables(results: Results) -> Iterator[Table]:
    """The figures of the finished games: side by side by condition, or in full where there is only one."""
    groups, study = results.figures, results.run.study
    if len(groups) > 2:
        yield from group_tables(groups, HEADLINES, study.by, View())
    else:
        yield from detail_tables(next(iter(groups.values())), results.scores.names, View())


def keep_results(results: Results) -> None:
    """Writes the figures of a run beside its games, for programs and for people.

    Raises:
        PlayError: they can't be written.
    """
    run = results.run
    if not run.study.games:
        return
    data = json.dumps(figures_json(results), indent=1) + "\n"
    read = (
        f"Every speaker's claims are what {run.plan.extractor.name} has read; {GOLD_NAME}, the exact labels of scripted"
        " players, is not used."
    )
    told = [*explanations(results.scores), *said_lines(run.study), read]
    text = markdown_text(figure_tables(results), told) + "\n"
    try:
        for name, content in ((SCORES_NAME, data), (TABLES_NAME, text)):
            with draft_of(run.plan.out / name) as draft:
                draft.write_text(content, encoding="utf-8")
    except OSError as error:
        what = f"can't be written: {error.strerror or error}"
        remedy = "all else is kept; mend that and run the same command again"
        raise PlayError(what, path=error.filename, remedy=remedy) from None


def figures_json(results: Results) -> dict[str, Any]:
    """The figures of a run as `quack score --format json` has them."""
    run, rulebook = results.run, results.run.plan.rulebook
    named = {"name": rulebook.name, "sha256": rulebook.sha256}
    return scores_json(run.study, results.figures, results.scores.how, rulebook=named, games=True)
