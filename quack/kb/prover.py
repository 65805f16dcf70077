"""Why does an atom hold? Proofs from what fired the rules of a reified rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from operator import itemgetter

from quack.kb.bodies import Aggregate, Body, Literal
from quack.kb.joins import counted
from quack.kb.model import Model, Pattern, in_line_order
from quack.kb.program import RuleInfo
from quack.kb.proof import Fact, Justification, Number, RuleApplication
from quack.kb.refute import Refuter
from quack.kb.reify import ReifiedRulebook
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.values import FREE, Anything, Constant, Term, Undefined, Variable, natural

MOST_ELEMENTS = 24
"""How many elements of an aggregate a proof shows."""

_SIMPLE = (Variable, Anything, Constant)

Getter = Callable[[tuple[Value, ...]], Pattern]


def _getter(arguments: Sequence[Term], tail: list[Value], shared: int) -> Getter:
    """What reads the arguments of an atom from the values of a rule's variables followed by the tail."""
    if not all(isinstance(argument, _SIMPLE) for argument in arguments):
        return lambda values: tuple(argument.pattern(list(values)) for argument in arguments)
    places = []
    for argument in arguments:
        if isinstance(argument, Variable):
            places.append(argument.slot)
        else:
            places.append(shared + len(tail))
            tail.append(argument.constant if isinstance(argument, Constant) else FREE)
    if len(places) == 1:
        only = places[0]
        return lambda values: (values[only],)
    return itemgetter(*places) if places else lambda values: ()


class _Step:
    """A condition of a rule that has a justification of its own.

    Attributes:
        positions: where the arguments of an atom are known; None if they all are, or differ from case to case.
        key: reads those arguments.
    """

    __slots__ = ("condition", "get", "key", "open", "positions")

    def __init__(self, condition: Literal | Aggregate, tail: list[Value], shared: int) -> None:
        self.condition = condition
        self.positions: tuple[int, ...] | None = None
        self.open = False
        if isinstance(condition, Aggregate):
            return
        self.get = _getter(condition.arguments, tail, shared)
        known = [at for at, argument in enumerate(condition.arguments) if isinstance(argument, Variable | Constant)]
        self.open = len(known) < len(condition.arguments)
        if self.open and known and all(isinstance(argument, _SIMPLE) for argument in condition.arguments):
            self.positions = tuple(known)
            self.key = _getter([condition.arguments[at] for at in known], tail, shared)


class _Compiled:
    """A rule made ready for looking up what its firings rest on."""

    def __init__(self, rule: RuleInfo, body: Body) -> None:
        tail: list[Value] = []
        self.rule, self.body = rule, body
        self.head = _getter(body.head.arguments, tail, body.shared)
        self.simple = all(isinstance(argument, _SIMPLE) for argument in body.head.arguments)
        self.steps = [
            _Step(condition, tail, body.shared)
            for condition in body.conditions
            if isinstance(condition, Literal | Aggregate)
        ]
        self.tail = tuple(tail)
        self.line = next((slot for slot, name in enumerate(body.variables[: body.shared]) if name == "Line"), None)

    def heads(self, values: tuple[Value, ...]) -> Iterable[Row]:
        """The atoms that a firing gives: several, if the head holds an interval."""
        if self.simple:
            return (self.head(values + self.tail),)
        return _instances(self.body.head.arguments, list(values))

    def order(self, values: tuple[Value, ...]) -> tuple:
        """Puts firings in the order of their log lines."""
        line = values[self.line] if self.line is not None else 0
        return (line if isinstance(line, int) else 0, self.rule.id, tuple(map(natural, values)))


def _instances(arguments: tuple[Term, ...], env: list[Value]) -> Iterator[Row]:
    rows: list[Row] = [()]
    try:
        for argument in arguments:
            rows = [(*row, value) for row in rows for value in argument.values(env)]
    except Undefined:
        return
    yield from rows


Firing = tuple[_Compiled, tuple[Value, ...]]


class Prover:
    """Builds proofs over one model, each shared subproof once.

    Args:
        reified: the rulebook.
        model: what follows from its reified program.
    """

    def __init__(self, reified: ReifiedRulebook, model: Model) -> None:
        self._reified = reified
        self._model = model
        self._rules: dict[int, _Compiled] = {}
        self._firings: dict[Signature, dict[Row, list[Firing]]] = {}
        self._proofs: dict[tuple[str, Row], Justification] = {}
        self._under_way: set[tuple[str, Row]] = set()
        self._numbers: dict[str, Number] = {}
        self.refuter = Refuter(reified, model, self.prove)

    @cached_property
    def _stated(self) -> dict[tuple[str, Row], RuleInfo]:
        """The facts of the rulebook itself."""
        found: dict[tuple[str, Row], RuleInfo] = {}
        for rule in self._reified.rules:
            if rule.is_fact:
                for row in _instances(self._reified.bodies[rule.id].head.arguments, []):
                    found.setdefault((rule.head[0], row), rule)
        return found

    def prove(self, name: str, row: Row) -> Justification:
        """Why an atom holds that does hold."""
        proof = self._prove(name, row)
        assert proof is not None, "what the solver derived has a derivation that does not rest on itself"
        return proof

    def _prove(self, name: str, row: Row) -> Justification | None:
        """A proof that rests on nothing that is being proved, or None if this atom has none."""
        key = name, row
        proof = self._proofs.get(key)
        if proof is not None:
            return proof
        firings = self._fired(name, len(row)).get(row)
        if not firings:
            proof = Fact(name, row, self._stated.get(key))
        elif key in self._under_way:
            return None
        else:
            self._under_way.add(key)
            more = len(firings) - 1
            ways = firings if not more else sorted(firings, key=_firing_order)
            for rule, values in ways:
                proof = self._apply(rule, values, name, row, more)
                if proof is not None:
                    break
            self._under_way.discard(key)
            if proof is None:
                return None
        self._proofs[key] = proof
        return proof

    def _fired(self, name: str, arity: int) -> dict[Row, list[Firing]]:
        """What fired, by the atom that it gives."""
        head = name, arity
        index = self._firings.get(head)
        if index is None:
            index = self._firings[head] = {}
            for rule in self._reified.by_head.get(head, ()):
                if not rule.is_fact:
                    compiled = self._compile(rule)
                    for values in self._model.rows(self._reified.firing(rule)):
                        for row in compiled.heads(values):
                            index.setdefault(row, []).append((compiled, values))
        return index

    def _compile(self, rule: RuleInfo) -> _Compiled:
        compiled = self._rules.get(rule.id)
        if compiled is None:
            compiled = self._rules[rule.id] = _Compiled(rule, self._reified.bodies[rule.id])
        return compiled

    def _apply(
        self, compiled: _Compiled, values: tuple[Value, ...], name: str, row: Row, more: int
    ) -> RuleApplication | None:
        known = values + compiled.tail
        children: list[Justification] = []
        for step in compiled.steps:
            condition = step.condition
            if isinstance(condition, Aggregate):
                children += self._elements(condition, compiled, values)
            elif condition.negated:
                children.append(self.refuter.refute(condition.name, step.get(known)))
            else:
                if not step.open:
                    child = self._prove(condition.name, step.get(known))
                elif step.positions is None:
                    child = self._witness(condition, self._model.find(condition.signature, step.get(known)))
                else:
                    key = step.key(known)
                    index = self._model.index(condition.signature, step.positions)
                    child = self._witness(condition, index[key if len(key) > 1 else key[0]])
                if child is None:
                    return None
                children.append(child)
        children += [self._number(constant) for constant in compiled.body.constants]
        return RuleApplication(compiled.rule, name, row, values, tuple(children), more)

    def _witness(self, condition: Literal, rows: Sequence[Row]) -> Justification | None:
        """The first of some atoms, by log line, that has a proof."""
        if len(rows) == 1:
            return self._prove(condition.name, rows[0])
        for row in in_line_order(rows):
            proof = self._prove(condition.name, row)
            if proof is not None:
                return proof
        return None

    def _elements(
        self, condition: Aggregate, compiled: _Compiled, values: tuple[Value, ...]
    ) -> Iterator[Justification]:
        """The atoms by which the elements of an aggregate count."""
        env = [*values, *[FREE] * (len(compiled.body.variables) - len(values))]
        found = sorted(counted(condition, env, self._model), key=lambda each: tuple(map(natural, each[0])))
        for _, number, own in found[:MOST_ELEMENTS]:
            for inner in condition.elements[number][1]:
                if isinstance(inner, Literal) and not inner.negated:
                    pattern = tuple(term.pattern(own) for term in inner.arguments)
                    rows = self._model.find(inner.signature, pattern)
                    if (proof := self._witness(inner, rows)) is not None:
                        yield proof

    def _number(self, name: str) -> Number:
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = Number(name, self._reified.consts[name])
        return number


def _firing_order(firing: Firing) -> tuple:
    return firing[0].order(firing[1])
