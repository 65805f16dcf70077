"""A rule taken apart to its terms, so that checks can ask what stands where.

The files have been accepted by clingo's parser, or the statement that it did not accept has been left out. Places are
positions in the file's code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal as OneOf
from typing import NamedTuple

from quack.kb.syntax import Signature

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^\\"\n]|\\.)*") | (?P<number>0[xX][0-9a-fA-F]+|\d+) | (?P<variable>_*[A-Z][\w']*|_(?![\w']))
      | (?P<name>[_']*[a-z][\w']*) | (?P<hash>\#[A-Za-z_]*\+?) | (?P<sign>:-|\.\.|\*\*|[<>!]=|=|<|>|\S)""",
    re.VERBOSE,
)
_RELATIONS = frozenset({"=", "!=", "<", ">", "<=", ">=", "=="})
_BINDING = {"..": 1, "^": 2, "?": 3, "&": 4, "+": 5, "-": 5, "*": 6, "/": 6, "\\": 6, "**": 7}

Kind = OneOf["variable", "number", "string", "name", "function", "tuple", "operation", "special"]


class Unreadable(Exception):
    """A statement that this reader does not understand: no check is made of it."""


class Term(NamedTuple):
    """A term: `name` is that of a variable, a constant, a function or an operation, or what is written."""

    kind: Kind
    name: str
    arguments: tuple[Term, ...]
    start: int
    end: int

    @property
    def signature(self) -> Signature:
        return self.name, len(self.arguments)

    @property
    def is_blank(self) -> bool:
        return self.name == "_" and self.kind == "variable"

    @property
    def is_pool(self) -> bool:
        """Whether it is a list of alternatives, such as (present; heard)."""
        return self.kind == "operation" and self.name == ";"

    def alternatives(self) -> Iterator[Term]:
        """Those of a list of them; otherwise it alone."""
        for argument in self.arguments if self.is_pool else ():
            yield from argument.alternatives()
        if not self.is_pool:
            yield self

    def walk(self) -> Iterator[Term]:
        yield self
        for argument in self.arguments:
            yield from argument.walk()

    def variables(self) -> Iterator[Term]:
        """The variables in it that have a name."""
        return (term for term in self.walk() if term.kind == "variable" and term.name != "_")

    @property
    def text(self) -> str:
        """It, spelled in one way."""
        inner = ",".join(argument.text for argument in self.arguments)
        if self.kind == "operation":
            return f"({self.name} {inner})"
        return f"{self.name}({inner})" if self.arguments or self.kind == "tuple" else self.name


class Comparison(NamedTuple):
    """A chain of relations; `signs` counts the `not`s before it."""

    terms: tuple[Term, ...]
    relations: tuple[str, ...]
    signs: int
    start: int

    def pairs(self) -> Iterator[tuple[Term, str, Term]]:
        return zip(self.terms, self.relations, self.terms[1:], strict=False)


class Condition(NamedTuple):
    """An atom in a body, `signs` counts the `not`s before it."""

    atom: Term
    signs: int
    start: int


class Element(NamedTuple):
    """What is counted, with its conditions; also a condition with conditions of its own, `a : b`."""

    terms: tuple[Term, ...]
    conditions: tuple[Literal, ...]


class Aggregate(NamedTuple):
    """An aggregate with its guards, each a relation and a term as if the aggregate stood on its left."""

    function: str
    elements: tuple[Element, ...]
    guards: tuple[tuple[str, Term], ...]
    signs: int
    start: int


class Conditional(NamedTuple):
    """A condition that has to hold wherever others do: `a : b, c`."""

    literal: Literal
    conditions: tuple[Literal, ...]
    start: int


Literal = Comparison | Condition | Aggregate | Conditional
ORDERING = frozenset({"<", ">", "<=", ">="})
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def read_rule(code: str, start: int, end: int) -> tuple[Term, tuple[Literal, ...]]:
    """Head and body of a rule that stands at a place in the code.

    Raises:
        Unreadable: it is no rule that this reader knows.
    """
    reader = _Reader(code, start, end)
    head = reader.term()
    body: list[Literal] = []
    if reader.next() == ":-":
        reader.index += 1
        body = reader.body(".")
    if reader.next() != ".":
        raise Unreadable
    return head, tuple(body)


def is_term(text: str) -> bool:
    """Whether a text is one term and nothing else."""
    reader = _Reader(text, 0, len(text))
    try:
        reader.term()
    except (Unreadable, IndexError):
        return False
    return not reader.next()


class _Reader:
    def __init__(self, code: str, start: int, end: int) -> None:
        self.tokens = [*_TOKEN.finditer(code, start, end)]
        self.index = 0

    def next(self) -> str:
        return self.tokens[self.index][0] if self.index < len(self.tokens) else ""

    def take(self, *texts: str) -> str:
        text = self.next()
        if not text or (texts and text not in texts):
            raise Unreadable
        self.index += 1
        return text

    def place(self) -> int:
        if self.index >= len(self.tokens):
            raise Unreadable
        return self.tokens[self.index].start()

    def body(self, *ends: str) -> list[Literal]:
        body: list[Literal] = []
        while self.next() not in ends:
            literal = self.literal()
            if self.next() == ":":
                self.index += 1
                literal = Conditional(literal, tuple(self.body(";", *ends)), _start(literal))
            body.append(literal)
            if self.next() in (",", ";") and self.next() not in ends:
                self.index += 1
        return body

    def literal(self) -> Literal:
        start, signs = self.place(), 0
        while self.next() == "not":
            self.index += 1
            signs += 1
        if self.next() == "{" or self._opens_aggregate():
            return self.aggregate(signs, start, None)
        left = self.term()
        relations: list[str] = []
        terms = [left]
        while self.next() in _RELATIONS:
            relation = self.take().replace("==", "=")
            if self._opens_aggregate() or self.next() == "{":
                guard = (_FLIPPED.get(relation, relation), left)
                return self.aggregate(signs, start, guard)
            relations.append(relation)
            terms.append(self.term())
        if relations:
            return Comparison(tuple(terms), tuple(relations), signs, start)
        if left.kind not in ("name", "function"):
            raise Unreadable
        return Condition(left, signs, start)

    def _opens_aggregate(self) -> bool:
        return self.next().startswith("#") and self.next() in ("#count", "#sum", "#sum+", "#min", "#max")

    def aggregate(self, signs: int, start: int, left: tuple[str, Term] | None) -> Aggregate:
        function = self.take() if self.next() != "{" else "#count"
        self.take("{")
        elements = []
        while self.next() != "}":
            elements.append(self.element(function))
            if self.next() == ";":
                self.index += 1
        self.take("}")
        guards = [left] if left else []
        if self.next() in _RELATIONS:
            guards.append((self.take().replace("==", "="), self.term()))
        return Aggregate(function, tuple(elements), tuple(guards), signs, start)

    def element(self, function: str) -> Element:
        terms: list[Term] = []
        while self.next() not in (":", ";", "}"):
            terms.append(self.term())
            if self.next() == ",":
                self.index += 1
        conditions: list[Literal] = []
        if self.next() == ":":
            self.index += 1
            conditions = self.body(";", "}")
        return Element(tuple(terms), tuple(conditions))

    def term(self, binding: int = 0) -> Term:
        left = self.factor()
        while (strength := _BINDING.get(self.next(), 0)) > binding:
            operation = self.take()
            right = self.term(strength)
            left = Term("operation", operation, (left, right), left.start, right.end)
        return left

    def factor(self) -> Term:
        start = self.place()
        token = self.tokens[self.index]
        self.index += 1
        text = token[0]
        if token.lastgroup in ("variable", "number", "string"):
            kind: Kind = token.lastgroup  # type: ignore[assignment]
            return Term(kind, text, (), start, token.end())
        if token.lastgroup == "name":
            if self.next() != "(":
                return Term("name", text, (), start, token.end())
            arguments = self.arguments()
            return Term("function", text, arguments, start, self.tokens[self.index - 1].end())
        if text in ("-", "~"):
            inner = self.term(6)
            return Term("operation", text, (inner,), start, inner.end)
        if text == "|":
            inner = self.term()
            self.take("|")
            return Term("operation", "|", (inner,), start, self.tokens[self.index - 1].end())
        if text == "(":
            self.index -= 1
            return self.bracket(start)
        if token.lastgroup == "hash":
            return Term("special", text, (), start, token.end())
        raise Unreadable

    def bracket(self, start: int) -> Term:
        arguments = self.arguments()
        end = self.tokens[self.index - 1].end()
        before = self.tokens[self.index - 2][0]
        if len(arguments) == 1 and before != ",":
            return arguments[0]._replace(start=start, end=end)
        return Term("tuple", "", arguments, start, end)

    def arguments(self) -> tuple[Term, ...]:
        """What stands in brackets; alternatives, `(a;b)`, as one term of their own."""
        self.take("(")
        alternatives: list[list[Term]] = [[]]
        while self.next() != ")":
            alternatives[-1].append(self.term())
            if self.next() == ",":
                self.index += 1
            elif self.next() == ";":
                self.index += 1
                alternatives.append([])
        end = self.tokens[self.index].end()
        self.take(")")
        if len(alternatives) == 1:
            return tuple(alternatives[0])
        pool = tuple(term for alternative in alternatives for term in alternative)
        if not pool:
            raise Unreadable
        return (Term("operation", ";", pool, pool[0].start, end),)


def _start(literal: Literal) -> int:
    return literal.start
