"""`quack extractor`: how good extractors are, and how they are made."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli import review
from quack.cli.extract import Channel, OneChannel
from quack.cli.options import Paths, RulebookName
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.errors import printable
from quack.settings import DEFAULT_RULEBOOK

if TYPE_CHECKING:
    from quack.claims.agreement.comparison import Comparison
    from quack.metrics.agreement import Logs
    from quack.metrics.effect import Effects

SCORE_EXAMPLES = """\b
Examples:
  quack extract logs --out claims                      read the sample games
  quack extractor score claims logs                    two trees of the same layout
  quack extractor score claims logs --name claims.jsonl claims.gold.jsonl
  quack extractor score claims/perfect/seed8/claims.jsonl logs/perfect/seed8/claims.gold.jsonl
  quack extractor score claims logs --logs logs --json > score.json
"""

TRAIN_EXAMPLES = """\b
Examples:
  quack extractor train labelled --out weights.jsonl.gz
  quack extractor train labelled runs --hold-out annotated.jsonl --out weights.jsonl.gz
"""

LIST_EXAMPLES = """\b
Examples:
  quack extractor list
  quack extractor list --json
"""

EXAMPLES = """\b
Examples:
  quack extractor list
  quack extract logs --out claims && quack extractor score claims logs
  quack extractor review runs --reviewer ann --sample 100
  quack extractor reviews runs
  quack extractor train labelled --out weights.jsonl.gz
"""

app = typer.Typer(
    name="extractor",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Look after extractors: how good they are, and how they are made.",
    epilog=EXAMPLES,
)


@app.callback()
def root() -> None:
    """Look after extractors: how good they are, and how they are made."""


Predicted = Annotated[Path, typer.Argument(metavar="PREDICTED", help="A file of claims, or a tree of them.")]
Gold = Annotated[
    Path,
    typer.Argument(
        metavar="GOLD",
        help="The same with the right claims, or a file of them whose lines name their condition and seed.",
    ),
]
Names = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--name",
        metavar="PREDICTED GOLD",
        help="What the files are called in the trees. Without it: claims.jsonl or extractions.jsonl against "
        "claims.gold.jsonl or extractions.jsonl.",
    ),
]
LogsPath = Annotated[
    Path | None,
    typer.Option("--logs", metavar="PATH", help="The logs: a tree of the same layout. Without it: beside the claims."),
]
WithEffect = Annotated[
    bool,
    typer.Option("--effect/--no-effect", help="Audit both sides, where there are logs, and compare the final rates."),
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processes audit.")]
HowMany = Annotated[int, typer.Option("--examples", min=0, metavar="N", help="So many examples of each confusion.")]
AsJson = Annotated[bool, typer.Option("--json", help="The same as JSON.")]


@app.command("score", epilog=SCORE_EXAMPLES)
def score(
    predicted: Predicted,
    gold: Gold,
    names: Names = None,
    channel: OneChannel = Channel.discussion,
    logs: LogsPath = None,
    effect: WithEffect = True,
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    jobs: Jobs = 1,
    examples: HowMany = 2,
    as_json: AsJson = False,
) -> None:
    """Hold claims against the right ones: what was found, missed, invented and confused, and what that does to rates.

    Every utterance with a gold line counts; one that was not read counts as nothing found. Rates are of all claims
    together. The exit code is 1 if an audit for the final rates failed.
    """
    from quack.claims.agreement.comparison import compare_files
    from quack.metrics.agreement import by_condition, find_logs, words_of

    comparison = compare_files(predicted, gold, names=names, channel=channel.value)
    found = find_logs(comparison, logs)
    effects = _effects(comparison, found, rulebook_name, jobs) if effect and found else None
    shown = [one for _, all_of in comparison.scores.common_confusions() for one in all_of[:examples]]
    told = (comparison, by_condition(comparison), effects, words_of(shown, found))
    if as_json:
        import json

        from quack.report.agreement import agreement_json

        tell(json.dumps(agreement_json(*told, examples=examples), indent=1))
    else:
        from quack.report.agreement import print_agreement

        print_agreement(*told, examples=examples)
    if effects is not None and effects.failed:
        for failed in effects.failed:
            complain(failed.error)
        raise typer.Exit(FAILED)


def _effects(comparison: Comparison, logs: Logs, rulebook_name: str, jobs: int) -> Effects:
    from quack.kb.rulebook import load_rulebook
    from quack.metrics.effect import measure_effects
    from quack.pause import collector_paused

    rulebook = load_rulebook(rulebook_name)
    with collector_paused(), Bar("auditing", 2 * len(logs)) as bar:
        return measure_effects(comparison, logs, rulebook, jobs=jobs, on_progress=bar.show)


Labels = Annotated[
    str | None,
    typer.Option(
        "--labels", metavar="NAME", help="The files of labels. Without it: claims.gold.jsonl, else extractions.jsonl."
    ),
]
HoldOut = Annotated[
    Path | None,
    typer.Option(
        "--hold-out", metavar="FILE", help="Leave out the utterances whose condition, seed and message its lines name."
    ),
]
WeightsFile = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The file of weights.")]


@app.command("train", epilog=TRAIN_EXAMPLES)
def train(
    paths: Paths,
    out: WeightsFile = Path("weights.jsonl.gz"),
    labels: Labels = None,
    hold_out: HoldOut = None,
    as_json: AsJson = False,
) -> None:
    """Train the offline extractor on the labels beside some logs; it needs the extra `train` (scikit-learn).

    The same games give the same bytes. It takes minutes for a hundred games.
    """
    from quack.audit.training import train_offline
    from quack.errors import amount

    done = train_offline(paths, out, labels=labels, hold_out=hold_out)
    if as_json:
        import json

        tell(json.dumps({**asdict(done), "out": done.out.as_posix()}, indent=1))
        return
    left = f"{amount(done.held_out, 'utterance')} held out"
    without = f", {amount(done.unlabelled, 'game')} without labels left out" if done.unlabelled else ""
    tell(printable(f"Trained on {amount(done.games, 'game')}, {left}{without}: {done.out}, {done.size:,} bytes."))


@app.command("list", epilog=LIST_EXAMPLES)
def list_all(as_json: AsJson = False) -> None:
    """List the extractors: what each is, and how good it is known to be."""
    from quack.report.extractors import extractor_list_json, extractor_list_lines, list_extractors

    listed = list_extractors()
    if as_json:
        import json

        tell(json.dumps(extractor_list_json(listed), indent=1))
    else:
        tell("\n".join(extractor_list_lines(listed)))


app.command("review", epilog=review.REVIEW_EXAMPLES)(review.review)
app.command("reviews", epilog=review.REPORT_EXAMPLES)(review.reviews)
