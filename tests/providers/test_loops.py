"""One client in several event loops, broken off in the middle, and in silence."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from quack.providers.client import Client
from tests.conftest import ROOT
from tests.providers.conftest import MESSAGES, Spec, ask
from tests.support.model_server import Asked, ModelServer, Reply, answer, refuse


def test_event_loops_may_follow_one_another(client: Client, spec: Spec, server: ModelServer) -> None:
    async def many() -> list[str | None]:
        return [reply.text for reply in await asyncio.gather(*(client.ask(spec(), MESSAGES) for _ in range(10)))]

    server.respond = lambda asked: answer("wait()")
    assert [["wait()"] * 10] * 4 == [asyncio.run(many()) for _ in range(4)]


def test_a_loop_may_end_in_the_middle_of_calls(client: Client, spec: Spec, server: ModelServer) -> None:
    async def leave() -> None:
        calls = [asyncio.create_task(client.ask(spec(), MESSAGES)) for _ in range(10)]
        await asyncio.wait(calls, timeout=0.05)

    server.respond = lambda asked: Reply(how="hang")
    asyncio.run(leave())
    server.respond = lambda asked: answer("wait()")
    assert "wait()" == ask(client, spec()).text


def test_a_call_that_hangs_can_be_cancelled_with_those_that_wait(
    client: Client, spec: Spec, server: ModelServer
) -> None:
    hanging = threading.Event()

    def respond(asked: Asked) -> Reply:
        hanging.set()
        return Reply(how="hang")

    server.respond = respond

    async def cancel() -> list[bool]:
        calls = [asyncio.create_task(client.ask(spec(timeout=600.0), MESSAGES)) for _ in range(20)]
        await asyncio.to_thread(hanging.wait, 30)
        for call in calls:
            call.cancel()
        await asyncio.wait(calls, timeout=10)  # or it hangs for ten minutes
        return [call.cancelled() for call in calls]

    assert [True] * 20 == asyncio.run(cancel())


def test_control_c_ends_a_call_that_hangs(client: Client, spec: Spec, server: ModelServer) -> None:
    def respond(asked: Asked) -> Reply:
        if asked.last == "interrupt me":  # not a call of an earlier test, which may still be on its way
            os.kill(os.getpid(), signal.SIGINT)
        return Reply(how="hang")

    server.respond = respond
    with pytest.raises(KeyboardInterrupt):
        ask(client, spec(timeout=600.0), [{"role": "user", "content": "interrupt me"}])


# A client library that takes an interruption for an error of its own, as pydantic does with a model that it builds.
_TOUCHY = """
import os, signal
try:
    os.kill(os.getpid(), signal.SIGINT)
    sum(range(1000))
except KeyboardInterrupt:
    raise ValueError("a model that can't be built")
"""


def test_control_c_while_the_client_library_is_loaded_is_an_interruption(tmp_path: Path) -> None:
    (tmp_path / "litellm.py").write_text(_TOUCHY)
    code = "from quack.providers.endpoints import load_litellm; load_litellm()"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (-signal.SIGINT, "KeyboardInterrupt") == (done.returncode, done.stderr.splitlines()[-1])


# What is printed besides, which addresses are looked up or connected to, and which files are written.
_WATCHED = """
import asyncio, os, sys
seen = set()
def watch(event, args):
    if event == "socket.connect":
        seen.add(str(args[1][1]))
    elif event in ("socket.getaddrinfo", "os.mkdir", "os.rename"):
        seen.add(f"{event} {args[0]}")
    elif event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+") and args[0] != os.devnull:
        seen.add(f"{event} {args[0]}")
sys.addaudithook(watch)
from dataclasses import replace
from quack.providers.client import Client, ModelSpec
assert not {"litellm", "openai", "httpx", "pydantic"} & {*sys.modules}
client = Client()
assert "litellm" not in sys.modules
async def many(provider):
    spec = ModelSpec(f"{provider}/my-own", api_base=sys.argv[1], retries=0, temperature=0.5)
    client.check(spec)
    specs = [replace(spec, timeout=0.2) if n == 3 else spec for n in range(8)]
    asked = (client.ask(one, [{"role": "user", "content": str(n)}]) for n, one in enumerate(specs))
    return [reply.text or reply.fault.cause for reply in await asyncio.gather(*asked)]
found = [asyncio.run(many(provider)) for provider in ("openai", "hosted_vllm", "openai")]
import json
print(json.dumps([found, sorted(seen)]))
"""


def test_nothing_is_printed_written_or_reached_but_the_endpoint(tmp_path: Path, server: ModelServer) -> None:
    replies = {
        "0": answer("wait()"),
        "1": refuse(400, "no temperature"),
        "2": refuse(401, "not you"),
        "3": Reply(how="hang"),
        "4": Reply(how="drop"),
        "5": Reply(body=b"<html>"),
        "6": Reply(body=b'{"choices": [1]}'),
        "7": refuse(429, "slow down", headers={"retry-after": "0"}),
    }
    server.respond = lambda asked: replies[asked.last]
    (tmp_path / ".env").write_text("OPENAI_API_KEY=sk-of-a-file-0123456789\n")
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    clean = kept | {
        "HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "LITELLM_LOG": "DEBUG",
    }
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED, server.url],
        cwd=tmp_path,
        env=clean,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (0, "") == (done.returncode, done.stderr), done.stderr
    found, seen = json.loads(done.stdout)
    causes = ["bad_request", "authentication", "timeout", "network", "server_error", "server_error", "rate_limit"]
    assert [["wait()", *causes]] * 3 == found
    port = server.url.rpartition(":")[2].partition("/")[0]
    assert [port] == seen
    keys = {value for asked in server.asked for name, value in asked.headers.items() if name.lower() == "authorization"}
    assert {"Bearer none", "Bearer fake-api-key"} == keys  # both are of nobody's making but the clients'
