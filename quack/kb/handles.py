"""The C interface below clingo's Python classes: symbols as the integers that stand for them, thousands at a time.

The binding is not part of clingo's promises. Where a version lacks it, `AVAILABLE` is false, `quack.kb.symbols` does
the same with the public classes, in three times the time, and nothing else in here may be called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import clingo

try:
    from clingo._internal import _ffi, _lib
except ImportError:
    _ffi = _lib = None

AVAILABLE = _lib is not None

Handle = int
"""A symbol of clingo: equal ones have the same."""

_WIDTH = 8
"""Bytes of a handle."""

if AVAILABLE:
    # Where C functions put their results; each is read before the next call.
    _NUMBER, _FLAG, _NAME = _ffi.new("int*"), _ffi.new("bool*"), _ffi.new("char**")
    _ARGUMENTS, _SIZE = _ffi.new("clingo_symbol_t**"), _ffi.new("size_t*")
    _type_of, _is_positive, _name_of = _lib.clingo_symbol_type, _lib.clingo_symbol_is_positive, _lib.clingo_symbol_name
    _number_of, _arguments_of = _lib.clingo_symbol_number, _lib.clingo_symbol_arguments
    _FUNCTION, _INTEGER = _lib.clingo_symbol_type_function, _lib.clingo_symbol_type_number
    _text, _unpack = _ffi.string, _ffi.unpack


def read_value(handle: Handle, values: Mapping[Handle, Any]) -> Any:
    """A symbol as a number, a constant's name, or a tuple of a function's name and the values of its arguments."""
    # What each value of an audit goes through: the calls that most need come first.
    kind = _type_of(handle)
    if kind == _FUNCTION:
        _is_positive(handle, _FLAG)
        if _FLAG[0]:
            _name_of(handle, _NAME)
            name = _text(_NAME[0]).decode()
            _arguments_of(handle, _ARGUMENTS, _SIZE)
            size = _SIZE[0]
            if size:
                return (name, *map(values.__getitem__, _unpack(_ARGUMENTS[0], size)))
            return name or ("",)
    elif kind == _INTEGER:
        _number_of(handle, _NUMBER)
        return _NUMBER[0]
    return str(clingo.Symbol(handle))


def spell(handle: Handle, words: Mapping[Handle, str], least: int) -> str | None:
    """A function as text, its arguments in words; None for what is no function or has fewer arguments than `least`."""
    if _type_of(handle) != _FUNCTION:
        return None
    _arguments_of(handle, _ARGUMENTS, _SIZE)
    size = _SIZE[0]
    if size < least:
        return None
    _is_positive(handle, _FLAG)
    if not _FLAG[0]:
        return None
    _name_of(handle, _NAME)
    name = _text(_NAME[0]).decode()
    return f"{name}({', '.join(map(words.__getitem__, _unpack(_ARGUMENTS[0], size)))})"


def constants(names: Iterable[str]) -> list[Handle]:
    """The handles of plain constants."""
    listed = clingo.parse_term(f"({','.join(names)},)")
    _arguments_of(listed._rep, _ARGUMENTS, _SIZE)
    found: list[Handle] = _unpack(_ARGUMENTS[0], _SIZE[0])
    return found


def ground(control: clingo.Control, facts: Callable[[str, int], Iterable[clingo.Symbol]]) -> None:
    """Grounds the base program; its external function `@facts(name, arity)` gets what tuples hold, uncopied.

    Args:
        facts: the tuples of a predicate's facts.

    Raises:
        RuntimeError: as `clingo.Control.ground`.
    """

    def call(_place: Any, _name: Any, arguments: Any, _size: int, _data: Any, give: Any, giving: Any) -> bool:
        _lib.clingo_symbol_string(arguments[0], _NAME)
        _lib.clingo_symbol_number(arguments[1], _NUMBER)
        for each in facts(_ffi.string(_NAME[0]).decode(), _NUMBER[0]):
            _lib.clingo_symbol_arguments(each._rep, _ARGUMENTS, _SIZE)
            if not give(_ARGUMENTS[0], _SIZE[0], giving):
                return False
        return True

    callback = _ffi.callback("clingo_ground_callback_t", call, error=False)
    name = _ffi.new("char[]", b"base")
    part = _ffi.new("clingo_part_t*", {"name": name, "params": _ffi.NULL, "size": 0})
    if not _lib.clingo_control_ground(control._rep, part, 1, callback, _ffi.NULL):
        raise MemoryError if _lib.clingo_error_code() == _lib.clingo_error_bad_alloc else RuntimeError(_message())


def _message() -> str:
    text = _lib.clingo_error_message()
    return "grounding stopped" if text == _ffi.NULL else str(_ffi.string(text).decode())


def arities(symbols: Iterable[clingo.Symbol]) -> list[int]:
    """How many arguments each function has."""
    size, read = _SIZE, _lib.clingo_symbol_arguments
    return [size[0] for symbol in symbols if read(symbol._rep, _ARGUMENTS, size)]


def arity_of_first(each: clingo.Symbol) -> int:
    """How many arguments the first of a tuple's functions has."""
    _lib.clingo_symbol_arguments(each._rep, _ARGUMENTS, _SIZE)
    _lib.clingo_symbol_arguments(_ARGUMENTS[0][0], _ARGUMENTS, _SIZE)
    return int(_SIZE[0])


def arguments_of(control: clingo.Control, name: str, arity: int) -> memoryview:
    """The arguments of all atoms of a predicate, one atom after the other, in the order of grounding."""
    atoms, signature = _ffi.new("clingo_symbolic_atoms_t**"), _ffi.new("clingo_signature_t*")
    place, end = _ffi.new("clingo_symbolic_atom_iterator_t*"), _ffi.new("clingo_symbolic_atom_iterator_t*")
    _lib.clingo_control_symbolic_atoms(control._rep, atoms)
    _lib.clingo_signature_create(name.encode(), arity, True, signature)
    table = atoms[0]
    _lib.clingo_symbolic_atoms_begin(table, signature, place)
    _lib.clingo_symbolic_atoms_end(table, end)
    atom_at, arguments, move, view = (
        _lib.clingo_symbolic_atoms_symbol,
        _arguments_of,
        _lib.clingo_symbolic_atoms_next,
        _ffi.buffer,
    )
    handle, into, size = _ffi.new("clingo_symbol_t*"), _ARGUMENTS, _SIZE
    found, width, at, last = bytearray(), arity * _WIDTH, place[0], end[0]
    while at != last and atom_at(table, at, handle):
        arguments(handle[0], into, size)
        found += view(into[0], width)
        move(table, at, place)
        at = place[0]
    return memoryview(found).cast("Q")


def statistic(control: clingo.Control, *path: str) -> float:
    """One number of a control's statistics; `clingo.Control.statistics` would fetch them all.

    Args:
        path: the keys that lead to it.
    """
    found, key, value = _ffi.new("clingo_statistics_t**"), _ffi.new("uint64_t*"), _ffi.new("double*")
    good = _lib.clingo_control_statistics(control._rep, found) and _lib.clingo_statistics_root(found[0], key)
    for name in path:
        good = good and _lib.clingo_statistics_map_at(found[0], key[0], name.encode(), key)
    if not good or not _lib.clingo_statistics_value_get(found[0], key[0], value):
        raise RuntimeError(_message())
    return float(value[0])
