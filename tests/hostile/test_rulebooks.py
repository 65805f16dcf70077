"""A stranger's rulebook is refused in one line that says where, what and how to mend it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quack.kb import limits
from tests.conftest import ROOT
from tests.hostile.bombs import ANSWERS, BOMBS
from tests.hostile.cases import CASES, OUTPUTS, Case, evil
from tests.hostile.command import Ended, run

GAME = ROOT / "logs" / "sample"


def refused(case: Case, folder: Path, ended: Ended) -> None:
    """One line on standard error, nothing on standard output, and exit code 2."""
    assert (2, "", 1) == (ended.code, ended.out, len(ended.err.splitlines())), ended
    said = ended.err.rstrip("\n")
    start = f"{folder / case.place}: "
    assert said.startswith(start), said
    assert case.words in said, said
    assert said.isprintable() and len(said) < len(str(folder)) + 1000
    assert "Traceback" not in said


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_rulebook_is_refused_before_it_is_grounded(case: Case, tmp_path: Path) -> None:
    refused(case, tmp_path, run("audit", GAME, "--rules", case.write(tmp_path)))


@pytest.mark.parametrize("case", BOMBS, ids=lambda case: case.name)
def test_grounding_has_an_end(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_SECONDS", 0.5)
    monkeypatch.setattr(limits, "_MEMORY", 64)
    refused(case, tmp_path, run("audit", GAME, "--rules", case.write(tmp_path)))


@pytest.mark.parametrize("case", [*ANSWERS, *OUTPUTS], ids=lambda case: case.name)
def test_what_can_not_be_read_is_refused(case: Case, tmp_path: Path) -> None:
    refused(case, tmp_path, run("audit", GAME, "--rules", case.write(tmp_path)))


@pytest.mark.parametrize("place", ["observed_test.lp", "evil_test.lp"])
def test_a_test_that_takes_too_long_is_named(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_SECONDS", 0.5)
    monkeypatch.setattr(limits, "_MEMORY", 64)
    test = "#program test_fine.\nexpect_not(p(2)).\n\n#program test_slow.\np(X+1) :- p(X).\np(0).\nexpect(p(1)).\n"
    case = Case("a test", f"{place}:4", "test_slow: grounding takes too", {place: test, "evil.lp": "#defined p/1.\n"})
    refused(case, tmp_path, run("rules", "test", "--rules", case.write(tmp_path)))


def test_what_is_shown_hides_no_verdict(tmp_path: Path) -> None:
    words = ("audit", GAME, "--format", "jsonl", "--rules")
    sound, hidden = Case("sound", "", ""), Case("hidden", "", "", {"evil.lp": "#show.\n#show p/1.\n#defined p/1.\n"})
    told = [run(*words, case.write(tmp_path / case.name)) for case in (sound, hidden)]
    lines = [[json.loads(line) | {"versions": None} for line in ended.out.splitlines()] for ended in told]
    assert lines[0] == lines[1] != []


def test_there_are_many_cases() -> None:
    names = [case.name for case in (*CASES, *BOMBS, *ANSWERS, *OUTPUTS)]
    assert len(names) == len(set(names)) > 150


ODD = {
    "a long sum": f"p({'+'.join(['1'] * 4500)}).",
    "a tower of powers": f"p({'**'.join(['1'] * 3000)}).",
    "a chain of ranges": f"p({'..'.join(['1'] * 3000)}).",
    "a chain of comparisons": f"p :- {'<'.join(map(str, range(1500)))}.",
    "a long pool": f"p(({';'.join(['1'] * 4000)})).",
    "a long body": f"ok.\np :- {';'.join(['ok'] * 3000)}.",
    "brackets in brackets": f"p({'(' * 150}1{')' * 150}).",
    "terms in terms": f"p({'f(' * 198}1{')' * 198}).",
    "absolute values in absolute values": f"p({'|' * 190}1{'|' * 190}).",
    "signs in a row": f"p({'- ' * 150}1).",
    "comments in comments": "%*" * 5000 + "*%" * 5000 + "\nok.",
    "a long word in quotes": f'p("{"x" * 5000}").',
    "labels that make no sense": '%!trace_rule {"%", +*/}.\ncandidate(C, false) :- claim(C,_,_,_,_).',
    "labels of open brackets": '%!trace_rule {"% %", f(X, Y), ((Y}.\np(X,Y) :- player(X), player(Y).\n'
    "candidate(C, false) :- claim(C,_,_,_,_), p(_, _).",
    "variables of the program's own": "candidate(V0, true) :- claim(V0,V1,V2,V3,V4).",
    "constants that are names of others": "#const medbay = electrical.\n#const true = false.",
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_rulebook_that_does_no_harm_is_proved(name: str, tmp_path: Path) -> None:
    book = evil("", "", "", ODD[name]).write(tmp_path)
    for words in ([], ["--full"], ["--json"]):
        ended = run("why", GAME, "0.4.3", *words, "--rules", book)
        assert (0, "") == (ended.code, ended.err[-500:])
