"""The tests of Ray, in a process of their own: Ray ends the process that drives a cluster which breaks down."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.conftest import ROOT

_CASES = "tests/metrics/ray_cases.py"
_PATIENCE = 240
"""So many seconds all of them have; they take some twenty."""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are no groups here")
def test_ray_gives_what_one_process_gives(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'quack[ray]'")
    code, said = _run_cases(tmp_path)
    assert (0, True) == (code, " passed" in said), said


def _run_cases(folder: Path) -> tuple[int | None, str]:
    """How they ended, None if they did not, and what was printed."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", str(folder / "t"), _CASES]
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            code = process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            _end(process)
    return code, (folder / "said").read_text("utf-8", "replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends it, and what it has left behind."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
