"""`quack plot`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytest.importorskip("matplotlib")


def test_plots_become_files(why: Run) -> None:
    result = why("plot", "logs", "--out", "out", "-k", "verdicts", "-k", "accusations", "--by", "team", "-f", "svg")
    assert (0, "") == (result.exit_code, result.stderr)
    assert "out/verdicts-by-team.svg\nout/accusations-by-team.svg\n" == result.stdout
    assert {"verdicts-by-team.svg", "accusations-by-team.svg"} == {path.name for path in Path("out").iterdir()}


def test_a_figure_is_drawn_by_its_name(why: Run) -> None:
    result = why("plot", "logs", "--out", "out", "-k", "distribution", "-m", "kills", "--theme", "dark")
    assert "out/distribution-kills.png\n" == result.stdout


def test_a_plot_without_data_is_told_and_the_others_are_drawn(why: Run) -> None:
    result = why(
        "plot",
        "logs",
        "--out",
        "out",
        "-k",
        "verdicts",
        "-k",
        "distribution",
        "-m",
        "duck_language_action_inconsistency",
        "-m",
        "kills",
    )
    assert 1 == result.exit_code
    assert (
        "distribution-duck_language_action_inconsistency: no game has the figure duck_language_action_inconsistency\n"
        == result.stderr
    )
    assert "out/verdicts.png\nout/distribution-kills.png\n" == result.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-k", "verdicts", "-m", "kills"], "--metric is for distributions"),
        (["-m", "luck"], "there is no figure 'luck'; quack metrics list names them all"),
        (["-k", "rooms", "--by", "model"], "none of these plots can be drawn by model; leave --by out"),
    ],
)
def test_what_cannot_be_drawn_is_told_at_once(words: list[str], told: str, why: Run) -> None:
    result = why("plot", "logs", "--out", "out", *words)
    assert 2 == result.exit_code
    assert told in result.stderr


def test_without_the_extra_the_remedy_is_told(why: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = why("plot", "logs", "--out", "out")
    assert (2, "this needs matplotlib, which is not installed; pip install 'quack[export]'\n") == (
        result.exit_code,
        result.stderr,
    )
