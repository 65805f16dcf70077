"""Many calls fail, in every way: each question has its reply, and the order of the calls decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

from quack.providers.client import Client
from tests.providers.conftest import Spec, Waits
from tests.support.model_server import LASTING, PASSING, REJECTIONS, Asked, Faulty, ModelServer, Reply, answer

KINDS = [kind for kind in (*PASSING, *LASTING, *REJECTIONS) if kind != "hang"]  # which takes its time


def respond(asked: Asked) -> Reply:
    return answer(f"to {asked.last}")


def outcomes(server: ModelServer, spec: Spec, numbers: Sequence[int]) -> dict[int, str]:
    """What comes of each question, all asked at once."""
    server.respond = Faulty(respond, rate=0.4, seed=11, kinds=KINDS)
    client = Client(sleep=Waits().sleep)
    found: dict[int, str] = {}

    async def ask(number: int) -> None:
        reply = await client.ask(spec(temperature=0.5, retries=3), [{"role": "user", "content": str(number)}])
        assert (reply.text is None) != (reply.fault is None)
        found[number] = reply.text or (reply.fault.cause if reply.fault else "")

    async def all_at_once() -> None:
        await asyncio.gather(*map(ask, numbers))

    asyncio.run(all_at_once())
    assert {*REJECTIONS} == {name for name in REJECTIONS if any(f"rejects {name}" in told for told in client.warnings)}
    assert len(REJECTIONS) == len(client.warnings)
    return found


def test_each_question_has_the_same_reply_in_whatever_order_they_are_asked(spec: Spec, server: ModelServer) -> None:
    numbers = list(range(90))
    first = outcomes(server, spec, numbers)
    failed = server.respond.failed if isinstance(server.respond, Faulty) else {}
    assert {*KINDS} == {*failed}
    lost = {"quota", "bad_request", "empty_answer", "no_content", "content_filter", "refusal", "no_choices"}
    assert lost == {words for number, words in first.items() if words != f"to {number}"}
    Random(0).shuffle(numbers)
    assert first == outcomes(server, spec, numbers)
