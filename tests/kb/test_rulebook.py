"""What a rulebook is made of, and what is refused."""

import pickle

import pytest

from quack.errors import RulebookError
from quack.kb.headers import header_problems
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT
from tests.support.rulebooks import ENTRY, LOCATION, POLICY, write_rulebook


def refusal(folder, **changed):
    """What is said of a rulebook, its place relative to the folder."""
    write_rulebook(folder, **changed)
    with pytest.raises(RulebookError) as caught:
        load_rulebook(folder)
    return str(caught.value).replace(f"{folder}/", "")


def added(line):
    """The location rules and one more line, the 12th."""
    return f"{LOCATION}\n{line}\n"


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


# --- text -----------------------------------------------------------------------------------------------------------


def test_a_file_that_is_not_utf_8_is_reported_with_its_line(tmp_path):
    folder = write_rulebook(tmp_path)
    (folder / "policy.lp").write_bytes(b"% What?\n% in: \xff\n")
    with pytest.raises(RulebookError, match=r"policy\.lp:2: not UTF-8"):
        load_rulebook(folder)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("p(\x00).", "location.lp:12:3: a NUL character"),
        ("% \x00", "location.lp:12:3: a NUL character"),
        ("p(é).", "location.lp:12:3: U+00E9 outside of a string; constants are lower-case ASCII"),
        ("p(\x07).", "location.lp:12:3: U+0007, which can't be seen; take it out"),
        ('p("a', "location.lp:12:3: a string without an end; close it on the same line; its only escapes are \\n"),
        ("p(a). %* so", "location.lp:12:7: a comment without an end; close it with *%"),
        ("p(a). %* % *%", "location.lp:12:7: a comment without an end; close it with *%"),
        ("p(2147483648).", "location.lp:12:3: 2147483648 is too large; integers end at 2147483647"),
        ("p(" + "f(" * 200 + "1" + ")" * 201 + ".", "location.lp:12:402: brackets nested more than 200 deep"),
        ("p(" + "-" * 200 + "1).", "location.lp:12:3: 200 signs in a row"),
        ("p(0xFFFFFFFF).", "location.lp:12:3: 0xFFFFFFFF is too large; integers end at 2147483647"),
    ],
)
def test_text_that_clingo_would_stumble_over_is_refused(tmp_path, line, said):
    assert refusal(tmp_path, location=added(line)).startswith(said)


def test_words_beyond_ascii_are_fine_in_comments_strings_and_labels(tmp_path):
    rules = added('% 猫 "\n%!trace_rule {"Médbay: %", X}.\nnote(X) :- X = "猫 \\"\\\\\\n".')
    assert "Médbay: X" == load_rulebook(write_rulebook(tmp_path, location=rules)).rules[-1].label


def test_lines_may_end_as_on_windows_and_begin_with_a_byte_order_mark(tmp_path):
    folder = write_rulebook(tmp_path)
    (folder / "location.lp").write_bytes(b"\xef\xbb\xbf" + LOCATION.replace("\n", "\r\n").encode())
    assert "location.lp:6" == load_rulebook(folder).rules[2].place


# --- statements -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("#script (lua) #end.", "#script is not allowed; a rulebook holds rules"),
        ("#external p(1).", "#external is not allowed"),
        ("#minimize { 1 }.", "#minimize is not allowed"),
        ("#maximize { 1 }.", "#maximize is not allowed"),
        ("#heuristic p. [1,true]", "#heuristic is not allowed"),
        ("#edge (a,b).", "#edge is not allowed"),
        ("#project p/1.", "#project is not allowed"),
        ("#theory t { }.", "#theory is not allowed"),
        ("&p { }.", "theory atoms and bit operations (&) are not allowed"),
        ("p(@f(1)).", "external functions (@) are not allowed"),
        (":~ stood(C). [1]", "a weak constraint (:~) is not allowed"),
        (":- stood(C).", "a constraint (:-) is not allowed; derive defect(…) from its body"),
        ("#false :- stood(C).", "a constraint (:-) is not allowed"),
        ("{ p(1) }.", "a choice in the head is not allowed"),
        ("1 { p(1) } 1 :- stood(C).", "a choice in the head is not allowed"),
        ("#count { 1 : p(1) } 1.", "a choice in the head is not allowed"),
        ("p; q.", "a disjunction in the head is not allowed"),
        ("p | q.", "a disjunction in the head is not allowed"),
        ("p(X) : stood(X).", "a disjunction in the head is not allowed"),
        ("-p(1).", "classical negation (-p) is not allowed"),
        ("p :- -stood(1).", "classical negation (-p) is not allowed"),
        ("#defined -p/1.", "a #defined that names no predicate"),
        ("not p.", "a head that is no atom"),
        ("1 = 2.", "a head that is no atom"),
        ("p(1;2).", "an atom or term with alternatives of its arguments (;) is not allowed"),
        ("#program extra.", "#program extra is not allowed; name it base or test_…"),
        ("#program base(t).", "a #program with parameters is not allowed"),
        ("#const a = 1. #const a = 2.", "#const a is defined twice"),
        ("#const n = 1 + 1.", "#const n is neither an integer nor a constant"),
        ("#const n = 1. [override]", "an annotation [ ] is not allowed"),
        ("fired(1, 2).", "fired is reserved"),
        ("expect(stood(c1)).", "expect is reserved"),
    ],
)
def test_a_statement_that_no_rulebook_may_hold_is_refused_by_name(tmp_path, line, said):
    refused = refusal(tmp_path, location=added(line))
    assert refused.startswith("location.lp:12:") and said in refused


def test_a_constant_is_defined_in_one_file(tmp_path):
    assert "location.lp:12:1: #const slack is defined in another file too; remove one" == refusal(
        tmp_path, location=added("#const slack = 2.")
    )


def test_what_is_shown_has_no_effect(tmp_path):
    rules = added("#show. #show stood/1. #show X : stood(X).\n#program base.")
    assert 6 == len(load_rulebook(write_rulebook(tmp_path, location=rules)).rules)


def test_a_syntax_error_has_its_line_and_column(tmp_path):
    said = refusal(tmp_path, location=added("p(X) :- stood(X) stood(X)."))
    assert "location.lp:12:18: syntax error: unexpected “stood”; is a comma missing before it?" == said


def test_a_rule_without_its_full_stop_is_an_error_of_its_own_file(tmp_path):
    assert refusal(tmp_path, policy=f"{POLICY}p(1)").startswith(
        "policy.lp:7: syntax error: unexpected end of the file; is a dot missing before it? the "
        "statement of line 7 has no end"
    )


@pytest.mark.parametrize(
    ("text", "place", "line"),
    [
        ("p(1).\nq(X) :- p(X)\nr(X) :- q(X).", "9:1", 8),
        ("p(1).\nq(X) :- p(X),\n  not r(X)\n% a. b.\n\nr(X) :- q(X).", "12:1", 8),
        ('p("a. b").\nq("a. b")\nr(1..2).', "9:1", 8),
        ("#const x = 3\nq(1).", "8:1", 7),
    ],
)
def test_a_missing_dot_is_asked_for_where_it_is_missing(tmp_path, text, place, line):
    said = refusal(tmp_path, policy=f"{POLICY}{text}\n")
    assert said.startswith(f"policy.lp:{place}: syntax error: unexpected “")
    assert said.endswith(f"; is a dot missing before it? the statement of line {line} has no end")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p(X) :- stood(X), !lay(X).", "19: lexer error: unexpected “!”; write not"),
        (
            "p(X) :- Stood(X).",
            "14: syntax error: unexpected “(”; predicates and functions begin with a small letter: stood(…)",
        ),
        (
            "p(X :- stood(X).",
            "5: syntax error: unexpected “:-”, expected “)” or “;”; is a closing bracket missing before it?",
        ),
        (
            "stood(X) => p(X).",
            "11: syntax error: unexpected “>”; write the head first, then :- and its conditions",
        ),
        ("stood(X) -> p(X).", "11: syntax error: unexpected “>”; write the head first, then :- and its conditions"),
        ("p(X) :- stood(X), X => 3.", "22: syntax error: unexpected “>”; write >="),
        ("p(X) :- stood(X), X =< 3.", "22: syntax error: unexpected “<”; write <="),
        ("p(X) := stood(X).", "7: syntax error: unexpected “=”, expected “.” or “:-”; write :-"),
        (
            "p(X) :- stood(X) && lay(X).",
            "18: theory atoms and bit operations (&) are not allowed; write a comma between",
        ),
        (
            "p(X) :- stood(X) || lay(X).",
            "18: syntax error: unexpected “|”, expected “:” or “,” or “.” or “;”; write a rule for each alternative",
        ),
        ("p(X) :- stood(X) and lay(X).", "18: syntax error: unexpected “and”; write a comma between conditions"),
        ("p(X) :- stood(X), X is 3.", "21: syntax error: unexpected “is”; write ="),
        ("p(X) :- stood(X), ~lay(X).", "26: syntax error: unexpected “.”; write not for ~"),
        ("p(X) :- stood(X), not(lay(X)).", "30: syntax error: unexpected “.”; write not p(…), without brackets"),
        ("p(X) :- stood(X), \\+ lay(X).", "19: syntax error: unexpected “\\”; write not"),
        ("p(X) :- stood(X),.", "18: syntax error: unexpected “.”; is something missing after the comma?"),
        ("p(X) :- , stood(X).", "9: syntax error: unexpected “,”; is something missing before the comma?"),
        ("p(X)) :- stood(X).", "5: syntax error: unexpected “)”; no bracket is open there: leave it out"),
        ('p("é") :- stood("é") stood(1).', "22: syntax error: unexpected “stood”; is a comma missing before it?"),
        ("p(1) // so it is\n.", "7: syntax error: unexpected “/”; comments begin with %"),
    ],
)
def test_a_slip_of_syntax_is_told_with_what_is_meant(tmp_path, text, said):
    assert refusal(tmp_path, policy=f"{POLICY}{text}\n").startswith(f"policy.lp:7:{said}")


@pytest.mark.parametrize("text", ["p(1) q(2).", "p(1\nq(2)."])
def test_no_dot_is_asked_for_where_something_else_is_missing(tmp_path, text):
    assert "dot" not in refusal(tmp_path, policy=f"{POLICY}{text}\n")


# --- names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("p(C) :- stod(C).", "12:9: unknown predicate stod/1; did you mean stood/1?"),
        ("p(C) :- not stod(C), claim(C,_,_,_).", "12:13: unknown predicate stod/1; did you mean stood/1?"),
        ("p(C) :- claim(C, _, _).", "12:9: unknown predicate claim/3; did you mean claim/4?"),
        ("p(N) :- N = #count { C : stood(C, C) }.", "12:26: unknown predicate stood/2; did you mean stood/1?"),
        ("p :- stood(C) : zebra(C).", "12:17: unknown predicate zebra/1; define it, or declare it with #defined"),
        ("p :- q.", "12:6: unknown predicate q/0; define it, or declare it with #defined"),
    ],
)
def test_an_unknown_predicate_is_named_at_its_place(tmp_path, line, said):
    assert f"location.lp:{said}" == refusal(tmp_path, location=added(line))


def test_predicates_that_no_rule_defines_are_what_the_rulebook_reads(tmp_path):
    assert {("at", 4), ("claim", 4)} == load_rulebook(write_rulebook(tmp_path)).reads


# --- labels ---------------------------------------------------------------------------------------------------------


def test_a_label_belongs_to_the_rule_below_it(tmp_path):
    labels = [rule.label for rule in load_rulebook(write_rulebook(tmp_path)).rules]
    assert [None, None, "S was in R at tick T", "it was there", None, None] == labels


def test_comments_may_stand_between_a_label_and_its_rule(tmp_path):
    rules = added('%!trace_rule {"so"}.\n% because\np(C) :- stood(C).')
    assert "so" == load_rulebook(write_rulebook(tmp_path, location=rules)).rules[-1].label


def test_a_label_may_hold_terms_and_escaped_quotes(tmp_path):
    rules = added('%!trace_rule {"% is \\"%\\"", f(X,1), X+1}.\np(X) :- stood(X).')
    assert 'f(X,1) is "X+1"' == load_rulebook(write_rulebook(tmp_path, location=rules)).rules[-1].label


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            '%!trace_rule {"%", X}.\np(C) :- stood(C).',
            "12: label of a rule without variable X; use the rule's variables",
        ),
        ('%!trace_rule {"% %", C}.\np(C) :- stood(C).', "12: label with 2 % for 1 terms; give one term for each %"),
        ("%!trace_rule so.\np(C) :- stood(C).", "12: a label that can't be read; write %!trace_rule {"),
        ('%!trace_rule {"so"}.\n\np(C) :- stood(C).', "12: a label above no rule; put it directly above its rule"),
    ],
)
def test_a_label_that_does_not_fit_is_refused(tmp_path, lines, said):
    assert refusal(tmp_path, location=added(lines)).startswith(f"location.lp:{said}")


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
