"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quack.errors import SettingsError
from quack.settings import DEFAULT_RULEBOOK, MOST, rules_folder

Paths = Annotated[list[Path], typer.Argument(metavar="PATH", help="A log, a run folder, or a tree of run folders.")]


def rulebook_names(incomplete: str) -> list[str]:
    """The rulebooks at hand, for completion in the shell: the named ones, and the layers in folders here."""
    try:
        paths = [
            *rules_folder().glob("*.lp"),
            *(path for path in Path().glob("*/*.lp") if path.stem == path.parent.name),
        ]
        names = {path.stem for path in paths if "#include" in path.read_text("utf-8")}
    except (OSError, ValueError, SettingsError):
        return []
    return sorted(name for name in names if name.startswith(incomplete))


RulebookName = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="NAME|DIR",
        autocompletion=rulebook_names,
        help="The rulebook: a name such as observed or paper, looked for in $QUACK_RULES, ./rules and among the "
        "packaged ones, or a folder or file of rules.",
    ),
]

NamedRulebook = Annotated[
    str | None,
    typer.Argument(metavar="NAME|DIR", autocompletion=rulebook_names, help="The same as --rules.", show_default=False),
]


def one_rulebook(named: str | None, option: str, default: str = DEFAULT_RULEBOOK) -> str:
    """The rulebook that is meant where it may be given by --rules or without.

    Raises:
        SettingsError: it is given both ways, and otherwise.
    """
    if named is None or named == option:
        return option
    if option != default:
        raise SettingsError(f"two rulebooks, {named} and {option}", remedy="give one of them")
    return named


Constants = Annotated[
    list[str] | None,
    typer.Option("--const", metavar="NAME=VALUE", help="Give a #const of the rulebook another value; repeatable."),
]

ClaimsFile = Annotated[
    str | None,
    typer.Option(
        "--claims",
        metavar="FILE|NAME|DIR",
        help="The claims: a file (for one game), a file name to look for beside each log, or a folder laid out like "
        "the games. Without it: claims.jsonl, extractions.jsonl or claims.gold.jsonl beside each log, and where there "
        "is none, what the offline extractor reads.",
    ),
]

Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processes work at it.")]

MapFile = Annotated[
    Path | None,
    typer.Option("--map", metavar="FILE", help="The map of all games, instead of the one that each log names."),
]

MaxSeconds = Annotated[
    int | None,
    typer.Option(
        "--max-seconds",
        min=1,
        max=MOST,
        metavar="N",
        help="How many seconds of computing a rulebook that is not a shipped one may take to ground, instead of 3 and "
        "2 for every thousand facts.",
    ),
]

MaxMemory = Annotated[
    int | None,
    typer.Option(
        "--max-memory",
        min=1,
        max=MOST,
        metavar="MIB",
        help="How much memory it may take, instead of 512 MiB and 8 for every thousand facts.",
    ),
]


def parse_constants(constants: list[str] | None) -> dict[str, str | int]:
    """The constants by name.

    Raises:
        SettingsError: one isn't of the form NAME=VALUE, or is given twice.
    """
    values: dict[str, str | int] = {}
    for constant in constants or ():
        name, sign, value = constant.partition("=")
        if not (name and sign and value):
            raise SettingsError(f"--const {constant}", remedy="write it as NAME=VALUE, such as tick_slack=2")
        if name in values:
            raise SettingsError(f"--const {name} is given twice", remedy="give it once")
        values[name] = value
    return values
