"""How many requests a provider gets at once and in a minute."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from quack.errors import SettingsError

_MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What a provider is asked at most.

    Attributes:
        concurrency: so many requests under way at once.
        requests_per_minute: so many begun within any minute; None for no end.

    Raises:
        SettingsError: one of them is no number from 1.
    """

    concurrency: int = 8
    requests_per_minute: int | None = None

    def __post_init__(self) -> None:
        if self.concurrency < 1:
            raise SettingsError(f"{self.concurrency} requests at once", remedy="allow at least one")
        if self.requests_per_minute is not None and self.requests_per_minute < 1:
            raise SettingsError(f"{self.requests_per_minute} requests per minute", remedy="allow at least one")


class Gate:
    """Lets requests through in the order in which they come.

    Event loops may follow one another; what was begun under an earlier one still counts for the minute.

    Args:
        sleep: waits so many seconds.
        clock: seconds since some moment.
    """

    def __init__(self, limits: Limits, sleep: Callable[[float], Awaitable[object]], clock: Callable[[], float]) -> None:
        self.limits = limits
        self._sleep, self._clock = sleep, clock
        self._begun: deque[float] = deque(maxlen=limits.requests_per_minute)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._line = asyncio.Lock()
        self._places = asyncio.Semaphore(limits.concurrency)

    @asynccontextmanager
    async def passed(self) -> AsyncIterator[None]:
        """Waits for its turn; the request is under way within."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            # Both belong to the loop they first waited in; whatever is still under way there has ended with it.
            self._loop, self._line = loop, asyncio.Lock()
            self._places = asyncio.Semaphore(self.limits.concurrency)
        places = self._places
        # One at a time waits for a place and for the minute: nobody who comes later is let through before.
        async with self._line:
            await places.acquire()
            try:
                await self._wait_for_minute()
            except BaseException:
                places.release()
                raise
        try:
            yield
        finally:
            places.release()

    async def _wait_for_minute(self) -> None:
        if self.limits.requests_per_minute is None:
            return
        while len(self._begun) == self.limits.requests_per_minute:
            left = self._begun[0] + _MINUTE - self._clock()
            if left <= 0:
                break
            await self._sleep(left)
        self._begun.append(self._clock())
