"""What a rulebook is made of, and what is refused."""

import pickle

import pytest

from quack.errors import RulebookError
from quack.kb.headers import header_problems
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT
from tests.support.rulebooks import ENTRY, LOCATION, POLICY, added, refusal, write_rulebook

# --- finding it -----------------------------------------------------------------------------------------------------


def test_a_folder_stands_for_its_observed_entry_file(tmp_path):
    book = load_rulebook(write_rulebook(tmp_path))
    assert ("observed", tmp_path) == (book.name, book.folder)
    assert ["observed.lp", "schema.lp", "policy.lp", "location.lp"] == [file.source.name for file in book.files]


def test_a_folder_without_that_stands_for_its_only_entry_file(tmp_path):
    (write_rulebook(tmp_path) / "observed.lp").rename(tmp_path / "mine.lp")
    assert "mine" == load_rulebook(tmp_path).name


def test_a_folder_of_one_rulebooks_files_stands_for_the_entry_file_beside_it(tmp_path):
    write_rulebook(tmp_path, **{"paper/extra": "extra."})
    (tmp_path / "paper.lp").write_text(f'{ENTRY}#include "paper/extra.lp".')
    assert "paper" == load_rulebook(tmp_path / "paper").name


def test_two_entry_files_leave_it_open(tmp_path):
    write_rulebook(tmp_path, a='#include "schema.lp".', b='#include "schema.lp".')
    (tmp_path / "observed.lp").unlink()
    with pytest.raises(RulebookError, match=r"2 entry files: a, b; give the \.lp file"):
        load_rulebook(tmp_path)


def test_a_name_is_looked_up_in_the_folder_of_rulebooks(tmp_path):
    write_rulebook(tmp_path, paper=ENTRY)
    assert "paper" == load_rulebook("paper", rules_in=tmp_path).name


def test_an_unknown_name_lists_the_known_ones(tmp_path):
    write_rulebook(tmp_path, paper=ENTRY)
    with pytest.raises(RulebookError, match="no rulebook strict; there is observed, paper"):
        load_rulebook("strict", rules_in=tmp_path)


def test_a_misspelt_name_gets_a_hint(tmp_path):
    with pytest.raises(RulebookError, match=r"no rulebook obsreved; did you mean observed\?"):
        load_rulebook("obsreved", rules_in=write_rulebook(tmp_path))


def test_a_file_that_is_not_there_is_reported(tmp_path):
    with pytest.raises(RulebookError, match=r"none\.lp: can't be read: No such file"):
        load_rulebook(tmp_path / "none.lp")


# --- includes -------------------------------------------------------------------------------------------------------


def test_a_missing_include_is_reported_where_it_stands(tmp_path):
    expected = 'observed.lp:4:1: #include "none.lp" can\'t be read; correct the name, or add the file'
    assert expected == refusal(tmp_path, observed=f'{ENTRY}#include "none.lp".')


@pytest.mark.parametrize("target", ["/etc/passwd", "../outside.lp", "below/../../outside.lp", "."])
def test_an_include_stays_in_the_folder(tmp_path, target):
    (tmp_path / "outside.lp").write_text("a.")
    said = refusal(tmp_path / "book", observed=f'{ENTRY}#include "{target}".')
    assert said.startswith(f'observed.lp:4:1: #include "{target}" ')


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    (tmp_path / "outside.lp").write_text("a.")
    folder = write_rulebook(tmp_path / "book")
    (folder / "link.lp").symlink_to(tmp_path / "outside.lp")
    assert "leaves the rulebook's folder" in refusal(folder, observed=f'{ENTRY}#include "link.lp".')


def test_a_link_inside_the_folder_is_followed_once(tmp_path):
    folder = write_rulebook(tmp_path, observed=f'{ENTRY}#include "link.lp".')
    (folder / "link.lp").symlink_to("location.lp")
    assert 4 == len(load_rulebook(folder).files)


def test_files_that_include_each_other_are_read_once(tmp_path):
    book = load_rulebook(write_rulebook(tmp_path, policy=f'{POLICY}#include "observed.lp".'))
    assert 4 == len(book.files)


def test_an_include_in_a_comment_or_a_string_is_none(tmp_path):
    rules = added('%* #include "/etc/passwd". *% note("#include \\"/etc/passwd\\"."). % #script (python)')
    assert 4 == len(load_rulebook(write_rulebook(tmp_path, location=rules)).files)


@pytest.mark.parametrize("text", ["#include <incmode>.", "#include passwd.", '#include "a.lp"'])
def test_other_ways_to_include_are_refused(tmp_path, text):
    assert "an #include that names no file" in refusal(tmp_path, observed=text)


def test_something_else_than_a_file_is_not_read(tmp_path):
    folder = write_rulebook(tmp_path, observed=f'{ENTRY}#include "more".')
    (folder / "more").mkdir()
    said = refusal(folder, observed=f'{ENTRY}#include "more".')
    assert 'observed.lp:4:1: #include "more" can\'t be read; correct the name, or add the file' == said


# --- constants ------------------------------------------------------------------------------------------------------


def test_constants_keep_their_written_values_unless_given(tmp_path):
    folder = write_rulebook(tmp_path)
    assert {"slack": 1} == load_rulebook(folder).consts
    assert {"slack": 3} == load_rulebook(folder, {"slack": 3}).consts


@pytest.mark.parametrize(
    ("consts", "said"),
    [
        ({"slack": "none"}, "--const slack=none: none is not an integer; give an integer: policy.lp:4 says 1"),
        (
            {"slack": "-1"},
            "--const slack=-1: a number of ticks is never negative; give a number from 0: policy.lp:4 says 1",
        ),
        ({"slack": "1+1"}, "--const slack=1+1: 1+1 is neither an integer up to a million nor a constant; give an int"),
        ({"slak": "1"}, "--const slak=1: no #const slak; did you mean slack?"),
        ({"mode": "3"}, "--const mode=3: 3 is not a constant; give a constant: policy.lp:5 says strict"),
    ],
)
def test_an_error_of_an_option_names_the_option(tmp_path, consts, said):
    policy = POLICY.replace("verdict_label(true).", "#const mode = strict.\nverdict_label(true).")
    with pytest.raises(RulebookError) as caught:
        load_rulebook(write_rulebook(tmp_path, policy=policy), consts)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(("value", "reason"), [("-1", "is never negative"), ("few", "is an integer")])
def test_a_number_of_ticks_is_an_integer_from_0(tmp_path, value, reason):
    said = refusal(tmp_path, policy=POLICY.replace("slack = 1", f"slack = {value}"))
    assert f"policy.lp:4:1: #const slack is {value}: a number of ticks {reason}; give a number from 0" == said


def test_a_constant_may_have_the_value_of_another(tmp_path):
    consts = load_rulebook(write_rulebook(tmp_path, policy=POLICY + "#const a = b.\n#const b = slack.\n")).consts
    assert {"slack": 1, "a": 1, "b": 1} == consts


def test_all_constants_of_the_policy_count_ticks():
    consts = load_rulebook("observed", rules_in=ROOT / "rules").consts
    for name in consts:
        with pytest.raises(RulebookError, match="never negative"):
            load_rulebook("observed", {name: -1}, rules_in=ROOT / "rules")


GROUNDS = """\
#defined strength/2. #defined grounds/2. #defined accusation/3.
footing(C, strong) :- grounds(C, G), strength(G, strong).
footing(C, weak) :- grounds(C, G), strength(G, weak).
grounds(C, seen) :- accusation(C, _, _).
"""


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("strength(seen, strong).", None),
        ("", None),
        ("strength(seen, strong).\ngrounds(C, told) :- accusation(C, _, _).", "the ground told has no strength; add"),
        (
            "strength(seen, weak).\nstrength(tolt, weak).\ngrounds(C, told) :- accusation(C, _, _).",
            "did you mean tolt?",
        ),
        ("strength(seen, stong).", "no rule knows the strength stong; did you mean strong?"),
        ("strength(G, weak) :- grounds(_, G).\ngrounds(C, told) :- accusation(C, _, _).", None),
    ],
)
def test_a_ground_has_a_strength_where_others_have_one(tmp_path, lines, said):
    text = added(GROUNDS + lines)
    if said is None:
        load_rulebook(write_rulebook(tmp_path, location=text))
    else:
        found = refusal(tmp_path, location=text)
        assert found.startswith("location.lp:1") and said in found


def test_an_unknown_constant_gets_a_hint(tmp_path):
    with pytest.raises(RulebookError, match=r"no #const slak; did you mean slack\?"):
        load_rulebook(write_rulebook(tmp_path), {"slak": 1})


@pytest.mark.parametrize("value", ["1+1", "f(1)", '"a"', "X", "", "1.", "2147483648", "not", "a b", "1\n", True])
def test_a_constant_is_an_integer_or_a_plain_constant(tmp_path, value):
    with pytest.raises(RulebookError, match="give an integer or a lower-case constant"):
        load_rulebook(write_rulebook(tmp_path), {"slack": value})


# --- the whole ------------------------------------------------------------------------------------------------------


def test_the_hash_changes_with_a_text_a_name_or_a_constant_and_with_nothing_else(tmp_path):
    first = load_rulebook(write_rulebook(tmp_path / "a"))
    same = load_rulebook(write_rulebook(tmp_path / "b"), {"slack": 1})
    text = load_rulebook(write_rulebook(tmp_path / "c", policy=POLICY + "% so\n"))
    constant = load_rulebook(write_rulebook(tmp_path / "d"), {"slack": 2})
    assert first.sha256 == same.sha256
    assert 3 == len({first.sha256, text.sha256, constant.sha256})


def test_a_rulebook_can_be_sent_to_another_process(tmp_path):
    book = load_rulebook(write_rulebook(tmp_path), {"slack": 2})
    assert book.text() == pickle.loads(pickle.dumps(book)).text()


def test_a_test_section_in_a_rule_file_is_no_part_of_the_rules(tmp_path):
    rules = added("#program test_it.\nexpect(stood(c1)).")
    assert "expect" not in load_rulebook(write_rulebook(tmp_path, location=rules)).text()


# --- headers --------------------------------------------------------------------------------------------------------


def headers(folder, **changed):
    return [
        problem.what + (f"; {problem.remedy}" if problem.remedy else "")
        for problem in header_problems(load_rulebook(write_rulebook(folder, **changed)))
    ]


def test_headers_that_fit_give_no_problem(tmp_path):
    assert [] == headers(tmp_path)


def test_a_predicate_may_be_listed_by_name_alone(tmp_path):
    assert [] == headers(tmp_path, location=LOCATION.replace("claim/4, verdict_label/1", "claim, verdict_label", 1))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("at/4, claim/4", "at/4", "`% in:` lacks claim/4, which is read here; add it"),
        ("at/4, claim/4", "at/4, claim/3", "`% in:` lists claim/3, which is not read here; take it out"),
        ("stood/1, cand", "cand", "`% out:` lacks stood/1, which is defined here; add it"),
        ("stood/1, cand", "stood/1, lay, cand", "`% out:` lists lay, which is not defined here; take it out"),
        ("% in: ", "% in ", "no `% in:` on line 2; begin with three lines: % the question; % in: …; % out: …"),
        ("there?", "there.", "no question at the head of the file; begin with three lines"),
        ("at/4,", "at/4;", "`% in:` with `at/4; claim/4`; separate predicates by commas, or write `nothing`"),
    ],
)
def test_a_header_that_does_not_fit_is_reported(tmp_path, old, new, said):
    assert any(said in problem for problem in headers(tmp_path, location=LOCATION.replace(old, new, 1)))
