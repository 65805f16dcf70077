"""The atoms that hold, indexed by what is asked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Protocol, TypeVar

from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.values import fits, is_open, natural

K = TypeVar("K")
T = TypeVar("T")

Pattern = Row
"""The arguments of an atom, `FREE` where they are not known."""


class Rows(Protocol):
    """What a model is read from; `quack.kb.solve.Answer` is one."""

    def rows(self, name: str, arity: int, *, ordered: bool = True) -> list[Row]: ...


Index = Mapping[Value, Sequence[Row]]
"""Rows by their arguments at some positions."""


def gathered(pairs: Iterable[tuple[K, T]], found: dict[K, Sequence[T]]) -> None:
    """Adds things under their keys, mostly one to a key: a tuple of one takes half the memory of a list."""
    get = found.get
    for key, one in pairs:
        known = get(key)
        if known is None:
            found[key] = (one,)
        elif type(known) is list:
            known.append(one)
        else:
            found[key] = [*known, one]


def line_order(row: Row) -> tuple:
    """A key that puts rows in the order of their log lines, the last argument by custom."""
    return (row[-1] if row and isinstance(row[-1], int) else -1, tuple(map(natural, row)))


def in_line_order(rows: Sequence[Row]) -> list[Row]:
    """Rows in the order of their log lines, the last argument by custom."""
    if len(rows) < 2:
        return list(rows)
    try:
        lines = [row[-1] for row in rows]
        if len(set(lines)) == len(rows) and all(type(line) is int for line in lines):
            return sorted(rows, key=itemgetter(-1))
    except IndexError:
        pass
    return sorted(rows, key=line_order)


def first_in_line_order(rows: Sequence[Row]) -> Row:
    """The first of some rows in that order: the others need not be sorted."""
    lines = [row[-1] if row and isinstance(row[-1], int) else -1 for row in rows]
    first = min(lines)
    if lines.count(first) == 1:
        return rows[lines.index(first)]
    return min([row for row, line in zip(rows, lines, strict=True) if line == first], key=_natural)


def _natural(row: Row) -> tuple:
    return tuple(map(natural, row))


class Model:
    """The rows of every predicate, read and indexed when they are first asked for.

    Args:
        source: the answer of a solver.
        more: rows of predicates that the program does not hold.
    """

    def __init__(self, source: Rows, more: Callable[[Signature], Iterable[Row]] = lambda _: ()) -> None:
        self._source = source
        self._more = more
        self._rows: dict[Signature, list[Row]] = {}
        self._sets: dict[Signature, frozenset[Row]] = {}
        self._indexes: dict[tuple[Signature, tuple[int, ...]], dict[Value, Sequence[Row]]] = {}

    def rows(self, signature: Signature) -> list[Row]:
        """The rows of a predicate, in no particular order."""
        rows = self._rows.get(signature)
        if rows is None:
            rows = self._source.rows(*signature, ordered=False) or list(self._more(signature))
            self._rows[signature] = rows
        return rows

    def holds(self, signature: Signature, row: Row) -> bool:
        """Whether an atom holds."""
        rows = self._sets.get(signature)
        if rows is None:
            rows = self._sets[signature] = frozenset(self.rows(signature))
        return row in rows

    def index(self, signature: Signature, positions: tuple[int, ...]) -> Index:
        """The rows by their arguments at some positions: the argument itself for one, a tuple for several."""
        index = self._indexes.get((signature, positions))
        if index is None:
            index = self._indexes[signature, positions] = {}
            rows = self.rows(signature)
            gathered(zip(map(itemgetter(*positions), rows), rows, strict=True), index)
        return index

    def find(self, signature: Signature, pattern: Sequence[Value]) -> Sequence[Row]:
        """The rows that a pattern stands for."""
        open_ = [position for position, part in enumerate(pattern) if is_open(part)]
        if not open_:
            row = tuple(pattern)
            return (row,) if self.holds(signature, row) else ()
        positions = tuple(position for position in range(len(pattern)) if position not in open_)
        rows: Sequence[Row] = ()
        if not positions:
            rows = self.rows(signature)
        else:
            key = tuple(pattern[position] for position in positions)
            rows = self.index(signature, positions).get(key if len(key) > 1 else key[0], ())
        partly = [position for position in open_ if isinstance(pattern[position], tuple)]
        return [row for row in rows if all(fits(pattern[at], row[at]) for at in partly)] if partly else rows

    def holds_any(self, signature: Signature, pattern: Sequence[Value]) -> bool:
        """Whether any atom that a pattern stands for holds."""
        return bool(self.find(signature, pattern))

    def close(self) -> None:
        """Empties it, whoever holds a part of it."""
        for rows in self._rows.values():
            rows.clear()
        for index in self._indexes.values():
            index.clear()
        vars(self).clear()
