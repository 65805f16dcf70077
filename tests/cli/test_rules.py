"""`quack rules test`."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.kb.limits import limits_for
from quack.kb.worker import Limits
from tests.cli.conftest import Run


def _tested(tmp_path: Path, expected: str) -> None:
    (tmp_path / "rules/policy_test.lp").write_text(f"#program test_true_is_supported.\nexpect({expected}).\n")


def test_tests_that_pass_are_counted(run: Run, tmp_path: Path) -> None:
    _tested(tmp_path, "verdict_label(true, 1, supported)")
    result = run("rules", "test")
    assert (0, "1 passed, 0 failed\n") == (result.exit_code, result.stderr)


def test_tests_that_fail_are_shown(run: Run, tmp_path: Path) -> None:
    _tested(tmp_path, "verdict_label(true, 1, refuted)")
    result = run("rules", "test")
    assert (1, "0 passed, 1 failed\n") == (result.exit_code, result.stderr)
    assert "expected verdict_label(true,1,refuted)" in result.stdout


def test_a_rulebook_that_cannot_be_loaded_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rules/policy.lp").write_text("p(X :- q.\n")
    result = run("rules", "test")
    assert 2 == result.exit_code
    assert 1 == len(result.stderr.splitlines())
    assert "policy.lp:1:" in result.stderr


def test_tests_that_nobody_runs_are_named(run: Run, tmp_path: Path) -> None:
    _tested(tmp_path, "verdict_label(true, 1, supported)")
    (tmp_path / "rules/mine").mkdir()
    (tmp_path / "rules/mine/own.lp").write_text("own(1).\n")
    for name in ("mine/own", "gone"):
        (tmp_path / f"rules/{name}_test.lp").write_text("#program test_so.\nexpect(own(1)).\n")
    result = run("rules", "test")
    assert 0 == result.exit_code
    assert [
        "rules/gone_test.lp: not run: there is no gone.lp; name it after the file that it tests",
        "rules/mine/own_test.lp: not run: no rulebook includes mine/own.lp; "
        'write #include "mine/own.lp". into the entry file',
        "1 passed, 0 failed",
    ] == result.stderr.splitlines()


def test_tests_of_another_rulebook_of_the_folder_are_not_amiss(run: Run, tmp_path: Path) -> None:
    _tested(tmp_path, "verdict_label(true, 1, supported)")
    (tmp_path / "rules/other.lp").write_text('#include "own.lp".\n')
    (tmp_path / "rules/own.lp").write_text("own(1).\n")
    (tmp_path / "rules/own_test.lp").write_text("#program test_so.\nexpect(own(1)).\n")
    assert "1 passed, 0 failed\n" == run("rules", "test").stderr


def test_limits_can_be_given(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUACK_MAX_SECONDS", "50")
    monkeypatch.setenv("QUACK_MAX_MEMORY", "50")
    _tested(tmp_path, "verdict_label(true, 1, supported)")
    assert 0 == run("rules", "test", "--max-seconds", "7", "--max-memory", "99").exit_code
    assert Limits(21, 99, 7) == limits_for(1000)
    assert 2 == run("rules", "test", "--max-seconds", "0").exit_code
