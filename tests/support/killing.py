"""Extractions that are killed in the middle."""

from __future__ import annotations

import json
import signal
from collections import Counter
from pathlib import Path
from random import Random

from tests.support.model_server import FOUND, Asked, ModelServer, answer
from tests.support.nursery import Nursery

_EXTRACTION = """
import json, os, signal, sys
from quack.audit.extracting import extract_claims
from quack.claims import writing
from quack.claims.model.extractor import ModelRun
from quack.claims.model.options import ModelOptions

def tear(left):
    real = os.write
    def write(file, data):
        count = real(file, data[:left[0]])
        left[0] -= count
        if left[0] <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return count
    writing.os.write = write

# The first call loads more than the imports do; nobody listens at that port, so no connection stays open.
run = ModelRun(ModelOptions("openai/my-own", api_base="http://127.0.0.1:9/v1", retries=0))
try:
    run.lm.forward(messages=[{"role": "user", "content": "hm"}])
except Exception:
    pass

def work(order):
    if order["bytes"]:
        tear([order["bytes"]])
    done = extract_claims(order["game"], model=ModelOptions(**order["options"]), jobs=order["jobs"])
    return 0 if not done.failed else 1
"""


class Extractions(Nursery):
    """Forks extractions; a context."""

    def __init__(self, server: ModelServer) -> None:
        super().__init__(_EXTRACTION, server, lambda asked: answer(FOUND))

    def extract(self, game: Path, *, answers: int = 0, torn: int = 0, jobs: int = 3) -> int:
        """The exit code of an extraction.

        Args:
            answers: it is killed when it waits for the answer after so many; 0 for never.
            torn: it is killed as soon as it has written so many bytes; 0 for never.
        """
        options = {"model": "openai/my-own", "api_base": self.server.url, "timeout": 30, "retries": 0}
        return self.carry_out({"game": str(game), "options": options, "bytes": torn, "jobs": jobs}, answers)


def kill_and_go_on(game: Path, server: ModelServer, chance: Random, kills: int) -> None:
    """Kills an extraction so many times, and holds after each that nothing finished is lost or asked for again."""
    finished: set[int] = set()
    path = game / "claims.jsonl"
    with Extractions(server) as nursery:
        killed = 0
        while killed < kills:
            torn = chance.randrange(1, 1500) if chance.random() < 0.5 else 0
            server.asked.clear()
            code = nursery.extract(game, torn=torn, answers=0 if torn else chance.randrange(1, 6))
            assert not finished & {message_of(asked) for asked in server.asked}, "what is finished was asked for again"
            now = finished_in(path)
            assert finished <= now, "a finished line was lost"
            killed += code == -signal.SIGKILL
            finished = now
            if code == 0:
                assert path.read_bytes().endswith(b"\n")
                path.unlink()
                finished = set()
        nursery.extract(game)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    repeated = Counter(line["message"] for line in lines)
    assert {line["status"] for line in lines} == {"extracted"}
    assert set(repeated.values()) == {1}


def message_of(asked: Asked) -> int:
    """Which message a question is about: the game's speech says its number."""
    return int(asked.last.rpartition("at tick ")[2].partition(".")[0])


def finished_in(path: Path) -> set[int]:
    """The messages that have a whole line."""
    data = path.read_bytes() if path.exists() else b""
    whole = data[: data.rfind(b"\n") + 1].splitlines()
    return {record["message"] for record in map(json.loads, whole) if record["status"] == "extracted"}
