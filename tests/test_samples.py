"""The sample games are what their command makes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from quack.events.log import read_log

MOST_BYTES = 150_000


def _games(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.glob("*/*/*.jsonl"))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_the_samples_are_made_again_byte_for_byte(root: Path, tmp_path: Path) -> None:
    """If this fails after a change in how games are played: `make samples`."""
    quack = tmp_path / "quack"
    quack.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{root / "cli.py"}" "$@"\n')
    quack.chmod(0o755)
    command = ["sh", str(root / "logs/samples.sh"), str(quack), str(tmp_path / "logs")]
    subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": "7"}, check=True, capture_output=True)
    kept, made = _games(root / "logs"), _games(tmp_path / "logs")
    assert [] == [name for name in sorted(kept.keys() | made.keys()) if kept.get(name) != made.get(name)]


def test_there_are_five_of_different_kinds(root: Path) -> None:
    logs = [read_log(root / "logs" / name) for name in _games(root / "logs") if name.endswith("game.jsonl")]
    assert 5 == len(logs)
    assert 1 < len({log.map.name for log in logs})
    assert 1 < len({len(log.players) for log in logs})
    assert 5 == len({tuple(sorted(set((log.config.seats or {}).values()))) for log in logs})


def test_they_are_small(root: Path) -> None:
    assert [] == [name for name, content in _games(root / "logs").items() if len(content) > MOST_BYTES]
