"""Spreads batches over a Ray cluster: one that is there, or one that is started on this machine for the purpose.

All machines need the same version of the program, and the same files under the same paths.
"""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from quack.audit.batch import Order, Outcome, audit_batch, failure
from quack.audit.discover import Game
from quack.audit.fingerprint import program_digest
from quack.errors import AuditError, QuackError, SettingsError, printable
from quack.settings import max_memory, max_seconds, prepare_ray, ray_address, set_limits

HERE = "local"
"""The address of a cluster that is started for one run."""

_STORE_BYTES = 256_000_000
"""What such a cluster keeps outcomes in until they are fetched; what is beyond goes to disk."""

_PATIENCE = 10
"""So many seconds a cluster has to answer."""

_CALLS = 12
"""After so many batches a worker makes room for a new one: the solver forgets no term that it has met."""


@contextmanager
def open_ray(jobs: int) -> Iterator[RayEngine]:
    """A cluster that is ready to work.

    One that this process is connected to already is used and left as it is. Otherwise it is the one that RAY_ADDRESS
    names, or one with so many workers, for one job as many as there are processors, that ends with the context.

    Raises:
        SettingsError: Ray isn't installed, or the cluster doesn't answer.
    """
    prepare_ray()
    try:
        import ray
    except ImportError:
        raise SettingsError("the engine ray needs Ray", remedy="install it: pip install 'quack[ray]'") from None
    if ray.is_initialized():
        yield RayEngine(ray)
        return
    try:
        _connect(ray, jobs)
        yield RayEngine(ray)
    finally:
        ray.shutdown()


def _connect(ray: Any, jobs: int) -> None:
    address = ray_address() or HERE
    started: dict[str, Any] = {}
    if address == HERE:
        started = {"num_cpus": jobs if jobs > 1 else None, "object_store_memory": _STORE_BYTES}
        started |= {"include_dashboard": False}
    try:
        _require_answer(address)
        ray.init(address, log_to_driver=False, logging_level="ERROR", **started)
    except Exception as error:  # of many kinds, by what does not answer
        what = printable(str(error).strip().partition("\n")[0] or type(error).__name__)
        remedy = "set RAY_ADDRESS to a cluster that runs, or unset it to start one here"
        raise SettingsError(f"no Ray cluster at {address}: {what}", remedy=remedy) from None


def _require_answer(address: str) -> None:
    """Raises OSError if nobody listens there: Ray itself would try for minutes."""
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()


class RayEngine:
    """A cluster. `jobs` is how many batches it can do at once, as far as is known when the work begins."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self.jobs = self._processors()

    def run(self, batches: Sequence[Sequence[Game]], order: Order) -> Generator[list[Outcome], None, None]:
        """As `Engine` says; a worker that dies costs the game that killed it, no other."""
        ray = self._ray
        shared = Shared(os.getcwd(), program_digest(), max_seconds(), max_memory())
        work = ray.remote(num_cpus=1, max_retries=0, max_calls=_CALLS)(_work)
        # In a list, so that Ray hands on the reference and each worker fetches the order once.
        given = [ray.put(order)]
        waiting = deque(batches)
        running: deque[tuple[Sequence[Game], Any]] = deque()
        # What runs when the work is broken off is left alone: to cancel a task that has just ended may bring down Ray,
        # and this process with it. There are no more of them than workers, and one, and each is bounded.
        while waiting or running:
            # A cluster may grow while it works.
            while waiting and len(running) <= self._processors():
                running.append((waiting[0], work.remote(waiting[0], given, shared)))
                waiting.popleft()
            batch, answer = running[0]
            try:
                outcomes = _opened(ray, answer)
            except _deaths(ray):
                outcomes = [self._alone(game, given, shared) for game in batch]
            running.popleft()
            yield outcomes

    def _alone(self, game: Game, given: list[Any], shared: Shared) -> Outcome:
        # A machine may have gone, which is no fault of the game's: it has a second try.
        work = self._ray.remote(num_cpus=1, max_retries=1)(_work)
        try:
            return _opened(self._ray, work.remote([game], given, shared))[0]
        except _deaths(self._ray):
            what = "the process that audited it died"
            return failure(game, AuditError(what, path=game.log, remedy="is there enough memory?"))

    def _processors(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))


def _deaths(ray: Any) -> tuple[type[Exception], ...]:
    errors = ray.exceptions
    return errors.WorkerCrashedError, errors.OutOfMemoryError, errors.NodeDiedError, errors.ObjectLostError


def _opened(ray: Any, answer: Any) -> list[Outcome]:
    """What a worker has answered.

    Raises:
        QuackError: what the worker could not go on after.
        AuditError: the worker could not begin.
    """
    try:
        outcomes: list[Outcome] | QuackError = ray.get(answer)
    except ray.exceptions.RayTaskError as error:
        what = printable(str(error.cause).strip().rpartition("\n")[2])
        remedy = "install the same version of quack on every machine of the cluster"
        raise AuditError(f"a Ray worker can't do it: {what}", remedy=remedy) from None
    if isinstance(outcomes, QuackError):
        raise outcomes
    return outcomes


# --- on a worker ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shared:
    """What workers have to have in common with who gives them work: the folder, the program, limits of rulebooks."""

    folder: str
    program: str
    seconds: int | None
    memory: int | None

    def take_over(self, games: Sequence[Game]) -> None:
        """Makes this process one that gives the same answers.

        Raises:
            AuditError: it can't be made one.
        """
        if self.program != program_digest():
            remedy = "install the same version of quack on every machine of the cluster"
            raise AuditError("a Ray worker has another version of quack", remedy=remedy)
        try:
            os.chdir(self.folder)
        except OSError:
            if not all(game.log.is_absolute() for game in games):
                remedy = "keep the games where all machines of the cluster find them under the same path"
                raise AuditError("a Ray worker can't see this folder", path=self.folder, remedy=remedy) from None
        set_limits(self.seconds, self.memory)


_orders: dict[str, Order] = {}
"""The order that this worker is about, by its reference."""


def _work(games: Sequence[Game], given: list[Any], shared: Shared) -> list[Outcome] | QuackError:
    try:
        shared.take_over(games)
        return audit_batch(games, _order(given[0]))
    except QuackError as error:
        return error


def _order(reference: Any) -> Order:
    key = reference.hex()
    if key not in _orders:
        import ray

        _orders.clear()
        _orders[key] = ray.get(reference)
    return _orders[key]
