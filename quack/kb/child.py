"""A child process with limits: it builds something, answers questions about it, and dies when it takes too much.

Interrupting does not stop clingo's grounder, so the only way out is to end the process it runs in. The child inherits
what the parent holds by a fork where that is safe; otherwise a new interpreter gets it pickled.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

from quack.kb.worker import OUT_OF_MEMORY, Limits, detach, die_with, read, serve, write

Kind = Literal["time", "memory", "size", "crash"]
AVAILABLE = os.name == "posix"
"""Whether there can be such children here."""


class Died(Exception):
    """The child has ended without an answer: it took too long, too much memory, answers too much, or broke down."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind)
        self.kind: Kind = kind


class Child:
    """A child process that builds a value and keeps it.

    Args:
        build: called in the child. It and what it returns need not be pickled where the process can fork.
        limits: what it may take.
    """

    def __init__(self, build: Callable[[], Any], limits: Limits) -> None:
        self._limits = limits
        self._left = limits.answer
        self._deadline = time.monotonic() + limits.seconds
        questions, self._to = os.pipe()
        self._from, answers = os.pipe()
        try:
            if _may_fork():
                pid = _fork(build, limits, questions, answers)
            else:
                pid = _spawn(build, limits, questions, answers)
                self._deadline += 1  # for the interpreter to start
        finally:
            os.close(questions)
            os.close(answers)
        self._pid = pid
        self._end = weakref.finalize(self, _finish, pid, os.getpid(), (self._to, self._from))

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the child; what it holds is gone."""
        self._end()

    def value(self) -> Any:
        """What it has built; it ends then.

        Raises:
            Died: it has not come that far.
            Exception: what was raised in it.
        """
        self.wait()
        return self.ask("")

    def wait(self) -> None:
        """Waits until it has built; raises as `value` does."""
        self._answer()
        self._deadline = time.monotonic() + self._limits.seconds

    def ask(self, method: str, *args: Any) -> Any:
        """Calls a method of what it has built, or gives that itself for an empty name; raises as `value` does."""
        with suppress(BrokenPipeError):
            write(self._to, pickle.dumps((method, args)))
        return self._answer()

    def _answer(self) -> Any:
        try:
            data = read(self._from, self._left, self._deadline)
        except TimeoutError:
            self.close()
            raise Died("time") from None
        except OverflowError:
            self.close()
            raise Died("size") from None
        except EOFError:
            raise Died(self._fate()) from None
        except BaseException:
            self.close()
            raise
        self._left -= len(data)
        good, value = pickle.loads(data)
        if not good:
            self.close()
            raise value
        return value

    def _fate(self) -> Kind:
        """How it ended, seen from its exit."""
        status = 0
        with suppress(ChildProcessError):
            status = os.waitpid(self._pid, 0)[1]
        self._end.detach()
        _close_all((self._to, self._from))
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number in (signal.SIGXCPU, signal.SIGPROF):
                return "time"
            # The kernel kills what takes too much; clingo aborts where it can't get memory.
            return "memory" if number in (signal.SIGKILL, signal.SIGABRT) else "crash"
        return "memory" if os.WEXITSTATUS(status) == OUT_OF_MEMORY else "crash"


def _finish(pid: int, owner: int, handles: tuple[int, ...]) -> None:
    _close_all(handles)
    if os.getpid() == owner:  # a fork of the owner has a copy of this, and no say
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)


def _close_all(handles: tuple[int, ...]) -> None:
    for handle in handles:
        with suppress(OSError):
            os.close(handle)


# --- starting it ------------------------------------------------------------------------------------------------------


def _may_fork() -> bool:
    """A fork copies one thread of several, with the locks that the others hold; macOS has such threads of its own."""
    if sys.platform != "linux":
        return False
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


def _fork(build: Callable[[], Any], limits: Limits, questions: int, answers: int) -> int:
    parent = os.getpid()
    if sys.platform == "linux":
        import ctypes  # noqa: F401  # here, once, and not in each child
    pid = os.fork()
    if pid:
        return pid
    try:
        gc.freeze()
        detach(questions, answers)
        die_with(parent)
        serve(build, limits, questions, answers)
    finally:
        os._exit(1)


def _spawn(build: Callable[[], Any], limits: Limits, questions: int, answers: int) -> int:
    start = f"import sys; sys.path[:] = {sys.path!r}; from quack.kb.worker import spawned; "
    start += f"spawned({questions}, {answers}, {os.getpid()})"
    job = pickle.dumps((build, limits))
    hole = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-c", start], stdin=subprocess.PIPE, stdout=hole, stderr=hole, pass_fds=(questions, answers)
    )
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        process.stdin.write(job)
        process.stdin.close()
    process.returncode = 0  # it is waited for here, not by its object
    return process.pid
