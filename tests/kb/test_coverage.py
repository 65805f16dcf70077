"""Coverage: which rules and conditions the tests of a small rulebook try."""

from quack.kb.coverage_conditions import measure, run_with_conditions
from quack.kb.rulebook import load_rulebook
from quack.kb.trials import trials
from tests.support.rulebooks import LOCATION_TEST, write_rulebook


def coverage(book):
    tried = trials(book)
    return measure(book, run_with_conditions(book, tried), tried)


def small(folder, **files):
    return load_rulebook(write_rulebook(folder, **files))


def test_who_waits_is_told_how_many_tests_have_run(tmp_path):
    told = []
    run_with_conditions(
        small(tmp_path, location_test=LOCATION_TEST), [], lambda done, total: told.append((done, total))
    )
    assert [(done, len(told) - 1) for done in range(len(told))] == told
    assert len(told) > 1


LATE = "\n#program test_late.\nat(alice, medbay, 3, 5). claim(c1, alice, medbay, 9). expect_not(stood(c1)).\n"
EARLY = "\n#program test_early.\nat(alice, medbay, 3, 5). claim(c1, alice, medbay, 0). expect_not(stood(c1)).\n"
ODD = "\n#program test_odd.\nclaim(c1, alice, medbay, 0). candidate(c1, odd). expect_not(verdict(c1, odd)).\n"


def test_a_rule_that_fires_in_no_test_is_named(tmp_path):
    found = coverage(small(tmp_path, location_test=LOCATION_TEST[: LOCATION_TEST.index("#program test_without")]))
    assert "location.lp:9: fires in no test: candidate/2" in map(str, found.untried)
    assert (found.rules[1] - 1, found.rules[1]) == found.rules


def test_a_condition_that_never_fails_alone_is_named_with_its_rule(tmp_path):
    found = coverage(small(tmp_path, location_test=LOCATION_TEST))
    assert [
        "location.lp:6: no test in which only this fails: F - slack <= T (S was in R at tick T)",
        "location.lp:6: no test in which only this fails: T <= L + slack (S was in R at tick T)",
        "location.lp:10: no test in which only this fails: verdict_label(V) (verdict/2)",
    ] == [str(each) for each in found.untried]
    assert not found.complete


def test_tests_in_which_each_condition_fails_alone_cover_a_rulebook(tmp_path):
    found = coverage(small(tmp_path, location_test=LOCATION_TEST + LATE + EARLY + ODD))
    assert ([], True) == ([str(each) for each in found.untried], found.complete)
    assert found.conditions[0] == found.conditions[1]


def test_a_test_that_fails_covers_nothing(tmp_path):
    wrong = LATE.replace("expect_not(stood(c1))", "expect(stood(c1))")
    found = coverage(small(tmp_path, location_test=LOCATION_TEST + wrong + EARLY + ODD))
    assert ["T <= L + slack"] == [each.condition for each in found.untried]


def test_conditions_that_give_variables_their_values_are_not_counted(tmp_path):
    rule = "long(S, D) :- at(S, _, F, L), D = L-F, N = #count { R : at(S, R, _, _) }, N > 1."
    rules = f"% So?\n% in: at/4\n% out: long/2\n{rule}\n"
    (trial,) = trials(small(tmp_path, location=rules, observed='#include "schema.lp".\n#include "location.lp".\n'))
    assert "not N > 1" in trial.text
