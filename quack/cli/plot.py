"""`quack plot`: draws what claims and figures say, for a paper."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli.export import DataRules, open_games, watched
from quack.cli.options import ClaimsFile, Constants, Jobs, MapFile, MaxMemory, MaxSeconds
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.errors import SettingsError
from quack.settings import set_limits

if TYPE_CHECKING:
    from quack.report.plots.gallery import Drawn

EXAMPLES = """\b
Examples:
  quack plot logs --out plots
  quack plot logs --out plots --kind verdicts --by condition --format svg
  quack plot logs --out plots --kind distribution --metric report_latency --theme dark
"""


class Kind(StrEnum):
    """What is drawn."""

    distribution = "distribution"
    verdicts = "verdicts"
    accusations = "accusations"
    distance = "distance"
    rooms = "rooms"


class Picture(StrEnum):
    """What the files are."""

    png = "png"
    svg = "svg"


class Look(StrEnum):
    """On which ground is drawn."""

    light = "light"
    dark = "dark"


class Grouping(StrEnum):
    """What claims are told apart by."""

    condition = "condition"
    team = "team"
    model = "model"
    type = "type"


def _figures(incomplete: str) -> list[str]:
    from quack.metrics import METRICS

    return [name for name in METRICS if name.startswith(incomplete)]


def plot(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH",
            help="A log, a run folder or a tree of them, or the folder that quack audit --out has written.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Write a file for each plot into it.")],
    kinds: Annotated[
        list[Kind] | None,
        typer.Option(
            "--kind",
            "-k",
            help="Only this plot; repeatable. distribution: a figure of each game by condition. verdicts: by type. "
            "accusations: by outcome and ground. distance: refuted claims by how long before they were said. "
            "rooms: claimed and actual ones of refuted claims.",
            show_default=False,
        ),
    ] = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            "-m",
            metavar="NAME",
            autocompletion=_figures,
            help="The figure of a distribution, as quack metrics list has it; repeatable.",
        ),
    ] = None,
    by: Annotated[
        Grouping | None,
        typer.Option(
            "--by",
            help="Tell claims apart by this in plots that can: verdicts by type (the usual), condition, team, model; "
            "accusations by condition (the usual), team, model; distance by team (the usual), condition, model, type. "
            "Distributions are by condition and rooms by team.",
            show_default=False,
        ),
    ] = None,
    picture: Annotated[Picture, typer.Option("--format", "-f", help="png has 300 dots per inch.")] = Picture.png,
    theme: Annotated[Look, typer.Option("--theme", help="The ground that is drawn on.")] = Look.light,
    rulebook_name: DataRules = None,
    constants: Constants = None,
    claims: ClaimsFile = None,
    map_file: MapFile = None,
    jobs: Jobs = 1,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
) -> None:
    """Draw claims and figures as PNG or SVG: distributions, verdicts, accusations, errors by distance, rooms.

    The games under PATH are audited; the records of a written audit are taken as they are. A plot for which the games
    have no data is told; it is an error only if it was asked for by --kind or --metric, or if none could be drawn. A
    condition, team or model of which too little is claimed is left out, and told.
    """
    from quack.report.extras import require
    from quack.report.frames import collect
    from quack.report.plots.gallery import FIGURES, KEPT, draw_all, require_known, slimmed

    require("matplotlib")
    wanted = tuple(kind.value for kind in kinds or Kind)
    if metrics and Kind.distribution not in wanted:
        raise SettingsError("--metric is for distributions", remedy="add --kind distribution, or leave it out")
    figures = tuple(metrics or FIGURES)
    require_known(wanted, figures, theme.value, by and by.value)
    set_limits(max_seconds, max_memory)
    tables = tuple(name for name in KEPT if name == "metrics" or set(wanted) != {"distribution"})
    source = open_games(paths, tables, rulebook_name, constants, claims, map_file, jobs)
    with Bar("reading", source.games) as bar:
        frames = collect(slimmed(watched(source, bar), figures), KEPT)
    drawn = draw_all(
        frames,
        out,
        kinds=wanted,
        metrics=figures,
        by=by and by.value,
        format=picture.value,
        theme=theme.value,
    )
    made = _tell(drawn, named=kinds is not None, named_figures=metrics is not None)
    for game in frames.failed:
        complain(game.error)
    if frames.failed or not made:
        raise typer.Exit(FAILED)


def _tell(drawn: Iterable[Drawn], *, named: bool, named_figures: bool) -> bool:
    """Names the files, and the plots that have none; whether there is every plot that was named, and any at all."""
    files, wanting = 0, 0
    for each in drawn:
        if each.path is not None:
            tell(str(each.path))
            files += 1
            if each.left_out:
                complain(f"{each.name} is drawn without {', '.join(each.left_out)}: too little is claimed there")
        else:
            complain(f"{each.name} is not drawn: {each.why_not}")
            wanting += named_figures if each.name.startswith(Kind.distribution) else named
    return files > 0 and not wanting
