"""Processes that are killed in the middle of what they ask of the stand-in server of this one.

The client libraries take seconds to load, so one process loads them, and forks for each order.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.support.model_server import KEY, Asked, ModelServer, Reply

_BIRTH = """
for line in sys.stdin:
    order = json.loads(line)
    child = os.fork()
    if not child:
        code = 3
        try:
            code = work(order)
        finally:
            os._exit(code)
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Nursery:
    """Forks processes that carry out orders; a context.

    Args:
        code: imports `json`, `os` and `sys`, loads what takes long, and defines `work`: from an order to an exit code.
        respond: answers what the processes ask, before one may be killed for it.
    """

    def __init__(self, code: str, server: ModelServer, respond: Callable[[Asked], Reply]) -> None:
        self.server = server
        self._answer = respond
        self._heard = threading.Lock()
        self._child = 0
        self._left = 0
        root = str(Path(__file__).resolve().parent.parent.parent)
        environment = os.environ | {"PYTHONPATH": root, "OPENAI_API_KEY": KEY}
        self._process = subprocess.Popen(
            [sys.executable, "-c", code + _BIRTH],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.stdin.close()  # type: ignore[union-attr]
        self._process.wait(60)
        self._process.stdout.close()  # type: ignore[union-attr]

    def carry_out(self, order: dict[str, Any], answers: int) -> int:
        """The exit code of a process.

        Args:
            answers: it is killed when it waits for the answer after so many; 0 for never.
        """
        with self._heard:  # nobody is killed before it is known who
            self.server.respond = self._respond
            self._left = answers
            self._process.stdin.write(json.dumps(order) + "\n")  # type: ignore[union-attr]
            self._process.stdin.flush()  # type: ignore[union-attr]
            self._child = self._number()
        return self._number()

    def _number(self) -> int:
        return int(self._process.stdout.readline())  # type: ignore[union-attr]

    def _respond(self, asked: Asked) -> Reply:
        with self._heard:
            reply = self._answer(asked)
            if self._left:
                self._left -= 1
                if not self._left:
                    os.kill(self._child, signal.SIGKILL)
        return reply
