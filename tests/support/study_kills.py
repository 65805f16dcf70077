"""Studies that are killed in the middle, again and again."""

from __future__ import annotations

import hashlib
import json
import shutil
import signal
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from tests.support.model_server import Asked, ModelServer, Reply, answer
from tests.support.nursery import Nursery
from tests.support.stand_ins import wander

_LINE = 4_000
"""About so many bytes has a line of a transcript."""

Content = tuple[str, str]
"""What a question says: the digest of its standing instructions, and its text."""

_STUDY = """
import asyncio, json, os, signal, sys
from pathlib import Path
from quack.experiment import read_plan, run_study
from quack.providers.client import Client, ModelSpec
import quack.claims.offline.extractor, quack.metrics.ledger, quack.render.views

def die():
    os.kill(os.getpid(), signal.SIGKILL)

def tear(left):
    real = os.write
    def write(file, data):
        count = real(file, data[:left[0]])
        left[0] -= count
        if left[0] <= 0:
            die()
        return count
    os.write = write

def stumble(left, after):
    real = os.replace
    def replace(*paths):
        left[0] -= 1
        if left[0] <= 0 and not after:
            die()
        real(*paths)
        if left[0] <= 0:
            die()
    os.replace = replace

# The first call loads more than the imports do; nobody listens at that port.
spec = ModelSpec("openai/my-own", api_base="http://127.0.0.1:9/v1", retries=0)
asyncio.run(Client().ask(spec, [{"role": "user", "content": "hm"}]))

def work(order):
    if order["bytes"]:
        tear([order["bytes"]])
    if order["files"]:
        stumble([order["files"]], order["after"])
    done = run_study(read_plan(Path(order["study"])))
    for trouble in done.troubles:
        print(trouble.game.name, trouble.reason, file=sys.stderr, flush=True)
    return 0 if done.complete else 1
"""


def think(text: str, chance: Random) -> str:
    """A model that wanders, and says where it has been."""
    if "# Your turn to speak" in text:
        room, tick = chance.choice(["medbay", "storage", "weapons"]), chance.randrange(1, 9)
        return f"I was in {room} at tick {tick}. I will vote for {chance.choice(['Alice', 'Bob', 'Charlie'])}."
    return str(wander(text, chance))


class Studies(Nursery):
    """Forks runs of studies; a context.

    Attributes:
        asked: how often each question was asked in the last run.
    """

    def __init__(self, server: ModelServer) -> None:
        self.asked: Counter[Content] = Counter()
        super().__init__(_STUDY, server, self._think)

    def run(self, study: Path, *, answers: int = 0, torn: int = 0, files: int = 0, after: bool = False) -> int:
        """The exit code of a run.

        Args:
            answers: it is killed when it waits for the answer after so many; 0 for never.
            torn: as soon as it has written so many bytes to what grows line by line; 0 for never.
            files: at the so-manieth file that is written whole, before or `after` it takes its place; 0 for never.
        """
        self.asked.clear()
        return self.carry_out({"study": str(study), "bytes": torn, "files": files, "after": after}, answers)

    def _think(self, asked: Asked) -> Reply:
        content = (_digest(asked.system), asked.last)
        self.asked[content] += 1
        return answer(think(asked.last, Random("".join(content))))


def kill_and_go_on(
    study: Path, nursery: Studies, undisturbed: Mapping[Content, int], chance: Random, kills: int
) -> int:
    """Kills a study so many times and then lets it end; holds that nothing with an answer on the disk is asked again.

    Args:
        undisturbed: how often each question is asked in a run that nothing disturbs.

    Returns:
        How many questions were asked in vain: their answers never came to the disk.
    """
    out = study.parent / "out"
    killed = vain = 0
    while True:
        answered = recorded(out)
        code = nursery.run(study, **(_fate(chance, sum(undisturbed.values()), kills) if killed < kills else {}))
        for content, times in nursery.asked.items():
            assert times <= undisturbed[content] - answered[content], "what was answered was asked again"
        now = recorded(out)
        assert answered <= now, "an answer was lost"
        vain += sum(nursery.asked.values()) - sum((now - answered).values())
        killed += code == -signal.SIGKILL
        if code == 0:
            if killed >= kills:
                return vain
            # It came to its end before its fate: some of it is taken away, so that there is something to do again.
            _forget(out, chance)
        else:
            assert -signal.SIGKILL == code


def _fate(chance: Random, questions: int, kills: int) -> dict[str, Any]:
    """At which moment a run is killed; all kills together are to take about a study."""
    share = max(2, 2 * questions // kills)
    kind = chance.randrange(4)
    if kind == 0:
        return {"files": chance.randrange(1, 12), "after": chance.random() < 0.5}
    if kind == 1:
        return {"torn": chance.randrange(1, share * _LINE)}
    return {"answers": chance.randrange(1, share)}


def _forget(out: Path, chance: Random) -> None:
    for path in sorted(out.rglob("*")):
        if path.name in ("figures.jsonl", "claims.jsonl", "audit.jsonl", "study.json") and chance.random() < 0.5:
            path.unlink(missing_ok=True)
        elif path.name.startswith("seed") and chance.random() < 0.3:
            shutil.rmtree(path, ignore_errors=True)


def recorded(out: Path) -> Counter[Content]:
    """The questions that have a whole line in a transcript."""
    found: Counter[Content] = Counter()
    for path in sorted(out.rglob("transcript.jsonl")):
        data = path.read_bytes()
        for record in map(json.loads, data[: data.rfind(b"\n") + 1].splitlines()):
            if "n" in record:
                found[record["system"], record["text"]] += 1
    return found


def left_behind(out: Path) -> dict[str, object]:
    """All files of a study, transcripts without what depends on the clock."""
    found: dict[str, object] = {}
    for path in sorted(out.rglob("*")):
        name = str(path.relative_to(out))
        if path.name == "transcript.jsonl":
            lines = [json.loads(line) for line in path.read_bytes().splitlines()]
            found[name] = [{key: line[key] for key in line if key not in ("seconds", "tries")} for line in lines]
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
