"""What a child process does: lets go of its parent, limits itself, builds something and answers questions about it."""

from __future__ import annotations

import math
import os
import pickle
import select
import signal
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

from quack.errors import RulebookError
from quack.workers import die_with_parent

OUT_OF_MEMORY = 77
"""The exit code of a child that could get no more."""

_HEADER = struct.Struct("!Q")
_inside = False


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may take.

    Attributes:
        seconds: for building, and again for each answer.
        memory: MiB beyond what the parent holds.
        work: seconds of computing, where that is to be less; a machine that is busy otherwise doesn't change it.
    """

    seconds: float
    memory: int
    work: float | None = None

    def part(self, share: int) -> Limits:
        """A small part of them, of computing rather than of time."""
        work = (self.work or self.seconds) / share
        return Limits(3 * work, max(self.memory // share, 64), work)

    @property
    def answer(self) -> int:
        """How many bytes all its answers may have together: objects take several times as much in the parent."""
        return self.memory * 2**20 // 16


def inside() -> bool:
    """Whether this process is such a child."""
    return _inside


def spawned(questions: int, answers: int, parent: int) -> None:
    """What a new interpreter does."""
    build, limits = pickle.loads(sys.stdin.buffer.read())
    die_with(parent)
    serve(build, limits, questions, answers)


def detach(*keep: int) -> None:
    """Lets go of every file but these, and of standard input and output."""
    hole = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(hole, standard)
    sys.stdout = sys.stderr = open(1, "w", closefd=False)  # noqa: SIM115  # the old ones may have files of their own
    low = 3
    for handle in sorted(keep):
        os.closerange(low, handle)
        low = handle + 1
    os.closerange(low, os.sysconf("SC_OPEN_MAX"))


def die_with(parent: int) -> None:
    """Ends this process when its parent ends, where the system can do that."""
    # On Ctrl-C only the main process speaks.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    die_with_parent()
    if os.getppid() != parent:
        os._exit(1)


def serve(build: Callable[[], Any], limits: Limits, questions: int, answers: int) -> NoReturn:
    """Builds, then answers until nobody asks any more."""
    global _inside
    _inside = True
    try:
        _limit(limits)
        good, value = _try(build)
        _reply(answers, good, None if good else value)
        while good:
            method, args = pickle.loads(read(questions, 2**63))
            _reply(answers, *(_try(getattr(value, method), *args) if method else (True, value)))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except (EOFError, BrokenPipeError):
        os._exit(0)
    finally:
        os._exit(1)


def _try(function: Callable[..., Any], *args: Any) -> tuple[bool, Any]:
    try:
        return True, function(*args)
    except MemoryError:
        raise
    except RecursionError:
        return False, RulebookError("terms are nested too deeply to be read", remedy="nest them less")
    except Exception as error:
        return False, error


def _reply(answers: int, good: bool, value: Any) -> None:
    try:
        data = pickle.dumps((good, value))
        if not good:
            pickle.loads(data)
    except RecursionError:
        data = pickle.dumps((False, RulebookError("terms are nested too deeply to be read", remedy="nest them less")))
    except MemoryError:
        raise
    except Exception as error:
        data = pickle.dumps((False, RuntimeError(f"can't be sent: {type(error).__name__}: {error}: {value!r:.200}")))
    write(answers, data)


def _limit(limits: Limits) -> None:
    if limits.work:
        signal.setitimer(signal.ITIMER_PROF, limits.work)  # its signal ends the process
    if os.name != "posix":
        return
    import resource

    seconds = math.ceil(2 * limits.seconds) + 1  # for building and reading; the parent counts more finely
    memory = _held() + limits.memory * 2**20
    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, memory),
    ):
        soft, hard = resource.getrlimit(what)
        # Some systems know a limit and don't let it be set; the others still hold.
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most if soft == resource.RLIM_INFINITY else min(most, soft), hard))


def _held() -> int:
    """The memory that this process has got already, in bytes."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 2**30


# --- pipes ------------------------------------------------------------------------------------------------------------


def write(handle: int, data: bytes) -> None:
    view = memoryview(_HEADER.pack(len(data)) + data)
    while view:
        view = view[os.write(handle, view) :]


def read(handle: int, most: int, deadline: float | None = None) -> bytes:
    """One message.

    Raises:
        EOFError: the other end is closed.
        OverflowError: it has more bytes than that.
        TimeoutError: it is not there in time.
    """
    (size,) = _HEADER.unpack(_read_exactly(handle, _HEADER.size, deadline))
    if size > most:
        raise OverflowError
    return _read_exactly(handle, size, deadline)


def _read_exactly(handle: int, size: int, deadline: float | None) -> bytes:
    data = bytearray()
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    while len(data) < size:
        if deadline is not None:
            left = deadline - time.monotonic()
            if left <= 0 or not poll.poll(math.ceil(left * 1000)):
                raise TimeoutError
        piece = os.read(handle, min(size - len(data), 2**20))
        if not piece:
            raise EOFError
        data += piece
    return bytes(data)
