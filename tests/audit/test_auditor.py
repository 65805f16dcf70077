"""Games by the batch: what fails alone, what is shared, and that the way of working changes nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from quack.audit import auditor, batch, engines, processes
from quack.audit.auditor import audit_each
from quack.audit.batch import Order, Outcome
from quack.audit.discover import discover_games
from quack.audit.results import FailedGame, GameAudit
from quack.errors import RulebookError, SettingsError
from quack.workers import start_pool
from tests.audit import fakes

BOOK: Any = SimpleNamespace(
    sha256="3" * 64, name="fake", trusted=True, reads=frozenset({("saw", 9)}), heads=frozenset()
)
# Elsewhere processes start anew and would not know the fake judge.
needs_fork = pytest.mark.skipif(sys.platform != "linux", reason="processes inherit nothing here")
Audit = Callable[..., list[Outcome]]


@pytest.fixture
def audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Audit:
    """Audits games whose logs hold the given words."""
    monkeypatch.setattr(batch, "read_case", fakes.read_case)
    monkeypatch.setattr(batch, "judge", fakes.judge)
    fakes.CALLS.clear()

    def run(*logs: str, **options: Any) -> list[Outcome]:
        for index, words in enumerate(logs):
            folder = tmp_path / f"game{index}"
            folder.mkdir(exist_ok=True)
            (folder / "game.jsonl").write_text(f"g{index} {words}")
        return list(audit_each(discover_games([tmp_path]), rulebook=BOOK, **options))

    return run


def _failed(outcomes: list[Outcome]) -> dict[str, str]:
    return {each.game: each.error.what for each in outcomes if isinstance(each, FailedGame)}


def test_games_of_one_map_are_judged_together(audit: Audit) -> None:
    audit("", "", "")
    assert [["g0", "g1", "g2"]] == fakes.CALLS


def test_games_of_two_maps_are_judged_apart_and_come_back_in_order(audit: Audit) -> None:
    outcomes = audit("", "map_b", "")
    assert [["g0", "g2"], ["g1"]] == fakes.CALLS
    assert ["game0", "game1", "game2"] == [outcome.game for outcome in outcomes]


def test_a_batch_holds_so_many_games_and_no_more(audit: Audit) -> None:
    audit("", "", "", batch_size=2)
    assert [["g0", "g1"], ["g2"]] == fakes.CALLS


def test_a_log_that_cannot_be_read_fails_alone(audit: Audit) -> None:
    assert {"game1": "not a log"} == _failed(audit("", "unreadable", ""))


def test_a_game_that_breaks_its_batch_fails_alone(audit: Audit) -> None:
    assert {"game1": "ValueError: broken fact"} == _failed(audit("", "breaks", ""))


def test_a_fault_of_the_program_is_told_as_one(audit: Audit) -> None:
    failed = audit("fault")[0]
    assert isinstance(failed, FailedGame)
    assert "ZeroDivisionError: by zero; this is a fault of the program" in str(failed.error)


def test_a_rulebook_that_fails_with_every_game_is_told_once(audit: Audit) -> None:
    with pytest.raises(RulebookError, match="syntax error"):
        audit("rulebook", "rulebook")


def test_a_rulebook_that_fails_with_one_game_costs_that_game(audit: Audit) -> None:
    assert {"game0": "syntax error"} == _failed(audit("rulebook", ""))


def test_an_interruption_is_passed_on(audit: Audit) -> None:
    with pytest.raises(KeyboardInterrupt):
        audit("", "interrupted")


def test_a_game_brings_along_what_metrics_ask_for(audit: Audit) -> None:
    game = audit("defect")[0]
    assert isinstance(game, GameAudit)
    assert {"player_0": "goose", "player_1": "duck"} == game.teams
    assert (2, 3) == (game.coverage.read, game.coverage.total)
    assert (0, 1) == (game.chat_coverage.read, game.chat_coverage.total)
    assert {"fully": 1} == game.phrases
    assert ("claim 0.0.0: no_verdict",) == game.defects


def test_progress_is_told_after_each_game(audit: Audit) -> None:
    told: list[tuple[int, int]] = []
    audit("", "unreadable", "", on_progress=lambda done, total: told.append((done, total)))
    assert [(1, 3), (2, 3), (3, 3)] == told


@needs_fork
def test_several_processes_give_the_same_lines_as_one(audit: Audit) -> None:
    logs = ("", "unreadable", "map_b", "breaks", "", "defect", "")
    assert _lines(audit(*logs)) == _lines(audit(*logs, jobs=2, batch_size=2))


def _lines(outcomes: list[Outcome]) -> list[object]:
    return [
        [record.to_line() for record in each.records] if isinstance(each, GameAudit) else str(each.error)
        for each in outcomes
    ]


def test_records_are_written_by_the_batch_before_anybody_asks_for_its_outcomes(audit: Audit, tmp_path: Path) -> None:
    audit("", "", "")
    next(audit_each(discover_games([tmp_path]), rulebook=BOOK, out=tmp_path / "out", batch_size=2))
    assert ["game0", "game1"] == sorted(path.parent.name for path in (tmp_path / "out").rglob("audit.jsonl"))


@needs_fork
def test_processes_that_have_grown_are_replaced_and_nobody_notices(
    audit: Audit, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = ("", "unreadable", "map_b", "breaks", "", "defect", "")
    here = _lines(audit(*logs))
    started: list[int] = []
    monkeypatch.setattr(processes, "_MOST_GROWTH", -1)
    monkeypatch.setattr(processes, "start_pool", lambda *given: started.append(1) or start_pool(*given))
    assert here == _lines(audit(*logs, jobs=2, batch_size=1))
    assert 1 < len(started)


@needs_fork
def test_many_games_are_audited_in_another_process_so_that_this_one_does_not_grow(
    audit: Audit, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = ("", "unreadable", "map_b")
    here = _lines(audit(*logs))
    fakes.CALLS.clear()
    monkeypatch.setattr(engines, "_MANY", 2)
    assert here == _lines(audit(*logs, batch_size=1))
    assert [] == fakes.CALLS


@needs_fork
def test_a_process_that_dies_costs_the_game_that_killed_it(audit: Audit) -> None:
    outcomes = audit("", "", "dies", "", "", "", jobs=2, batch_size=2)
    assert {"game2": "the process that audited it died"} == _failed(outcomes)
    assert [f"game{index}" for index in range(6)] == [outcome.game for outcome in outcomes]


@needs_fork
def test_a_rulebook_that_fails_in_another_process_is_told_all_the_same(audit: Audit) -> None:
    with pytest.raises(RulebookError, match="syntax error"):
        audit("rulebook", "rulebook", jobs=2, batch_size=1)


def test_who_is_interrupted_while_handing_out_work_waits_for_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pool:
        def submit(self, *_: Any) -> None:
            raise KeyboardInterrupt

        def shutdown(self, **_: Any) -> None:
            """Nothing is left to wait for."""

    pool, abandoned = Pool(), []
    monkeypatch.setattr(processes, "start_pool", lambda *_: pool)
    monkeypatch.setattr(processes, "abandon", abandoned.append)
    with pytest.raises(KeyboardInterrupt):
        list(processes.in_processes([(), ()], Order(BOOK), 2))
    assert [pool] == abandoned


class _Slow(Order):
    fine = 9


def _cut(games: int, jobs: int, order: Order) -> list[int]:
    named: Any = [f"game{number}" for number in range(games)]
    batches = list(auditor._cut(named, order, 90, jobs))
    assert named == [game for batch in batches for game in batch]
    return list(map(len, batches))


def test_games_that_take_long_are_done_in_small_batches_and_the_last_ones_in_smaller_ones() -> None:
    assert [9, 8, 6, 6, 6, 5] == _cut(40, 2, _Slow(BOOK))


def test_one_process_does_games_that_take_long_in_batches_of_one_size() -> None:
    assert [9, 9, 2] == _cut(20, 1, _Slow(BOOK))


@pytest.mark.parametrize(("games", "expected"), [(1, [1]), (2, [1, 1]), (6, [3, 3])])
def test_few_games_that_take_long_are_shared_out_evenly(games: int, expected: list[int]) -> None:
    assert expected == _cut(games, 2, _Slow(BOOK))


def test_games_that_take_long_are_no_reason_to_try_a_strangers_rulebook_with_many() -> None:
    assert [1, 6, 6, 6, 1] == _cut(20, 2, _Slow(SimpleNamespace(**{**vars(BOOK), "trusted": False})))


@pytest.mark.parametrize("options", [{"jobs": 0}, {"batch_size": 0}])
def test_jobs_and_batches_count_from_one(audit: Audit, options: dict[str, int]) -> None:
    with pytest.raises(SettingsError):
        audit("", **options)
