"""The root of the command line, and what all commands share: how errors are shown, and with which exit code."""

from __future__ import annotations

import gc
import io
import os
import sys
from contextlib import suppress
from types import ModuleType
from typing import Any

import typer
from typer.core import TyperGroup

from quack import __version__
from quack.cli import (
    INTERRUPTED,
    ask,
    audit,
    experiment,
    export,
    extract,
    extractor,
    log,
    metrics,
    optimise,
    play,
    plot,
    render,
    replay,
    report,
    reproduce,
    rules,
    score,
    why,
)
from quack.cli.output import FAILED, USAGE, complain
from quack.errors import MapError, QuackError, RulebookError, SettingsError
from quack.pause import interrupts_held

PIPE_CLOSED = 141


class Guarded(TyperGroup):
    """A group whose commands end with one line on standard error, not with a traceback, when the input is at fault."""

    def make_context(self, *args: Any, **how: Any) -> Any:
        try:
            return super().make_context(*args, **how)
        except BrokenPipeError as error:  # while help is printed
            raise typer.Exit(explain_failure(error)) from None

    def invoke(self, ctx: Any) -> Any:
        try:
            if sys.stdout is None:
                raise SettingsError("standard output is closed", remedy="send it somewhere, be it to /dev/null")
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except _EXPECTED as error:
            raise typer.Exit(explain_failure(error)) from None


_EXPECTED = (QuackError, KeyboardInterrupt, OSError)


def explain_failure(error: BaseException) -> int:
    """Says on standard error what went wrong, if anybody can still read it, and returns the exit code."""
    if isinstance(error, BrokenPipeError):
        _drop_output()
        return PIPE_CLOSED
    if isinstance(error, KeyboardInterrupt):
        with suppress(KeyboardInterrupt), interrupts_held():
            complain("; ".join(["interrupted", *map(str, error.args)]))
        return INTERRUPTED
    if isinstance(error, QuackError):
        complain(error)
        return USAGE if isinstance(error, SettingsError | MapError | RulebookError) else FAILED
    assert isinstance(error, OSError)
    place = f"{error.filename}: " if error.filename else ""
    complain(f"{place}{error.strerror or error}")
    _drop_output()
    return FAILED


def _drop_output() -> None:
    """What is still buffered could not be written, and would fail again when Python ends."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run() -> None:
    """Runs the command line; what goes wrong outside of a command (help, version) is explained like the rest."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Tables are UTF-8 whatever the locale, like the records.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    first = sys.argv[1] if len(sys.argv) > 1 else ""
    if first == "audit":
        # It holds the garbage collector anyway; let go of at the end, that would walk all of it twice more.
        gc.disable()
    try:
        (command_line(first) if first in _COMMANDS or first in _GROUPS else app)()
    except _EXPECTED as error:
        sys.exit(explain_failure(error))


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"quack {__version__}")
        raise typer.Exit()


def root(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """Audits what players say in social-deduction games: every claim judged by editable rules, with its proof.

    \b
    quack play --out runs              play a game that one can audit
    quack audit logs                   judge every claim in the games under logs/
    quack score runs                   who won, and how true what they said was
    quack extract runs                 read what players claim out of what they say
    quack log check logs               what is wrong with the logs
    quack rules test                   do the rules do what their tests say
    """


_COMMANDS: dict[str, ModuleType] = {
    "audit": audit,
    "extract": extract,
    "why": why,
    "ask": ask,
    "score": score,
    "export": export,
    "plot": plot,
    "report": report,
    "reproduce": reproduce,
    "play": play,
    "replay": replay,
    "render": render,
    "optimise": optimise,
}
"""The modules of the commands, by the name that the command and its function have."""

_GROUPS: dict[str, ModuleType] = {
    "experiment": experiment,
    "extractor": extractor,
    "log": log,
    "metrics": metrics,
    "rules": rules,
}
"""The modules of commands with commands of their own."""


def command_line(called: str | None = None) -> typer.Typer:
    """The command line; with the name of a command that one alone, for all of them take longer than a small audit."""
    # Plain help: it starts in a third of the time, and is text wherever it goes.
    app = typer.Typer(
        name="quack",
        cls=Guarded,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="Exit codes: 0 all is well; 1 some games failed, or problems or defects were found; "
        "2 nothing was done: a path, an option or a rulebook can't be used.",
    )
    app.callback()(root)
    for name, module in _COMMANDS.items():
        if called in (None, name):
            app.command(name, epilog=module.EXAMPLES)(getattr(module, name))
    for name, module in _GROUPS.items():
        if called in (None, name):
            app.add_typer(module.app)
    return app


app = command_line()
