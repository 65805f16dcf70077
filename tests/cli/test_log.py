"""`quack log check`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_every_problem_is_listed_with_its_line_and_the_exit_code_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text("{}\nnonsense\n")
    result = run("log", "check", "game.jsonl")
    assert 1 == result.exit_code
    assert any(line.startswith("game.jsonl:2: ") for line in result.stdout.splitlines())


def test_a_path_without_a_game_is_an_error(run: Run) -> None:
    assert 2 == run("log", "check", "nowhere").exit_code
