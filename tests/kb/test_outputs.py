"""What a stranger's rulebook derives has to be what records can hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.audit.auditor import audit_games
from quack.errors import RulebookError
from tests.conftest import ROOT
from tests.hostile.cases import evil


def refusal(folder: Path, text: str) -> str:
    evil("", "", "", text).write(folder)
    with pytest.raises(RulebookError) as caught:
        audit_games(ROOT / "logs/sample", rulebook=folder / "observed.lp")
    return str(caught.value).removeprefix(f"{folder}/")


@pytest.mark.parametrize(
    ("head", "what"),
    [
        ("evidence(C, f(C), foo)", "evidence/3 can't be read: foo is no line of a log; derive evidence(C, Fact, Line)"),
        ("evidence(C, f(C), -1)", "evidence/3 can't be read: the log has 115 lines, and none with the number -1"),
        ("evidence(C, f(C), 9999)", "evidence/3 can't be read: the log has 115 lines, and none with the number 9999"),
        ("ground_evidence(C, g, f(C), foo)", "ground_evidence/4 can't be read: foo is no line of a log"),
        ("ground_evidence(C, 7, f(C), 1)", "ground_evidence/4 can't be read: 7 is no plain constant"),
        ("support(C, 3)", "support/2 can't be read: 3 is no plain constant; derive support(C, a_plain_constant)"),
        ('outcome(C, "hit")', 'outcome/2 can\'t be read: "hit" is no plain constant'),
        ("grounds(C, f(g(1)))", "grounds/2 can't be read: f(g(1)) is no plain constant"),
        ("footing(C, #sup)", "footing/2 can't be read: #sup is no plain constant"),
        ("claim_window(C, early, 5)", "claim_window/3 can't be read: early is no tick"),
        ("defect(f(C), C)", "defect/2 can't be read: f(c0) is no plain constant"),
        ("defect(odd, 3)", "defect/2 can't be read: 3 is no claim"),
        ("evidence(zz, f(C), 1)", "evidence/3 can't be read: zz is no claim"),
    ],
)
def test_what_no_record_can_hold_is_refused_at_its_rule(tmp_path, head, what):
    said = refusal(tmp_path, f"\n{head} :- claim(C, _, _, _, _).")
    assert said.startswith(f"evil.lp:2:1: {what}"), said


def test_of_several_rules_the_one_that_derives_it_is_named(tmp_path):
    body = " :- claim(C, _, _, _, _)."
    said = refusal(tmp_path, f"evidence(C, f(C), 1){body}\nevidence(C, f(C), foo){body}\nevidence(C, g(C), 2){body}")
    assert said.startswith("evil.lp:2:1: evidence/3 can't be read: foo"), said
