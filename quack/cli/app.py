"""The command line's root."""

from __future__ import annotations

import typer

from quack import __version__

app = typer.Typer(name="quack", no_args_is_help=True)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"quack {__version__}")
        raise typer.Exit()


@app.callback()
def root(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """Audits what players say in social-deduction games."""


def run() -> int:
    """Runs a command and gives its exit code."""
    app()
    return 0
