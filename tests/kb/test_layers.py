"""Layered rulebooks: what a layer holds, what its base gives, and whose tests run."""

import pytest

from quack.errors import RulebookError
from quack.kb.layered_tests import count_tests, instead_lines, test_files
from quack.kb.orphans import orphaned_tests
from quack.kb.rule_tests import collect_rule_tests, run_rule_tests
from quack.kb.rulebook import load_rulebook
from quack.kb.solve import solve
from tests.support.rulebooks import LOCATION, LOCATION_TEST, write_rulebook

ENTRY = '% base: observed\n#include "observed.lp".\n'


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """Writes a layer over the small rulebook, as if that were the shipped one."""
    shipped = write_rulebook(tmp_path / "rules", location_test=LOCATION_TEST)
    monkeypatch.setattr("quack.kb.layers.shipped_folder", lambda _: shipped)

    def write(entry=ENTRY, **files):
        folder = tmp_path / "mine"
        for name, text in {"mine": entry, **files}.items():
            path = folder / f"{name}.lp"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return folder

    return write


def refusal(folder):
    with pytest.raises(RulebookError) as caught:
        load_rulebook(folder)
    return str(caught.value).replace(f"{folder}/", "")


def names(tests):
    return [test.name for test in tests]


def test_a_layer_of_nothing_is_its_base(mine, tmp_path):
    book, base = load_rulebook(mine()), load_rulebook(tmp_path / "rules")
    assert ("mine", ("observed",), base.consts) == (book.name, book.bases, book.consts)
    assert [rule.place for rule in base.rules] == [rule.place for rule in book.rules]


def test_its_hash_is_another_one_than_that_of_its_base(mine, tmp_path):
    assert load_rulebook(tmp_path / "rules").sha256 != load_rulebook(mine()).sha256


def test_a_file_at_the_same_place_stands_in_for_that_of_the_base(mine, tmp_path):
    folder = mine(location=LOCATION.replace("it was there", "there it was"))
    book = load_rulebook(folder)
    assert folder / "location.lp" == book.source("location.lp").path
    assert tmp_path / "rules/policy.lp" == book.source("policy.lp").path
    assert "there it was" in [rule.label for rule in book.rules]


def test_a_layer_may_add_files(mine):
    book = load_rulebook(mine(f'{ENTRY}#include "more/extra.lp".', **{"more/extra": "extra(C) :- stood(C)."}))
    assert ("extra", 1) in book.heads


def test_a_constant_of_a_layer_stands_in_for_that_of_the_base(mine):
    assert {"slack": 3} == load_rulebook(mine(f"{ENTRY}#const slack = 3.")).consts


def test_a_constant_that_a_layer_defines_twice_is_refused(mine):
    folder = mine(f'{ENTRY}#include "more.lp".\n#const slack = 3.', more="#const slack = 2.")
    assert "#const slack is defined in another file too" in refusal(folder)


def test_a_verdict_of_a_layer_stands_in_for_that_of_the_base(tmp_path):
    (tmp_path / "mine.lp").write_text(f"{ENTRY}verdict_label(near_miss, 9, supported).", "utf-8")
    labels = {row[0]: row[1:] for row in solve(load_rulebook(tmp_path)).rows("verdict_label", 3)}
    assert (9, "supported") == labels["near_miss"]
    assert 5 == len(labels)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("% base: obsreved", "mine.lp:1: no shipped rulebook obsreved to be its base; did you mean observed?"),
        ("% base: ../rules", "mine.lp:1: a base is named, not ../rules; write the name of a shipped rulebook"),
        ("% base: /etc/passwd", "mine.lp:1: a base is named, not /etc/passwd; write the name of a shipped rulebook"),
        ("% base:", "mine.lp:1: a base is named, not left out; write the name of a shipped rulebook"),
    ],
)
def test_a_base_that_is_none_is_refused_at_its_line(mine, line, said):
    assert refusal(mine(f'{line}\n#include "observed.lp".')).startswith(said)


def test_a_base_named_below_the_first_statement_is_a_comment(mine):
    told = (
        'mine.lp:1:1: #include "observed.lp" can\'t be read; move the comment of line 2, which names the base, to the'
    )
    assert refusal(mine('#include "observed.lp".\n% base: observed\n')).startswith(told)


@pytest.mark.parametrize("target", ["/etc/passwd", "../rules/policy.lp", "more/../../rules/policy.lp"])
def test_an_include_of_a_layer_leaves_neither_folder(mine, target):
    assert f'mine.lp:3:1: #include "{target}" leaves' in refusal(mine(f'{ENTRY}#include "{target}".'))


def test_a_link_out_of_a_layer_is_not_followed_even_to_its_base(mine, tmp_path):
    folder = mine()
    (folder / "policy.lp").symlink_to(tmp_path / "rules/policy.lp")
    assert "leaves the rulebook's folder" in refusal(folder)


def test_a_test_file_that_is_a_link_out_of_a_layer_is_not_read(mine, tmp_path):
    folder = mine()
    (tmp_path / "secret").write_text("a secret: it stands here", "utf-8")
    (folder / "policy_test.lp").symlink_to(tmp_path / "secret")
    with pytest.raises(RulebookError, match="a test file that lies outside of the rulebook's folder") as caught:
        run_rule_tests(load_rulebook(folder))
    assert "secret" not in str(caught.value)


def test_a_layer_over_itself_is_refused(mine, tmp_path):
    (tmp_path / "rules/round.lp").write_text('% base: round\n#include "round.lp".', "utf-8")
    with pytest.raises(RulebookError, match=r"round\.lp:1: its base round is the rulebook itself"):
        load_rulebook(tmp_path / "rules/round.lp")


def test_a_layer_may_stand_on_a_layer(mine, tmp_path):
    (tmp_path / "rules/loose.lp").write_text(f"{ENTRY}#const slack = 3.", "utf-8")
    book = load_rulebook(mine('% base: loose\n#include "loose.lp".\n'))
    assert (("loose", "observed"), {"slack": 3}) == (book.bases, book.consts)


def test_a_layer_in_the_folder_of_its_base_needs_no_copy(mine, tmp_path):
    (tmp_path / "rules/loose.lp").write_text(f"{ENTRY}#const slack = 3.", "utf-8")
    book = load_rulebook("loose", rules_in=tmp_path / "rules")
    assert (("observed",), {"slack": 3}) == (book.bases, book.consts)


# --- tests ------------------------------------------------------------------------------------------------------------


def test_the_tests_of_the_base_run_with_the_layer(mine):
    results = run_rule_tests(load_rulebook(mine()))
    assert [True, True] == [result.passed for result in results]


def test_a_test_of_the_base_that_fails_in_the_layer_says_whose_it_is(mine):
    failed, _ = run_rule_tests(load_rulebook(mine(f"{ENTRY}#const slack = 0.")))
    assert "location_test.lp:1: a stay makes it true (a test of observed)" == str(failed).splitlines()[0]


def test_a_test_of_the_layer_with_the_same_name_stands_in_for_that_of_the_base(mine):
    own = "#program test_a_stay_makes_it_true.\nat(alice, medbay, 3, 5).\nexpect(at(alice, medbay, 3, 5)).\n"
    tests = collect_rule_tests(load_rulebook(mine(location_test=own)))
    assert [(None, "a_stay_makes_it_true"), ("observed", "without_a_stay_it_is_false")] == [
        (test.base, test.name) for test in tests
    ]


def test_a_test_of_the_layer_may_name_those_that_it_stands_in_for(mine):
    own = "% instead of: location_test.lp::a_stay_makes_it_true, without_a_stay_it_is_false\n"
    own += "#program test_it.\nexpect_not(stood(a)).\n"
    assert ["it"] == names(collect_rule_tests(load_rulebook(mine(location_test=own))))


def test_a_test_that_another_stands_in_for_is_not_counted(mine):
    own = "% instead of: location_test.lp::a_stay_makes_it_true\n#program test_it.\nexpect_not(stood(a)).\n"
    assert {"location.lp": 2} == +count_tests(load_rulebook(mine(location_test=own)))


def test_a_test_of_the_base_that_speaks_of_what_the_layer_renames_fails_and_can_be_stood_in_for(mine):
    folder = mine(location=LOCATION.replace("stood(", "lingered("))
    renamed = "#program test_it_stood.\nexpect_not(stood(a)).\n"
    (folder.parent / "rules/location_test.lp").write_text(LOCATION_TEST + renamed, "utf-8")
    errors = {result.test.name: result.error for result in run_rule_tests(load_rulebook(folder))}
    assert "unknown predicate stood/1" in errors.pop("it_stood")
    assert {None} == set(errors.values())
    own = "% instead of: location_test.lp::it_stood\n#program test_it_lingered.\nexpect_not(lingered(a)).\n"
    (folder / "location_test.lp").write_text(own, "utf-8")
    assert all(result.passed for result in run_rule_tests(load_rulebook(folder)))


def test_standing_in_for_no_test_is_refused(mine):
    own = "% instead of: location_test.lp::a_stay_make_it_true\n#program test_it.\nexpect_not(stood(a)).\n"
    with pytest.raises(RulebookError, match=r"location_test\.lp:1: .*did you mean location_test\.lp::a_stay_makes_it"):
        collect_rule_tests(load_rulebook(mine(location_test=own)))


def test_standing_in_without_a_test_is_refused(mine):
    own = "% Long stays.\n% instead of: location_test.lp::a_stay_makes_it_true\n"
    with pytest.raises(RulebookError, match=r"location_test\.lp:2: stands in for tests, and holds none itself; write"):
        collect_rule_tests(load_rulebook(mine(location_test=own)))


def test_lines_that_stand_in_for_tests_name_those_of_one_file_together_as_far_as_they_fit():
    tests = [("a_test.lp", "one"), ("b_test.lp", "x" * 60), ("a_test.lp", "two"), ("b_test.lp", "y" * 60)]
    assert [
        "% instead of: a_test.lp::one, two",
        f"% instead of: b_test.lp::{'x' * 60}",
        f"% instead of: b_test.lp::{'y' * 60}",
    ] == instead_lines(tests)


def test_a_test_in_a_layer_of_a_file_of_its_base_is_no_orphan(mine):
    book = load_rulebook(mine(location_test="#program test_it.\nexpect_not(stood(a)).\n"))
    assert [] == orphaned_tests(book)
    assert 2 == len(test_files(book))
