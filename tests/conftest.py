"""What all tests share: the reference games, where they are at hand."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from typer import testing

from quack.kb import child
from quack.settings import reference_required
from tests.support.forking import Starter
from tests.support.model_server import FOUND, KEY, ModelServer, answer

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT.parent / "shared" / "reference"

# Typer makes all commands anew for each that is invoked, which takes longer than many of them.
testing._get_command = cache(testing._get_command)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as of what a shell runs in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Files that take long, the longest first: what begins last keeps one processor busy while the others wait.
_LONG = """
kb/test_rule_files.py kb/test_rule_removal.py cli/test_why.py hostile/test_rulebooks.py
kb/checks/test_mistakes.py kb/test_why.py kb/test_what_if.py audit/test_diffing.py test_readme.py
experiment/test_kills.py cli/experiment/test_running.py experiment/test_models.py
cli/test_rules_check.py cli/test_examples.py cli/test_rules_diff.py cli/test_rules.py cli/test_ask.py
metrics/test_ray.py kb/test_authoring.py kb/test_instead.py kb/test_limits.py claims/agreement/test_yardstick.py
claims/model/test_imports.py cli/test_play_models.py cli/test_optimise.py game/test_engine_properties.py
""".split()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the files that take long first."""
    ranks = {ROOT / "tests" / name: rank for rank, name in enumerate(_LONG)}
    items.sort(key=lambda item: ranks.get(item.path, len(ranks)))


@pytest.fixture(autouse=True)
def _limits() -> Iterator[None]:
    """Has the limits that a command sets, for the processes that it starts too, end with its test."""
    names = ("QUACK_MAX_SECONDS", "QUACK_MAX_MEMORY")
    before = {name: os.environ[name] for name in names if name in os.environ}
    yield
    for name in names:
        os.environ.pop(name, None)
    os.environ.update(before)


@pytest.fixture(scope="session", autouse=True)
def _forks() -> Iterator[None]:
    """Has children with limits forked, though pytest-xdist and servers have threads: to start Python takes longer."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(child, "_may_fork", lambda: sys.platform == "linux")
        yield


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of the reference games beside the checkout; without it the test is skipped, or fails if told to."""
    if not REFERENCE.is_dir():
        if reference_required():
            pytest.fail(f"QUACK_REQUIRE_REFERENCE is set and there is no {REFERENCE}")
        pytest.skip("the reference games are not at hand")
    return REFERENCE


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def one_server() -> Iterator[ModelServer]:
    """The server behind `server`."""
    with ModelServer(lambda asked: answer(FOUND)) as server:
        yield server


@pytest.fixture
def server(one_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    """A model's stand-in that finds one claim in everything, unless a test says otherwise; the client has its key."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    one_server.asked.clear()
    one_server.respond = lambda asked: answer(FOUND)
    return one_server


@pytest.fixture(scope="session")
def starter() -> Iterator[Starter]:
    """Writes a `quack` that starts at once."""
    with Starter() as starter:
        yield starter


@pytest.fixture
def checkout(tmp_path: Path, root: Path, starter: Starter) -> Path:
    """A copy of what shown commands touch, and a `quack` on the path of `checkout_environment`."""
    for name in ("logs", "rules"):
        shutil.copytree(root / name, tmp_path / name)
    starter.write(tmp_path / "bin" / "quack")
    return tmp_path


def checkout_environment(checkout: Path) -> dict[str, str]:
    """The environment of a shown command: that `quack` first, no settings, plain text of 100 columns."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("QUACK_")}
    return kept | {"PATH": f"{checkout / 'bin'}:{os.environ['PATH']}", "COLUMNS": "100", "NO_COLOR": "1"}
