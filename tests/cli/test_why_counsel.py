"""`quack why --not` and `--what-if`: what is printed, and which questions can't be asked."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run

CLAIM = ("why", "logs/sample", "0.4.3")


def test_why_not_tells_the_nearest_rule_and_what_it_fails_for(why: Run):
    lines = why(*CLAIM, "--not", "true").stdout.splitlines()
    assert lines[0].startswith("0.4.3  Eve, meeting 0 at tick 7: Bob was in storage, early on")
    assert "why not true" in lines[1]
    assert lines[-3].startswith(
        "Nearest to true comes: the subject was there within the window (rules/verdicts/location"
    )
    assert lines[-2].startswith("First condition that fails: at(S, R', Rd, F', L', Line) (rules/verdicts/location.lp:")
    assert lines[-2].endswith(": not: Bob was in storage.")
    assert "S = Bob" in lines[-1]


def test_why_not_tells_of_a_verdict_that_was_derived_too(why: Run):
    said = why("why", "logs/sample", "0.3.0", "--not", "false").stdout
    assert "false was derived too: the subject did no task within the window (rules/verdicts/task.lp:" in said
    assert "But it is near_miss, which comes before." in said


def test_why_not_tells_that_no_rule_would(why: Run):
    said = why("why", "logs/sample", "0.3.4", "--not", "true").stdout
    assert "No rule gives a defense like this the verdict true." in said


def test_what_if_lists_the_smallest_changes(why: Run):
    lines = why(*CLAIM, "--what-if").stdout.splitlines()
    assert "  room      medbay instead of storage  Bob was in medbay, early on" == lines[1]
    assert "  polarity  it was not so              not so: Bob was in storage, early on" == lines[3]
    assert lines[4].startswith("The smallest of each kind; the rules judged 25 claims that differ in one thing (time, ")


def test_what_if_tells_that_no_single_change_does_it(why: Run):
    said = why("why", "logs/sample", "0.3.4", "--what-if").stdout
    assert "No single change makes it hold: the rules judged 6 claims that differ in one thing (defended, p" in said


def test_what_if_tells_that_a_claim_holds(why: Run):
    assert "It holds as it is." in why("why", "logs/sample", "0.0.0", "--what-if").stdout


def test_both_are_told_as_json(why: Run):
    refusal = json.loads(why(*CLAIM, "--not", "true", "--json").stdout)
    assert (".", "0.4.3", "false", "true") == tuple(refusal[key] for key in ("game", "claim", "verdict", "not"))
    assert "why not true" in refusal["proof"]
    what_if = json.loads(why(*CLAIM, "--what-if", "--json").stdout)
    assert ("0.4.3", False) == (what_if["claim"], what_if["holds"])
    assert ["room", "subject", "polarity"] == [each["kind"] for each in what_if["alternatives"]]


def test_the_paper_rulebook_can_be_asked_too(why: Run):
    said = why(*CLAIM, "--not", "true", "--rules", "paper").stdout
    assert "the subject touched the room within the window (rules/paper/location.lp:" in said
    assert 0 == why(*CLAIM, "--what-if", "--rules", "paper").exit_code


def test_a_written_audit_can_be_asked(why: Run):
    why("audit", "logs/sample", "--out", "out", "--rules", "paper")
    assert "rules/paper/location.lp" in why("why", "out", "0.4.3", "--not", "true").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*CLAIM, "--not", "tru"], "the rulebook has no verdict tru; did you mean true?"),
        ([*CLAIM, "--not", "false"], "claim 0.4.3 is false; without --not its proof is shown"),
        ([*CLAIM, "--not", "true", "--what-if"], "--not and --what-if ask two questions; ask one at a time"),
        (["why", "logs/sample", "--what-if"], "--what-if asks of one claim, and 36 are meant; give its id"),
    ],
)
def test_what_can_not_be_asked_is_said_in_a_line(why: Run, words, said):
    result = why(*words)
    assert 2 == result.exit_code
    assert said in result.stderr
