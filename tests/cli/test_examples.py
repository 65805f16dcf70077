"""The examples in the help of the commands work as they are written, in a fresh checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quack.cli import audit, log, replay, rules, why
from tests.cli.conftest import Run

EXAMPLES = [
    line.partition("   ")[0].strip()
    for module in (audit, why, log, rules, replay)
    for line in module.EXAMPLES.splitlines()
    if " quack " in line
]


@pytest.fixture
def checkout(tmp_path: Path, root: Path) -> Path:
    """A copy of what the examples name, and a `quack` on the path."""
    for name in ("logs", "rules"):
        shutil.copytree(root / name, tmp_path / name)
    command = tmp_path / "bin" / "quack"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{root / "cli.py"}" "$@"\n')
    command.chmod(0o755)
    return tmp_path


# What `quack play` has to write first is for the tests of the README.
@pytest.mark.parametrize("example", sorted({line for line in EXAMPLES if " runs" not in line}))
def test_an_example_works_as_written(checkout: Path, example: str) -> None:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("QUACK_")}
    path = f"{checkout / 'bin'}:{os.environ['PATH']}"

    done = subprocess.run(
        example, shell=True, cwd=checkout, env=kept | {"PATH": path}, capture_output=True, text=True, check=False
    )

    assert 0 == done.returncode, done.stderr


@pytest.mark.parametrize("group", ["log", "rules"])
def test_a_group_shows_examples(run: Run, group: str) -> None:
    assert f"quack {group}" in run(group, "--help").stdout.partition("Examples:")[2]
