"""`quack reproduce`: the published study again, from its released games."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli.options import ClaimsFile, Jobs, RulebookName
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.errors import SettingsError
from quack.settings import DEFAULT_RULEBOOK

if TYPE_CHECKING:
    from quack.metrics.reproduction import Reproduction

EXAMPLES = """\b
Examples:
  quack reproduce released                    what the study says, and what we say
  quack reproduce released --out study        as study/reproduction.md, .html and .json
  quack reproduce released --out study --format html
                                              as study/reproduction.html alone
  quack reproduce released --fetch --out study
                                              gets the public data set into released/ first
  quack reproduce released --rules strict --jobs 2 --format json > study.json
"""


class Format(StrEnum):
    """What goes to standard output."""

    text = "text"
    markdown = "markdown"
    html = "html"
    json = "json"


Folder = Annotated[Path, typer.Argument(metavar="GAMES", help="The folder of the released games, in any layout.")]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="DIR",
        help="Write the document to DIR/reproduction.md, .html and .json, or in the form of --format alone.",
    ),
]
OutputFormat = Annotated[
    Format | None,
    typer.Option("--format", "-f", help="What to print, text if not given; with --out what to write, and no more."),
]
Fetch = Annotated[bool, typer.Option("--fetch", help="Get the public data set into GAMES first; what is there stays.")]
DataSet = Annotated[
    str | None,
    typer.Option(
        "--data-set", metavar="OWNER/NAME", help="The data set to fetch, if not the study's.", show_default=False
    ),
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The seed of what intervals are drawn with.")]


def reproduce(
    folder: Folder,
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    claims: ClaimsFile = None,
    jobs: Jobs = 1,
    out: Out = None,
    output: OutputFormat = None,
    fetch: Fetch = False,
    data_set: DataSet = None,
    seed: Seed = 0,
) -> None:
    """Make the tables of the published study again, by its own rules and by ours, and say what changes and why.

    The paper rulebook and the published definitions give the figures to hold against the released ones; the rulebook
    of --rules gives them as they should be.
    """
    if out is not None and out.suffix in _FORMS:
        raise SettingsError(
            f"--out {out} is to be a folder",
            remedy=f"--out {out.with_suffix('')} --format {_FORMS[out.suffix]} writes reproduction{out.suffix} into it",
        )
    if fetch:
        _fetch(folder, data_set)
    elif data_set is not None:
        raise SettingsError("--data-set says what to fetch", remedy="give --fetch too")
    study = _study(folder, rulebook_name, claims, jobs)
    forms = (output or Format.text,) if out is None else _WRITTEN if output is None else (output,)
    texts = _texts(study, ("paper", rulebook_name), seed, forms, width=None if out is None else _WIDTH)
    if out is None:
        tell(texts[forms[0]].rstrip("\n"))
    else:
        _write(out, {f"reproduction{_ENDS[kind]}": text for kind, text in texts.items()})
    for failed in study.paper.failed:
        complain(failed.error)
    if study.paper.failed:
        raise typer.Exit(FAILED)


_WRITTEN = (Format.markdown, Format.html, Format.json)
_ENDS = {Format.text: ".txt", Format.markdown: ".md", Format.html: ".html", Format.json: ".json"}
_FORMS = {end: form for form, end in _ENDS.items()}
_WIDTH = 100
"""Columns of a text in a file, whose bytes hang on no terminal."""


def _fetch(folder: Path, data_set: str | None) -> None:
    from quack.audit.fetching import DATA_SET, fetch_games

    fetch_games(folder, data_set=data_set or DATA_SET)


def _study(folder: Path, rulebook_name: str, claims: str | None, jobs: int) -> Reproduction:
    from quack.audit.discover import discover_games, with_claims
    from quack.kb.rulebook import load_rulebook
    from quack.metrics.reproduction import Reproduction, reproduce_each
    from quack.pause import collector_paused

    books = load_rulebook("paper"), load_rulebook(rulebook_name)
    games = with_claims(discover_games([folder]), claims)
    study = Reproduction()
    with collector_paused(), Bar("auditing", len(games)) as bar:
        for outcome in reproduce_each(games, *books, jobs=jobs, on_progress=bar.show):
            study.add(outcome)
    study.diff.finish()
    return study


def _texts(
    study: Reproduction, books: tuple[str, str], seed: int, wanted: tuple[Format, ...], *, width: int | None
) -> Mapping[Format, str]:
    """The document in each wanted form; without a width, text is as wide as the terminal."""
    import json
    import shutil

    from quack.metrics.resampling import Resampling
    from quack.report.document import html_page, markdown, plain
    from quack.report.reproduction import reproduction_document, reproduction_json

    how = Resampling(seed=seed)
    if wanted == (Format.json,):
        return {Format.json: json.dumps(reproduction_json(study, how), indent=1) + "\n"}
    blocks = reproduction_document(study, books, how)
    forms = {
        Format.text: lambda: plain(blocks, width or shutil.get_terminal_size((_WIDTH, 24)).columns),
        Format.markdown: lambda: markdown(blocks),
        Format.html: lambda: html_page("The published study again", blocks),
        Format.json: lambda: json.dumps(reproduction_json(study, how), indent=1) + "\n",
    }
    return {kind: forms[kind]() for kind in wanted}


def _write(out: Path, texts: Mapping[str, str]) -> None:
    from quack.report.files import write_text

    for name, text in texts.items():
        write_text(out / name, text)
        tell(str(out / name))
