"""What a person sees."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from quack.audit.results import FailedGame
from quack.errors import LogError
from quack.events.problems import Problem
from quack.metrics.aggregate import Summary
from quack.report.tables import Table
from quack.report.terminal import print_summary, print_tables
from tests.samples import game, record

POLICY = ("true", "near_miss", "wrong_room", "false", "unverifiable")


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def _shown(summary: Summary) -> str:
    file = io.StringIO()
    print_summary(summary, POLICY, file=file)
    return file.getvalue()


def _games(number: int, **changes: object) -> Summary:
    summary = Summary()
    for index in range(number):
        summary.add(game(record(), record("false"), name=f"condition/seed{index}", **changes))  # type: ignore[arg-type]
    return summary


def test_a_screen_that_says_it_has_no_columns_is_written_to_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "0")
    assert "condition/seed1" in _shown(_games(2))


def test_few_games_are_listed_one_by_one() -> None:
    shown = _shown(_games(30))
    assert "condition/seed29" in shown
    assert "by condition" not in shown


def test_many_games_are_shown_by_condition_and_it_says_how_to_see_each() -> None:
    shown = _shown(_games(31))
    assert "condition/seed0" not in shown
    assert "31 games, shown by condition; --format json lists each." in shown


def test_tables_fit_eighty_columns_and_names_are_whole() -> None:
    summary = _games(3)
    name = "geese_of_a_rather_long_name_1.5_duck_of_another_2.5/seed01"
    summary.add(game(record(), name=name))
    lines = _shown(summary).splitlines()
    assert name in lines
    assert [] == [line for line in lines if len(line) > 80 and not line.endswith(".")]


def test_names_are_shown_as_they_are_and_steer_nothing() -> None:
    summary = Summary()
    summary.add(game(record(), name="[red]x[/red]\x1b[31m"))
    shown = _shown(summary)
    assert "[red]x[/red]\\x1b[31m" in shown.replace("\n", "")
    assert "\x1b" not in shown


def test_defects_and_notices_and_failures_are_named() -> None:
    summary = _games(1, defects=("claim 0.0.0: no_verdict",))
    summary.add(
        FailedGame("condition/bad", Path("g.jsonl"), LogError("broken", path="g.jsonl", line=4, remedy="mend it"))
    )
    shown = _shown(summary)
    assert "  condition/seed0: claim 0.0.0: no_verdict" in shown
    assert "1 of 2 games could not be audited:" in shown
    assert "  condition/bad: g.jsonl:4: broken; mend it" in shown


def test_games_without_claims_are_listed_with_their_coverage() -> None:
    summary = Summary()
    summary.add(game(coverage={"not_attempted": 12}))
    shown = _shown(summary)
    assert "run/seed01" in shown
    assert "0 of 12 read (0.0%)" in shown


def test_only_the_first_notices_of_dropped_claims_are_told() -> None:
    notices = [Problem(Path("c.jsonl"), line, "notice", f"dropped: claim {line}", "") for line in range(1, 6)]
    shown = _shown(_games(1, notices=(*notices, Problem(Path("g.jsonl"), 1, "notice", "odd", ""))))

    assert "6 notices about logs and claims; --format json lists them all.\n" in shown
    assert "  c.jsonl:3: dropped: claim 3\n  … and 2 more of claims that were dropped\n" in shown
    assert "odd" not in shown


def test_one_of_a_kind_is_singular() -> None:
    notice = Problem(Path("g.jsonl"), 1, "notice", "odd", "")
    shown = _shown(_games(1, notices=(notice,), defects=("claim 0.0.0: no_verdict",)))

    assert "1 notice about" in shown
    assert "1 defect of the rulebook:" in shown


def test_a_title_that_is_wider_than_the_screen_stands_on_several_lines_and_names_stay_whole() -> None:
    file, name = io.StringIO(), f"geese_{'a' * 30}-duck_{'b' * 30}"
    print_tables([Table(f"Outcomes. A: {name}. B: {name}.", ("figure",), (("kills",),))], (), file=file)
    assert ["Outcomes. A:", f"  {name}. B:", f"  {name}."] == file.getvalue().splitlines()[:3]
