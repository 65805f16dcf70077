"""The command line as a whole: help, version, errors, start-up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from quack import __version__
from tests.cli.conftest import Run

HEAVY = ("clingo", "networkx", "yaml", "rich", "quack.kb", "quack.events")
COMMANDS = (["audit"], ["log", "check"], ["rules", "test"])


def test_the_version_is_told(run: Run) -> None:
    assert f"quack {__version__}\n" == run("--version").stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: list[str]) -> None:
    result = run(*command, "--help")
    assert 0 == result.exit_code
    assert f"quack {' '.join(command)}" in result.stdout.partition("Examples:")[2]


def test_the_help_tells_the_exit_codes(run: Run) -> None:
    assert "Exit codes: 0" in run("--help").stdout


@pytest.mark.parametrize("words", [["--help"], ["audit", "--help"], ["--version"]])
def test_nothing_heavy_is_imported_for_help(root: Path, words: list[str]) -> None:
    code = (
        "import sys\nfrom quack.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, cwd=root, check=True)
    assert "[]\n" == done.stderr


def test_the_shim_runs_the_command_line(root: Path) -> None:
    done = subprocess.run([sys.executable, "cli.py", "--version"], capture_output=True, text=True, cwd=root, check=True)
    assert f"quack {__version__}\n" == done.stdout


def test_a_reader_that_goes_away_is_no_error(root: Path) -> None:
    code = (
        "import sys, typer\nfrom quack.cli.app import app\n"
        "@app.command()\ndef flood():\n for _ in range(100000): typer.echo('x' * 100)\n"
        "sys.argv = ['quack', 'flood']\napp()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=root
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert b"" == process.stderr.read()
    assert 141 == process.returncode
