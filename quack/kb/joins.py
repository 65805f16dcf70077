"""How far does a rule's body hold? Its conditions, evaluated one after the other over the atoms of a model.

The solver decides what holds; this repeats a body step by step where it does not, to see the step at which it fails.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from quack.kb.bodies import Aggregate, Comparison, Condition, Conditional, Literal, Truth
from quack.kb.model import Model
from quack.kb.symbols import Value
from quack.kb.syntax import Signature
from quack.kb.values import (
    FREE,
    Choice,
    Environment,
    Function,
    Operation,
    Term,
    Undefined,
    Variable,
    aggregate,
    compare,
    is_open,
)

_LAST = 5
"""The rank of a condition that can't be evaluated yet."""


def slots(condition: Condition) -> frozenset[int]:
    """The slots of all variables of a condition."""
    return frozenset(slot for term in _terms(condition) for slot in term.slots())


def _terms(condition: Condition) -> Iterator[Term]:
    if isinstance(condition, Literal):
        yield from condition.arguments
    elif isinstance(condition, Comparison):
        yield from condition.terms
    elif isinstance(condition, Aggregate):
        yield from (
            guard for side in (condition.left, condition.right) for guard in side or () if isinstance(guard, Term)
        )
        for terms, conditions in condition.elements:
            yield from terms
            for inner in conditions:
                yield from _terms(inner)
    elif isinstance(condition, Conditional):
        for inner in (condition.literal, *condition.conditions):
            yield from _terms(inner)


def plan(
    conditions: Sequence[Condition], bound: Collection[int], stated: Collection[Signature], shared: int
) -> tuple[int, ...]:
    """The order in which to evaluate conditions, by their positions.

    What only tests comes as soon as it can, then the rulebook's own tables, then atoms as they are written.

    Args:
        bound: the slots of variables whose values are known.
        stated: predicates of the rulebook's own tables.
        shared: slots from here on belong to variables inside of aggregates.
    """
    known = set(bound)
    waiting = list(range(len(conditions)))
    steps: list[int] = []
    while waiting:
        step = min(waiting, key=lambda at: (_rank(conditions[at], known, stated, shared), at))
        waiting.remove(step)
        steps.append(step)
        known |= {slot for slot in slots(conditions[step]) if slot < shared}
    return tuple(steps)


def _rank(condition: Condition, known: set[int], stated: Collection[Signature], shared: int) -> int:
    if isinstance(condition, Literal) and not condition.negated:
        if any(_hidden(term, known) for term in condition.arguments):
            return _LAST
        if condition.signature in stated:
            return 1
        own = slots(condition)
        if own and known and not own & known:
            return 4
        # What is said of a known claim or player comes before what holds of anybody.
        return 2 if not own or known.issuperset(condition.arguments[0].slots()) else 3
    if isinstance(condition, Comparison):
        return 0 if _ready(condition, known) else _LAST
    needed = {slot for slot in slots(condition) if slot < shared}
    if isinstance(condition, Aggregate):
        needed -= {slot for guard in _assigned(condition) for slot in guard.slots()}
    return 0 if needed <= known else _LAST


def _hidden(term: Term, known: set[int]) -> bool:
    """Whether a term holds an unknown variable that no value of the term tells, as in `X*Y`."""
    if isinstance(term, Function):
        return any(_hidden(argument, known) for argument in term.arguments)
    missing = {slot for slot in term.slots() if slot not in known}
    if not missing or isinstance(term, Variable):
        return False
    if not isinstance(term, Operation) or term.sign not in "+-":
        return True
    sides = [side for side in (term.left, term.right) if any(slot in missing for slot in side.slots())]
    return len(sides) > 1 or _hidden(sides[0], known)


def _assigned(condition: Aggregate) -> Iterator[Term]:
    """The variables to which an aggregate's value may be given."""
    sides = (condition.left, condition.right and (condition.right[1], condition.right[0]))
    yield from (side[0] for side in sides if side and side[1] == "=" and isinstance(side[0], Variable))


def _ready(condition: Comparison, known: set[int]) -> bool:
    missing = [{slot for slot in term.slots() if slot not in known} for term in condition.terms]
    if not any(missing):
        return True
    if condition.relations != ("=",) or condition.negated or all(missing):
        return False
    return not _hidden(condition.terms[0 if missing[0] else 1], known)


def solutions(condition: Condition, env: Environment, model: Model) -> Iterator[Environment]:
    """The ways in which a condition holds, each with the variables that it binds."""
    try:
        if isinstance(condition, Literal):
            yield from _literal(condition, env, model)
        elif isinstance(condition, Comparison):
            yield from _comparison(condition, env)
        elif isinstance(condition, Aggregate):
            yield from _aggregate(condition, env, model)
        elif isinstance(condition, Truth):
            yield from (env,) if condition.holds else ()
        else:
            inner = every(condition.conditions, env, model)
            if all(any(solutions(condition.literal, each, model)) for each in inner):
                yield env
    except Undefined:
        return


def every(conditions: Sequence[Condition], env: Environment, model: Model) -> Iterator[Environment]:
    """The ways in which several conditions hold together, taken in an order that binds what they need."""
    bound = [slot for slot, value in enumerate(env) if value is not FREE]
    envs: Iterator[Environment] = iter((env,))
    for step in plan(conditions, bound, (), len(env)):
        envs = _extended(conditions[step], envs, model)
    return envs


def _extended(condition: Condition, envs: Iterator[Environment], model: Model) -> Iterator[Environment]:
    for env in envs:
        yield from solutions(condition, env, model)


def _literal(condition: Literal, env: Environment, model: Model) -> Iterator[Environment]:
    pattern = [term.pattern(env) for term in condition.arguments]
    rows = model.find(condition.signature, pattern)
    if condition.negated:
        if not rows:
            yield env
        return
    unknown = [(at, condition.arguments[at]) for at, part in enumerate(pattern) if is_open(part)]
    for row in rows:
        if not unknown:
            yield env
            continue
        own = env.copy()
        if all(term.match(row[at], own) for at, term in unknown):
            yield own


def _comparison(condition: Comparison, env: Environment) -> Iterator[Environment]:
    left, right = condition.terms[0], condition.terms[-1]
    if condition.relations == ("=",) and not condition.negated:
        known, open_ = (right, left) if left.value(env) is FREE and not isinstance(left, Choice) else (left, right)
        for value in known.values(env):
            own = env.copy()
            if value is not FREE and _equal(open_, value, own):
                yield own
        return
    holds = True
    for first, relation, second in zip(condition.terms, condition.relations, condition.terms[1:], strict=False):
        values = [(one, other) for one in first.values(env) for other in second.values(env)]
        if any(is_open(value) for pair in values for value in pair):
            return
        holds = holds and any(compare(one, relation, other) for one, other in values)
    if holds != condition.negated:
        yield env


def _equal(term: Term, value: Value, env: Environment) -> bool:
    own = term.value(env)
    return term.match(value, env) if own is FREE else bool(own == value)


def counted(condition: Aggregate, env: Environment, model: Model) -> list[tuple[tuple[Value, ...], int, Environment]]:
    """What an aggregate counts: each different tuple, the element that gives it, and the first way in which it does."""
    found: dict[tuple[Value, ...], tuple[int, Environment]] = {}
    for number, (terms, conditions) in enumerate(condition.elements):
        for own in every(conditions, env, model):
            keys = _tuples(terms, own) if condition.function else _atoms(conditions[0], own, model)
            for key in keys:
                found.setdefault(key, (number, own))
    return [(key, number, own) for key, (number, own) in found.items()]


def _tuples(terms: Sequence[Term], env: Environment) -> Iterator[tuple[Value, ...]]:
    try:
        yield tuple(term.value(env) for term in terms)
    except Undefined:
        return


def _atoms(condition: Condition, env: Environment, model: Model) -> Iterator[tuple[Value, ...]]:
    """What a set of atoms counts of one way in which its element holds."""
    if isinstance(condition, Literal) and not condition.negated:
        pattern = [term.pattern(env) for term in condition.arguments]
        yield from ((condition.name, *row) for row in model.find(condition.signature, pattern))
    else:
        yield (condition.text, *(term.value(env) for term in _terms(condition)))


def _aggregate(condition: Aggregate, env: Environment, model: Model) -> Iterator[Environment]:
    tuples = [key for key, _, _ in counted(condition, env, model)]
    value = aggregate(condition.function or "#count", tuples)
    own, holds = env.copy(), True
    for side, turned in ((condition.left, False), (condition.right and (condition.right[1], condition.right[0]), True)):
        if not side:
            continue
        term, relation = side
        guard = term.value(own)
        if guard is FREE:
            holds = holds and relation == "=" and term.match(value, own)
        else:
            holds = holds and (compare(value, relation, guard) if turned else compare(guard, relation, value))
    if holds != condition.negated:
        yield own
