"""Work that mostly waits, done by several threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def in_threads(work: Callable[[T], R], items: Sequence[T], count: int) -> Iterator[R]:
    """What becomes of each item, as soon as it is there; with one thread in order, otherwise as they come.

    Nobody waits for the threads if the iteration is broken off: they take no further item, and end with the process.
    """
    if min(count, len(items)) < 2:
        yield from map(work, items)
        return
    todo: SimpleQueue[T] = SimpleQueue()
    done: SimpleQueue[tuple[R | None, BaseException | None]] = SimpleQueue()
    for item in items:
        todo.put(item)

    def take() -> None:
        while True:
            try:
                item = todo.get_nowait()
            except Empty:
                return
            try:
                done.put((work(item), None))
            except BaseException as error:
                done.put((None, error))

    for _ in range(min(count, len(items))):
        threading.Thread(target=take, daemon=True).start()
    try:
        for _ in items:
            result, error = done.get()
            if error is not None:
                raise error
            yield result  # type: ignore[misc]
    finally:
        while not todo.empty():
            try:
                todo.get_nowait()
            except Empty:
                break
