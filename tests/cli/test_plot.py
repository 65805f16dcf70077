"""`quack plot`."""

from __future__ import annotations

import shutil
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
    figure = "duck_language_action_inconsistency"
    assert (1, f"distribution-{figure} is not drawn: no game has the figure {figure}\n") == (
        result.exit_code,
        result.stderr,
    )
    assert "out/verdicts.png\nout/distribution-kills.png\n" == result.stdout


def test_a_plot_that_nobody_named_and_that_has_no_data_is_no_error(why: Run) -> None:
    result = why("plot", "logs", "--out", "out", "--rules", "paper", "-f", "svg")
    assert (0, True) == (result.exit_code, Path("out/verdicts.svg").exists())
    assert "rooms is not drawn: the evidence of no refuted claim says where the player was instead" in result.stderr


def test_a_condition_of_which_nothing_is_claimed_is_left_out_and_told(why: Run) -> None:
    for condition in ("quiet", "silent"):
        shutil.copytree("logs/sample", f"logs/{condition}/seed1")
        for claims in Path(f"logs/{condition}/seed1").glob("claims*"):
            claims.write_text("")
    shutil.copytree("logs/sample", "logs/loud/seed1")
    shutil.rmtree("logs/sample")
    result = why("plot", "logs", "--out", "out", "--by", "condition", "-k", "verdicts", "-k", "accusations")
    assert (0, "out/verdicts-by-condition.png\nout/accusations.png\n") == (result.exit_code, result.stdout)
    told = "is drawn without quiet, silent: too little is claimed there"
    assert [f"verdicts-by-condition {told}", f"accusations {told}"] == result.stderr.splitlines()


def test_a_plot_that_was_named_and_has_no_data_is_an_error(why: Run) -> None:
    result = why("plot", "logs", "--out", "out", "--rules", "paper", "-k", "rooms", "-k", "verdicts")
    assert (1, "out/verdicts.png\n") == (result.exit_code, result.stdout)


def test_what_is_drawn_by_something_already_can_be_asked_for_by_it(why: Run) -> None:
    result = why("plot", "logs", "--out", "out", "-k", "distribution", "-m", "kills", "--by", "condition")
    assert (0, "out/distribution-kills.png\n") == (result.exit_code, result.stdout)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-k", "verdicts", "-m", "kills"], "--metric is for distributions"),
        (["-m", "luck"], "there is no figure 'luck'; quack metrics list names them all"),
        (["-k", "rooms", "--by", "model"], "none of these plots can be drawn by model; --by can be, for rooms: team"),
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
