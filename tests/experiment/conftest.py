"""Studies small enough to run in a test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from quack.experiment import Plan, read_plan

Write = Callable[[str], Path]
Read = Callable[[str], Plan]

SHORT = "setup: {ticks: 25}"
"""Games that are soon over."""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes the file of a study: `name` and `out` stand in its first two lines, what is given follows."""

    def write_study(text: str) -> Path:
        path = tmp_path / "study.yaml"
        path.write_text(f"name: small\nout: out\n{text}\n", encoding="utf-8")
        return path

    return write_study


@pytest.fixture
def read(write: Write) -> Read:
    """The plan of a study that is written so."""
    return lambda text: read_plan(write(text))


def files(folder: Path, *leave_out: str) -> dict[str, bytes]:
    """All files below a folder by their names, but for hidden ones and some others."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and path.name not in leave_out
    }
