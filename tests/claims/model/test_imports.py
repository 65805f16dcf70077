"""The client libraries: loaded only where a model is asked, fetching nothing, writing nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from quack.settings import without_secrets
from tests.conftest import ROOT

WATCHED = """
import os, sys
seen = []
def watch(event, args):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "os.mkdir", "os.rename"):
        seen.append((event, args[-1] if event == "socket.connect" else args[0]))
    elif event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+") and args[0] != os.devnull:
        seen.append((event, args[0]))
sys.addaudithook(watch)
from quack.claims.model.extractor import ModelRun
from quack.claims.model.options import ModelOptions
run = ModelRun(ModelOptions("openai/gpt-5-mini", api_base="http://127.0.0.1:9/v1", budget=1.0))
assert "dspy" in sys.modules and "litellm" in sys.modules
print(seen)
"""


def _python(code: str, home: Path, *words: str) -> str:
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    clean = kept | {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=ROOT, env=clean, capture_output=True, text=True, timeout=120
    )
    assert (0, "") == (done.returncode, done.stderr), done.stderr
    return done.stdout


def test_a_model_is_made_ready_without_network_and_without_a_home_to_write_to(tmp_path: Path) -> None:
    assert "[]\n" == _python(WATCHED, tmp_path / "nowhere")
    assert [] == list(tmp_path.iterdir())


LAZY = """
import sys
from quack.cli.app import app
try:
    app(sys.argv[1:])
except SystemExit as end:
    assert not end.code, end.code
assert not {"dspy", "litellm", "openai", "quack.claims.model"} & {*sys.modules}
"""


@pytest.mark.parametrize(
    "command",
    [
        ["--help"],
        ["extract", "--help"],
        ["audit", "logs/sample"],
        ["why", "logs/sample", "0.0.0"],
        ["extract", "logs/sample", "--dry-run", "--out", "nowhere"],
    ],
)
def test_no_other_command_loads_them(command: list[str], tmp_path: Path) -> None:
    _python(LAZY, tmp_path, *command)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Incorrect API key provided: sk-abcdefghijklmn12. Sorry", "Incorrect API key provided: [key] Sorry"),
        ("Incorrect API key provided: sk-proj-****************abcd", "Incorrect API key provided: [key]"),
        ("Authorization: Bearer abc.def-123", "Authorization: [key]"),
        ("http://me:hunter2@example.org/v1", "http://[key]example.org/v1"),
        ("my own 7-hills-of-rome", "my own [key]"),
        ("a task at tick 5 for skilful_keyword_hunters", "a task at tick 5 for skilful_keyword_hunters"),
    ],
)
def test_keys_are_taken_out_of_texts(text: str, left: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_PROVIDER_API_KEY", "7-hills-of-rome")
    assert left == without_secrets(text)
