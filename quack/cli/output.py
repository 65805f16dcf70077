"""Where the commands' words go: results to standard output as UTF-8, complaints to standard error as single lines."""

from __future__ import annotations

import typer

from quack.errors import printable

FAILED = 1
"""Some games failed, or problems or defects were found."""
USAGE = 2
"""Nothing was done: a path, an option or a rulebook can't be used."""


def complain(what: object) -> None:
    """Says on standard error, in one line, what is wrong."""
    typer.echo(printable(what), err=True)


def tell(text: str) -> None:
    """Prints to standard output, as UTF-8 whatever the locale, so that the bytes are the same everywhere."""
    typer.echo(f"{text}\n".encode(), nl=False)
