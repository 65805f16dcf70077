"""The stand-in for a provider fails as it is told to, whatever the order of the questions."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random

import pytest

from tests.support.model_server import LASTING, PASSING, REJECTIONS, Asked, Faulty, Reply, answer

FINE = answer("wait()")


def asked(number: int, **more: object) -> Asked:
    body = {"model": "m", "messages": [{"role": "user", "content": f"question {number}"}], "temperature": 1.0, **more}
    return Asked("/v1/chat/completions", {}, body)


def replies(faulty: Faulty, numbers: Iterable[int]) -> dict[int, list[Reply]]:
    """What each question gets, each time it is put."""
    found: dict[int, list[Reply]] = {}
    for number in numbers:
        found.setdefault(number, []).append(faulty(asked(number)))
    return found


def test_about_so_many_questions_fail_in_every_way() -> None:
    faulty = Faulty(lambda asked: FINE, rate=0.2, seed=3, kinds=(*PASSING, *LASTING, "temperature"))
    found = replies(faulty, range(1000))
    assert 150 < sum(reply != [FINE] for reply in found.values()) < 250
    assert {*PASSING, *LASTING, "temperature"} == set(faulty.failed)


def test_the_order_of_the_questions_changes_nothing() -> None:
    order = [*range(300)] * 3
    first = replies(Faulty(lambda asked: FINE, seed=3, most=2), order)
    Random(0).shuffle(order)
    assert first == replies(Faulty(lambda asked: FINE, seed=3, most=2), order)


def test_another_seed_fails_others() -> None:
    assert replies(Faulty(lambda asked: FINE, seed=1), range(300)) != replies(
        Faulty(lambda asked: FINE, seed=2), range(300)
    )


def test_a_passing_fault_is_over_the_second_time_and_a_lasting_one_never() -> None:
    passing = replies(Faulty(lambda asked: FINE, rate=1.0, kinds=("error",)), [1, 1, 1])
    assert [PASSING["error"], FINE, FINE] == passing[1]
    lasting = replies(Faulty(lambda asked: FINE, rate=1.0, kinds=("blank",)), [1, 1, 1])
    assert [LASTING["blank"]] * 3 == lasting[1]


@pytest.mark.parametrize("name", REJECTIONS)
def test_a_rejected_option_is_rejected_wherever_it_is(name: str) -> None:
    faulty = Faulty(lambda asked: FINE, rate=1.0, kinds=(name,))
    without = [faulty(asked(1, **{name: None})), faulty(asked(1))]
    assert 400 == faulty(asked(1, **{name: 5})).status
    assert FINE == without[0]


def test_everything_that_fails_is_a_whole_reply_or_none() -> None:
    for reply in (*PASSING.values(), *LASTING.values()):
        assert reply.how != "whole" or reply.body.startswith(b"<") or json.loads(reply.body)
