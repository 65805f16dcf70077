"""What the text of a rulebook may hold, and where and how it is told that it may not."""

import pytest

from quack.errors import RulebookError
from quack.kb.rulebook import load_rulebook
from tests.support.rulebooks import LOCATION, POLICY, added, refusal, write_rulebook

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
