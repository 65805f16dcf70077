"""What is held for a moment: the garbage collector while many objects are made, Ctrl-C while others' code works.

The collector would only walk the objects again and again. A KeyboardInterrupt that comes up in a function which clingo
calls is printed by it, and ends the process or comes out as some other error; while litellm is loaded it may come out
as one of pydantic's.
"""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Holds it, unless it is held already."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def nothing_to_collect() -> None:
    """Has the collector leave alone all that there is, for a process that is about to end: it would walk it twice."""
    gc.freeze()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Lets a Ctrl-C wait for the end of the block; only where Python would raise it at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if heard:
            raise KeyboardInterrupt
