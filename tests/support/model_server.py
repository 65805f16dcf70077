"""A stand-in for a model's provider: a server on this machine that speaks the chat protocol of OpenAI.

What it answers is a function of the request, so a test can play any model and any failure:

    with ModelServer(lambda asked: answer('{"claims": []}')) as server:
        ...                                     # server.url is the endpoint, server.asked what was asked so far
        server.respond = lambda asked: refuse(429, "slow down")
        server.respond = Faulty(lambda asked: answer("wait()"), rate=0.2, seed=3)   # a fifth of the questions fails
"""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self

KEY = "sk-this-is-a-secret-0123456789"
"""A key that must be seen nowhere but in the requests."""

FOUND = '{"claims": [{"type": "location", "subject": "I", "room": "medbay", "quote": "in medbay"}]}'
"""An answer to any utterance that was made by somebody in a game with a medbay."""


@dataclass(frozen=True)
class Asked:
    """A request, as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def system(self) -> str:
        """The system message."""
        return next((_text(one["content"]) for one in self.body["messages"] if one["role"] == "system"), "")

    @property
    def last(self) -> str:
        """The text of the last message, which is the user's."""
        return _text(self.body["messages"][-1]["content"])

    @property
    def images(self) -> tuple[bytes, ...]:
        """The pictures of the last message, in order: the bytes of their files."""
        parts = self.body["messages"][-1]["content"]
        if isinstance(parts, str):
            return ()
        urls = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
        return tuple(base64.b64decode(url.partition(";base64,")[2], validate=True) for url in urls)


def _text(content: str | list[dict[str, Any]]) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part["type"] == "text")


@dataclass(frozen=True)
class Reply:
    """What the server does.

    Attributes:
        how: whole: sends the reply; cut: breaks off in the middle of the body; drop: closes without a word; hang:
            sends nothing until the server closes.
    """

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    how: Literal["whole", "cut", "drop", "hang"] = "whole"


Respond = Callable[[Asked], Reply]


def answer(content: str | None, *, finish: str = "stop", tokens: tuple[int, int] = (100, 20), **message: Any) -> Reply:
    """A completion with this text; more keys go into its message, such as `refusal`."""
    said = {"role": "assistant", "content": content, **message}
    return completion([{"index": 0, "message": said, "finish_reason": finish}], tokens=tokens)


def completion(choices: list[dict[str, Any]], *, tokens: tuple[int, int] = (100, 20)) -> Reply:
    """A completion with these choices."""
    prompt, completed = tokens
    usage = {"prompt_tokens": prompt, "completion_tokens": completed, "total_tokens": prompt + completed}
    record = {"id": "stand-in", "object": "chat.completion", "created": 0, "model": "stand-in", "choices": choices}
    return Reply(body=json.dumps(record | {"usage": usage}).encode())


def refuse(status: int, message: str = "no", *, headers: Mapping[str, str] | None = None, **error: Any) -> Reply:
    """An error in the provider's form; more keys go into it, such as `code`."""
    body = {"error": {"message": message, "type": error.pop("type", None), "param": None, "code": None} | error}
    return Reply(status, json.dumps(body).encode(), headers or {})


PASSING: Mapping[str, Reply] = {
    "rate_limit": refuse(429, "slow down", code="rate_limit_exceeded"),
    "rate_limit_wait": refuse(429, "slow down", code="rate_limit_exceeded", headers={"retry-after": "2"}),
    "unavailable": refuse(503, "try again later"),
    "overloaded": refuse(529, "overloaded", type="overloaded_error"),
    "error": refuse(500, "an error of mine"),
    "hang": Reply(how="hang"),
    "drop": Reply(how="drop"),
    "cut": Reply(body=answer("half of this").body, how="cut"),
    "no_json": Reply(body=b"<html>a gateway</html>"),
}
"""Faults that are over when the question is put again."""

LASTING: Mapping[str, Reply] = {
    "quota": refuse(429, "you have used up your quota", code="insufficient_quota"),
    "bad_request": refuse(400, "no such thing"),
    "blank": answer(" \n"),
    "null": answer(None),
    "content_filter": answer("", finish="content_filter"),
    "refusal": answer(None, refusal="I would rather not."),
    "no_choices": completion([]),
}
"""Faults that a question has whenever it is put."""

REJECTIONS: Mapping[str, str] = {
    "temperature": "Unsupported value: 'temperature' does not support this value with this model.",
    "max_tokens": "max_tokens is too large",
}
"""Options of a request that a provider may reject, and what it says; it answers without them."""


class Faulty:
    """Lets a share of the questions fail, and has the others answered.

    What befalls a question depends on its words, its pictures and the model, and of passing faults on how often it has
    been put: never on the order in which questions arrive, nor on those that were put in vain before.

    Args:
        respond: answers the others.
        rate: the share of the questions that fail at first.
        kinds: the faults, by their names in `PASSING`, `LASTING` and `REJECTIONS`; all of them alike often.
        most: how often in a row a passing fault befalls a question at most.

    Attributes:
        failed: how often each fault befell a request.
    """

    def __init__(
        self,
        respond: Respond,
        *,
        rate: float = 0.2,
        seed: int = 0,
        kinds: Sequence[str] = (*PASSING, *LASTING, *REJECTIONS),
        most: int = 1,
    ) -> None:
        self.failed: Counter[str] = Counter()
        self._respond, self._rate, self._seed, self._most = respond, rate, seed, most
        self._kinds = tuple(kinds)
        self._put: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __call__(self, asked: Asked) -> Reply:
        content = json.dumps([asked.body["model"], asked.body["messages"]], sort_keys=True)
        kind = self._kind(content, 0)
        if kind in LASTING:
            return self._fail(kind, LASTING[kind])
        if kind in REJECTIONS:
            rejected = asked.body.get(kind) is not None
            return self._fail(kind, refuse(400, REJECTIONS[kind])) if rejected else self._respond(asked)
        with self._lock:
            times = self._put[content]
            self._put[content] += 1
        kind = self._kind(content, times) if times < self._most else None
        return self._fail(kind, PASSING[kind]) if kind in PASSING else self._respond(asked)

    def _kind(self, content: str, times: int) -> str | None:
        """The fault that is drawn for a question that has been put so often."""
        drawn = hashlib.sha256(f"{self._seed} {times} {content}".encode()).digest()
        if int.from_bytes(drawn[:8], "big") >= self._rate * 2**64:
            return None
        return self._kinds[int.from_bytes(drawn[8:16], "big") % len(self._kinds)]

    def _fail(self, kind: str, reply: Reply) -> Reply:
        with self._lock:
            self.failed[kind] += 1
        return reply


class ModelServer:
    """The server; a context. `respond` may be replaced at any time.

    Attributes:
        respond: what it does with a request.
        asked: the requests so far, in the order of their arrival.
        url: the endpoint.
    """

    def __init__(self, respond: Respond) -> None:
        self.respond = respond
        self.asked: list[Asked] = []
        self._closing = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        self._http.block_on_close = False
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._http.shutdown()
        self._http.server_close()

    def reply_to(self, asked: Asked) -> Reply:
        """Notes a request and says what to do with it; the handler calls this."""
        self.asked.append(asked)
        reply = self.respond(asked)
        if reply.how == "hang":
            self._closing.wait()
        return reply


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # head and body are two writes: the second would wait for the client's word

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            reply = server.reply_to(Asked(self.path, dict(self.headers), body))
            try:
                self._send(reply)
            except OSError:
                self.close_connection = True  # the client has gone

        def _send(self, reply: Reply) -> None:
            self.close_connection = reply.how != "whole"
            if reply.how in ("drop", "hang"):
                return
            self.send_response(reply.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(reply.body)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.body if reply.how == "whole" else reply.body[: len(reply.body) // 2])

        def log_message(self, *words: Any) -> None:
            """Says nothing."""

    return Handler
