"""A stand-in for the hub where data sets lie: a server on this machine that speaks its protocol, as far as needed."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT = "a" * 40


@dataclass
class Hub:
    """A hub with one data set; `got` are the files that were sent, in order."""

    url: str
    name: str
    files: Mapping[str, bytes]
    got: list[str] = field(default_factory=list)


@contextmanager
def hub(name: str, files: Mapping[str, bytes]) -> Iterator[Hub]:
    """A hub that has a data set of a name, with these files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answer)
    running = Hub(f"http://127.0.0.1:{server.server_port}", name, files)
    server.hub = running  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield running
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        running: Hub = self.server.hub  # type: ignore[attr-defined]
        path = self.path.partition("?")[0]
        about = f"/api/datasets/{running.name}"
        if path == f"{about}/revision/main":
            files = [{"rfilename": name} for name in running.files]
            self._send(json.dumps({"id": running.name, "sha": COMMIT, "siblings": files}).encode())
        elif path == f"{about}/tree/{COMMIT}":
            self._send(json.dumps([_entry(name, body) for name, body in running.files.items()]).encode())
        else:
            self._send_file(running, path.removeprefix(f"/datasets/{running.name}/resolve/{COMMIT}/"))

    def _send_file(self, running: Hub, name: str) -> None:
        body = running.files.get(name)
        if body is None:
            self._send(b"{}", 404)
            return
        if self.command == "GET":
            running.got.append(name)
        self._send(body, ETag=f'"{_digest(body)}"', **{"X-Repo-Commit": COMMIT})

    def _send(self, body: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)


def _entry(name: str, body: bytes) -> dict[str, object]:
    return {"type": "file", "path": name, "size": len(body), "oid": _digest(body)}


def _digest(body: bytes) -> str:
    return hashlib.sha1(body).hexdigest()
