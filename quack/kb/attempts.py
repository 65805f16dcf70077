"""How far does a rule get? Its body made ready for one way of asking, and followed to the condition that fails."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain, islice
from operator import itemgetter
from typing import TYPE_CHECKING

from quack.kb.bodies import Comparison, Condition, Literal
from quack.kb.joins import plan, slots, solutions
from quack.kb.model import Index, Model
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.values import (
    FREE,
    Anything,
    Choice,
    Constant,
    Environment,
    Term,
    Undefined,
    Variable,
    compare,
    fits,
)

if TYPE_CHECKING:
    from quack.kb.examinations import Examination

MOST = 1024
"""How many ways through a body are followed at once."""

Step = Callable[[Environment], Iterable[Environment]]
"""The ways in which a condition holds, from a way in which those before it do."""

_FAST: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "!=": operator.ne,
    "=": operator.eq,
}


Ways = Sequence[Sequence[Environment]]
"""The ways in which the first 0, 1, … conditions of a body hold together, up to the last that do."""


class Course:
    """The conditions of a body in the order in which they are evaluated once some variables are known.

    Attributes:
        order: the conditions, by position.
        known: the slots of the variables that are known before the first one, after it, after the second, ….
        examinations: what is to be looked at where it comes no further, by the number of conditions that hold.

    Args:
        bound: the slots of those variables.
        stated: predicates of the rulebook's own tables.
        shared: slots from here on belong to variables inside of aggregates.
    """

    def __init__(
        self,
        conditions: Sequence[Condition],
        bound: Collection[int],
        stated: Collection[Signature],
        shared: int,
        model: Model,
    ) -> None:
        self.order = plan(conditions, bound, stated, shared)
        self.known = [frozenset(bound)]
        self.examinations: dict[int, Examination] = {}
        self._steps: list[Step] = []
        for at in self.order:
            known = self.known[-1]
            self._steps.append(ready(conditions[at], known, model))
            self.known.append(known | {slot for slot in slots(conditions[at]) if slot < shared})

    def follow(self, start: Environment, wanted: Mapping[int, Value]) -> Ways:
        """Evaluates the conditions until one holds in no way.

        Args:
            wanted: patterns that the values of variables have to fit, by their slots.
        """
        envs: Sequence[Environment] = (start,)
        ways = [envs]
        for step in self._steps:
            # Mostly there is one way, and what finds the next ones gives a sequence.
            found = step(envs[0]) if len(envs) == 1 else chain.from_iterable(map(step, envs))
            envs = found if type(found) is tuple or type(found) is list else list(islice(found, MOST))
            if wanted:
                envs = [env for env in envs if all(_may_be(env[slot], wanted[slot]) for slot in wanted)]
            if not envs:
                break
            ways.append(envs)
        return ways


def _may_be(value: Value, pattern: Value) -> bool:
    return value is FREE or fits(pattern, value)


def ready(condition: Condition, known: Collection[int], model: Model) -> Step:
    """A condition made ready for evaluation once some variables are known, by their slots."""
    if isinstance(condition, Literal) and is_lookup(condition, known):
        return _lookup(condition, known, model)
    if isinstance(condition, Comparison) and len(condition.relations) == 1 and not condition.negated:
        plain = not any(isinstance(term, Choice) for term in condition.terms)
        if plain and condition.relations[0] in _FAST and slots(condition) <= set(known):
            return _test(condition)
    return lambda env: solutions(condition, env, model)


def is_lookup(condition: Literal, known: Collection[int]) -> bool:
    """Whether an atom's rows are found by index alone: its arguments are simple, and no unknown one stands twice."""
    named = [term.slot for term in condition.arguments if isinstance(term, Variable) and term.slot not in known]
    return len(set(named)) == len(named) and all(map(_is_simple, condition.arguments))


def _is_simple(term: Term) -> bool:
    return isinstance(term, Variable | Anything | Constant)


def _test(condition: Comparison) -> Step:
    """A comparison of two known terms, quick for integers."""
    left, right = (_reader(term) for term in condition.terms)
    relation = condition.relations[0]
    fast = _FAST[relation]

    def step(env: Environment) -> Iterable[Environment]:
        try:
            one, other = left(env), right(env)
        except Undefined:
            return ()
        if type(one) is int and type(other) is int:
            return (env,) if fast(one, other) else ()
        return (env,) if compare(one, relation, other) else ()

    return step


def _reader(term: Term) -> Callable[[Environment], Value]:
    return itemgetter(term.slot) if isinstance(term, Variable) else term.value


def _lookup(condition: Literal, known: Collection[int], model: Model) -> Step:
    """An atom whose arguments are variables and constants: its rows by index."""
    rows, negated = rows_of(condition, known, model), condition.negated
    terms = enumerate(condition.arguments)
    binds = [(at, term.slot) for at, term in terms if isinstance(term, Variable) and term.slot not in known]
    if negated:
        return lambda env: () if rows(env) else (env,)
    if not binds:
        return lambda env: (env,) if rows(env) else ()

    def step(env: Environment) -> Iterable[Environment]:
        found = []
        for row in rows(env)[:MOST]:
            own = env.copy()
            for position, slot in binds:
                own[slot] = row[position]
            found.append(own)
        return found

    return step


Rows = Callable[[Environment], Sequence[Row]]
"""The atoms that a condition stands for in a way through a body."""


def rows_of(condition: Literal, known: Collection[int], model: Model) -> Rows:
    """What finds the atoms of a condition, negated or not, once some variables are known, by their slots."""
    signature, arguments = condition.signature, condition.arguments
    if not all(map(_is_simple, arguments)):
        return lambda env: model.find(signature, tuple([term.pattern(env) for term in arguments]))
    asked: list[tuple[int, Value, int | None]] = []
    for position, term in enumerate(arguments):
        if isinstance(term, Constant):
            asked.append((position, term.constant, None))
        elif isinstance(term, Variable) and term.slot in known:
            asked.append((position, None, term.slot))
    key = _key([(constant, slot) for _, constant, slot in asked])
    if len(asked) == signature[1]:
        return _whole(signature, key, model)
    if not asked:
        return lambda env: model.rows(signature)
    positions = tuple(position for position, _, _ in asked)
    index: Index | None = None

    def rows(env: Environment) -> Sequence[Row]:
        nonlocal index
        if index is None:
            index = model.index(signature, positions)
        return index.get(key(env), ())

    return rows


def _whole(signature: Signature, key: Callable[[Environment], Value], model: Model) -> Rows:
    """What finds an atom of which every argument is known."""
    one = signature[1] == 1

    def rows(env: Environment) -> Sequence[Row]:
        row = (key(env),) if one else key(env)
        return (row,) if model.holds(signature, row) else ()

    return rows


def _key(parts: Sequence[tuple[Value, int | None]]) -> Callable[[Environment], Value]:
    """What reads constants and variables: the value itself for one, a tuple for several."""
    read = [slot for _, slot in parts if slot is not None]
    if len(read) == len(parts) and read:
        return itemgetter(*read)
    if len(parts) == 1:
        only = parts[0][0]
        return lambda env: only
    return lambda env: tuple([constant if slot is None else env[slot] for constant, slot in parts])
