"""`quack rules test`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quack.kb.limits import limits_for
from quack.kb.worker import Limits
from tests.cli.conftest import Run


def _tested(tmp_path: Path, expected: str) -> None:
    (tmp_path / "rules/policy_test.lp").write_text(f"#program test_true_is_supported.\nexpect({expected}).\n")


def test_tests_that_pass_are_counted(run: Run, tmp_path: Path) -> None:
    _tested(tmp_path, "verdict_label(true, 1, supported)")
    result = run("rules", "test")
    assert (0, "1 passed, 0 failed\n") == (result.exit_code, result.stderr)


def test_tests_that_fail_are_shown(run: Run, tmp_path: Path) -> None:
    _tested(tmp_path, "verdict_label(true, 1, refuted)")
    result = run("rules", "test")
    assert (1, "0 passed, 1 failed\n") == (result.exit_code, result.stderr)
    assert "expected verdict_label(true,1,refuted)" in result.stdout


def test_a_rulebook_that_cannot_be_loaded_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rules/policy.lp").write_text("p(X :- q.\n")
    result = run("rules", "test")
    assert 2 == result.exit_code
    assert 1 == len(result.stderr.splitlines())
    assert "policy.lp:1:" in result.stderr


def test_tests_that_nobody_runs_are_named(run: Run, tmp_path: Path) -> None:
    _tested(tmp_path, "verdict_label(true, 1, supported)")
    (tmp_path / "rules/mine").mkdir()
    (tmp_path / "rules/mine/own.lp").write_text("own(1).\n")
    for name in ("mine/own", "gone"):
        (tmp_path / f"rules/{name}_test.lp").write_text("#program test_so.\nexpect(own(1)).\n")
    result = run("rules", "test")
    assert 0 == result.exit_code
    assert [
        "rules/gone_test.lp: not run: there is no gone.lp; name it after the file that it tests",
        "rules/mine/own_test.lp: not run: no rulebook includes mine/own.lp; "
        'write #include "mine/own.lp". into the entry file',
        "1 passed, 0 failed",
    ] == result.stderr.splitlines()


def test_tests_of_another_rulebook_of_the_folder_are_not_amiss(run: Run, tmp_path: Path) -> None:
    _tested(tmp_path, "verdict_label(true, 1, supported)")
    (tmp_path / "rules/other.lp").write_text('#include "own.lp".\n')
    (tmp_path / "rules/own.lp").write_text("own(1).\n")
    (tmp_path / "rules/own_test.lp").write_text("#program test_so.\nexpect(own(1)).\n")
    assert "1 passed, 0 failed\n" == run("rules", "test").stderr


def test_limits_can_be_given(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUACK_MAX_SECONDS", "50")
    monkeypatch.setenv("QUACK_MAX_MEMORY", "50")
    _tested(tmp_path, "verdict_label(true, 1, supported)")
    assert 0 == run("rules", "test", "--max-seconds", "7", "--max-memory", "99").exit_code
    assert Limits(21, 99, 7) == limits_for(1000)
    assert 2 == run("rules", "test", "--max-seconds", "0").exit_code


STOOD = "stood(C) :- claim(C, R), at(R).\n#defined claim/2.\n#defined at/1.\n"


def _rule(tmp_path: Path, test: str) -> None:
    (tmp_path / "rules/policy.lp").write_text(STOOD)
    (tmp_path / "rules/policy_test.lp").write_text(f"#program test_it_stood.\n{test}\n")


def test_a_failure_names_the_rule_that_decided_and_proves_what_was_got(run: Run, tmp_path: Path) -> None:
    _rule(tmp_path, "claim(c1, medbay). at(medbay).\nexpect_not(stood(c1)).")
    lines = run("rules", "test").stdout.splitlines()
    assert "policy_test.lp:1: it stood" == lines[0]
    assert "  got stood(c1) by rules/policy.lp:1, which is not expected" == lines[1]
    assert any(line.endswith("rules/policy_test.lp:2") for line in lines[2:])


def test_where_nothing_was_got_the_failure_says_why_not(run: Run, tmp_path: Path) -> None:
    _rule(tmp_path, "claim(c1, medbay). at(storage).\nexpect(stood(c1)).")
    text = run("rules", "test").stdout
    assert "expected stood(c1), got nothing like it" in text
    assert "not:" in text and "rules/policy.lp:1" in text


@pytest.mark.parametrize(
    ("test", "hints"),
    [
        (
            "claim(c1, medbay). at(medby).\nexpect(stood(c1)).",
            ["medbay and medby occur once in the test: are they the same?"],
        ),
        (
            "claim(c1, lab). at(medbay). at(medby).\nexpect(stood(c1)). expect_not(stood(medbay)).",
            ["medby occurs once in the test: is medbay meant?"],
        ),
        ("claim(c1, medbay). at(medbay).\nexpect(stood(c2)).", ["no fact of the test names c2"]),
        ("claim(c1, medbay). at(storage).\nexpect(stood(c1)).", []),
        ("claim(c1, room_1). at(room_2).\nexpect(stood(c1)).", []),
    ],
)
def test_a_failure_hints_at_what_looks_misspelt(run: Run, tmp_path: Path, test: str, hints: list[str]) -> None:
    _rule(tmp_path, test)
    lines = run("rules", "test").stdout.splitlines()
    assert hints == [line.removeprefix("  hint: ") for line in lines if line.startswith("  hint: ")]
    assert hints == json.loads(run("rules", "test", "--json").stdout)["tests"][0]["hints"]


def test_where_a_constant_of_the_rules_may_be_the_slip_the_hint_leaves_that_open(run: Run, tmp_path: Path) -> None:
    _rule(tmp_path, "claim(c1, storage). at(storage).\nexpect(stood(c1)).")
    (tmp_path / "rules/policy.lp").write_text(STOOD.replace("at(R).", "at(R), R = storge."))
    test = tmp_path / "rules/policy_test.lp"
    assert "hint" not in run("rules", "test").stdout
    test.write_text(test.read_text().replace("claim(c1, storage)", "claim(c1, R) :- at(R)"))
    hint = "  hint: storage occurs once in the test, and storge once in the rules: are they the same?\n"
    assert hint in run("rules", "test").stdout


def test_an_expectation_of_a_claim_that_is_not_there_says_so(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    run("rules", "take", "mine", "verdicts/intent.lp")
    test = "#program test_nobody.\nintent(c1, alice, bob).\nexpect(verdict(c2, true)).\n"
    (tmp_path / "mine/verdicts/intent_test.lp").write_text(test)
    assert "  hint: no claim c2 stands in the test\n" in run("rules", "test", "mine", "--filter", "nobody").stdout


def test_an_expectation_of_a_verdict_that_no_rule_gives_says_so(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    test = "#program test_it.\nintent(c1, alice, bob).\nexpect(verdict(c1, tru)).\n"
    (tmp_path / "mine/mine_test.lp").write_text(test)
    told = "  hint: argument 2 of verdict/2 is never tru; did you mean true?\n"
    assert told in run("rules", "test", "mine", "--filter", "mine_test").stdout


def test_the_facts_of_a_test_of_the_base_stand_in_the_base(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    run("rules", "take", "mine", "verdicts/location/nearby.lp")
    taken = tmp_path / "mine/verdicts/location/nearby.lp"
    taken.write_text(taken.read_text().replace("candidate(C, false)", "candidate(C, true)"))
    told = run("rules", "test", "mine", "--filter", "a stay in another room is false").stdout
    assert "  rules/verdicts/location_test.lp:" in told
    assert "mine/verdicts/location_test.lp" not in told


def test_the_tests_of_the_base_that_a_layer_breaks_are_offered_as_lines_for_its_own_tests(
    run: Run, tmp_path: Path
) -> None:
    run("rules", "new", "mine")
    entry = tmp_path / "mine/mine.lp"
    entry.write_text(f"{entry.read_text('utf-8')}#const tick_slack = 2.\n", "utf-8")
    only = ("rules", "test", "mine", "--filter", "waiting_test")
    lines = [line for line in run(*only).stdout.splitlines() if line.startswith("% instead of: ")]
    assert lines == json.loads(run(*only, "--json").stdout)["instead_of"]
    (tmp_path / "mine/mine_test.lp").write_text(
        "\n".join([*lines, "#program test_so.", "expect_not(verdict(c1, true))."])
    )
    assert (0, "") == (run(*only).exit_code, run(*only).stdout)


def test_a_test_of_the_base_that_a_layer_has_no_words_for_is_offered_too(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    run("rules", "take", "mine", "sighting/evidence.lp")
    taken = tmp_path / "mine/verdicts/sighting/evidence.lp"
    taken.write_text(taken.read_text("utf-8").replace("distance(", "gap(").replace("distance/4", "gap/4"), "utf-8")
    result = run("rules", "test", "mine", "--filter", "sighting/evidence")
    name = "verdicts/sighting/evidence_test.lp::a_missed_target_is_looked_for_by_distance_from_the_window"
    assert (1, True) == (result.exit_code, f"\n% instead of: {name}\n" in result.stdout)


def test_some_tests_can_be_run_alone(run: Run, tmp_path: Path) -> None:
    _rule(tmp_path, "claim(c1, medbay). at(medbay).\nexpect(stood(c1)).\n#program test_other.\nexpect(stood(c2)).")
    assert "1 passed, 0 failed; 1 left out\n" == run("rules", "test", "--filter", "It stood").stderr
    assert "1 passed, 1 failed\n" == run("rules", "test", "--filter", "policy").stderr
    assert 1 == json.loads(run("rules", "test", "--filter", "It stood", "--json").stdout)["left_out"]
    assert 1 == run("rules", "test", "--filter", "other").exit_code
    assert 2 == run("rules", "test", "--filter", "nothing").exit_code


def test_coverage_says_what_no_test_tries_and_fails(run: Run, tmp_path: Path) -> None:
    _rule(tmp_path, "claim(c1, medbay). at(medbay).\nexpect(stood(c1)).")
    result = run("rules", "test", "--coverage")
    assert 1 == result.exit_code
    assert "policy.lp:1: no test in which only this fails: at(R) (stood/1)" in result.stdout
    assert "rules: 1 of 1 (100 %); conditions: 0 of 1 (0 %)" in result.stdout
    assert 2 == run("rules", "test", "--coverage", "--filter", "it").exit_code


def test_results_and_coverage_come_as_json(run: Run, tmp_path: Path) -> None:
    _rule(tmp_path, "claim(c1, medbay). at(medbay).\nexpect_not(stood(c1)).")
    data = json.loads(run("rules", "test", "--json", "--coverage").stdout)
    assert (0, 1) == (data["passed"], data["failed"])
    (finding,) = data["tests"][0]["findings"]
    assert (None, ["stood(c1)"], ["rules/policy.lp:1"]) == (finding["expected"], finding["got"], finding["decided_by"])
    assert finding["proof"]
    assert {"covered": 0, "of": 1} == data["coverage"]["rules"]


def test_a_rulebook_is_explained_as_markdown_html_and_a_picture(run: Run, tmp_path: Path) -> None:
    _rule(tmp_path, "claim(c1, medbay). at(medbay).\nexpect(stood(c1)).")
    assert "### stood(C) :- claim(C, R), at(R)." in run("rules", "explain").stdout
    assert "book.html\n" == run("rules", "explain", "--out", "book.html").stdout
    assert (tmp_path / "book.html").read_text().startswith("<!DOCTYPE html>")
    assert "book.md\nbook.svg\n" == run("rules", "explain", "--out", "book.md").stdout
    assert "(book.svg)" in (tmp_path / "book.md").read_text()
    assert (tmp_path / "book.svg").read_text().startswith("<svg ")
    refused = run("rules", "explain", "--out", "book.pdf")
    said = "book.pdf: the name does not say what kind of document it is; name it .md, .html or .svg, or say --format\n"
    assert (2, said) == (refused.exit_code, refused.stderr)
