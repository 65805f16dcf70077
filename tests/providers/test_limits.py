"""How many requests are under way at once, and in a minute; who comes first is let through first."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from quack.errors import SettingsError
from quack.providers.client import Client
from quack.providers.limits import Gate, Limits
from tests.providers.conftest import MESSAGES, Spec, Waits, ask
from tests.support.clock import run_jumping
from tests.support.model_server import ModelServer, answer, refuse


class Crowd:
    """Requests that pass a gate one behind another, in time that jumps.

    Attributes:
        begun: when each began, in the order in which they did.
        most: how many were under way at once.
    """

    def __init__(self, limits: Limits, *, lasting: float = 1.0) -> None:
        self.gate = Gate(limits, asyncio.sleep, lambda: asyncio.get_running_loop().time())
        self.lasting = lasting
        self.begun: list[tuple[int, float]] = []
        self.most = self._now = 0

    async def pass_through(self, number: int) -> None:
        async with self.gate.passed():
            self.begun.append((number, asyncio.get_running_loop().time()))
            self._now += 1
            self.most = max(self.most, self._now)
            await asyncio.sleep(self.lasting)
            self._now -= 1

    async def come(self, many: int) -> None:
        await asyncio.gather(*(self.pass_through(number) for number in range(many)))


def test_so_many_are_under_way_at_once_in_the_order_in_which_they_come() -> None:
    crowd = Crowd(Limits(concurrency=3))
    run_jumping(crowd.come(8))
    assert 3 == crowd.most
    assert [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2)] == crowd.begun


def test_within_any_minute_so_many_begin() -> None:
    crowd = Crowd(Limits(requests_per_minute=3))
    run_jumping(crowd.come(8))
    assert [0, 0, 0, 60, 60, 60, 120, 120] == [moment for _, moment in crowd.begun]
    assert list(range(8)) == [number for number, _ in crowd.begun]


def test_who_is_under_way_for_long_does_not_hold_up_the_minute() -> None:
    crowd = Crowd(Limits(concurrency=2, requests_per_minute=3), lasting=50)
    run_jumping(crowd.come(4))
    assert [0, 0, 50, 60] == [moment for _, moment in crowd.begun]


@pytest.mark.parametrize("limits", [Limits(concurrency=1), Limits(requests_per_minute=1)])
def test_who_gives_up_waiting_holds_up_nobody(limits: Limits) -> None:
    crowd = Crowd(limits)

    async def some_give_up() -> None:
        waiting = [asyncio.create_task(crowd.pass_through(number)) for number in range(6)]
        await asyncio.sleep(0.5)
        for one in waiting[1:5]:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    run_jumping(some_give_up())
    assert [0, 5] == [number for number, _ in crowd.begun]


def test_who_fails_makes_room() -> None:
    gate = Crowd(Limits(concurrency=1)).gate

    async def fail_and_pass() -> str:
        with pytest.raises(ValueError, match="no"):
            async with gate.passed():
                raise ValueError("no")
        async with gate.passed():
            return "passed"

    assert "passed" == run_jumping(fail_and_pass())


def test_a_loop_that_is_broken_off_leaves_the_next_its_places_and_its_minute() -> None:
    moments: list[float] = []
    waits = Waits()
    gate = Gate(Limits(concurrency=1, requests_per_minute=2), waits.sleep, waits.clock)

    async def hold(seconds: float) -> None:
        async with gate.passed():
            moments.append(waits.clock())
            await asyncio.sleep(seconds)

    async def leave_behind() -> None:
        tasks = [asyncio.create_task(hold(99)) for _ in range(2)]
        await asyncio.sleep(0)
        assert tasks

    run_jumping(leave_behind())
    run_jumping(hold(0))
    run_jumping(hold(0))
    assert [0, 0, 60] == moments


@pytest.mark.parametrize("numbers", [{"concurrency": 0}, {"requests_per_minute": 0}])
def test_limits_that_let_nobody_through_are_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(SettingsError, match="allow at least one"):
        Limits(**numbers)


# --- of the client ----------------------------------------------------------------------------------------------------


def test_a_repeated_call_counts_as_another_request(spec: Spec, server: ModelServer, waits: Waits) -> None:
    server.respond = lambda asked: refuse(500) if len(server.asked) == 1 else answer("wait()")
    client = Client(limits={"openai": Limits(requests_per_minute=1)}, sleep=waits.sleep, clock=waits.clock)
    ask(client, spec(retries=1))
    assert 60 == pytest.approx(waits.clock()) and 2 == len(waits)


def test_nobody_holds_a_place_while_it_waits_for_its_next_try(spec: Spec, server: ModelServer) -> None:
    server.respond = lambda asked: refuse(500) if "first" in asked.last and len(server.asked) == 1 else answer("wait()")
    second_is_done = asyncio.Event()

    async def sleep(seconds: float) -> None:
        await second_is_done.wait()

    client = Client(usual=Limits(concurrency=1), sleep=sleep)

    async def both() -> None:
        first = asyncio.create_task(client.ask(spec(retries=1), [{"role": "user", "content": "first"}]))
        await asyncio.sleep(0)
        await client.ask(spec(), [{"role": "user", "content": "second"}])
        second_is_done.set()
        await first

    asyncio.run(both())
    assert ["first", "second", "first"] == [asked.last for asked in server.asked]


def test_each_provider_and_endpoint_has_its_limits_for_itself(spec: Spec, server: ModelServer, waits: Waits) -> None:
    one = Limits(requests_per_minute=1)
    client = Client(limits={"openai": one}, sleep=waits.sleep, clock=waits.clock)
    with ModelServer(lambda asked: answer("wait()")) as other:
        ask(client, spec())
        ask(client, spec(api_base=other.url))
        ask(client, spec(model="hosted_vllm/some-model"))
        ask(client, spec(model="hosted_vllm/some-model"))
    assert [] == waits
    ask(client, spec(model="openai/gpt-4o"))
    assert [60.0] == waits


def test_many_questions_are_asked_in_their_order(spec: Spec, server: ModelServer) -> None:
    client = Client(usual=Limits(concurrency=1))
    many = [[{"role": "user", "content": str(number)}] for number in range(9)]

    async def at_once() -> None:
        await asyncio.gather(*(client.ask(spec(), one) for one in many))

    asyncio.run(at_once())
    assert list("012345678") == [asked.last for asked in server.asked]


def test_what_is_raised_when_the_turn_has_come_is_raised_before_anything_is_sent(
    spec: Spec, server: ModelServer
) -> None:
    client, turns = Client(usual=Limits(concurrency=2)), count()

    def refuse_third() -> None:
        if next(turns) >= 2:
            raise SettingsError("enough")

    async def ask_all() -> list[object]:
        return await asyncio.gather(
            *(client.ask(spec(), MESSAGES, refuse_third) for _ in range(8)), return_exceptions=True
        )

    outcomes = asyncio.run(ask_all())
    assert 6 == sum(isinstance(outcome, SettingsError) for outcome in outcomes)
    assert 2 == len(server.asked)
