"""What a run of a study has come to: the figures of its games by condition, and what one has to know of them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quack.claims.store import GOLD_NAME
from quack.drafts import draft_of
from quack.errors import amount, printable
from quack.experiment.outcomes import Trouble
from quack.experiment.run import StudyRun
from quack.metrics.grouping import Group
from quack.metrics.registry import METRICS
from quack.report.experiment_status import few, status_json, status_lines
from quack.report.extracted import extracted_lines
from quack.report.score_json import scores_json
from quack.report.score_tables import HEADLINES, Cells, View, detail_tables, group_tables
from quack.report.scores import Scores, explanations, markdown_text, said_lines, trouble_lines
from quack.report.tables import Table

SCORES_NAME = "scores.json"
TABLES_NAME = "tables.md"

SHOWN = (
    "goose_wins",
    "duration",
    "kills",
    "ejection_accuracy",
    "goose_truthfulness",
    "duck_truthfulness",
    "spatial_hallucination_rate",
    "deception_rate",
    "accusation_accuracy",
)
"""The figures of each condition on a screen; the tables in the file have all chief ones."""


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


def figure_tables(results: Results, view: View) -> Iterator[Table]:
    """The figures of the finished games: side by side by condition, or in full where there is only one."""
    if not results.run.study.games:
        return
    groups = results.figures
    if len(groups) > 2:
        yield from group_tables(groups, SHOWN if view.width else HEADLINES, results.run.study.by, view)
    else:
        yield from detail_tables(next(iter(groups.values())), results.scores.names, view)


def run_lines(results: Results) -> Iterator[str]:
    """What one has to know of a run: how its figures are to be read, what went wrong, and what to do next."""
    run, plan = results.run, results.run.plan
    yield from status_lines(plan, run.states)
    if run.extracted is not None:
        yield from explanations(results.scores)
        yield from said_lines(run.study)
        yield (
            f"Every speaker's claims are what {plan.extractor.name} has read; {GOLD_NAME}, the exact labels of scripted"
            " players, is not used."
        )
        if run.unread or run.extracted.stopped:
            yield from extracted_lines(run.extracted)
    yield from trouble_lines(run.study, {})
    yield from (f"Note: {warning}." for warning in run.warnings)
    if run.before:
        yield f"{run.before:,} of {len(run.states):,} games had been played before and were not played again."
    if run.troubles:
        yield from _unfinished(run.troubles)
    elif run.study.games:
        folder = shlex.quote(str(plan.out))
        one = shlex.quote(str(plan.out / run.study.games[0].name))
        yield f"Written to {plan.out}: logs, claims and records, {SCORES_NAME} and {TABLES_NAME}."
        yield "Next:"
        yield f"  quack score {folder} --claims claims.jsonl --by model"
        yield f"  quack report {folder} --claims claims.jsonl --out report"
        yield f"  quack why {one}"


def _unfinished(troubles: Sequence[Trouble]) -> Iterator[str]:
    count = amount(len(troubles), "game")
    verb = "is" if len(troubles) == 1 else "are"
    yield f"{count} {verb} not finished; the same command tries again, and asks nothing that was answered:"
    yield from few([f"  {trouble.game.name}: {trouble.reason}" for trouble in troubles])


def keep_results(results: Results) -> None:
    """Writes the figures of a run beside its games, for programs and for people.

    Raises:
        OSError: they can't be written.
    """
    run = results.run
    if not run.study.games:
        return
    data = json.dumps(_scores_json(results), indent=1) + "\n"
    told = [*explanations(results.scores), *said_lines(run.study)]
    text = markdown_text(figure_tables(results, View()), told) + "\n"
    for name, content in ((SCORES_NAME, data), (TABLES_NAME, text)):
        with draft_of(run.plan.out / name) as draft:
            draft.write_text(content, encoding="utf-8")


def _scores_json(results: Results) -> dict[str, Any]:
    run, rulebook = results.run, results.run.plan.rulebook
    named = {"name": rulebook.name, "sha256": rulebook.sha256}
    return scores_json(run.study, results.figures, results.scores.how, rulebook=named, games=True)


def run_json(results: Results) -> dict[str, Any]:
    """What `quack experiment run --json` prints: what `status --json` does, `unfinished`, `unread` and `scores`."""
    run = results.run
    return {
        **status_json(run.plan, run.states),
        "unfinished": {trouble.game.name: printable(trouble.reason) for trouble in run.troubles},
        "unread": run.unread,
        "warnings": [printable(warning) for warning in run.warnings],
        "scores": _scores_json(results) if run.study.games else None,
    }
