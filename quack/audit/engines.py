"""Who does the work: processes on this machine, or those of a Ray cluster; the outcome is the same."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, Protocol, get_args

from quack.audit.batch import Order, Outcome, audit_batch
from quack.audit.discover import Game
from quack.audit.processes import in_processes
from quack.errors import SettingsError
from quack.workers import can_fork

EngineName = Literal["local", "ray"]

ENGINES: tuple[EngineName, ...] = get_args(EngineName)
"""Every engine by name."""


class Engine(Protocol):
    """Does batches.

    Attributes:
        jobs: how many batches it does at once.
    """

    jobs: int

    def run(self, batches: Sequence[Sequence[Game]], order: Order) -> Generator[list[Outcome], None, None]:
        """The outcomes of each batch, in order; only a few batches are under way at a time.

        Raises:
            RulebookError: the rulebook fails with every game of a batch.
        """


@contextmanager
def open_engine(name: str, jobs: int) -> Iterator[Engine]:
    """An engine that is ready to work, for as long as the context lasts.

    Args:
        jobs: how many processes work at it. With Ray: of a cluster that is started for this, if they are more than
            one, else one for each processor; a cluster that runs already has its own number.

    Raises:
        SettingsError: there is no such engine, or it can't be started here.
    """
    if name == "local":
        yield LocalEngine(jobs)
    elif name == "ray":
        from quack.audit.ray_engine import open_ray

        with open_ray(jobs) as engine:
            yield engine
    else:
        raise SettingsError(f"no engine {name}", remedy=f"there are {' and '.join(ENGINES)}")


_MANY = 1_000
"""So many games are too much for one process, whose solver forgets no term that it has met."""


class LocalEngine:
    """Processes of this machine; a single one is this one, unless many games would have it grow."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, batches: Sequence[Sequence[Game]], order: Order) -> Generator[list[Outcome], None, None]:
        """As `Engine` says."""
        many = can_fork() and sum(map(len, batches)) > _MANY
        if (self.jobs > 1 or many) and len(batches) > 1:
            yield from in_processes(batches, order, self.jobs)
        else:
            for batch in batches:
                yield audit_batch(batch, order)
