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
    typer.Option("--out", "-o", metavar="DIR", help="Write the document to DIR/reproduction.md, .html and .json."),
]
OutputFormat = Annotated[Format, typer.Option("--format", "-f", help="What to print where there is no --out.")]
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
    output: OutputFormat = Format.text,
    fetch: Fetch = False,
    data_set: DataSet = None,
    seed: Seed = 0,
) -> None:
    """Make the tables of the published study again, by its own rules and by ours, and say what changes and why.

    The paper rulebook and the published definitions give the figures to hold against the released ones; the rulebook
    of --rules gives them as they should be.
    """
    if fetch:
        _fetch(folder, data_set)
    elif data_set is not None:
        raise SettingsError("--data-set says what to fetch", remedy="give --fetch too")
    study = _study(folder, rulebook_name, claims, jobs)
    texts = _texts(study, ("paper", rulebook_name), seed, output if out is None else None)
    if out is None:
        tell(texts[output].rstrip("\n"))
    else:
        _write(out, {f"reproduction.{end}": texts[kind] for kind, end in _ENDS.items()})
    for failed in study.paper.failed:
        complain(failed.error)
    if study.paper.failed:
        raise typer.Exit(FAILED)


_ENDS = {Format.markdown: "md", Format.html: "html", Format.json: "json"}


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


def _texts(study: Reproduction, books: tuple[str, str], seed: int, only: Format | None) -> Mapping[Format, str]:
    """The document in each form, or in one."""
    import json
    import shutil

    from quack.metrics.resampling import Resampling
    from quack.report.document import html_page, markdown, plain
    from quack.report.reproduction import reproduction_document, reproduction_json

    how = Resampling(seed=seed)
    if only is Format.json:
        return {only: json.dumps(reproduction_json(study, how), indent=1)}
    blocks = reproduction_document(study, books, how)
    forms = {
        Format.text: lambda: plain(blocks, shutil.get_terminal_size((100, 24)).columns),
        Format.markdown: lambda: markdown(blocks),
        Format.html: lambda: html_page("The published study again", blocks),
        Format.json: lambda: json.dumps(reproduction_json(study, how), indent=1) + "\n",
    }
    return {kind: make() for kind, make in forms.items() if only in (None, kind)}


def _write(out: Path, texts: Mapping[str, str]) -> None:
    from quack.report.files import write_text

    for name, text in texts.items():
        write_text(out / name, text)
        tell(str(out / name))
