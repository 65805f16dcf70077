"""A stand-in for a model's provider: a server on this machine that speaks the chat protocol of OpenAI.

What it answers is a function of the request, so a test can play any model and any failure:

    with ModelServer(lambda asked: answer('{"claims": []}')) as server:
        ...                                     # server.url is the endpoint, server.asked what was asked so far
        server.respond = lambda asked: refuse(429, "slow down")
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
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
        return next((one["content"] for one in self.body["messages"] if one["role"] == "system"), "")

    @property
    def last(self) -> str:
        """The last message, which is the user's."""
        content: str = self.body["messages"][-1]["content"]
        return content


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
