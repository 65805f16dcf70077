"""Scores by Ray: two workers give the bytes of one process, and a rulebook's limits hold with them too.

`test_ray.py` runs them, in a process of their own.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from quack.audit.auditor import carry_out
from quack.audit.batch import Order, Outcome
from quack.audit.discover import Game
from quack.audit.ray_engine import RayEngine, open_ray
from quack.audit.results import FailedGame, GameAudit
from quack.errors import RulebookError
from quack.kb.judge import Case
from quack.kb.rulebook import Rulebook, load_rulebook
from quack.settings import prepare_ray
from tests.conftest import ROOT
from tests.support.kept_scores import OBSERVED, content, games_in, score

prepare_ray()
ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'quack[ray]'")


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[RayEngine]:
    """A cluster of two machines with a worker each, both of them this one, to which this process is connected."""
    from ray.cluster_utils import Cluster

    machine = {"num_cpus": 1, "object_store_memory": 80_000_000}
    cluster = Cluster(initialize_head=True, head_node_args={**machine, "include_dashboard": False})
    try:
        cluster.add_node(**machine)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("RAY_ADDRESS", cluster.address)
            with open_ray(1) as engine:
                yield engine
    finally:
        cluster.shutdown()


def _stranger(folder: Path, more: str) -> Rulebook:
    """The default rules with a line more: a rulebook that nobody knows."""
    rules = Path(shutil.copytree(ROOT / "rules", folder / "rules"))
    with (rules / "verdicts/location.lp").open("a", encoding="utf-8") as file:
        file.write(more)
    return load_rulebook(rules / "observed.lp")


def test_two_workers_leave_the_bytes_of_one_process_and_print_nothing(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(played.parent)
    here, spread = (tmp_path / name for name in ("here", "spread"))
    ours = list(score(Path("games"), here))
    theirs = list(score(Path("games"), spread, engine="ray", batch_size=1))
    assert content(here) == content(spread)
    assert ours == theirs
    assert "" == capfd.readouterr().out


def test_the_cluster_of_the_address_is_used_with_all_its_workers(cluster: RayEngine) -> None:
    assert 2 == cluster.jobs


def test_audits_come_back_as_from_one_process(played: Path) -> None:
    games, order = games_in(played), Order(OBSERVED)
    ours, theirs = (list(carry_out(games, order, engine=engine)) for engine in ("local", "ray"))
    assert [_lines(each) for each in ours] == [_lines(each) for each in theirs]


def _lines(outcome: Outcome) -> list[str]:
    assert isinstance(outcome, GameAudit)
    return [record.to_line() for record in outcome.records]


def test_a_strangers_rulebook_is_bounded_with_ray_as_it_is_without(played: Path, tmp_path: Path) -> None:
    book = _stranger(tmp_path, "% a comment\n")
    assert not book.trusted
    list(score(played, tmp_path / "here", book))
    list(score(played, tmp_path / "spread", book, engine="ray"))
    assert content(tmp_path / "here") == content(tmp_path / "spread")


def test_a_strangers_rulebook_is_stopped_at_the_limit_that_is_set_here(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = _stranger(tmp_path, f"pool({', '.join(['((a;b;c))'] * 25)}).\n")
    monkeypatch.setenv("QUACK_MAX_MEMORY", "64")
    with pytest.raises(RulebookError, match=r"grounding takes too much memory.* than the 64 MiB"):
        list(score(played, tmp_path / "out", book, engine="ray"))


class DeadlyOrder(Order):
    """Games one of which kills whoever audits it."""

    def outcomes(self, games: Sequence[Game], cases: Sequence[Case]) -> list[Outcome]:
        if any(game.name == "blunt/seed1" for game in games):
            os.kill(os.getpid(), signal.SIGKILL)
        return Order.outcomes(self, games, cases)


def test_a_worker_that_dies_costs_the_game_that_killed_it_and_no_other(played: Path) -> None:
    # Workers don't know this module.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    try:
        outcomes = list(carry_out(games_in(played), DeadlyOrder(OBSERVED), engine="ray"))
    finally:
        ray.cloudpickle.unregister_pickle_by_value(sys.modules[__name__])
    failed: Any = [each for each in outcomes if isinstance(each, FailedGame)]
    assert ["blunt/seed1"] == [each.game for each in failed]
    assert "the process that audited it died; is there enough memory?" in str(failed[0].error)
    assert 4 == sum(isinstance(each, GameAudit) for each in outcomes)
