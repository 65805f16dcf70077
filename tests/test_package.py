"""The package as others import it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import quack
from quack.errors import QuackError


@pytest.mark.parametrize("name", quack.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(quack, name) is not None


def test_every_error_is_public() -> None:
    kinds = {QuackError, *QuackError.__subclasses__()}
    assert {kind.__name__ for kind in kinds} <= set(quack.__all__)


def test_no_public_name_is_also_a_package(root: Path) -> None:
    assert set() == set(quack.__all__) & {path.stem for path in (root / "quack").iterdir()}


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'duck'"):
        _ = quack.duck


def test_public_names_are_listed() -> None:
    assert set(quack.__all__) <= set(dir(quack))


def test_importing_the_package_imports_nothing_heavy(root: Path) -> None:
    code = (
        "import sys, quack; print([n for n in ('clingo', 'pydantic', 'networkx', 'numpy', 'rich') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert "[]\n" == done.stdout


def test_imports_go_downward_only(root: Path) -> None:
    """The contracts of pyproject.toml hold."""
    importlinter = pytest.importorskip("importlinter")
    assert importlinter
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        capture_output=True,
        text=True,
        cwd=root,
    )
    assert 0 == done.returncode, done.stdout + done.stderr
