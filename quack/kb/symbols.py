"""How do facts get into clingo, and rows out of it, quickly?

Facts enter as ground terms, many to a call of `clingo.parse_term`, and reach the program through an external function:
a third of the time that program text takes, and no word in a fact can become program or meet a `#const` of its name.
They go in, and rows leave, through `quack.kb.handles`; where that is not to be had, through the public interface.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import clingo

from quack.errors import RulebookError
from quack.kb import handles

Value = Any
"""A term in Python: an integer, a constant's name, or a tuple (function name, argument, …)."""

Row = tuple[Value, ...]
"""The arguments of an atom."""

_TERMS_PER_CALL = 10_000


class Values(dict[handles.Handle, Value]):
    """From a symbol's handle to its value, each converted once, for one control."""

    def __missing__(self, handle: handles.Handle) -> Value:
        read = handles.read_value if handles.AVAILABLE else _value
        value = self[handle] = read(handle, self)
        return value

    def expect(self, constants: Sequence[str]) -> None:
        """Has the values of plain constants at hand, sooner than one by one."""
        if handles.AVAILABLE and constants:
            self.update(zip(handles.constants(constants), constants, strict=True))


def _value(handle: handles.Handle, values: Values) -> Value:
    """As `handles.read_value`."""
    symbol = clingo.Symbol(handle)
    if symbol.type == clingo.SymbolType.Number:
        return symbol.number
    if symbol.type == clingo.SymbolType.Function and symbol.positive:
        arguments = [values[argument._rep] for argument in symbol.arguments]
        return (symbol.name, *arguments) if arguments else symbol.name or ("",)
    return str(symbol)


def read_rows(control: clingo.Control, values: Values, name: str, arity: int, raw: int | None = None) -> list[Row]:
    """The arguments of every atom of one predicate, in the order of grounding; whether it is true is not asked.

    Args:
        raw: the position of an argument that is left as its handle.
    """
    if arity == 0:
        return [() for _ in control.symbolic_atoms.by_signature(name, 0)]
    if handles.AVAILABLE:
        found = handles.arguments_of(control, name, arity)
        columns: list[Iterable[Any]] = [found[position::arity] for position in range(arity)]
    else:
        listed = control.symbolic_atoms.by_signature(name, arity)
        columns = [*zip(*([each._rep for each in atom.symbol.arguments] for atom in listed), strict=True)]
    value = values.__getitem__
    columns = [column if at == raw else map(value, column) for at, column in enumerate(columns)]
    return list(zip(*columns, strict=True))


class Spelling(dict[handles.Handle, str]):
    """What symbols say, by their handles: of long terms only their parts become values on the way.

    Args:
        words: what values say.
    """

    def __init__(self, values: Values, words: Mapping[Value, str]) -> None:
        super().__init__()
        self._values = values
        self._words = words

    def __missing__(self, handle: handles.Handle) -> str:
        # Shorter ones may stand for a name.
        long = handles.spell(handle, self, 3) if handles.AVAILABLE else None
        text = self[handle] = long or self._words[self._values[handle]]
        return text


class Facts:
    """Facts as terms, by the name of their predicate; iterates over all of them."""

    def __init__(self) -> None:
        self.terms: dict[str, list[str]] = {}

    def add(self, name: str, term: str) -> None:
        """Takes in one fact, its predicate's name included in the term."""
        try:
            self.terms[name].append(term)
        except KeyError:
            self.terms[name] = [term]

    def extend(self, name: str, terms: Iterable[str]) -> None:
        """Takes in facts of one predicate."""
        if terms := list(terms):
            self.terms.setdefault(name, []).extend(terms)

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self.terms.values())


def parse_facts(facts: str | Iterable[str]) -> dict[str, list[str]]:
    """Facts, one to a line, as terms by the name of their predicate; the full stop at the end is optional."""
    if isinstance(facts, Facts):
        return facts.terms
    terms: dict[str, list[str]] = {}
    for line in facts.splitlines() if isinstance(facts, str) else facts:
        term = line.strip().removesuffix(".")
        if term:
            name = term.partition("(")[0]
            try:
                terms[name].append(term)
            except KeyError:
                terms[name] = [term]
    return terms


def as_symbols(terms: list[str]) -> list[clingo.Symbol]:
    """Ground terms as symbols.

    Raises:
        RulebookError: one of them is no ground term.
    """
    return [symbol for each in as_tuples(terms) for symbol in each.arguments]


def as_tuples(terms: list[str]) -> list[clingo.Symbol]:
    """Ground terms as tuples that hold many of them each; errors as for `as_symbols`."""
    tuples: list[clingo.Symbol] = []
    for start in range(0, len(terms), _TERMS_PER_CALL):
        chunk = terms[start : start + _TERMS_PER_CALL]
        text = f"({','.join(chunk)},)"  # the comma after the last one keeps a single term a tuple
        try:
            if not text.isascii():  # clingo can't even say what it thinks of that
                raise RuntimeError
            tuples.append(clingo.parse_term(text, _silent))
        except RuntimeError:
            raise RulebookError(f"not a fact: {_first_that_fails(chunk)}") from None
    return tuples


def _silent(code: clingo.MessageCode, text: str) -> None:
    """Drops clingo's message about a term; the error names the term."""


def by_arity(tuples: list[clingo.Symbol], *, alike: bool = False) -> dict[int, list[clingo.Symbol]]:
    """Tuples of facts, by the number of arguments that each fact has.

    Args:
        alike: whether all of them are known to have as many.
    """
    if alike and handles.AVAILABLE:
        return {handles.arity_of_first(tuples[0]): tuples}
    symbols = [symbol for each in tuples for symbol in each.arguments]
    arities = handles.arities(symbols) if handles.AVAILABLE else [len(symbol.arguments) for symbol in symbols]
    if len(set(arities)) == 1:
        return {arities[0]: tuples}
    groups: dict[int, list[clingo.Symbol]] = {}
    for symbol, arity in zip(symbols, arities, strict=True):
        groups.setdefault(arity, []).append(symbol)
    return {arity: [clingo.Tuple_(group)] for arity, group in groups.items()}


def _first_that_fails(terms: list[str]) -> str:
    for term in terms:
        if not term.isascii():
            return term
        try:
            clingo.parse_term(term, _silent)
        except RuntimeError:
            return term
    return terms[0]


class FactSource:
    """What the external function `@facts(name, arity)` of one grounding gives: what the tuples of a predicate hold."""

    def __init__(self, tuples: Mapping[tuple[str, int], list[clingo.Symbol]]) -> None:
        self._tuples = tuples

    def facts(self, name: clingo.Symbol, arity: clingo.Symbol) -> list[clingo.Symbol]:
        return [symbol for each in self._tuples[name.string, arity.number] for symbol in each.arguments]

    def ground(self, control: clingo.Control) -> None:
        """Grounds the base program of a control.

        Raises:
            RuntimeError: as `clingo.Control.ground`.
        """
        if handles.AVAILABLE:
            handles.ground(control, lambda name, arity: self._tuples[name, arity])
        else:
            control.ground([("base", [])], self)


def fact_rule(name: str, arity: int) -> str:
    """The rule that brings in the facts of one predicate."""
    variables = ",".join(f"V{number}" for number in range(arity))
    atom = f"{name}({variables})" if arity else name
    return f'{atom} :- {atom} = @facts("{name}",{arity}).'
