"""Runs the command line as a process of its own: a fork of this one, which starts at once."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from typer.main import get_command

import quack.audit.auditor
import quack.kb.rule_tests
import quack.kb.rulebook
import quack.metrics.aggregate  # noqa: F401  # imported once, and not in each fork
from quack.cli.app import app

_COMMAND = get_command(app)


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def run(*words: str | Path) -> Ended:
    """Runs `quack` with these words."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        pid = os.fork()
        if not pid:
            _become(out.fileno(), err.fileno(), list(map(str, words)))
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        out.seek(0)
        err.seek(0)
        return Ended(code, out.read().decode(), err.read().decode())


def _become(out: int, err: int, words: list[str]) -> None:
    code = 99
    try:
        os.dup2(out, 1)
        os.dup2(err, 2)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        _COMMAND(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
