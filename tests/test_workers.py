"""Worker processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading

import pytest

from quack.workers import abandon, start_pool

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes inherit nothing here")

_prepared: list[str] = []


def _prepare(word: str) -> None:
    _prepared.append(word)


def _told() -> list[str]:
    return _prepared


def _wait_for_ever() -> None:
    threading.Event().wait()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_workers_start_with_what_they_are_given() -> None:
    with start_pool(1, _prepare, "order") as pool:
        assert ["order"] == pool.submit(_told).result()


def test_an_abandoned_pool_ends_though_its_work_never_would() -> None:
    pool = start_pool(2, _prepare, "order")
    pool.submit(_wait_for_ever)
    pool.submit(_wait_for_ever)
    abandon(pool)
    assert [] == multiprocessing.active_children()


def test_a_pool_whose_worker_has_died_can_be_abandoned() -> None:
    pool = start_pool(2, _prepare, "order")
    died = pool.submit(_die)
    assert died.exception() is not None
    abandon(pool)
    assert [] == multiprocessing.active_children()
