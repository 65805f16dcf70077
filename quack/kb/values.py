"""Terms as clingo computes them: arithmetic, order and matching over the plain values that `quack.kb.symbols` reads."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from quack.kb.symbols import Value


class Free:
    """The value of a variable that is not bound, and of `_`."""

    def __repr__(self) -> str:
        return "_"

    def __reduce__(self) -> str:
        return "FREE"


FREE = Free()

Environment = list[Value]
"""The value of each variable of a rule by its slot; `FREE` where it is not bound."""


class Undefined(Exception):
    """Arithmetic on what is no integer: clingo drops the instance."""


def order(value: Value) -> tuple:
    """A key that sorts values as clingo does: integers, constants, strings, compound terms."""
    if isinstance(value, int):
        return (1, value)
    if isinstance(value, tuple):
        return (5, len(value), value[0], *map(order, value[1:]))
    if value.startswith('"'):
        return (3, value)
    return ({"#inf": 0, "#sup": 9}.get(value, 2), value)


def natural(value: Value) -> tuple:
    """A key that sorts values as people would, `c2` before `c10`: for picking one of several, never for comparing."""
    if isinstance(value, int):
        return (1, value)
    if isinstance(value, tuple):
        return (3, value[0], *map(natural, value[1:]))
    return (0,) if value is FREE else _natural_name(value)


@lru_cache(maxsize=4096)
def _natural_name(name: str) -> tuple:
    head = name.rstrip("0123456789")
    return (2, head, int(name[len(head) :] or -1))


def _wrapped(number: int) -> int:
    """An integer of 32 bits: clingo's wrap silently."""
    return (number + 2**31) % 2**32 - 2**31


def _divide(left: int, right: int) -> int:
    if right == 0:
        raise Undefined
    return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)


def _power(left: int, right: int) -> int:
    if right < 0:
        if left == 0:
            raise Undefined
        return left**-right if abs(left) == 1 else 0
    return pow(left, right, 2**32)


_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": _divide,
    "\\": lambda left, right: left - right * _divide(left, right),
    "**": _power,
    "^": lambda left, right: left ^ right,
    "?": lambda left, right: left | right,
}


class Term(ABC):
    """A term of a rule."""

    __slots__ = ()

    @abstractmethod
    def value(self, env: Environment) -> Value:
        """Its value; `FREE` if a variable of it is not bound.

        Raises:
            Undefined: arithmetic on what is no integer.
        """

    def values(self, env: Environment) -> Iterator[Value]:
        """Its values: several for an interval or a pool."""
        yield self.value(env)

    def match(self, value: Value, env: Environment) -> bool:
        """Whether it can have this value; binds the variables that this takes."""
        own = self.value(env)
        return own is FREE or bool(own == value)

    def pattern(self, env: Environment) -> Value:
        """Its value as far as it is known: `FREE` stands in it for what is not."""
        try:
            return self.value(env)
        except Undefined:
            return FREE

    def slots(self) -> Iterator[int]:
        """The slots of its variables."""
        yield from ()


@dataclass(frozen=True, slots=True)
class Variable(Term):
    """A variable; those without a name have no slot of their own and match anything."""

    slot: int
    name: str

    def value(self, env: Environment) -> Value:
        return env[self.slot]

    def match(self, value: Value, env: Environment) -> bool:
        if env[self.slot] is FREE:
            env[self.slot] = value
            return True
        return bool(env[self.slot] == value)

    def slots(self) -> Iterator[int]:
        yield self.slot


@dataclass(frozen=True, slots=True)
class Anything(Term):
    """`_`"""

    def value(self, env: Environment) -> Value:
        return FREE

    def match(self, value: Value, env: Environment) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Constant(Term):
    """An integer, a constant or a string; `name` is that of the `#const` that it comes from."""

    constant: Value
    name: str | None = None

    def value(self, env: Environment) -> Value:
        return self.constant


@dataclass(frozen=True, slots=True)
class Function(Term):
    """`f(a, 1)`, or a tuple, whose name is empty."""

    name: str
    arguments: tuple[Term, ...]

    def value(self, env: Environment) -> Value:
        values = [argument.value(env) for argument in self.arguments]
        return FREE if FREE in values else (self.name, *values)

    def values(self, env: Environment) -> Iterator[Value]:
        for values in product(*(argument.values(env) for argument in self.arguments)):
            yield FREE if FREE in values else (self.name, *values)

    def pattern(self, env: Environment) -> Value:
        return (self.name, *(argument.pattern(env) for argument in self.arguments))

    def match(self, value: Value, env: Environment) -> bool:
        if not isinstance(value, tuple) or value[0] != self.name or len(value) != len(self.arguments) + 1:
            return False
        return all(argument.match(part, env) for argument, part in zip(self.arguments, value[1:], strict=True))

    def slots(self) -> Iterator[int]:
        for argument in self.arguments:
            yield from argument.slots()


@dataclass(frozen=True, slots=True)
class Operation(Term):
    """`X+1`"""

    sign: str
    left: Term
    right: Term

    def value(self, env: Environment) -> Value:
        left, right = self.left.value(env), self.right.value(env)
        if left is FREE or right is FREE:
            return FREE
        if not isinstance(left, int) or not isinstance(right, int):
            raise Undefined
        return _wrapped(_OPERATIONS[self.sign](left, right))

    def match(self, value: Value, env: Environment) -> bool:
        own = self.value(env)
        if own is not FREE:
            return bool(own == value)
        if not isinstance(value, int):
            return False
        left, right = self.left.value(env), self.right.value(env)
        if self.sign == "+" and isinstance(right, int):
            return self.left.match(_wrapped(value - right), env)
        if self.sign == "+" and isinstance(left, int):
            return self.right.match(_wrapped(value - left), env)
        if self.sign == "-" and isinstance(right, int):
            return self.left.match(_wrapped(value + right), env)
        if self.sign == "-" and isinstance(left, int):
            return self.right.match(_wrapped(left - value), env)
        return True

    def slots(self) -> Iterator[int]:
        yield from self.left.slots()
        yield from self.right.slots()


@dataclass(frozen=True, slots=True)
class Signed(Term):
    """`-X`, `|X|` or `~X`"""

    sign: str
    argument: Term

    def value(self, env: Environment) -> Value:
        value = self.argument.value(env)
        if value is FREE:
            return FREE
        if not isinstance(value, int):
            raise Undefined
        return _wrapped({"-": -value, "|": abs(value), "~": ~value}[self.sign])

    def slots(self) -> Iterator[int]:
        yield from self.argument.slots()


@dataclass(frozen=True, slots=True)
class Choice(Term):
    """`F..L`, or a pool `(a; b)`: one of several values."""

    interval: bool
    options: tuple[Term, ...]

    def value(self, env: Environment) -> Value:
        return FREE

    def values(self, env: Environment) -> Iterator[Value]:
        if not self.interval:
            for option in self.options:
                yield from option.values(env)
            return
        for first, last in product(*(option.values(env) for option in self.options)):
            if first is FREE or last is FREE:
                yield FREE
            elif not isinstance(first, int) or not isinstance(last, int):
                raise Undefined
            else:
                yield from range(first, last + 1)

    def match(self, value: Value, env: Environment) -> bool:
        if not self.interval:
            return any(option.match(value, env) for option in self.options)
        first, last = (option.value(env) for option in self.options)
        return first is FREE or last is FREE or (isinstance(value, int) and bool(first <= value <= last))

    def slots(self) -> Iterator[int]:
        for option in self.options:
            yield from option.slots()


def is_open(pattern: Value) -> bool:
    """Whether something in a pattern is not known."""
    if not isinstance(pattern, tuple):
        return pattern is FREE
    for part in pattern:  # noqa: SIM110 a generator costs twice as much, and this is asked of every atom
        if part is FREE or (isinstance(part, tuple) and is_open(part)):
            return True
    return False


def fits(pattern: Value, value: Value) -> bool:
    """Whether a value is one that a pattern stands for."""
    if pattern is FREE or pattern == value:
        return True
    if not isinstance(pattern, tuple) or not isinstance(value, tuple) or len(pattern) != len(value):
        return False
    return bool(pattern[0] == value[0]) and all(map(fits, pattern[1:], value[1:]))


_RELATIONS: dict[str, Callable[[tuple, tuple], bool]] = {
    "=": lambda left, right: left == right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def compare(left: Value, relation: str, right: Value) -> bool:
    """Whether two values stand in a relation."""
    return _RELATIONS[relation](order(left), order(right))


def aggregate(function: str, tuples: Sequence[tuple[Value, ...]]) -> Value:
    """The value of `#count`, `#sum`, `#sum+`, `#min` or `#max` over different tuples."""
    if function == "#count":
        return len(tuples)
    weights = [row[0] for row in tuples if row]
    if function in ("#min", "#max"):
        best = sorted(weights, key=order)
        edges = ("#sup", "#inf")
        return (best[0] if function == "#min" else best[-1]) if best else edges[function == "#max"]
    numbers = [weight for weight in weights if isinstance(weight, int)]
    return _wrapped(sum(number for number in numbers if number > 0 or function == "#sum"))
