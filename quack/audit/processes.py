"""Spreads batches over processes; a process that dies costs the game that killed it, no other."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from quack.audit.batch import Order, Outcome, audit_batch, failure
from quack.audit.discover import Game
from quack.errors import AuditError
from quack.kb.worker import die_with_parent

_order: Order | None = None
"""What a worker process was started with: sent once, not with every batch."""


def in_processes(batches: Sequence[Sequence[Game]], order: Order, jobs: int) -> Iterator[list[Outcome]]:
    """The outcomes of each batch, in order; only a few batches are under way at a time.

    Raises:
        RulebookError: the rulebook fails with every game of a batch.
    """
    waiting = deque(batches)
    running: deque[tuple[Sequence[Game], Future[list[Outcome]]]] = deque()
    others = multiprocessing.active_children()
    pool = _pool(jobs, order)
    try:
        while waiting or running:
            try:
                while waiting and len(running) <= jobs:
                    running.append((waiting[0], pool.submit(_work, waiting[0])))
                    waiting.popleft()
                outcomes = running[0][1].result()
                running.popleft()
            except BrokenProcessPool:
                # Whichever batch did it, the first one is now done with care, and the others again.
                pool.shutdown(cancel_futures=True)
                pool = _pool(jobs, order)
                waiting.extendleft(batch for batch, _ in reversed(running))
                running.clear()
                outcomes = [_alone(game, order) for game in waiting.popleft()]
            yield outcomes
    finally:
        if running:  # nobody waits for what they do: a batch of a rulebook that fails may take its whole time
            for worker in multiprocessing.active_children():
                if worker not in others:
                    worker.terminate()
        pool.shutdown(cancel_futures=True)


def _pool(jobs: int, order: Order) -> ProcessPoolExecutor:
    # A fork starts at once and inherits what is imported; elsewhere it is unsafe or missing.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_start, initargs=(order,))


def _start(order: Order) -> None:
    global _order
    _order = order
    # On Ctrl-C only the main process speaks.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    die_with_parent()


def _work(games: Sequence[Game]) -> list[Outcome]:
    assert _order is not None, "a worker starts with its order"
    return audit_batch(games, _order)


def _alone(game: Game, order: Order) -> Outcome:
    with _pool(1, order) as pool:
        try:
            return pool.submit(_work, [game]).result()[0]
        except BrokenProcessPool:
            what = "the process that audited it died"
            return failure(game, AuditError(what, path=game.log, remedy="is there enough memory?"))
