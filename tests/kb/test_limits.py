"""Children with limits: what comes back, and how they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from quack.errors import RulebookError, SettingsError
from quack.kb import child as children
from quack.kb import judge as judging
from quack.kb import limits
from quack.kb.child import Child, Died, _may_fork
from quack.kb.distant import DistantAnswer
from quack.kb.limits import LimitReached, bounded, limits_for, remedy_for
from quack.kb.rulebook import load_rulebook
from quack.kb.solve import Answer, solve, solve_here, written_facts
from quack.kb.worker import Limits, inside
from tests.conftest import ROOT
from tests.support.rulebooks import LOCATION, write_rulebook

FACTS = ["at(alice,medbay,3,5).", "claim(c1,alice,medbay,6).", "claim(c2,alice,medbay,7)"]
SMALL = Limits(5, 128)


@pytest.fixture(params=["fork", "spawn"])
def start(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to start a child."""
    monkeypatch.setattr(children, "_may_fork", lambda: request.param == "fork")
    return str(request.param)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    limits._failures.clear()


def _size(text: str) -> int:
    return len(text)


def _raise() -> None:
    raise RulebookError("so", path="x.lp", line=3)


def _fill() -> int:
    return len(bytearray(2**30))


def _spin() -> None:
    while True:
        pass


def _end(number: int) -> None:
    os.kill(os.getpid(), number)


def _talk() -> str:
    print("words")
    print("words", file=sys.stderr, flush=True)
    os.write(1, b"words")
    return "said"


# --- what comes back ------------------------------------------------------------------------------------------------


def test_the_value_comes_back(start: str) -> None:
    with Child(partial(_size, "four"), SMALL) as child:
        assert 4 == child.value()


def test_a_child_knows_that_it_is_one(start: str) -> None:
    with Child(inside, SMALL) as child:
        assert (True, False) == (child.value(), inside())


def test_questions_are_answered_one_by_one(start: str) -> None:
    with Child(partial(list, "abc"), SMALL) as child:
        child.wait()
        assert (1, 3) == (child.ask("index", "b"), child.ask("__len__"))


def test_errors_come_as_they_are(start: str) -> None:
    with Child(_raise, SMALL) as child, pytest.raises(RulebookError, match=r"x\.lp:3: so"):
        child.value()


def test_what_can_not_be_sent_is_an_error() -> None:
    with Child(partial(open, os.devnull), SMALL) as child, pytest.raises(RuntimeError, match="can't be sent"):
        child.value()


def test_a_child_says_nothing(start: str, capfd: pytest.CaptureFixture[str]) -> None:
    with Child(_talk, SMALL) as child:
        assert "said" == child.value()
    assert ("", "") == capfd.readouterr()


def test_a_process_of_several_threads_is_not_forked() -> None:
    stop = threading.Event()
    other = threading.Thread(target=stop.wait)
    other.start()
    try:
        assert not _may_fork()
    finally:
        stop.set()
        other.join()


# --- how it ends ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("build", "allowed", "kind"),
    [
        (_spin, Limits(0.2, 128), "time"),
        (_spin, Limits(20, 128, 0.1), "time"),
        (_fill, Limits(20, 128), "memory"),
        (partial(_end, signal.SIGSEGV), Limits(20, 128), "crash"),
        (partial(_end, signal.SIGKILL), Limits(20, 128), "memory"),
        (partial(bytes, 2**23), Limits(20, 64), "size"),
    ],
    ids=["time", "work", "memory", "crash", "killed", "size"],
)
def test_it_is_told_how_a_child_ended(build: Any, allowed: Limits, kind: str, start: str) -> None:
    with Child(build, allowed) as child, pytest.raises(Died) as caught:
        child.value()
    assert kind == caught.value.kind
    assert _gone(child)


def test_a_child_that_nobody_holds_is_gone() -> None:
    child = Child(_spin, Limits(60, 128))
    pid = child._pid
    del child
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_files_are_closed_again(start: str) -> None:
    before = len(os.listdir("/dev/fd"))
    for _ in range(3):
        with Child(partial(_size, "four"), SMALL) as child:
            child.value()
        with Child(_raise, SMALL) as child, pytest.raises(RulebookError):
            child.value()
    assert before == len(os.listdir("/dev/fd"))


def _gone(child: Child) -> bool:
    try:
        os.kill(child._pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child with its parent")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_child_ends_with_its_parent(number: int) -> None:
    script = f"import sys; sys.path[:] = {[str(ROOT), *sys.path]!r}\nfrom tests.kb.test_limits import _spin\n"
    script += "from quack.kb.child import Child\nfrom quack.kb.worker import Limits\n"
    script += "child = Child(_spin, Limits(60, 128))\nprint(child._pid, flush=True)\nchild.value()\n"
    hole = subprocess.DEVNULL
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=hole, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.send_signal(number)
    parent.wait()
    parent.stdout.close()
    until = time.monotonic() + 10
    while _runs(pid):
        assert until > time.monotonic()
        time.sleep(0.01)


def _runs(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


# --- rulebooks ------------------------------------------------------------------------------------------------------


def test_a_strangers_rulebook_gives_the_same_answer_as_here(tmp_path: Path, start: str) -> None:
    lines = '\np(f(C, (1, "a")), -3, X) :- claim(C, _, _, _), X = (). q. n(N) :- N = #count { C : stood(C) }.'
    book = load_rulebook(write_rulebook(tmp_path, location=LOCATION + lines))
    here, apart = solve_here(book, FACTS), solve(book, FACTS)
    assert not book.trusted and here.signatures() == apart.signatures() != []
    for name, arity in here.signatures():
        for ordered in (True, False):
            assert here.rows(name, arity, ordered=ordered) == apart.rows(name, arity, ordered=ordered)
        assert here.symbols(name, arity) == apart.symbols(name, arity)
        assert all(apart.holds(symbol) for symbol in here.symbols(name, arity))
    assert here.fired("candidate", 2) == apart.fired("candidate", 2)
    assert [("false",), ("true",)] == written_facts(book, "verdict_label", 1)


def test_a_shipped_rulebook_needs_no_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "Child", None)
    book = load_rulebook("observed", rules_in=ROOT / "rules")
    assert 4 == bounded(_size, "four", rulebook=book)


def test_a_limit_is_an_error_of_the_rulebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = load_rulebook(write_rulebook(tmp_path))
    monkeypatch.setattr(limits, "_SECONDS", 0.1)
    with pytest.raises(LimitReached, match=r"observed\.lp: grounding takes too long; .* --max-seconds"):
        bounded(_spin, rulebook=book)


def test_more_facts_may_take_longer_and_more_memory() -> None:
    few, many = limits_for(100), limits_for(20_000)
    assert few.work < 5 and few.memory < 1024
    assert many.work > 5 * few.work and many.memory > few.memory


def test_a_rulebook_that_reaches_its_limit_again_and_again_gets_less(tmp_path: Path) -> None:
    book = load_rulebook(write_rulebook(tmp_path))
    first = limits_for(100, book)
    limits.note(book, False)
    assert first.work / 2 == limits_for(100, book).work
    limits.note(book, True)
    assert first == limits_for(100, book)


def test_the_environment_sets_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUACK_MAX_SECONDS", "7")
    monkeypatch.setenv("QUACK_MAX_MEMORY", "99")
    assert Limits(21, 99, 7) == limits_for(5)
    monkeypatch.setenv("QUACK_MAX_SECONDS", "0.5")
    with pytest.raises(SettingsError, match=r"QUACK_MAX_SECONDS is '0.5'; set it to a number from 1"):
        limits_for(5)


def test_a_limit_that_somebody_has_set_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUACK_MAX_MEMORY", raising=False)
    assert "write narrower rules, or allow more with --max-memory" == remedy_for("memory")
    monkeypatch.setenv("QUACK_MAX_MEMORY", "1")
    monkeypatch.setenv("QUACK_MAX_SECONDS", "2")
    assert remedy_for("size").endswith("--max-memory than the 1 MiB that it or QUACK_MAX_MEMORY gives")
    assert remedy_for("time").endswith("--max-seconds than the 2 seconds that it or QUACK_MAX_SECONDS gives")


def test_a_judged_batch_leaves_no_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[Answer] = []

    def kept(*args: Any) -> Answer:
        answers.append(solve(*args))
        return answers[-1]

    monkeypatch.setattr(judging, "solve", kept)
    assert [] == judging.judge([], load_rulebook(write_rulebook(tmp_path)))
    assert isinstance(answers[0], DistantAnswer)
    with pytest.raises((OSError, LimitReached)):
        answers[0].signatures()
