"""How do facts get into clingo, and rows out of it, quickly?

Facts enter as ground terms, many to a call of `clingo.parse_term`, and reach the program through an external function:
a third of the time that program text takes, and no word in a fact can become program or meet a `#const` of its name.
Rows leave through the C functions below `clingo.Model` and `clingo.Symbol`, in a fifth of the time of the Python
properties; where a version of clingo lacks them, the public interface serves.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import clingo

from quack.errors import RulebookError

try:
    from clingo._internal import _ffi, _lib
except ImportError:  # the binding is not part of clingo's promises
    _ffi = _lib = None

if _lib is not None:
    # Where C functions put their results; each is read before the next call.
    _NUMBER, _FLAG, _NAME = _ffi.new("int*"), _ffi.new("bool*"), _ffi.new("char**")
    _ARGUMENTS, _SIZE = _ffi.new("clingo_symbol_t**"), _ffi.new("size_t*")

Value = Any
"""A term in Python: an integer, a constant's name, or a tuple (function name, argument, …)."""

Row = tuple[Value, ...]
"""The arguments of an atom."""

_TERMS_PER_CALL = 10_000

_WIDTH = 8
"""Bytes of a handle."""

Atoms = dict[tuple[str, int], memoryview]
"""The handles of all atoms, by predicate."""


class Values(dict[int, Value]):
    """From a symbol's handle to its value, each converted once, for one control."""

    def __init__(self) -> None:
        self._atoms: list[Atoms | None] = []

    def atoms(self, control: clingo.Control) -> Atoms | None:
        """The handles of the control's atoms, asked for once; None where they have to be read one by one."""
        if not self._atoms:
            self._atoms.append(None if _lib is None else _atoms_by_handle(control))
        return self._atoms[0]

    def __missing__(self, handle: int) -> Value:
        value = _value_by_handle(handle, self) if _lib is not None else _value(clingo.Symbol(handle), self)
        self[handle] = value
        return value


def _value(symbol: clingo.Symbol, values: Values) -> Value:
    if symbol.type == clingo.SymbolType.Number:
        return symbol.number
    if symbol.type == clingo.SymbolType.Function and symbol.positive:
        arguments = [values[argument._rep] for argument in symbol.arguments]
        return (symbol.name, *arguments) if arguments else symbol.name or ("",)
    return str(symbol)


def _value_by_handle(handle: int, values: Values) -> Value:
    kind = _lib.clingo_symbol_type(handle)
    if kind == _lib.clingo_symbol_type_number:
        _lib.clingo_symbol_number(handle, _NUMBER)
        return _NUMBER[0]
    if kind != _lib.clingo_symbol_type_function:
        return str(clingo.Symbol(handle))
    _lib.clingo_symbol_is_positive(handle, _FLAG)
    if not _FLAG[0]:
        return str(clingo.Symbol(handle))
    _lib.clingo_symbol_name(handle, _NAME)
    name = _ffi.string(_NAME[0]).decode()
    _lib.clingo_symbol_arguments(handle, _ARGUMENTS, _SIZE)
    if not _SIZE[0]:
        return name or ("",)
    return (name, *[values[argument] for argument in _ffi.unpack(_ARGUMENTS[0], _SIZE[0])])


def _atoms_by_handle(control: clingo.Control) -> Atoms | None:
    """The handles of all atoms by predicate; None where grounding has left the truth of some open.

    A model hands them over in one call, predicate by predicate as `symbolic_atoms` lists them.
    """
    atoms = control.symbolic_atoms
    with control.solve(yield_=True) as solving:
        model = solving.model()
        if model is None:
            return None
        _lib.clingo_model_symbols_size(model._rep, _lib.clingo_show_type_atoms, _SIZE)
        size = _SIZE[0]
        symbols = _ffi.new("clingo_symbol_t[]", max(size, 1))
        _lib.clingo_model_symbols(model._rep, _lib.clingo_show_type_atoms, symbols, size)
    if size != len(atoms):
        return None
    # Python's integers are made for the predicates that are read; the starts of all are found in the bytes.
    raw = bytes(_ffi.buffer(symbols, size * _WIDTH))
    starts: list[tuple[tuple[str, int, bool], int]] = []
    for signature in atoms.signatures:
        first = next(atoms.by_signature(*signature), None)
        if first is not None:
            starts.append((signature, _find(raw, first.symbol._rep, starts[-1][1] if starts else 0)))
    ends = [start for _, start in starts[1:]] + [size]
    return {
        (name, arity): memoryview(raw)[start * _WIDTH : end * _WIDTH].cast("Q")
        for ((name, arity, positive), start), end in zip(starts, ends, strict=True)
        if positive
    }


def _find(raw: bytes, handle: int, start: int) -> int:
    """The position of a handle among others."""
    sought, found = handle.to_bytes(_WIDTH, sys.byteorder), start * _WIDTH - 1
    while True:
        found = raw.index(sought, found + 1)
        if found % _WIDTH == 0:
            return found // _WIDTH


def _rows_by_handle(handles: Iterable[int], arity: int) -> Iterator[list[int]]:
    arguments_of, unpack = _lib.clingo_symbol_arguments, _ffi.unpack
    for handle in handles:
        arguments_of(handle, _ARGUMENTS, _SIZE)
        yield unpack(_ARGUMENTS[0], arity)


def read_rows(control: clingo.Control, values: Values, name: str, arity: int) -> list[Row]:
    """The arguments of every atom of one predicate, in the order of grounding; whether it is true is not asked."""
    if arity == 0:
        return [() for _ in control.symbolic_atoms.by_signature(name, 0)]
    value = values.__getitem__
    atoms = values.atoms(control)
    if atoms is not None:
        return [tuple(map(value, row)) for row in _rows_by_handle(atoms.get((name, arity), ()), arity)]
    found = control.symbolic_atoms.by_signature(name, arity)
    return [tuple(value(argument._rep) for argument in atom.symbol.arguments) for atom in found]


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
    symbols: list[clingo.Symbol] = []
    for start in range(0, len(terms), _TERMS_PER_CALL):
        chunk = terms[start : start + _TERMS_PER_CALL]
        text = f"({','.join(chunk)},)"  # the comma after the last one keeps a single term a tuple
        try:
            if not text.isascii():  # clingo can't even say what it thinks of that
                raise RuntimeError
            parsed = clingo.parse_term(text, _silent)
        except RuntimeError:
            raise RulebookError(f"not a fact: {_first_that_fails(chunk)}") from None
        symbols += parsed.arguments
    return symbols


def _silent(code: clingo.MessageCode, text: str) -> None:
    """Drops clingo's message about a term; the error names the term."""


def by_arity(symbols: list[clingo.Symbol]) -> dict[int, list[clingo.Symbol]]:
    """Symbols by the number of their arguments."""
    if _lib is None:
        arities = [len(symbol.arguments) for symbol in symbols]
    else:
        arguments, size, read = _ffi.new("clingo_symbol_t**"), _ffi.new("size_t*"), _lib.clingo_symbol_arguments
        arities = [size[0] for symbol in symbols if read(symbol._rep, arguments, size)]
    if len(set(arities)) == 1:
        return {arities[0]: symbols}
    groups: dict[int, list[clingo.Symbol]] = {}
    for symbol, arity in zip(symbols, arities, strict=True):
        groups.setdefault(arity, []).append(symbol)
    return groups


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
    """The external function `@facts(name, arity)` of one grounding."""

    def __init__(self, symbols: dict[tuple[str, int], list[clingo.Symbol]]) -> None:
        self._symbols = symbols

    def facts(self, name: clingo.Symbol, arity: clingo.Symbol) -> list[clingo.Symbol]:
        return self._symbols[name.string, arity.number]


def fact_rule(name: str, arity: int) -> str:
    """The rule that brings in the facts of one predicate."""
    variables = ",".join(f"V{number}" for number in range(arity))
    atom = f"{name}({variables})" if arity else name
    return f'{atom} :- {atom} = @facts("{name}",{arity}).'
