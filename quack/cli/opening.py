"""What `quack --help` and `quack --version` say, at once: the machinery of the commands takes long to load.

The text is the one that the command line would show; a test holds it to that.
"""

import os
import sys

from quack import __version__

HELP = """\
Usage: {program} [OPTIONS] COMMAND [ARGS]...

  Audits what players say in social-deduction games: every claim judged by
  editable rules, with its proof.

  quack play --out runs              play a game that one can audit
  quack audit logs                   judge every claim in the games under logs/
  quack score runs                   who won, and how true what they said was
  quack extract runs                 read what players claim out of what they say
  quack log check logs               what is wrong with the logs
  quack rules test                   do the rules do what their tests say

Options:
  --version             Show the version and exit.
  --install-completion  Install completion for the current shell.
  --show-completion     Show completion for the current shell, to copy it or
                        customize the installation.
  -h, --help            Show this message and exit.

Commands:
  audit       Judge every claim made in the games under PATH, by the...
  extract     Read what players claim out of what they say.
  why         Prove why a claim has its verdict: rules with their lines,...
  ask         Ask the games a query in the language of the rules, over...
  score       Score games: who won, what players did, and how true what...
  export      Write claims, games, players and figures as Parquet or CSV.
  plot        Draw claims and figures as PNG or SVG: distributions,...
  report      Write an audit as pages: an index of the games, and for...
  reproduce   Make the tables of the published study again, by its own...
  play        Play games with scripted players, with models, or at the...
  replay      Tell a game tick by tick in plain words: who is where, what...
  render      Draw a game: a frame for every tick and every speech, with...
  optimise    Find better instructions and examples for a model, on...
  experiment  Run whole studies: conditions and seeds, played, audited...
  extractor   Look after extractors: how good they are, and how they are...
  log         Look at game logs.
  metrics     Say which figures there are and what each counts.
  rules       Look after rulebooks.

  Exit codes: 0 all is well; 1 some games failed, or problems or defects were
  found; 2 nothing was done: a path, an option or a rulebook can't be used.
"""
_WIDTH = 80
"""Columns that the text takes; a narrower terminal gets it wrapped by the command line."""


def opening() -> str | None:
    """What to say if only help or the version is asked for; None where the command line has to see to it."""
    if len(sys.argv) != 2 or sys.stdout is None or any(name.endswith("_COMPLETE") for name in os.environ):
        return None
    if sys.argv[1] == "--version":
        return f"quack {__version__}\n"
    run_as_file = not getattr(sys.modules["__main__"], "__package__", None)
    if sys.argv[1] in ("--help", "-h") and run_as_file and _columns() >= _WIDTH:
        return HELP.format(program=os.path.basename(sys.argv[0]))
    return None


def _columns() -> int:
    """The columns of the terminal, as `shutil` tells them, which takes long to import."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or _WIDTH  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return _WIDTH
