"""`quack rules test`."""

from __future__ import annotations

from pathlib import Path

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
