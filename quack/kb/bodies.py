"""What does a rule ask for? Its head and the conditions of its body as terms that can be evaluated.

A second reader beside `quack.kb.syntax`, which finds statements; this one takes a single rule apart, for proofs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from quack.kb.symbols import Value
from quack.kb.syntax import Signature
from quack.kb.values import Anything, Choice, Constant, Function, Operation, Signed, Term, Variable

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^\\"\n]|\\.)*") | (?P<number>0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|\d+)
      | (?P<directive>\#[A-Za-z_]+\+?) | (?P<variable>[_']*[A-Z][\w']*) | (?P<name>[_']*[a-z][\w']*)
      | (?P<sign>:-|\.\.|\*\*|<=|>=|!=|==|<>|_|\S)""",
    re.VERBOSE,
)
RELATIONS = ("=", "==", "!=", "<>", "<", "<=", ">", ">=")
_BINDING: tuple[tuple[str, ...], ...] = ((".",), ("^",), ("?",), ("+", "-"), ("*", "/", "\\"))


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom, negated or not. `simple`: each argument is a variable, `_` or a constant."""

    name: str
    arguments: tuple[Term, ...]
    negated: bool
    text: str
    signature: Signature = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "signature", (self.name, len(self.arguments)))


@dataclass(frozen=True, slots=True)
class Comparison:
    """`F <= T`, `X = 1..3`, or a chain of them."""

    terms: tuple[Term, ...]
    relations: tuple[str, ...]
    negated: bool
    text: str


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`N = #count { T : p(T) }`; `function` is empty for `{ p(T) : q(T) }`, whose elements have no terms."""

    left: tuple[Term, str] | None
    function: str
    elements: tuple[tuple[tuple[Term, ...], tuple[Condition, ...]], ...]
    right: tuple[str, Term] | None
    negated: bool
    text: str


@dataclass(frozen=True, slots=True)
class Conditional:
    """`p(X) : q(X)`: p holds for every X of q."""

    literal: Condition
    conditions: tuple[Condition, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Truth:
    """`#true` or `#false`."""

    holds: bool
    text: str


Condition = Literal | Comparison | Aggregate | Conditional | Truth


@dataclass(frozen=True, slots=True)
class Body:
    """A rule, taken apart.

    Attributes:
        head: its head.
        conditions: of its body, in order.
        variables: the names of its variables by slot, the global ones first.
        shared: how many of them are global: those that stand outside aggregates and conditional literals.
        constants: the `#const` names that it uses.
    """

    head: Literal
    conditions: tuple[Condition, ...]
    variables: tuple[str, ...]
    shared: int
    constants: tuple[str, ...]


def read_body(code: str, consts: Mapping[str, Value]) -> Body:
    """Takes a rule apart.

    Args:
        code: one rule that clingo accepts, as blanked by the gate.
        consts: the values of the `#const` names.
    """
    return _Reader(code, consts).rule()


def read_terms(texts: tuple[str, ...], variables: tuple[str, ...], consts: Mapping[str, Value]) -> tuple[Term, ...]:
    """The terms of a label, over the variables of its rule."""
    terms = []
    for text in texts:
        reader = _Reader(text, consts)
        reader.variables.update({name: slot for slot, name in enumerate(variables)})
        terms.append(reader.term())
    return tuple(terms)


class _Reader:
    def __init__(self, code: str, consts: Mapping[str, Value]) -> None:
        tokens = list(_TOKEN.finditer(code))
        self.code = code
        self.texts = [token[0] for token in tokens] + [""]
        self.kinds = [token.lastgroup for token in tokens] + [None]
        self.starts = [token.start() for token in tokens] + [len(code)]
        self.consts = consts
        self.position = 0
        self.variables: dict[str, int] = {}
        self.used: dict[str, None] = {}

    # --- tokens -------------------------------------------------------------------------------------------------------

    def take(self, text: str) -> bool:
        """Steps over a token if it is this one."""
        if self.texts[self.position] == text:
            self.position += 1
            return True
        return False

    def next(self) -> str:
        self.position += 1
        return self.texts[self.position - 1]

    def written(self, first: int) -> str:
        """What stands from a token on to here, on one line."""
        last = self.position - 1
        return " ".join(self.code[self.starts[first] : self.starts[last] + len(self.texts[last])].split())

    # --- rules --------------------------------------------------------------------------------------------------------

    def rule(self) -> Body:
        self._name_globals()
        shared = len(self.variables)
        head = self.condition()
        assert isinstance(head, Literal), "the gate lets atoms through as heads, nothing else"
        conditions = tuple(self.conditions(".")) if self.take(":-") else ()
        return Body(head, conditions, tuple(self.variables), shared, tuple(self.used))

    def _name_globals(self) -> None:
        """Gives the variables outside of braces and conditional literals their slots."""
        depth, local = 0, False
        for index, text in enumerate(self.texts):
            depth += {"{": 1, "}": -1}.get(text, 0)
            if text == ":" and not depth:
                local = True
            elif text in (";", ".") and not depth:
                local = False
            if self.kinds[index] == "variable" and not depth and not local and not self._conditional(index):
                self.variables.setdefault(text, len(self.variables))

    def _conditional(self, index: int) -> bool:
        """Whether a token stands in a literal that a colon follows."""
        depth = 0
        for text in self.texts[index:]:
            depth += {"(": 1, ")": -1}.get(text, 0)
            if text == ":" and depth <= 0:
                return True
            if text in (",", ";", ".", ":-", "{") and depth <= 0:
                return False
        return False

    def conditions(self, *ends: str) -> Iterator[Condition]:
        while self.texts[self.position] not in (*ends, ""):
            first = self.position
            condition = self.condition()
            if self.take(":"):
                inner = tuple(self.conditions(";", *ends)) if self.texts[self.position] not in ends else ()
                condition = Conditional(condition, inner, self.written(first))
            yield condition
            if not self.take(","):
                self.take(";") if ";" not in ends else None

    def condition(self) -> Condition:
        first, negations = self.position, 0
        while self.take("not"):
            negations += 1
        negated = negations % 2 == 1
        if self.texts[self.position] in ("#true", "#false"):
            holds = (self.next() == "#true") != negated
            return Truth(holds, self.written(first))
        if self.texts[self.position] == "{" or self._is_function():
            return self.aggregate(None, negated, first)
        term = self.term()
        if self.texts[self.position] in RELATIONS and self._is_function(1):
            relation = self.relation()
            return self.aggregate((term, relation), negated, first)
        if self.texts[self.position] == "{" or self._is_function():
            return self.aggregate((term, "<="), negated, first)
        if self.texts[self.position] in RELATIONS:
            return self.comparison(term, negated, first)
        if isinstance(term, Function):
            return Literal(term.name, term.arguments, negated, self.written(first))
        assert isinstance(term, Constant), "a condition is an atom, a comparison or an aggregate"
        return Literal(term.name or str(term.constant), (), negated, self.written(first))

    def _is_function(self, ahead: int = 0) -> bool:
        at = self.position + ahead
        return self.kinds[at] == "directive" and self.texts[at] in ("#count", "#sum", "#sum+", "#min", "#max")

    def relation(self) -> str:
        text = self.next()
        return {"<>": "!=", "==": "="}.get(text, text)

    def comparison(self, term: Term, negated: bool, first: int) -> Comparison:
        terms, relations = [term], []
        while self.texts[self.position] in RELATIONS:
            relations.append(self.relation())
            terms.append(self.term())
        return Comparison(tuple(terms), tuple(relations), negated, self.written(first))

    def aggregate(self, left: tuple[Term, str] | None, negated: bool, first: int) -> Aggregate:
        function = self.next() if self._is_function() else ""
        self.take("{")
        elements = []
        while not self.take("}"):
            if function:
                terms = [] if self.texts[self.position] in (":", "}", ";") else list(self.listed())
            else:
                element = self.condition()
                terms = []
            conditions = tuple(self.conditions(";", "}")) if self.take(":") else ()
            elements.append((tuple(terms), conditions if function else (element, *conditions)))
            self.take(";")
        right = None
        if self.texts[self.position] in RELATIONS:
            right = (self.relation(), self.term())
        elif self.texts[self.position] not in (",", ";", ".", ":", "}", ""):
            right = ("<=", self.term())
        return Aggregate(left, function, tuple(elements), right, negated, self.written(first))

    # --- terms --------------------------------------------------------------------------------------------------------

    def listed(self) -> Iterator[Term]:
        yield self.term()
        while self.take(","):
            yield self.term()

    def term(self) -> Term:
        first = self.operation(1)
        while self.take(".."):
            first = Choice(True, (first, self.operation(1)))
        return first

    def operation(self, level: int) -> Term:
        if level == len(_BINDING):
            return self.power()
        left = self.operation(level + 1)
        while self.texts[self.position] in _BINDING[level]:
            left = Operation(self.next(), left, self.operation(level + 1))
        return left

    def power(self) -> Term:
        base = self.primary()
        return Operation("**", base, self.power()) if self.take("**") else base

    def primary(self) -> Term:
        kind, text = self.kinds[self.position], self.next()
        reader = _PRIMARIES.get(text)
        if reader is not None:
            return reader(self)
        if kind == "number":
            return Constant(int(text, {"x": 16, "o": 8, "b": 2}.get(text[1:2].lower(), 10)))
        if kind == "variable":
            return Variable(self.variables.setdefault(text, len(self.variables)), text)
        if kind != "name":
            return Constant({"#infimum": "#inf", "#supremum": "#sup"}.get(text, text))
        if self.take("("):
            return Function(text, self.arguments())
        if text in self.consts:
            self.used[text] = None
            return Constant(self.consts[text], text)
        return Constant(text)

    def arguments(self) -> tuple[Term, ...]:
        if self.take(")"):
            return ()
        arguments = tuple(self.listed())
        self.take(")")
        return arguments

    def bracket(self) -> Term:
        """What stands in brackets: a term, a tuple or a pool."""
        if self.take(")"):
            return Function("", ())
        options: list[Term] = []
        while True:
            parts, tuple_ = [self.term()], False
            while self.take(","):
                tuple_ = True
                if self.texts[self.position] not in (")", ";"):
                    parts.append(self.term())
            options.append(Function("", tuple(parts)) if tuple_ else parts[0])
            if not self.take(";"):
                self.take(")")
                return options[0] if len(options) == 1 else Choice(False, tuple(options))

    def absolute(self) -> Term:
        inner = self.term()
        self.take("|")
        return Signed("|", inner)


_PRIMARIES: dict[str, Callable[[_Reader], Term]] = {
    "_": lambda reader: Anything(),
    "-": lambda reader: Signed("-", reader.primary()),
    "~": lambda reader: Signed("~", reader.primary()),
    "|": _Reader.absolute,
    "(": _Reader.bracket,
}
