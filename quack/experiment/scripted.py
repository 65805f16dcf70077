"""Plays the games of a study in which no model plays, in one process or several."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

from quack.agents.play import Order, PlayedGame, play
from quack.errors import PlayError, QuackError
from quack.experiment.plan import Plan, PlannedGame
from quack.workers import abandon, start_pool

_Work = tuple[PlannedGame, PlayedGame | Exception]

_AHEAD = 4
"""So many games for each process are under way or wait for being kept."""


def play_scripted(plan: Plan, games: Sequence[PlannedGame], jobs: int) -> Iterator[_Work]:
    """Each game as it was played, or what kept it from being so, in order; the bytes are the same for any `jobs`."""
    orders = {game.condition.name: plan.order(game.condition) for game in games}
    if jobs < 2 or len(games) < 2:
        yield from ((game, _attempt(orders[game.condition.name], game.seed)) for game in games)
        return
    pool = start_pool(min(jobs, len(games)), _start, orders)
    waiting = deque(games)
    running: deque[tuple[PlannedGame, Future[PlayedGame | Exception]]] = deque()
    try:
        while waiting or running:
            while waiting and len(running) < _AHEAD * jobs:
                game = waiting.popleft()
                running.append((game, pool.submit(_work, game.condition.name, game.seed)))
            game, played = running.popleft()
            yield game, played.result()
    except BrokenProcessPool:
        remedy = "is there enough memory? what is finished is kept, and the same command goes on"
        raise PlayError(f"a process died near the game {game.name}", remedy=remedy) from None
    finally:
        if running:
            abandon(pool)
        pool.shutdown()


def _attempt(order: Order, seed: int) -> PlayedGame | Exception:
    try:
        return play(order, seed)
    except (QuackError, OSError) as error:
        return error


_orders: dict[str, Order] = {}
"""What a worker process was started with: sent once, not with every game."""


def _start(orders: dict[str, Order]) -> None:
    _orders.update(orders)


def _work(condition: str, seed: int) -> PlayedGame | Exception:
    return _attempt(_orders[condition], seed)
