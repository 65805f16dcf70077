"""`quack rules check`, `list`, `show`, `new`, `take` and `new-rule`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quack.cli.options import rulebook_names
from tests.cli.conftest import Run


@pytest.fixture
def odd(tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    (rules / "observed.lp").write_text('#include "policy.lp".\n#include "more.lp".\n')
    (rules / "policy.lp").write_text(
        "% What is a verdict?\n% in: nothing\n% out: verdict_label/3\n\nverdict_label(true, 1, suported).\n"
    )


def test_what_is_amiss_is_told_with_its_place_and_how_to_mend_it(run: Run, odd: None) -> None:
    result = run("rules", "check")
    assert 1 == result.exit_code
    assert [
        'rules/observed.lp:2:1: error: #include "more.lp" can\'t be read; correct the name, or add the file [include]',
        "rules/policy.lp:5:24: error: the bucket of true is suported, which metrics do not know; "
        "did you mean supported? [verdict]",
    ] == result.stdout.splitlines()
    assert "1 rule in 2 files: 2 errors, 0 warnings\n" == result.stderr


def test_verdicts_of_one_precedence_name_rules_for_claims_of_one_type(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    run("rules", "new-rule", "verdict", "bystander", "--of", "sighting", "--before", "true", "--rules", "mine")
    rule = tmp_path / "mine/verdicts/bystander.lp"
    text = rule.read_text("utf-8")
    label = next(line for line in text.splitlines() if line.startswith("verdict_label("))
    rule.write_text(text.replace(label, "verdict_label(bystander, 10, supported)."), "utf-8")
    assert "a claim can have both verdicts (verdicts/sighting.lp:" in run("rules", "check", "--rules", "mine").stdout


def test_a_layer_without_an_include_is_told(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    entry = tmp_path / "mine/mine.lp"
    entry.write_text(entry.read_text("utf-8").replace('#include "observed.lp".', "#const off_by = 3."), "utf-8")
    result = run("rules", "check", "--rules", "mine")
    assert 1 == result.exit_code
    assert (
        "mine/mine.lp:2: error: a layer over observed that includes nothing of it; "
        'write #include "observed.lp". below [include]' in result.stdout
    )


def test_links_that_lead_in_a_circle_are_passed_over(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    for one, other in (("one", "other"), ("other", "one")):
        (tmp_path / f"mine/{one}.lp").symlink_to(f"{other}.lp")
    assert "mine/one.lp:1: warning: no rulebook includes" in run("rules", "check", "--rules", "mine").stdout


def test_strings_of_ones_own_are_no_slip(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    entry = tmp_path / "mine/mine.lp"
    rules = """
#defined crew/1.
%!trace_rule {"% is crew", P}.
role(P, "crew") :- team(P, goose).
%!trace_rule {"% is of the crew", P}.
crew(P) :- role(P, "crew").
"""
    entry.write_text(entry.read_text("utf-8") + rules, "utf-8")
    assert "[string]" not in run("rules", "check", "--rules", "mine").stdout


def test_a_warning_about_what_is_meant_can_be_left_out_for_one_rule(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    entry = tmp_path / "mine/mine.lp"
    given = entry.read_text("utf-8")
    rule = '%!trace_rule {"%", C}.\nreturned(C) :- accusation(C, P, Q), accusation(_, Q, P), P != Q.'

    def found(rules: str) -> list[str]:
        entry.write_text(f"{given}{rules}\n", "utf-8")
        told = (line[line.rindex("[") :] for line in run("rules", "check", "mine").stdout.splitlines())
        return [kind for kind in told if kind in ("[swapped]", "[ignore]")]

    assert ["[swapped]"] == found(rule)
    assert [] == found(f"{rule}   % check: ignore swapped")
    assert [] == found(f"% check: ignore swapped\n{rule}")
    assert [] == found(rule.replace(":- ", ":-\n  % check: ignore swapped\n  "))
    assert ["[ignore]", "[swapped]"] == sorted(found(f"{rule}   % check: ignore swaped"))
    other = rule.replace("returned", "again")
    assert ["[swapped]"] == found(f"{rule}   % check: ignore swapped\n{other}")


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("Now - L < tick_slak", "tick_slak is no number: the comparison says nothing; did you mean tick_slack?"),
        ("tick_slak != Now - L", "the condition always holds; did you mean tick_slack?"),
        ("L != tick_slak", "L is never tick_slak: the condition always holds; did you mean tick_slack?"),
        ("#count { X : player(X) } < slakk", "slakk is no number: the comparison says nothing; write a number, or"),
        ("How = presnt", "the rule can never fire; did you mean present?"),
        ("R != medby", "no shipped map has a room medby; did you mean medbay?"),
        ("R = medbay", None),
        ("R != vestibule", None),
    ],
)
def test_a_constant_that_is_misspelt_in_a_comparison_gets_a_hint(
    run: Run, tmp_path: Path, condition: str, told: str | None
) -> None:
    run("rules", "new", "mine", "--file", "grounds/saw_this_round.lp")
    file = tmp_path / "mine/grounds/saw_this_round.lp"
    file.write_text(file.read_text("utf-8").replace("F <= Now,", f"F <= Now, {condition},"), "utf-8")
    lines = [line for line in run("rules", "check", "mine").stdout.splitlines() if "[header]" not in line]
    assert told is not None or [] == lines
    assert any((told or "") in line for line in lines) is (told is not None)


BROKEN = """\
% instead of: window_test.lp::a_tick_has_slak
#program test_one.
saw(alice, bob).
clam(c1, sighting, alice, m1, 1).
expect(verdict(c1, tru)). expect(bucket(c1, "partial")). expect_not(grounds(c1, saw_nera_kill)).
#program test_two.
#program test_three.
expect(verdict(c1, V)) :- player(_).
"""


def test_what_is_amiss_in_a_test_file_is_told_at_its_place(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    (tmp_path / "mine/mine_test.lp").write_text(BROKEN, "utf-8")
    expected = [
        "1: error: instead of window_test.lp::a_tick_has_slak, which is no test of the base; did you mean window_test",
        "3:1: error: unknown predicate saw/2; did you mean saw/9? [test]",
        "4:1: error: unknown predicate clam/5; did you mean claim/5? [test]",
        "5:20: error: argument 2 of verdict/2 is never tru; did you mean true? [test]",
        '5:45: error: argument 2 of bucket/2 is never "partial"; did you mean partial? [test]',
        "5:81: error: argument 2 of grounds/2 is never saw_nera_kill; did you mean saw_near_kill? [test]",
        "6: error: test_two expects nothing; add expect(…) or expect_not(…) [test]",
        "8:20: error: variable V is unsafe; bind it in a positive condition of the body [unsafe]",
    ]
    for where in ("mine", "mine/mine_test.lp"):
        lines = run("rules", "check", where).stdout.splitlines()
        told = [line.removeprefix("mine/mine_test.lp:") for line in lines]
        assert [True] * len(expected) == [each in line for each, line in zip(expected, told, strict=True)], told


def test_a_full_stop_that_a_test_lacks_is_told(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    (tmp_path / "mine/mine_test.lp").write_text("#program test_one.\nplayer(a)\nexpect(player(a)).\n", "utf-8")
    told = "mine/mine_test.lp:3:1: error: syntax error: unexpected “expect”; is a dot missing before it?"
    assert run("rules", "check", "mine").stdout.startswith(told)


def test_words_that_the_facts_of_a_test_give_are_no_slip(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    test = "#program test_one.\nverdict_label(odd, 3, partial). candidate(c1, odd).\nexpect(verdict(c1, odd)).\n"
    (tmp_path / "mine/mine_test.lp").write_text(test, "utf-8")
    assert (0, "") == (run("rules", "check", "mine").exit_code, run("rules", "check", "mine").stdout)


def test_a_test_that_stands_beside_nothing_is_told(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    (tmp_path / "mine/min_test.lp").write_text("#program test_one.\nexpect_not(verdict(c1, true)).\n", "utf-8")
    told = "mine/min_test.lp: warning: not run: there is no min.lp; name it after the file that it tests [test]\n"
    assert told == run("rules", "check", "mine").stdout


def test_one_file_is_checked_with_the_rulebook_around_it(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine", "--file", "window.lp", "--file", "verdicts/intent.lp")
    for name in ("window.lp", "verdicts/intent.lp"):
        text = (tmp_path / "mine" / name).read_text("utf-8")
        (tmp_path / "mine" / name).write_text(text.replace("claim(C, _", "clam(C, _"), "utf-8")
    result = run("rules", "check", "--rules", "mine/verdicts/intent.lp")
    assert 1 == result.exit_code
    assert {"mine/verdicts/intent.lp"} == {line.partition(":")[0] for line in result.stdout.splitlines()}


def test_findings_are_data_too(run: Run, odd: None) -> None:
    result = run("rules", "check", "--json")
    assert 1 == result.exit_code
    assert {
        "file": "rules/policy.lp",
        "line": 5,
        "column": 24,
        "severity": "error",
        "check": "verdict",
        "what": "the bucket of true is suported, which metrics do not know",
        "remedy": "did you mean supported?",
    } == json.loads(result.stdout)["findings"][1]


def test_a_rulebook_that_is_not_there_cannot_be_checked(run: Run) -> None:
    assert 2 == run("rules", "check", "--rules", "nowhere").exit_code


def test_a_new_rulebook_is_checked_listed_and_shown(run: Run) -> None:
    assert "mine/mine.lp\n" == run("rules", "new", "mine").stdout
    assert 0 == run("rules", "check", "--rules", "mine").exit_code
    assert "a layer over observed  (mine/mine.lp)" in run("rules", "list").stdout
    assert "[observed] Did the subject vote as announced?" in run("rules", "show", "mine").stdout


@pytest.mark.parametrize("command", ["check", "test --filter policy", "list"])
def test_a_rulebook_may_be_named_without_the_option(run: Run, command: str) -> None:
    run("rules", "new", "mine")
    words = ("rules", *command.split())
    with_option, without = run(*words, "--rules", "mine"), run(*words, "mine")
    assert (with_option.exit_code, with_option.stdout) == (without.exit_code, without.stdout)
    both = run(*words, "mine", "--rules", "paper")
    assert (2, "two rulebooks, mine and paper; give one of them\n") == (both.exit_code, both.stderr)


def test_a_layer_in_a_folder_here_is_among_the_names(run: Run) -> None:
    run("rules", "new", "mine")
    assert ["mine"] == rulebook_names("mi")
    assert "no rulebook min; did you mean mine?" in run("rules", "check", "min").stderr
    assert "no rulebook zzz; there is mine, observed" in run("rules", "check", "zzz").stderr


def test_a_file_that_no_base_has_is_not_taken_for_any_other(run: Run) -> None:
    run("rules", "new", "mine")
    said = {
        "nosuch.lp": "the base has no file nosuch.lp; quack rules list --rules mine names its files\n",
        "sightings.lp": "the base has no file sightings.lp; did you mean verdicts/sighting.lp?\n",
        "grounds": "the base has no file grounds; did you mean grounds/called_meeting.lp or grounds/",
        "sighting_test.lp": "the base has no file sighting_test.lp; its tests run with yours; "
        "write those that say otherwise into mine/verdicts/sighting_test.lp\n",
        "": "no file is named; name one of the base, such as window.lp\n",
    }
    for file, told in said.items():
        result = run("rules", "take", "mine", file)
        assert (2, True) == (result.exit_code, result.stderr.startswith(told)), result.stderr


def test_a_layer_that_is_named_after_the_file_to_take_is_told(run: Run) -> None:
    run("rules", "new", "mine")
    swapped = "window.lp is no layer, and mine is; name the layer first: quack rules take mine window.lp\n"
    assert swapped == run("rules", "take", "window.lp", "mine").stderr


def test_a_base_that_is_misspelt_is_told_without_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    told = "no shipped rulebook obsrved; did you mean observed?\n"
    assert told == run("rules", "new", "mine", "--from", "obsrved").stderr
    assert not (tmp_path / "mine").exists()


def test_a_file_is_taken_and_a_rule_begun(run: Run) -> None:
    run("rules", "new", "mine")
    taken = run("rules", "take", "mine", "window.lp")
    assert ("mine/window.lp\n", "it stands in for window.lp of observed; now edit it\n") == (taken.stdout, taken.stderr)
    begun = run("rules", "new-rule", "verdict", "bystander", "--of", "sighting", "--rules", "mine")
    assert [
        "mine/verdicts/bystander.lp",
        "mine/verdicts/bystander_test.lp",
        "mine/mine.lp",
    ] == begun.stdout.splitlines()
    so_far = "so far every sighting claim that would be true is bystander; tests that expect true of one fail until"
    assert begun.stderr.startswith(so_far)
    ground = run("rules", "new-rule", "grounds", "kept_away", "--rules", "mine")
    assert "mine/grounds/kept_away.lp" == ground.stdout.splitlines()[0]


def test_a_first_draft_lists_what_is_at_hand_and_the_values_of_its_arguments(run: Run, tmp_path: Path) -> None:
    run("rules", "new", "mine")
    run("rules", "new-rule", "verdict", "bystander", "--of", "sighting", "--rules", "mine")
    run("rules", "new-rule", "grounds", "kept_away", "--rules", "mine")
    how = "%     How: present | departing(R') | arriving(R') | heard | body | glimpsed\n"
    ground = (tmp_path / "mine/grounds/kept_away.lp").read_text("utf-8")
    assert "%   killed(P, S, R, Rd, T, Line): P killed S\n" in ground
    assert "%   occasion(M, Rd, T)   meeting M ended round Rd at tick T\n" in ground
    assert how in ground
    assert how in (tmp_path / "mine/verdicts/bystander.lp").read_text("utf-8")


def test_a_predicate_a_file_a_rule_and_words_are_shown(run: Run) -> None:
    run("rules", "new", "mine")
    shown = {
        "saw/9": "given by the log and the claims",
        "intent.lp": "Did the subject vote as announced?",
        "intent.lp:6": "fired by: verdicts/intent_test.lp::voting_as_announced_is_true",
        "rules/verdicts/intent.lp:6": "fired by: verdicts/intent_test.lp::voting_as_announced_is_true",
        "voted otherwise": "candidate(C, false) :- intent(",
    }
    for name, words in shown.items():
        assert words in run("rules", "show", name, "--rules", "mine").stdout
    assert (
        "candidate/2"
        == json.loads(run("rules", "show", "intent.lp:6", "--rules", "mine", "--json").stdout)["rules"][0]["derives"]
    )


def test_what_is_not_there_gets_a_hint(run: Run) -> None:
    run("rules", "new", "mine")
    result = run("rules", "show", "widow.lp", "--rules", "mine")
    assert 2 == result.exit_code
    assert "did you mean window.lp?" in result.stderr


def test_the_rules_of_a_rulebook_are_listed(run: Run) -> None:
    run("rules", "new", "mine")
    assert "     6  candidate/2" in run("rules", "list", "--rules", "mine").stdout.split("verdicts/intent.lp\n")[1]
