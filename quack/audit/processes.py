"""Spreads batches over processes; a process that dies costs the game that killed it, no other."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

from quack.audit.batch import Order, Outcome, audit_batch, failure
from quack.audit.discover import Game
from quack.errors import AuditError
from quack.workers import abandon, start_pool

_order: Order | None = None
"""What a worker process was started with: sent once, not with every batch."""


def in_processes(batches: Sequence[Sequence[Game]], order: Order, jobs: int) -> Iterator[list[Outcome]]:
    """The outcomes of each batch, in order; only a few batches are under way at a time.

    Raises:
        RulebookError: the rulebook fails with every game of a batch.
    """
    waiting = deque(batches)
    running: deque[tuple[Sequence[Game], Future[list[Outcome]]]] = deque()
    pool = start_pool(jobs, _start, order)
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
                pool = start_pool(jobs, _start, order)
                waiting.extendleft(batch for batch, _ in reversed(running))
                running.clear()
                outcomes = [_alone(game, order) for game in waiting.popleft()]
            yield outcomes
    finally:
        if running:  # nobody waits for what they do: a batch of a rulebook that fails may take its whole time
            abandon(pool)
        pool.shutdown()


def _start(order: Order) -> None:
    global _order
    _order = order


def _work(games: Sequence[Game]) -> list[Outcome]:
    assert _order is not None, "a worker starts with its order"
    return audit_batch(games, _order)


def _alone(game: Game, order: Order) -> Outcome:
    with start_pool(1, _start, order) as pool:
        try:
            return pool.submit(_work, [game]).result()[0]
        except BrokenProcessPool:
            what = "the process that audited it died"
            return failure(game, AuditError(what, path=game.log, remedy="is there enough memory?"))
