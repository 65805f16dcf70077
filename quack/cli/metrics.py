"""`quack metrics`: which figures there are, and what they count."""

from __future__ import annotations

import json
import shutil
from typing import Annotated, cast

import typer

from quack.cli.output import tell
from quack.errors import SettingsError

EXAMPLES = """\b
Examples:
  quack metrics list
  quack metrics list --tier 2
  quack metrics list --json
  quack metrics show goose_truthfulness
"""

app = typer.Typer(
    name="metrics",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Say which figures there are and what each counts.",
    epilog=EXAMPLES,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


@app.callback()
def root() -> None:
    """Say which figures there are and what each counts."""


@app.command("list", epilog=EXAMPLES)
def list_metrics(
    tier: Annotated[
        int | None,
        typer.Option("--tier", min=1, max=3, help="Only those of a tier: 1 outcomes, 2 behaviour, 3 what was said."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the figures with their definitions: what is divided by what."""
    from quack.metrics.registry import TIERS, Tier, of_tier
    from quack.report.metrics_list import metric_json, metric_lines

    tiers = TIERS if tier is None else (cast(Tier, tier),)
    metrics = [metric for each in tiers for metric in of_tier(each).values()]
    if as_json:
        tell(json.dumps([metric_json(metric) for metric in metrics], indent=1))
    else:
        tell("\n".join(metric_lines(metrics, _width())))


def _names(incomplete: str) -> list[str]:
    from quack.metrics import METRICS

    return [name for name in METRICS if name.startswith(incomplete)]


@app.command("show", epilog=EXAMPLES)
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A figure's name.", autocompletion=_names)],
    as_json: AsJson = False,
) -> None:
    """Show what one figure counts."""
    from quack.metrics import METRICS
    from quack.report.metrics_list import metric_card, metric_json

    metric = METRICS.get(name)
    if metric is None:
        raise SettingsError(f"there is no figure {name!r}", remedy=_remedy(name))
    if as_json:
        tell(json.dumps(metric_json(metric), indent=1))
    else:
        tell("\n".join(metric_card(metric, _width())))


def _remedy(name: str) -> str:
    from difflib import get_close_matches

    from quack.metrics import METRICS

    close = get_close_matches(name, METRICS, 1)
    return f"did you mean {close[0]}?" if close else "quack metrics list names them all"


def _width() -> int:
    return shutil.get_terminal_size((100, 24)).columns
