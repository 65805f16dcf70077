"""The reader of statements agrees with clingo's own parser."""

from pathlib import Path

import pytest
from clingo.ast import AST, ASTType, parse_string

from quack.kb.gate import scan
from quack.kb.messages import SourceFile
from quack.kb.syntax import DirectiveCode, Refused, RuleCode, read_code

ROOT = Path(__file__).resolve().parents[2]
RULES = sorted((ROOT / "rules").rglob("*.lp"))

KINDS = {
    "#const": ASTType.Definition,
    "#defined": ASTType.Defined,
    "#program": ASTType.Program,
    "#show": (ASTType.ShowSignature, ASTType.ShowTerm),
}

TRICKY = [
    "p. p(). p(()). p((1,)). p((1,2),f(3,(4,5))). q'(a') :- p', _p(_), 'p.",
    "a :- b(X), not c(X,Y), not not d, Y < 3, X != Y, f(X) = Y, -X < 3, slack <= X, 1 < X < 3, not X = Y.",
    "a(N) :- N = #count { X,Y : b(X), not c(Y); Z : d(Z) }, #sum+ { 1 : i } = M, not #min { } > 1.",
    "a :- 2 { e(X) : f(X), not g; h } 3, { i }.",
    "a :- b(X) : c(X), not d(X); e; f : ; #false : g; X = 1 : h(X); i.",
    "a :- #true, not #false, X = 1..3, Y = (1;2), |X-Y| < 2, X = -|Y|, Z = 2**3, f((a;b)) != Z.",
    'a(X+1, |X|, -X, X..Y, "a. :- b(c), {", #inf, #sup) :- b( X ,\n\n Y ), X = "\\"(\\\\".',
    "#const n = 3. #const m=a. #defined a/1. #program base. #show. #show a/1. #show X : a(X), b. #program test_x.",
    "f(1..3). g :- .",
]


def from_clingo(code):
    """Kind, start and end of each statement, its head, and the atoms of its body with their places."""
    statements: list[AST] = []
    parse_string(code, statements.append)
    return statements[1:]


def atoms(node, strict=True):
    kind = node.ast_type
    if kind == ASTType.Literal:
        strict = strict and not node.sign
        atom = node.atom
        if atom.ast_type == ASTType.SymbolicAtom:
            place = atom.symbol.location.begin
            yield (atom.symbol.name, len(atom.symbol.arguments)), (place.line, place.column), strict
        elif atom.ast_type in (ASTType.BodyAggregate, ASTType.Aggregate):
            for element in atom.elements:
                yield from atoms(element, False)
    elif kind == ASTType.ConditionalLiteral:
        yield from atoms(node.literal, False)
        for literal in node.condition:
            yield from atoms(literal, False)
    elif kind == ASTType.BodyAggregateElement:
        for literal in node.condition:
            yield from atoms(literal, False)


def assert_agreement(name, text):
    file = SourceFile(name, Path(name), text, 0)
    code = scan(file).code
    ours, theirs = list(read_code(code)), from_clingo(code)
    assert len(theirs) == len(ours)
    for mine, its in zip(ours, theirs, strict=True):
        begin, end = its.location.begin, its.location.end
        assert ((begin.line, begin.column), (end.line, end.column)) == (file.place(mine.start), file.place(mine.end))
        if isinstance(mine, DirectiveCode):
            assert its.ast_type in (KINDS[mine.word] if isinstance(KINDS[mine.word], tuple) else (KINDS[mine.word],))
            continue
        head = its.head.atom.symbol
        assert (head.name, len(head.arguments)) == mine.head.signature
        expected = [use for literal in its.body for use in atoms(literal)]
        assert sorted(expected) == sorted((use.signature, file.place(use.start), use.strict) for use in mine.uses), str(
            its
        )


@pytest.mark.parametrize("line", TRICKY)
def test_tricky_statements_are_read_as_clingo_reads_them(line):
    assert_agreement("tricky.lp", line)


@pytest.mark.parametrize("path", RULES, ids=[str(path.relative_to(ROOT)) for path in RULES])
def test_the_shipped_rules_are_read_as_clingo_reads_them(path):
    assert_agreement(path.name, path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("code", ["a(X;Y) :- b.", "a :- b(1;2).", "a :- X = f(a;b)."])
def test_alternatives_of_arguments_are_refused(code):
    with pytest.raises(Refused):
        list(read_code(code))


def test_a_rule_knows_where_its_body_begins():
    (rule,) = read_code("p(X) :- q(X).")
    assert isinstance(rule, RuleCode)
    assert (7, None) == (rule.neck, next(read_code("p(1).")).neck)
