"""`quack extractor`: how good extractors are, and how they are made."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli import review
from quack.cli.options import RulebookName
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.settings import DEFAULT_RULEBOOK

if TYPE_CHECKING:
    from quack.claims.agreement.comparison import Comparison
    from quack.metrics.agreement import Logs
    from quack.metrics.effect import Effects

SCORE_EXAMPLES = """\b
Examples:
  quack extractor score claims.jsonl gold.jsonl
  quack extractor score claims runs                          two trees of the same layout
  quack extractor score runs runs --name claims.jsonl claims.gold.jsonl
  quack extractor score claims runs --logs runs --json > score.json
  quack extractor score claims annotated.jsonl --no-effect   lines that name their condition and seed
"""

app = typer.Typer(
    name="extractor",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Look after extractors: how good they are, and how they are made.",
    epilog=SCORE_EXAMPLES,
)


@app.callback()
def root() -> None:
    """Look after extractors: how good they are, and how they are made."""


class Channel(StrEnum):
    """Which utterances count."""

    discussion = "discussion"
    chat = "chat"
    both = "both"


Predicted = Annotated[Path, typer.Argument(metavar="PREDICTED", help="A file of claims, or a tree of them.")]
Gold = Annotated[Path, typer.Argument(metavar="GOLD", help="The same with the right claims.")]
Names = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--name",
        metavar="PREDICTED GOLD",
        help="What the files are called in the trees. Without it: claims.jsonl or extractions.jsonl against "
        "claims.gold.jsonl or extractions.jsonl.",
    ),
]
OneChannel = Annotated[Channel, typer.Option("--channel", help="Discussion messages, lines of chat, or both.")]
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
AsJson = Annotated[bool, typer.Option("--json", help="The figures as JSON.")]


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
    from quack.kb.pause import collector_paused
    from quack.kb.rulebook import load_rulebook
    from quack.metrics.effect import measure_effects

    rulebook = load_rulebook(rulebook_name)
    with collector_paused(), Bar("auditing", 2 * len(logs)) as bar:
        return measure_effects(comparison, logs, rulebook, jobs=jobs, on_progress=bar.show)


app.command("review", epilog=review.REVIEW_EXAMPLES)(review.review)
app.command("reviews", epilog=review.REPORT_EXAMPLES)(review.reviews)
