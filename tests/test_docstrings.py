"""The examples in the docstrings of the public names run as they are written, where the sample games are."""

from __future__ import annotations

import inspect
import re
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


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs_as_written(
    name: str, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(root)
    exec(compile(EXAMPLES[name], name, "exec"), {})
    assert capsys.readouterr().out


def test_scores_and_comparisons_are_told_by_example() -> None:
    assert {"quack", "score_games", "compare"} <= EXAMPLES.keys()
