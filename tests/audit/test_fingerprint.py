"""Content hashes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from quack.audit import fingerprint
from quack.audit.fingerprint import file_digest, program_digest


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A program of three files."""
    for name in ("metrics/a.py", "world/maps/b.yaml", "errors.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(fingerprint, "PACKAGE", tmp_path)
    program_digest.cache_clear()
    yield tmp_path
    program_digest.cache_clear()


def _again() -> str:
    program_digest.cache_clear()
    return program_digest()


def test_a_file_goes_by_the_sha256_of_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\xffquack")
    assert hashlib.sha256(b"\xffquack").hexdigest() == file_digest(tmp_path / "file")


@pytest.mark.parametrize("name", ["metrics/a.py", "world/maps/b.yaml", "errors.py", "kb/new.py"])
def test_a_change_of_what_figures_are_made_by_changes_the_program(program: Path, name: str) -> None:
    before = program_digest()
    (program / name).parent.mkdir(exist_ok=True)
    (program / name).write_text("changed")
    assert before != _again()


@pytest.mark.parametrize("name", ["cli/app.py", "report/tables.py", "metrics/__pycache__/a.pyc"])
def test_a_change_of_anything_else_does_not(program: Path, name: str) -> None:
    before = program_digest()
    (program / name).parent.mkdir(parents=True, exist_ok=True)
    (program / name).write_text("changed")
    assert before == _again()
