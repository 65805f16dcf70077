"""A rule whose head nobody reads and that looks like a slip is an error at its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quack.audit.auditor import audit_games
from quack.errors import RulebookError
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "rules", tmp_path / "rules")
    return tmp_path / "rules"


@pytest.mark.parametrize(
    ("head", "meant"),
    [
        ("candidate(C, true, 1)", "nothing reads candidate/3; did you mean candidate/2?"),
        ("candidat(C, true)", "nothing reads candidat/2; did you mean candidate/2?"),
        ("grounded(C, yes)", "nothing reads grounded/2; did you mean grounded/1?"),
    ],
)
def test_a_slip_in_a_head_is_refused(rules: Path, head: str, meant: str) -> None:
    location = rules / "verdicts" / "location.lp"
    lines = len(location.read_text("utf-8").splitlines())
    location.write_text(location.read_text("utf-8") + f"{head} :- location(C, _, _, _, _).\n", "utf-8")

    with pytest.raises(RulebookError) as caught:
        load_rulebook(rules)

    assert str(caught.value).endswith(f"location.lp:{lines + 1}:1: {meant}")


def test_a_head_of_its_own_name_is_left_alone(rules: Path) -> None:
    with (rules / "support.lp").open("a", encoding="utf-8") as file:
        file.write("my_note(C) :- perceived(C).\n")

    assert ("my_note", 1) in load_rulebook(rules).heads


def test_a_declared_predicate_is_kept(rules: Path) -> None:
    with (rules / "support.lp").open("a", encoding="utf-8") as file:
        file.write("#defined candidates/1.\ncandidates(C) :- perceived(C).\n")

    assert ("candidates", 1) in load_rulebook(rules).heads


@pytest.mark.parametrize(
    ("label", "meant"),
    [("fals", "did you mean false?"), ("flase", "did you mean false?"), ("qqq", "there is false, near_miss, true, ")],
)
@pytest.mark.parametrize("name", ["candidate", "turned"])
def test_a_slip_in_a_verdict_is_refused(rules: Path, name: str, label: str, meant: str) -> None:
    location = rules / "verdicts" / "location.lp"
    lines = len(location.read_text("utf-8").splitlines())
    location.write_text(location.read_text("utf-8") + f"{name}(C, {label}) :- location(C, _, _, _, _).\n", "utf-8")

    with pytest.raises(RulebookError) as caught:
        load_rulebook(rules)

    what = f"location.lp:{lines + 1}:1: unknown_label: no verdict_label names the verdict {label}; {meant}"
    assert what in str(caught.value)


def test_a_verdict_that_is_derived_and_unknown_is_a_defect(rules: Path) -> None:
    with (rules / "verdicts" / "location.lp").open("a", encoding="utf-8") as file:
        file.write("my_label(fals).\ncandidate(C, V) :- location(C, _, _, _, _), my_label(V).\n")

    audit = audit_games(ROOT / "logs/sample", rulebook=rules)

    assert any("unknown_label" in defect for game in audit.games for defect in game.defects)


def test_a_verdict_may_stand_in_a_constant(rules: Path) -> None:
    with (rules / "verdicts" / "location.lp").open("a", encoding="utf-8") as file:
        file.write("#const doubt = unverifiable.\ncandidate(C, doubt) :- location(C, _, _, _, _).\n")

    assert "doubt" in load_rulebook(rules).consts
