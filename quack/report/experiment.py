"""What a run of a study has come to: the figures of its games by condition, and what one has to know of them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from quack.errors import amount, printable
from quack.experiment.outcomes import Trouble
from quack.report.experiment_figures import SCORES_NAME, TABLES_NAME, Results, figures_json
from quack.report.experiment_status import by_reason, few, other_lines, status_json
from quack.report.extracted import extracted_lines
from quack.report.scores import trouble_lines
from quack.report.tables import extractor_lines


def run_lines(results: Results) -> Iterator[str]:
    """What one has to know of a run: how its figures are to be read, what went wrong, and what to do next."""
    run, plan = results.run, results.run.plan
    yield from other_lines(plan, run.states)
    if run.extracted is not None:
        yield (
            "Figures are pooled over the games, intervals widened to whole percents. Coverage: the share of discussion "
            f"messages that {plan.extractor.name} has read, of all speakers alike. All figures, and what they rest on: "
            f"{plan.out / TABLES_NAME}."
        )
        yield from extractor_lines(extractor for _, extractor in run.study.all_told().sources)
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
    yield from few(by_reason((trouble.game.name, trouble.reason) for trouble in troubles))


def run_json(results: Results) -> dict[str, Any]:
    """What `quack experiment run --json` prints: what `status --json` does, `unfinished`, `unread` and `scores`."""
    run = results.run
    return {
        **status_json(run.plan, run.states),
        "unfinished": {trouble.game.name: printable(trouble.reason) for trouble in run.troubles},
        "unread": run.unread,
        "warnings": [printable(warning) for warning in run.warnings],
        "scores": figures_json(results) if run.study.games else None,
    }
