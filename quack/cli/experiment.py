"""`quack experiment`: whole studies, from a file that says what is to be played to the figures of each condition."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.settings import PACKAGE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quack.experiment.checks import Checked
    from quack.experiment.outcomes import Progress
    from quack.experiment.plan import Plan
    from quack.report.experiment_figures import Results
    from quack.report.tables import Table

EXAMPLES = """\b
Examples:
  quack experiment example > study.yaml           a study of scripted players, to start from
  quack experiment run study.yaml --dry-run       how many games, questions, tokens and dollars
  quack experiment run study.yaml                 play, read, judge and score; seconds for the example
  quack experiment status study.yaml              how far it is, and what it has cost
  quack experiment resume study.yaml              go on after a crash, or once the budget is raised
"""

RUN_EXAMPLES = """\b
Examples:
  quack experiment run study.yaml
  quack experiment run study.yaml --jobs 2 --out runs/again
  quack experiment run study.yaml --dry-run
  quack experiment run study.yaml --json > study_run.json

\b
Keys stand in the environment only, where litellm looks, never in a study:
  export OPENAI_API_KEY=...   for models called openai/...; with api_base,
                              of a server of your own, none is needed
"""

STATUS_EXAMPLES = """\b
Examples:
  quack experiment status study.yaml
  quack experiment status study.yaml --json
"""

RESUME_EXAMPLES = """\b
Examples:
  quack experiment resume study.yaml
"""

EXAMPLE_EXAMPLES = """\b
Examples:
  quack experiment example > study.yaml
"""

app = typer.Typer(
    name="experiment",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Run whole studies: conditions and seeds, played, audited and scored.",
    epilog=EXAMPLES,
)


def _studies(incomplete: str) -> list[str]:
    """The YAML files here, for completion in the shell."""
    folder = Path(incomplete.rpartition("/")[0] or ("/" if incomplete.startswith("/") else "."))
    try:
        names = [str(path) for path in folder.glob("*.y*ml")]
    except OSError:
        return []
    return sorted(name for name in names if name.startswith(incomplete))


StudyPath = Annotated[
    Path,
    typer.Argument(
        metavar="STUDY",
        autocompletion=_studies,
        help="The file of the study, in YAML; quack experiment example prints one.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="DIR", help="Where all of it goes, instead of where the study says."),
]
Jobs = Annotated[
    int,
    typer.Option("--jobs", "-j", min=1, help="How many processes play scripted players, read and judge."),
]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Only say how many games there are, and what the questions to models would cost."),
]
AsJson = Annotated[bool, typer.Option("--json", help="The outcome as JSON.")]


@app.callback()
def root() -> None:
    """Run whole studies: conditions and seeds, played, audited and scored."""


@app.command("run", epilog=RUN_EXAMPLES)
def run(
    study: StudyPath,
    out: Out = None,
    jobs: Jobs = 1,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Run a study: play what is missing, read and judge what was said, and show the figures of each condition.

    Whatever ends a run, the same command goes on where it was: nothing is played, read or judged twice, and no model is
    asked again what it has answered. A game that fails is named with the reason, the others go on, and the exit code is
    1; so it is when the budget is used up.
    """
    from quack.experiment.plan import read_plan

    plan = read_plan(study, out)
    if dry_run:
        _estimate(plan, as_json=as_json)
    else:
        _run(plan, jobs, as_json=as_json)


@app.command("resume", epilog=RESUME_EXAMPLES)
def resume(study: StudyPath, out: Out = None, jobs: Jobs = 1, as_json: AsJson = False) -> None:
    """Go on with a study that was begun: as run does, but where nothing was begun it refuses."""
    from quack.errors import SettingsError
    from quack.experiment.kept_plan import PLAN_NAME
    from quack.experiment.plan import read_plan

    plan = read_plan(study, out)
    if not (plan.out / PLAN_NAME).exists():
        remedy = "quack experiment run begins it; --out names another folder"
        raise SettingsError("no study was begun here", path=plan.out, remedy=remedy)
    _run(plan, jobs, as_json=as_json)


@app.command("status", epilog=STATUS_EXAMPLES)
def status(study: StudyPath, out: Out = None, as_json: AsJson = False) -> None:
    """Say how far a study is: games by condition, what they have cost so far, and turns that were lost."""
    from quack.experiment.checks import check_study
    from quack.experiment.plan import read_plan
    from quack.experiment.states import states_of
    from quack.report.experiment_status import status_json, status_lines, status_table

    plan = read_plan(study, out)
    states = states_of(plan)
    checked = check_study(plan, states)
    if as_json:
        refused = None if checked.refused is None else str(checked.refused)
        _tell_json({**status_json(plan, states), "refused": refused, "missing_keys": list(checked.keys)})
    else:
        _show([status_table(plan, states)], [*status_lines(plan, states), *_notes(checked)])
    if checked.refused is not None:
        raise checked.refused


@app.command("example", epilog=EXAMPLE_EXAMPLES)
def example() -> None:
    """Print the file of a study of scripted players, to run or to change."""
    tell((PACKAGE / "experiment" / "example.yaml").read_text("utf-8").rstrip("\n"))


def _estimate(plan: Plan, *, as_json: bool) -> None:
    from quack.experiment.checks import check_study
    from quack.experiment.estimate import estimate_study
    from quack.experiment.states import states_of
    from quack.report.experiment_estimate import estimate_json, estimate_lines, estimate_table

    states = states_of(plan)
    checked = check_study(plan, states)
    if checked.refused is not None:
        raise checked.refused
    estimate = estimate_study(plan, states)
    if as_json:
        _tell_json({**estimate_json(estimate), "missing_keys": list(checked.keys)})
    else:
        tables = [estimate_table(estimate)] if estimate.models else []
        _show(tables, [*estimate_lines(estimate), *_notes(checked)])


def _notes(checked: Checked) -> list[str]:
    return [f"Note: {told}." for told in checked.keys]


def _run(plan: Plan, jobs: int, *, as_json: bool) -> None:
    from quack.experiment.run import run_study
    from quack.report.experiment import run_json
    from quack.report.experiment_figures import Results, keep_results

    with Bar("playing", len(plan.games)) as bar:
        try:
            done = run_study(plan, jobs=jobs, on_progress=_progress(bar))
        except KeyboardInterrupt:
            what = f"what is finished is in {plan.out}, and the same command goes on from there"
            raise KeyboardInterrupt(what) from None
    results = Results(done)
    keep_results(results)
    if as_json:
        _tell_json(run_json(results))
        for trouble in done.troubles:
            complain(f"{trouble.game.name}: {trouble.reason}")
    else:
        _print(results)
    if not done.complete:
        raise typer.Exit(FAILED)


def _progress(bar: Bar) -> Progress:
    """What moves the bar, and says beside it what has been asked and spent."""

    def show(stage: str, done: int, total: int, spent: str) -> None:
        bar.show(done, total, f"{stage}, {spent}" if spent else stage)

    return show


def _print(results: Results) -> None:
    from quack.report.experiment import run_lines
    from quack.report.experiment_brief import brief_table
    from quack.report.experiment_status import status_table

    run = results.run
    tables = [brief_table(results)] if run.study.games else []
    _show([status_table(run.plan, run.states), *tables], run_lines(results))


def _show(tables: Iterable[Table], lines: Iterable[str]) -> None:
    from quack.cli.score_request import wrapped
    from quack.report.terminal import print_tables

    print_tables(tables, (part for line in lines for part in wrapped(line, _width())))


def _width() -> int:
    import shutil

    from quack.report.terminal import WIDTH

    return shutil.get_terminal_size((WIDTH, 24)).columns


def _tell_json(data: dict[str, Any]) -> None:
    import json

    tell(json.dumps(data, indent=1))
