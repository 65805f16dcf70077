"""Spreads batches over processes; a process that dies costs the game that killed it, no other.

Processes are replaced as they grow, so memory does not depend on the number of games.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple

from quack.audit.batch import Order, Outcome, audit_batch, failure
from quack.audit.discover import Game
from quack.errors import AuditError
from quack.workers import abandon, resident, start_pool

_MOST_GROWTH = 64 * 2**20
"""A worker that has grown by so many bytes makes room for a new one: the solver forgets no term that it has met."""

_order: Order | None = None
"""What a worker process was started with: sent once, not with every batch."""

_before: int | None = None
"""The memory of a worker process after its first batch, in bytes."""


def in_processes(batches: Sequence[Sequence[Game]], order: Order, jobs: int) -> Generator[list[Outcome], None, None]:
    """The outcomes of each batch, in order; only a few batches are under way at a time.

    Raises:
        RulebookError: the rulebook fails with every game of a batch.
    """
    waiting = deque(batches)
    jobs = min(jobs, len(batches))
    running: deque[tuple[Sequence[Game], Future[_Done]]] = deque()
    pool = start_pool(jobs, _start, order)
    grown = over = False
    try:
        while waiting or running:
            if grown and not running:  # nothing runs, so there is no thread that a fork could cut short
                pool.shutdown()
                pool, grown = start_pool(jobs, _start, order), False
            try:
                while waiting and not grown and len(running) < 2 * jobs:
                    running.append((waiting[0], pool.submit(_work, waiting[0])))
                    waiting.popleft()
                outcomes, growth = running[0][1].result()
                grown = grown or growth > _MOST_GROWTH
                running.popleft()
            except BrokenProcessPool:
                # Whichever batch did it, the first one is now done with care, and the others again.
                pool.shutdown(cancel_futures=True)
                pool = start_pool(jobs, _start, order)
                waiting.extendleft(batch for batch, _ in reversed(running))
                running.clear()
                outcomes = [_alone(game, order) for game in waiting.popleft()]
            yield outcomes
        over = True
    finally:
        if not over:  # nobody waits for what they do: a batch of a rulebook that fails may take its whole time
            abandon(pool)
        pool.shutdown()


def _start(order: Order) -> None:
    global _order
    _order = order


class _Done(NamedTuple):
    """A batch that is done, and by how many bytes its process has grown since its first one."""

    outcomes: list[Outcome]
    growth: int


def _work(games: Sequence[Game]) -> _Done:
    global _before
    assert _order is not None, "a worker starts with its order"
    outcomes = audit_batch(games, _order)
    now = resident()
    _before = now if _before is None else _before
    return _Done(outcomes, now - _before)


def _alone(game: Game, order: Order) -> Outcome:
    with start_pool(1, _start, order) as pool:
        try:
            return pool.submit(_work, [game]).result().outcomes[0]
        except BrokenProcessPool:
            what = "the process that audited it died"
            return failure(game, AuditError(what, path=game.log, remedy="is there enough memory?"))
