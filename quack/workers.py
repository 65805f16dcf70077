"""Worker processes: they start in one way, leave Ctrl-C to the main process, and end with whoever gave them work."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from typing import Any

_PR_SET_PDEATHSIG = 1


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def can_fork() -> bool:
    """Whether a process starts at once and inherits what is imported; elsewhere a fork is unsafe or missing."""
    return sys.platform == "linux"


def start_pool(jobs: int, prepare: Callable[..., None], *given: Any) -> ProcessPoolExecutor:
    """A pool of processes.

    Args:
        jobs: how many.
        prepare: what each calls first, with what is `given`: that is sent once, not with every piece of work.
    """
    context = multiprocessing.get_context("fork" if can_fork() else None)
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_start, initargs=(prepare, given))


def abandon(pool: ProcessPoolExecutor) -> None:
    """Ends a pool whose work nobody waits for any more; what its processes were about is lost."""
    workers = list((pool._processes or {}).values())
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join()
    # One may have died in the middle of an answer, of which the pool would await the rest for ever: it gets to the end
    # of the pipe when this last writer has gone.
    pool._result_queue._writer.close()  # type: ignore[attr-defined]
    pool.shutdown(cancel_futures=True)


def resident() -> int:
    """The memory that this process takes, in bytes; 0 where the system doesn't tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def die_with_parent() -> None:
    """Has this process end as soon as the one that started it ends, whatever it is about."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    elif parent := multiprocessing.parent_process():
        threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()


def _start(prepare: Callable[..., None], given: tuple[Any, ...]) -> None:
    # On Ctrl-C only the main process speaks.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    die_with_parent()
    prepare(*given)
