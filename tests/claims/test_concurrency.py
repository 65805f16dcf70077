"""Work done by several threads: all of it, as it comes, and no more once nobody asks."""

from __future__ import annotations

import threading

import pytest

from quack.claims.concurrency import in_threads


def test_one_thread_keeps_the_order_and_starts_nothing() -> None:
    here = threading.get_ident()
    assert [(n, here) for n in range(4)] == list(in_threads(lambda n: (n, threading.get_ident()), range(4), 1))


def test_several_threads_do_everything_once() -> None:
    assert [*range(50)] == sorted(in_threads(lambda n: n, range(50), 4))


def test_what_is_finished_does_not_wait_for_what_is_not() -> None:
    first_may_end = threading.Event()

    def work(number: int) -> int:
        if number == 0:
            assert first_may_end.wait(20)
        return number

    results = in_threads(work, range(3), 2)
    assert [1, 2] == [next(results), next(results)]
    first_may_end.set()
    assert [0] == list(results)


def test_an_error_reaches_who_asked() -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_threads(lambda n: 1 // n, [0, 0], 2))


def test_no_further_item_is_taken_once_nobody_asks() -> None:
    taken: list[int] = []
    going_on = threading.Event()

    def work(number: int) -> int:
        taken.append(number)
        if number > 0:
            going_on.wait(20)
        return number

    results = in_threads(work, range(100), 2)
    assert 0 == next(results)
    results.close()  # type: ignore[attr-defined]
    going_on.set()
    assert len(taken) < 5
