"""`quack` as a command that starts at once: each run is a fork of a process that has loaded the program.

To load it takes longer than most commands take. The command is a process of its own all the same, with the arguments,
the folder, the environment and the open files of whoever calls it, and ends as it would: tests of how the program is
loaded start it by themselves.
"""

from __future__ import annotations

import atexit
import gc
import marshal
import os
import pkgutil
import socket
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import NoReturn, Self

ROOT = Path(__file__).resolve().parent.parent.parent
_SERVER = "from tests.support.forking import serve; serve()"
_CALLER = """\
import marshal, os, sys
from _socket import AF_UNIX, CMSG_LEN, SCM_RIGHTS, SOCK_STREAM, SOL_SOCKET, SHUT_WR, socket
there = socket(AF_UNIX, SOCK_STREAM)
there.connect(sys.argv[1])
there.sendmsg([b"."], [(SOL_SOCKET, SCM_RIGHTS, b"".join(file.to_bytes(4, sys.byteorder) for file in range(3)))])
data = marshal.dumps((sys.argv[2:], os.getcwd(), dict(os.environ)))
while data:
    data = data[there.send(data):]
there.shutdown(SHUT_WR)
os._exit(there.recv(1)[0])
"""
_HEAVY = ("quack.claims.model", "quack.claims.optimise", "quack.claims.offline.train")
_BESIDES = ("pandas", "matplotlib.figure", "matplotlib.backends.backend_agg")
"""What commands load when they need it."""


class Starter:
    """The process that forks; a context."""

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory(prefix="quack")
        place = Path(self._folder.name) / "s"
        caller = Path(self._folder.name) / "call.py"
        caller.write_text(_CALLER)
        self._line = f'exec "{sys.executable}" -I -S "{caller}" "{place}" "$@"'
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(place))
            listening.listen(8)
            environment = os.environ | {"PYTHONPATH": str(ROOT), "QUACK_LISTENS": str(listening.fileno())}
            self._process = subprocess.Popen(
                [sys.executable, "-c", _SERVER],
                env=environment,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                pass_fds=(listening.fileno(),),
            )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait(60)
        self._folder.cleanup()

    def write(self, path: Path) -> Path:
        """Writes the command to a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{self._line}\n")
        path.chmod(0o755)
        return path


def serve() -> None:
    """Loads the program, and forks a process for each call."""
    from quack.workers import die_with_parent

    die_with_parent()
    listening = socket.socket(fileno=int(os.environ.pop("QUACK_LISTENS")))
    own = [module.name for module in pkgutil.walk_packages([str(ROOT / "quack")], "quack.")]
    for name in (*own, *_BESIDES):
        if not name.startswith(_HEAVY) and not name.endswith("__main__"):
            with suppress(ImportError):  # of a package that is not installed; the command that needs it will say so
                import_module(name)
    gc.collect()
    gc.freeze()
    while True:
        there = listening.accept()[0]
        if not os.fork():
            listening.close()
            _answer(there)
        there.close()
        _bury()


def _bury() -> None:
    """Lets go of those that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def _answer(there: socket.socket) -> NoReturn:
    """Forks the command, and tells how it ended."""
    _, files, _, _ = socket.recv_fds(there, 1, 3)
    data = b"".join(iter(lambda: there.recv(65_536), b""))
    if pid := os.fork():
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        there.send(bytes([code if code >= 0 else 128 - code]))
        os._exit(0)
    there.close()
    _become(files, data)
    _run()


def _become(files: list[int], data: bytes) -> None:
    """Takes on what the caller has."""
    words, folder, environment = marshal.loads(data)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [str(ROOT / "cli.py"), *words]
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", closefd=False, errors="backslashreplace", buffering=1)  # noqa: SIM115


def _run() -> NoReturn:
    """Runs the command line and ends as Python does, but without taking apart what is loaded, which takes long."""
    from quack.cli import main

    code: object = 1
    try:
        main()
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
    except OSError:
        code = 120
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)
