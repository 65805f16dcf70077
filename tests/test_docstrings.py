"""The examples in the docstrings of the public names run as they are written, where the sample games are."""

from __future__ import annotations

import inspect
import re
import shutil
import textwrap
from pathlib import Path

import pytest

import quack

_CODE = re.compile(r"(?:^    .*\n|^\n)+", re.MULTILINE)
DOCUMENTED = {name: inspect.getdoc(getattr(quack, name)) or "" for name in quack.__all__} | {"quack": quack.__doc__}
EXAMPLES = {
    name: textwrap.dedent(code)
    for name, text in DOCUMENTED.items()
    for code in _CODE.findall(f"{text}\n")
    if "from quack import" in code
}
FUNCTIONS = [name for name in quack.__all__ if inspect.isfunction(getattr(quack, name))]


@pytest.fixture(scope="module")
def folder(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample games, in which examples may write."""
    folder = tmp_path_factory.mktemp("examples")
    shutil.copytree(root / "logs", folder / "logs")
    return folder


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs_as_written(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    exec(compile(EXAMPLES[name], name, "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", ["quack", "QuackError", "Resampling", *FUNCTIONS])
def test_a_public_name_is_told_by_an_example_of_its_own(name: str) -> None:
    assert re.search(rf"\b{name}\b", EXAMPLES.get(name, ""))
