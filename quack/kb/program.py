"""What does a rule file say? Its statements, and of every rule its head, what it reads, and its label.

A file is parsed once, with clingo's own parser; what the gate let through but a rulebook may not hold (choice,
disjunction, constraints, …) is refused here by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from clingo.ast import AST, ASTType, parse_string

from quack.errors import RulebookError
from quack.kb.gate import Scanned
from quack.kb.messages import Messages, Places, SourceFile

Signature = tuple[str, int]
"""A predicate: its name and arity."""

BASE = "base"
TEST_PREFIX = "test_"

_LABEL = re.compile(r'%!trace_rule\s*\{\s*"(?P<template>(?:[^\\"]|\\.)*)"\s*(?P<terms>,.*)?\}\s*\.\s*$')
_COMMA = re.compile(r",(?![^()]*\))")
_VARIABLE = re.compile(r"(?<![\w'])_*[A-Z][\w']*")
_INTEGER = re.compile(r"-?\d{1,10}$")
_CONSTANT = re.compile(r"_*[a-z][A-Za-z0-9_']*$")


def spell(signature: Signature) -> str:
    return f"{signature[0]}/{signature[1]}"


@dataclass(frozen=True, slots=True)
class Use:
    """A predicate in the body of a rule."""

    signature: Signature
    line: int
    column: int
    negated: bool


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule of a rulebook.

    Attributes:
        id: its number in the rulebook, from 0, in the order of reading.
        file: relative to the rulebook's folder.
        label: what it says in words, each % replaced by its term, or None.
        template, terms: the parts of the label, as written.
    """

    id: int
    file: str
    line: int
    column: int
    head: Signature
    uses: tuple[Use, ...]
    template: str | None = None
    terms: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def label(self) -> str | None:
        if self.template is None:
            return None
        parts = self.template.split("%")
        return parts[0] + "".join(term + part for term, part in zip(self.terms, parts[1:], strict=True))

    @property
    def reads(self) -> tuple[Signature, ...]:
        return tuple(dict.fromkeys(use.signature for use in self.uses))

    @property
    def is_fact(self) -> bool:
        """It has no body; comparisons alone make one too."""
        return self._bare

    _bare: bool = field(default=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A statement with its section: `base` or a test."""

    ast: AST
    section: str
    rule: RuleInfo | None = None


@dataclass(frozen=True, slots=True)
class Const:
    name: str
    value: str | int
    file: str
    line: int


@dataclass(slots=True)
class Program:
    """The statements of some files, by kind."""

    statements: list[Statement] = field(default_factory=list)
    defined: dict[Signature, tuple[str, int]] = field(default_factory=dict)
    consts: dict[str, Const] = field(default_factory=dict)
    sections: dict[str, int] = field(default_factory=dict)
    """Test sections by name, with their line."""

    @property
    def rules(self) -> list[RuleInfo]:
        return [statement.rule for statement in self.statements if statement.rule is not None]


def parse_const(text: str | int) -> str | int:
    """The value of a constant: an integer of 32 bits or a plain constant.

    Raises:
        ValueError: anything else.
    """
    text = str(text)
    if _INTEGER.match(text) and -(2**31) <= int(text) < 2**31:
        return int(text)
    if _CONSTANT.match(text) and text != "not":
        return text
    raise ValueError(text)


def parse_file(file: SourceFile, scanned: Scanned, program: Program, first_id: int) -> int:
    """Adds the statements of a file to `program`; returns the number for the next rule.

    Raises:
        RulebookError: a syntax error, or a statement that no rulebook may hold.
    """
    reader = _Reader(file, scanned, program, first_id)
    messages = Messages(Places((file,)))
    asts: list[AST] = []
    try:
        parse_string("\n" * file.offset + scanned.code, asts.append, None, messages, Messages.LIMIT)
    except RuntimeError as error:
        raise messages.first_error(str(error)) from None
    for ast in asts[1:]:  # the first is clingo's own `#program base.`
        reader.add(ast)
    reader.finish()
    return reader.next_id


class _Reader:
    def __init__(self, file: SourceFile, scanned: Scanned, program: Program, first_id: int) -> None:
        self.file, self.program, self.next_id = file, program, first_id
        self.code = scanned.code.split("\n")
        self.labels: dict[int, re.Match[str]] = {}
        self.comment_lines: set[int] = set()
        self.section = BASE
        for comment in scanned.comments:
            if comment.alone:
                self.comment_lines.add(comment.line)
            if comment.text.startswith("%!trace_rule"):
                label = _LABEL.match(comment.text)
                if label is None or not comment.alone:
                    form = '%!trace_rule {"words and % signs", one term per %}.'
                    raise file.error("a label that can't be read", comment.line, None, f"write {form}")
                self.labels[comment.line] = label

    def place(self, ast: AST) -> tuple[int, int]:
        begin = ast.location.begin
        return begin.line - self.file.offset, begin.column

    def refuse(self, ast: AST, what: str, remedy: str | None = None) -> RulebookError:
        return self.file.error(what, *self.place(ast), remedy)

    def add(self, ast: AST) -> None:
        kind = ast.ast_type
        if kind == ASTType.Rule:
            rule = self.read_rule(ast)
            self.program.statements.append(Statement(ast, self.section, rule))
        elif kind == ASTType.Program:
            self.open_section(ast)
        elif kind == ASTType.Definition:
            self.define_const(ast)
        elif kind == ASTType.Defined:
            if not ast.positive:
                raise self.refuse(ast, "classical negation (-p) is not allowed", "use a predicate of its own")
            line, _ = self.place(ast)
            self.program.defined.setdefault((ast.name, ast.arity), (self.file.name, line))
            self.program.statements.append(Statement(ast, BASE))
        elif kind != ASTType.ShowSignature and kind != ASTType.ShowTerm:  # every predicate can be read: no effect
            name = str(kind).removeprefix("ASTType.")
            raise self.refuse(ast, f"a statement of kind {name} is not allowed", "write rules")

    def open_section(self, ast: AST) -> None:
        if ast.parameters:
            raise self.refuse(ast, "a #program with parameters is not allowed", "remove them")
        if ast.name != BASE and not ast.name.startswith(TEST_PREFIX):
            raise self.refuse(ast, f"#program {ast.name} is not allowed", "name it base or test_…")
        if ast.name != BASE:
            line, column = self.place(ast)
            if ast.name in self.program.sections:
                raise self.file.error(f"a second #program {ast.name}", line, column, "give each test its own name")
            self.program.sections[ast.name] = line
        self.section = ast.name

    def define_const(self, ast: AST) -> None:
        if not ast.is_default:
            raise self.refuse(ast, "#const with [override] is not allowed", "leave out [override]")
        line, column = self.place(ast)
        earlier = self.program.consts.get(ast.name)
        if earlier is not None:
            what = f"#const {ast.name} is defined twice"
            raise self.file.error(what, line, column, f"it is defined in {earlier.file}:{earlier.line}")
        try:
            value = parse_const(str(ast.value))
        except ValueError:
            raise self.refuse(ast, f"#const {ast.name} is neither an integer nor a constant") from None
        self.program.consts[ast.name] = Const(ast.name, value, self.file.name, line)
        self.program.statements.append(Statement(ast, BASE))

    def read_rule(self, ast: AST) -> RuleInfo:
        head = self.read_head(ast)
        uses: list[Use] = []
        for literal in ast.body:
            self.read_condition(literal, uses)
        line, column = self.place(ast)
        template, terms = self.label_of(ast, line)
        number, self.next_id = self.next_id, self.next_id + 1
        return RuleInfo(number, self.file.name, line, column, head, tuple(uses), template, terms, not ast.body)

    def read_head(self, ast: AST) -> Signature:
        head = ast.head
        kind = head.ast_type
        if kind == ASTType.Literal:
            atom = head.atom
            if atom.ast_type == ASTType.SymbolicAtom and not head.sign:
                return self.signature(atom)
            if atom.ast_type == ASTType.BooleanConstant:
                raise self.refuse(ast, "a constraint (:-) is not allowed", "derive defect(…) from its body")
            raise self.refuse(ast, "a head that is no atom", "write p(…) :- body.")
        if kind == ASTType.Disjunction:
            raise self.refuse(ast, "a disjunction in the head is not allowed", "write a rule for each")
        raise self.refuse(ast, "a choice in the head is not allowed", "state when it holds: p(…) :- body.")

    def signature(self, atom: AST) -> Signature:
        term = atom.symbol
        if term.ast_type == ASTType.Function:
            return term.name, len(term.arguments)
        if term.ast_type == ASTType.Pool:
            raise self.refuse(term, "an atom with alternatives of its arguments (;) is not allowed", "name them apart")
        raise self.refuse(term, "classical negation (-p) is not allowed", "use a predicate of its own")

    def read_condition(self, ast: AST, uses: list[Use], negated: bool = False) -> None:
        kind = ast.ast_type
        if kind == ASTType.Literal:
            atom = ast.atom
            negated = negated or bool(ast.sign)
            if atom.ast_type == ASTType.SymbolicAtom:
                uses.append(Use(self.signature(atom), *self.place(atom.symbol), negated))
            elif atom.ast_type == ASTType.BodyAggregate or atom.ast_type == ASTType.Aggregate:
                for element in atom.elements:
                    self.read_condition(element, uses, True)
        elif kind == ASTType.ConditionalLiteral:
            self.read_condition(ast.literal, uses, True)
            for literal in ast.condition:
                self.read_condition(literal, uses, True)
        elif kind == ASTType.BodyAggregateElement:
            for literal in ast.condition:
                self.read_condition(literal, uses, True)
        else:
            raise self.refuse(ast, f"a condition of kind {str(kind).removeprefix('ASTType.')} is not allowed")

    def label_of(self, ast: AST, line: int) -> tuple[str | None, tuple[str, ...]]:
        above = line - 1
        while above in self.comment_lines and above not in self.labels:
            above -= 1
        label = self.labels.pop(above, None)
        if label is None:
            return None, ()
        template = re.sub(r"\\(.)", r"\1", label["template"])
        terms = tuple(part.strip() for part in _COMMA.split(label["terms"] or "")[1:])
        unknown = set(_VARIABLE.findall(" ".join(terms))) - set(_VARIABLE.findall(self.text_of(ast)))
        if unknown:
            what = f"label of a rule without variable {min(unknown)}"
            raise self.file.error(what, above, None, "use the rule's variables")
        if template.count("%") != len(terms):
            what = f"label with {template.count('%')} % for {len(terms)} terms"
            raise self.file.error(what, above, None, "give one term for each %")
        return template, terms

    def text_of(self, ast: AST) -> str:
        begin, end = ast.location.begin, ast.location.end
        lines = self.code[begin.line - self.file.offset - 1 : end.line - self.file.offset]
        return "\n".join(lines)

    def finish(self) -> None:
        for line in self.labels:
            raise self.file.error("a label above no rule", line, None, "put it directly above its rule")


def uses_of(rules: list[RuleInfo]) -> Iterator[tuple[RuleInfo, Use]]:
    for rule in rules:
        for use in rule.uses:
            yield rule, use
