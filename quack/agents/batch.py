"""Plays many games, in one process or several, with the same outcome either way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from quack.agents.keeping import find_kept, folder_of, keep, prepare
from quack.agents.model.budget import Spent
from quack.agents.play import Order, PlayedGame, play
from quack.agents.recording import Figures, Listener
from quack.errors import PlayError, SettingsError
from quack.workers import abandon, start_pool

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""

_order: Order | None = None
"""What a worker process was started with: sent once, not with every game."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a batch, in figures.

    Attributes:
        folder: where it is kept; None if it is not.
        before: it had been played before, and was not played again.
        spent: what its questions to models came to; None if nobody was asked, or nobody knows.
    """

    seed: int
    figures: Figures
    folder: Path | None
    before: bool
    spent: Spent | None = None


def play_games(
    order: Order,
    seeds: Sequence[int],
    *,
    out: Path | None = None,
    jobs: int = 1,
    listener: Listener | None = None,
    on_progress: Progress | None = None,
) -> Iterator[Played]:
    """Plays a game for each seed, in order, each kept as soon as it is over; what was kept before is not played again.

    Nobody is asked who is not a part of the program; `quack.agents.together` plays games with models.

    Args:
        out: the folder that gets a folder for each game; None to keep nothing.
        jobs: how many processes play; the bytes are the same for any number.
        listener: told every event as it happens; only with one process.
        on_progress: called after each game.

    Raises:
        SettingsError: the folder can't be written to, or holds other games; nothing has been played then.
        PlayError: a game can't be played to its end, or not be kept; those before it are.
    """
    if jobs < 1:
        raise SettingsError(f"{jobs} jobs", remedy="they count from 1")
    before: dict[int, Figures] = {}
    if out is not None:
        prepare(out)
        before = {seed: figures for seed in seeds if (figures := find_kept(folder_of(out, seed), order, seed))}
    waiting = [seed for seed in seeds if seed not in before]
    work = _in_processes(order, waiting, jobs) if jobs > 1 and len(waiting) > 1 else _here(order, waiting, listener)
    for done, seed in enumerate(seeds, 1):
        if out is not None and seed in before:
            yield Played(seed, before[seed], folder_of(out, seed), before=True)
        else:
            game = next(work)
            yield Played(seed, game.figures, None if out is None else keep(folder_of(out, seed), game), before=False)
        if on_progress:
            on_progress(done, len(seeds))


def _here(order: Order, seeds: Sequence[int], listener: Listener | None) -> Iterator[PlayedGame]:
    return (play(order, seed, listener) for seed in seeds)


def _in_processes(order: Order, seeds: Sequence[int], jobs: int) -> Iterator[PlayedGame]:
    """The games in order; only a few are under way at a time."""
    waiting = deque(seeds)
    running: deque[tuple[int, Future[PlayedGame]]] = deque()
    pool = start_pool(min(jobs, len(seeds)), _start, order)
    try:
        while waiting or running:
            while waiting and len(running) < 4 * jobs:
                seed = waiting.popleft()
                running.append((seed, pool.submit(_work, seed)))
            seed, game = running.popleft()
            try:
                yield game.result()
            except BrokenProcessPool:
                remedy = "is there enough memory? games written before are kept"
                raise PlayError(f"a process died near the game of seed {seed}", remedy=remedy) from None
    finally:
        # Nobody waits for games that nobody will keep.
        if running:
            abandon(pool)
        pool.shutdown()


def _start(order: Order) -> None:
    global _order
    _order = order


def _work(seed: int) -> PlayedGame:
    assert _order is not None, "a worker starts with its order"
    return play(_order, seed)
