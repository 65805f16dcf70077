"""What do the rules say that fired? Rules made ready for looking up what each of their firings rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from quack.kb.about import Claims
from quack.kb.bodies import Aggregate, Body, Literal
from quack.kb.model import Index, Pattern
from quack.kb.program import RuleInfo
from quack.kb.proof import Fact, Justification
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.values import FREE, Anything, Constant, Term, Undefined, Variable, natural

CLOSED, NEGATED, OPEN, SEARCHED, AGGREGATE = range(5)
"""How a condition is justified: by one atom; by its absence; by one of several atoms that an index gives, or that have
to be searched for; by the atoms that an aggregate counts."""

_SIMPLE = (Variable, Anything, Constant)

Getter = Callable[[tuple[Value, ...]], Pattern]


def getter(arguments: Sequence[Term], tail: list[Value], shared: int) -> Getter:
    """What reads the arguments of an atom from the values of a rule's variables followed by the tail."""
    if not all(isinstance(argument, _SIMPLE) for argument in arguments):
        return lambda values: tuple([argument.pattern(list(values)) for argument in arguments])
    places = [_place(argument, tail, shared) for argument in arguments]
    if len(places) == 1:
        only = places[0]
        return lambda values: (values[only],)
    return itemgetter(*places) if places else lambda values: ()


def _place(argument: Term, tail: list[Value], shared: int) -> int:
    """Where an argument stands among the values; what is no variable is added to the tail."""
    if isinstance(argument, Variable):
        return argument.slot
    tail.append(argument.constant if isinstance(argument, Constant) else FREE)
    return shared + len(tail) - 1


class Predicate:
    """What is known of the atoms of a predicate.

    Attributes:
        given: no rule derives it.
        dependent: its atoms hold because of claims that they don't name, so that each proof is about some of those.
        recursive: it depends on itself.
        fired: what fired, by the atom that it gives; None until that is asked for.
        proofs: those that are known, by the atom; `told` holds those of a dependent predicate, by atom and claims.
    """

    __slots__ = ("dependent", "fired", "given", "name", "proofs", "recursive", "signature", "told")

    def __init__(self, signature: Signature, *, given: bool, dependent: bool, recursive: bool) -> None:
        self.signature, self.name = signature, signature[0]
        self.given, self.dependent, self.recursive = given, dependent, recursive
        self.fired: Mapping[Row, Sequence[Firing]] | None = None
        self.proofs: dict[Row, Justification] = {}
        self.told: dict[tuple[Row, Claims], Justification] = {}

    def forget(self, stated: Mapping[Signature, Mapping[Row, Fact]]) -> None:
        """Starts with no proofs but those of facts of the rulebook itself, which need no firing."""
        self.proofs = {} if self.dependent else dict(stated.get(self.signature, {}))
        self.told = {}


class Step:
    """A condition of a rule that has a justification of its own.

    Attributes:
        kind: how it is justified.
        predicate: of its atom; None for an aggregate.
        get: reads its arguments, as far as they are known.
        positions, key: the arguments that are known, and what reads them, for an index.
        index: the atoms by those arguments; None until that is asked for.
    """

    __slots__ = ("condition", "get", "index", "key", "kind", "positions", "predicate")

    def __init__(
        self, condition: Literal | Aggregate, predicate: Predicate | None, tail: list[Value], shared: int
    ) -> None:
        self.condition, self.predicate = condition, predicate
        self.positions: tuple[int, ...] = ()
        self.index: Index | None = None
        if isinstance(condition, Aggregate):
            self.kind = AGGREGATE
            return
        arguments = condition.arguments
        self.get = getter(arguments, tail, shared)
        known = [at for at, argument in enumerate(arguments) if isinstance(argument, Variable | Constant)]
        if condition.negated:
            self.kind = NEGATED
        elif len(known) == len(arguments):
            self.kind = CLOSED
        elif known and all(isinstance(argument, _SIMPLE) for argument in arguments):
            self.kind, self.positions = OPEN, tuple(known)
            places = [_place(arguments[at], tail, shared) for at in known]
            self.key: Callable[[tuple[Value, ...]], Value] = itemgetter(*places)
        else:
            self.kind = SEARCHED


class Compiled:
    """A rule made ready for looking up what its firings rest on.

    Args:
        predicate: gives what is known of a predicate.
        claims: the slots of variables that stand for claims.
    """

    def __init__(
        self, rule: RuleInfo, body: Body, predicate: Callable[[Signature], Predicate], claims: tuple[int, ...]
    ) -> None:
        tail: list[Value] = []
        self.rule, self.body, self.claims = rule, body, claims
        self.head = getter(body.head.arguments, tail, body.shared)
        self.simple = all(isinstance(argument, _SIMPLE) for argument in body.head.arguments)
        self.steps = [
            Step(each, predicate(each.signature) if isinstance(each, Literal) else None, tail, body.shared)
            for each in body.conditions
            if isinstance(each, Literal | Aggregate)
        ]
        self.tail = tuple(tail)
        self._line = next((slot for slot, name in enumerate(body.variables[: body.shared]) if name == "Line"), None)

    def heads(self, firings: Iterable[tuple[Value, ...]]) -> Iterable[tuple[Row, Firing]]:
        """The atoms that firings give, each with its firing: several of one, if the head holds an interval."""
        head, tail = self.head, self.tail
        if not self.simple:
            arguments = self.body.head.arguments
            return [(row, (self, values)) for values in firings for row in instances(arguments, list(values))]
        if tail:
            return [(head(values + tail), (self, values)) for values in firings]
        return [(head(values), (self, values)) for values in firings]

    def line(self, values: tuple[Value, ...]) -> int:
        """The log line of a firing; 0 where the rule names none."""
        line = values[self._line] if self._line is not None else 0
        return line if isinstance(line, int) else 0

    def order(self, values: tuple[Value, ...]) -> tuple:
        """A key that puts firings in the order of their log lines."""
        return (self.line(values), self.rule.id, tuple(map(natural, values)))


Firing = tuple[Compiled, tuple[Value, ...]]


def firing_order(firing: Firing) -> tuple:
    """A key that puts firings in the order of their log lines."""
    return firing[0].order(firing[1])


def first_firing(firings: Sequence[Firing]) -> Firing:
    """The first of some firings in that order: the others need not be sorted."""
    keys = [(compiled.line(values), compiled.rule.id) for compiled, values in firings]
    first = min(keys)
    if keys.count(first) == 1:
        return firings[keys.index(first)]
    return min([firing for firing, key in zip(firings, keys, strict=True) if key == first], key=firing_order)


def instances(arguments: tuple[Term, ...], env: list[Value]) -> Iterator[Row]:
    """The rows that terms stand for: several, if there is an interval among them."""
    rows: list[Row] = [()]
    try:
        for argument in arguments:
            rows = [(*row, value) for row in rows for value in argument.values(env)]
    except Undefined:
        return
    yield from rows


def stated_facts(rules: Iterable[tuple[RuleInfo, Body]]) -> dict[Signature, dict[Row, Fact]]:
    """The facts of a rulebook itself, by predicate and row."""
    found: dict[Signature, dict[Row, Fact]] = {}
    for rule, body in rules:
        if rule.is_fact:
            facts = found.setdefault(rule.head, {})
            for row in instances(body.head.arguments, []):
                facts.setdefault(row, Fact(rule.head[0], row, rule))
    return found
