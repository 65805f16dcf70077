"""Rule tests: what they find, and how they say it."""

import pytest

from quack.errors import RulebookError
from quack.kb.coverage import remove_each_rule, run_with_coverage
from quack.kb.layered_tests import count_tests
from quack.kb.rule_tests import collect_rule_tests, run_rule_tests
from quack.kb.rulebook import load_rulebook
from tests.support.rulebooks import ENTRY, LOCATION, LOCATION_TEST, write_rulebook


def results(folder, test=LOCATION_TEST, consts=None, **changed):
    return run_rule_tests(load_rulebook(write_rulebook(folder, location_test=test, **changed), consts))


def refusal(folder, test):
    with pytest.raises(RulebookError) as caught:
        results(folder, test)
    return str(caught.value).replace(f"{folder}/", "")


def test_the_tests_beside_a_rule_file_are_found_and_pass(tmp_path):
    found = results(tmp_path)
    assert ["a_stay_makes_it_true", "without_a_stay_it_is_false"] == [result.test.name for result in found]
    assert all(result.passed for result in found)
    assert {("location_test.lp", "location.lp")} == {(result.test.file, result.test.subject) for result in found}


def test_a_failure_says_what_was_expected_and_what_was_got_instead(tmp_path):
    failed, passed = results(tmp_path, consts={"slack": 0})
    assert passed.passed
    assert (("verdict(c1,true)", ("verdict(c1,false)",)),) == failed.missing
    assert ("verdict(c1,false)",) == failed.unexpected
    assert [
        "location_test.lp:1: a stay makes it true",
        "  expected verdict(c1,true), got verdict(c1,false)",
        "  got verdict(c1,false), which is not expected",
    ] == str(failed).splitlines()


def test_without_anything_alike_the_failure_says_so(tmp_path):
    (failed,) = results(tmp_path, "#program test_it. expect(verdict(c1, true)).")
    assert "  expected verdict(c1,true), got nothing like it" == str(failed).splitlines()[1]


def test_a_defect_that_is_not_expected_fails_a_test(tmp_path):
    facts = "#program test_it. verdict(c1, true). expect(verdict(c1, true)). defect(odd, c1)."
    assert ("defect(odd,c1)",) == results(tmp_path / "a", facts)[0].unexpected
    assert results(tmp_path / "b", f"{facts} expect(defect(odd, c1)).")[0].passed


def test_expectations_may_be_rules(tmp_path):
    test = f"{LOCATION_TEST}expect_not(candidate(c1, V)) :- candidate(c1, V)."
    assert ("candidate(c1,false)",) == results(tmp_path, test)[1].unexpected


def test_what_stands_before_the_first_section_belongs_to_every_test(tmp_path):
    test = "at(alice, medbay, 3, 5).\n#program test_a. claim(c1, alice, medbay, 3). expect(stood(c1)).\n"
    test += "#program test_b. claim(c1, alice, medbay, 9). expect_not(stood(c1)). expect(verdict(c1, false)).\n"
    assert [True, True] == [result.passed for result in results(tmp_path, test)]


def test_sections_do_not_see_each_other(tmp_path):
    test = "#program test_a. stood(c1). expect(stood(c1)).\n#program test_b. expect_not(stood(c1)).\n"
    assert [True, True] == [result.passed for result in results(tmp_path, test)]


@pytest.mark.parametrize(
    "test",
    [
        "#program test_a. expect(stood(c1)).\n#program test_b. % rulebook: observed\nexpect_not(stood(c1)).",
        "#program test_a. expect(stood(c1)).\n#program test_b.\n% rulebook: strict, observed\nexpect_not(stood(c1)).",
    ],
)
def test_a_section_may_be_kept_to_a_rulebook(tmp_path, test):
    folder = write_rulebook(tmp_path, location_test=test, paper=ENTRY)
    assert ["a", "b"] == [test.name for test in collect_rule_tests(load_rulebook(folder))]
    assert ["a"] == [test.name for test in collect_rule_tests(load_rulebook(folder / "paper.lp"))]
    assert [2, 1] == [count_tests(load_rulebook(each)).total() for each in (folder, folder / "paper.lp")]


def test_a_file_may_be_kept_to_a_rulebook(tmp_path):
    folder = write_rulebook(tmp_path, location_test=f"% rulebook: paper\n{LOCATION_TEST}", paper=ENTRY)
    assert [] == collect_rule_tests(load_rulebook(folder))
    assert 2 == len(collect_rule_tests(load_rulebook(folder / "paper.lp")))
    assert [0, 2] == [count_tests(load_rulebook(each)).total() for each in (folder, folder / "paper.lp")]


def test_other_files_can_be_named(tmp_path):
    book = load_rulebook(write_rulebook(tmp_path / "book"))
    other = tmp_path / "mine_test.lp"
    other.write_text(LOCATION_TEST)
    assert ["mine_test.lp"] * 2 == [result.test.file for result in run_rule_tests(book, [other])]


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("#program test_a.\nexpect(verdit(c1, true)).", "2:8: unknown predicate verdit/2; did you mean verdict/2?"),
        ("#program test_a.\nexpects(stood(c1)).", "2:1: unknown predicate expects/1; did you mean expect/1?"),
        ("#program test_a.\nexpect( verdict(c1)).", "2:9: unknown predicate verdict/1; did you mean verdict/2?"),
        ("#program test_a.\nbody(c1). expect(stood(c1)).", "2:1: unknown predicate body/1; define it, or declare"),
        ("#program test_a.\nexpect(stood(X)) :- lay(X).", "2:21: unknown predicate lay/1"),
        ("#program test_a.\nexpect(X) :- stood(X).", "2:8: an expectation that is no atom: X; write expect(p(…))."),
        ("#program test_a.\nexpect(1).", "2:8: an expectation that is no atom: 1; write expect(p(…))."),
        ("#program test_a.\nstood(c1).", "1: test_a expects nothing; add expect(…) or expect_not(…)"),
        ("#program test_a. expect(stood(c1)).\n#program test_a.", "2:1: a second #program test_a"),
        ("#const a = 1.", "1:1: #const in a test file; a test holds facts and expectations"),
        ("expect(stood(c1)).", "1:1: an expectation that belongs to no test; begin the test above it: #program test_"),
        ('#include "policy.lp".', "1:1: an #include in a test file; leave it out"),
        ("#program test_a.\nstood(c1). expect_not(verdict(c1, treu)).", "2:35: nothing gives treu; did you mean true?"),
        ("#program test_a.\n% rulebook: obseved\nexpect(stood(c1)).", "2: a test for a rulebook obseved; did you"),
        ("#program test_a.\nexpect(stood(c1))", "2: syntax error: unexpected end of the file; is a dot missing"),
    ],
)
def test_a_test_that_can_t_be_meant_is_refused_at_its_place(tmp_path, test, said):
    assert refusal(tmp_path, test).startswith(f"location_test.lp:{said}")


def test_what_clingo_says_of_a_test_is_its_failure(tmp_path):
    (failed,) = results(tmp_path, "#program test_a.\nexpect(stood(X)) :- not stood(X).")
    assert failed.error is not None
    assert failed.error.endswith(
        "location_test.lp:2:14: variable X is unsafe; bind each variable in a positive condition of the body"
    )


# --- which rules the tests hold ---------------------------------------------------------------------------------------


def removals(folder, **changed):
    book = load_rulebook(write_rulebook(folder, **changed))
    return {removal.rule.place: removal for removal in remove_each_rule(book, run_with_coverage(book))}


def test_a_rule_whose_removal_a_test_notices_names_the_test(tmp_path):
    found = removals(tmp_path, location_test=LOCATION_TEST)
    assert "location_test.lp::a_stay_makes_it_true" == found["location.lp:6"].noticed_by
    assert "location_test.lp::without_a_stay_it_is_false" == found["location.lp:9"].noticed_by
    assert all(removal.noticed_by for removal in found.values())


def test_a_rule_that_no_test_needs_is_found(tmp_path):
    found = removals(tmp_path, location_test=LOCATION_TEST, location=f"{LOCATION}stood(C) :- claim(C, _, _, 99).\n")
    assert (None, ()) == (found["location.lp:11"].noticed_by, found["location.lp:11"].fired_in)
    assert "location.lp:11: stood/1: fires in no test, no test notices its removal" == str(found["location.lp:11"])


def test_a_rule_that_fires_but_makes_no_difference_is_found(tmp_path):
    found = removals(
        tmp_path, location_test=LOCATION_TEST, location=f"{LOCATION}stood(C) :- claim(C, _, _, 6), stood(C).\n"
    )
    assert (None, 1) == (found["location.lp:11"].noticed_by, len(found["location.lp:11"].fired_in))
