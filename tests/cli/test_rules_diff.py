"""`quack rules diff`: what is printed, as JSON too, and the exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import ROOT

OFF = ("rules", "diff", "observed", "observed:off_by=1", "logs")


def test_a_diff_names_what_changes_and_what_made_it(why: Run):
    lines = why(*OFF).stdout.splitlines()
    assert "Before: observed. After: observed with off_by = 1. 1 game." == lines[0]
    assert "1 claim of 36 changes: 1 verdict." in lines
    at = next(number for number, line in enumerate(lines) if line.startswith("#1 "))
    assert lines[at].endswith("near_miss -> false  (activity)")
    assert lines[at + 1].strip().startswith("before   the subject did a task there a little outside the window (rules/")
    assert lines[at + 2].strip().startswith("after    the subject did no task within the window (rules/verdicts/")
    assert "because  off_by 5 -> 1, in: off by time is up to ticks F' to L' (rules/window.lp:" in lines[at + 3]
    assert lines[at + 4].strip() == "such as  sample:0.3.0"


def test_constants_may_stand_beside(why: Run):
    beside = why("rules", "diff", "observed", "observed", "logs", "--const-b", "off_by=1").stdout
    assert why(*OFF).stdout == beside
    both = why("rules", "diff", "observed", "observed", "logs", "--const", "off_by=1").stdout
    assert "Nothing changes: both say the same of 36 claims." in both
    assert "Before: observed with off_by = 1. After: observed with off_by = 1." in both


def test_rates_are_shown_before_and_after_with_what_moved_them(why: Run):
    lines = why("rules", "diff", "paper", "observed", "logs").stdout.splitlines()
    row = next(line for line in lines if line.startswith("Deception (Ducks) "))
    assert "#" in row and row.count("%") == 2


def test_examples_show_both_proofs(why: Run):
    said = why(*OFF, "--examples", "3").stdout
    assert said.count("#1 sample, before:") == said.count("#1 sample, after:") == 1
    assert "rules/verdicts/task.lp" in said.partition("#1 sample, after:")[2]


def test_json_holds_every_change(why: Run):
    told = json.loads(why("rules", "diff", "paper", "observed", "logs", "--json", "--examples", "1").stdout)
    assert ("paper", "observed", 1, 36) == (
        told["before"]["name"],
        told["after"]["name"],
        told["games"],
        told["claims"],
    )
    shifts = [shift for change in told["changes"] for shift in change["shifts"]]
    assert len(shifts) == sum(each["changes"] for each in told["attributed"])
    assert told["changed"] == len(told["changes"])
    assert told["claims"] == sum(each["claims"] for each in told["verdicts"])
    assert {"before", "after"} <= told["rates"]["deception_rate"].keys()
    (example,) = told["examples"]
    assert example["before"]["claim"] == example["after"]["claim"] == told["attributed"][0]["first"]["claim"]
    assert {"file", "line", "label"} == told["attributed"][0]["decided"]["after"][0].keys()


@pytest.mark.parametrize(("books", "code"), [(("observed", "paper"), 1), (("observed", "observed"), 0)])
def test_a_change_fails_where_it_is_told_to(why: Run, books, code):
    assert code == why("rules", "diff", *books, "logs", "--fail-on-change").exit_code
    assert 0 == why("rules", "diff", *books, "logs").exit_code


def test_a_game_that_can_not_be_read_fails(why: Run):
    Path("logs/bad").mkdir()
    Path("logs/bad/game.jsonl").write_text("{")
    result = why(*OFF)
    assert 1 == result.exit_code
    assert "bad: logs/bad/game.jsonl: no game_started" in result.stdout


def test_two_versions_of_a_rule_file_are_compared(why: Run, tmp_path: Path):
    old, new = (Path(shutil.copytree(ROOT / "rules/verdicts", name)) / "task.lp" for name in ("old", "new"))
    new.write_text(new.read_text().replace(":- nearly_worked(C, _, _, _).", ":- nearly_worked(C, _, _, _), denied(C)."))
    said = why("rules", "diff", str(old), str(new), "logs").stdout
    assert "Before: old/task.lp. After: new/task.lp. 1 game." in said
    assert "near_miss -> false  (activity)" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("observd", "paper"), "no rulebook observd; did you mean observed?"),
        (("observed:off=3", "paper"), "no #const off"),
        (("observed:off_by=", "paper"), "write NAME=VALUE, such as observed:off_by=3"),
    ],
)
def test_what_can_not_be_compared_is_said_in_a_line(why: Run, words, said):
    result = why("rules", "diff", *words, "logs")
    assert 2 == result.exit_code
    assert 1 == len(result.stderr.splitlines())
    assert said in result.stderr


def test_the_output_is_the_same_each_time_and_for_any_number_of_processes(why: Run):
    words = ("rules", "diff", "observed", "paper", str(ROOT / "logs"), "--json")
    assert why(*words).stdout == why(*words, "--jobs", "2").stdout


def test_tables_hold_only_what_changes(why: Run):
    said = why(*OFF).stdout
    table = said.partition("Verdicts that change, by type\n")[2].partition("\n\n")[0].splitlines()
    assert ["activity", "all"] == [row.split()[0] for row in table if "%" in row]
    assert table[-1].split() == ["all", "36", "1", "2.8%"]


def test_of_grounds_alone_no_table_of_verdicts_is_shown(why: Run, tmp_path: Path):
    (tmp_path / "mine").mkdir()
    rules = "strength(hunch, weak).\ngrounds(C, hunch) :- accusation(C, _, _).\n"
    (tmp_path / "mine/mine.lp").write_text(f'% base: observed\n#include "observed.lp".\n{rules}')
    said = why("rules", "diff", "observed", "mine", str(ROOT / "logs")).stdout
    assert "groundedness: ungrounded -> grounded  (accusation)" in said
    assert "Verdicts" not in said


def test_a_table_of_rates_has_rows(why: Run, tmp_path: Path):
    (tmp_path / "mine").mkdir()
    rules = "strength(saw_this_round, strong).\n"
    (tmp_path / "mine/mine.lp").write_text(f'% base: observed\n#include "observed.lp".\n{rules}')
    said = why("rules", "diff", "observed", "mine", str(ROOT / "logs")).stdout
    assert "strength of grounds: weak -> strong  (accusation)" in said
    assert "Rates" not in said
