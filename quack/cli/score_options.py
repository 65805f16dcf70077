"""The options of `quack score`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from quack.cli.options import rulebook_names
from quack.settings import DEFAULT_RULEBOOK


class Format(StrEnum):
    """What goes to standard output."""

    table = "table"
    json = "json"
    csv = "csv"
    markdown = "markdown"
    latex = "latex"


class ByWhat(StrEnum):
    """What figures are told apart by."""

    condition = "condition"
    model = "model"
    team = "team"
    player = "player"
    round = "round"
    claim_type = "claim_type"


class OverWhat(StrEnum):
    """What a compared figure is."""

    pooled = "pooled"
    mean = "mean"


class EngineWhat(StrEnum):
    """Who does the work."""

    local = "local"
    ray = "ray"


class CorrectedBy(StrEnum):
    """What is done about many comparisons."""

    holm = "holm"
    bh = "bh"
    none = "none"


def metric_names(incomplete: str) -> list[str]:
    """The figures, for completion in the shell."""
    from quack.metrics import METRICS

    return [name for name in METRICS if name.startswith(incomplete)]


def side_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The conditions of the games that the command line names, and the rulebooks, for completion in the shell."""
    from quack.audit.discover import discover_games
    from quack.errors import QuackError
    from quack.metrics.condition import HERE, condition_of

    try:
        games = discover_games(ctx.params.get("paths") or ())
    except (QuackError, OSError):
        games = ()
    conditions = sorted({condition_of(game.name) for game in games} - {HERE})
    return [*(name for name in conditions if name.startswith(incomplete)), *rulebook_names(incomplete)]


Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="NAME|DIR",
        autocompletion=rulebook_names,
        help=f"The rulebook, as for quack audit; {DEFAULT_RULEBOOK} if not given, paper with --paper.",
        show_default=False,
    ),
]
By = Annotated[
    list[ByWhat] | None,
    typer.Option(
        "--by",
        metavar="WHAT",
        help="What to tell games, or parts of them, apart by: condition (if not said), model, team, player, round or "
        "claim_type; repeatable.",
    ),
]
Tiers = Annotated[
    list[int] | None,
    typer.Option(
        "--tier",
        min=1,
        max=3,
        metavar="N",
        help="Only figures of a tier: 1 outcomes, 2 behaviour, 3 what was said; repeatable.",
    ),
]
Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        metavar="NAME",
        autocompletion=metric_names,
        help="Only this figure, in a table of its own; repeatable. quack metrics list names them all.",
    ),
]
Full = Annotated[bool, typer.Option("--full", help="All figures of every group; with --compare, all figures.")]
Compare = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--compare",
        metavar="A B",
        autocompletion=side_names,
        help="Compare two conditions (or groups by --by), named whole or by a part that no other has, or two rulebooks "
        "over the same games.",
    ),
]
Paired = Annotated[
    bool | None,
    typer.Option(
        "--paired/--unpaired",
        help="Compare in pairs: the same game, or games of one seed. If not said: where all have a counterpart.",
        show_default=False,
    ),
]
Over = Annotated[OverWhat, typer.Option("--over", help="Compare rates pooled over games, or means over games.")]
Correction = Annotated[
    CorrectedBy,
    typer.Option("--correction", help="For many comparisons: Holm's method, Benjamini and Hochberg's, or none."),
]
Paper = Annotated[
    bool,
    typer.Option("--paper", help="Show the figures as published beside ours; the rulebook is paper if none is named."),
]
Seed = Annotated[
    int, typer.Option("--seed", min=0, metavar="N", help="The seed of the bootstrap, which draws games, never claims.")
]
Resamples = Annotated[
    int,
    typer.Option(
        "--resamples",
        min=100,
        max=100_000,
        metavar="N",
        help="How often the bootstrap draws games; intervals of pooled shares (Wilson's) need none.",
    ),
]
Confidence = Annotated[
    float,
    typer.Option(
        "--confidence",
        min=0.5,
        max=0.999,
        metavar="P",
        help="How many of the intervals are to contain the true figure.",
    ),
]
OutputFormat = Annotated[
    Format,
    typer.Option(
        "--format",
        "-f",
        help="table: for reading; markdown, latex: the same tables for a document. json: all numbers. csv: a row for "
        "each figure.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="DIR",
        help="Keep figures in DIR/figures.jsonl and records in DIR/<game>/audit.jsonl; next time only what is new or "
        "changed is computed.",
    ),
]
Engine = Annotated[
    EngineWhat,
    typer.Option(
        "--engine",
        help="local: processes of this machine. ray: those of the Ray cluster at $RAY_ADDRESS, or of one that is "
        "started here; all its machines need the same quack, and the games and DIR under the same path "
        "(pip install 'quack[ray]').",
    ),
]
Games = Annotated[bool, typer.Option("--games", help="In JSON: the figures of every game too.")]
