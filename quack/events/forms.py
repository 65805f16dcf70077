"""What the data of an event may hold, read off the classes of `quack.events.models`: its keys, and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from msgspec import NODEFAULT, inspect

from quack.events.models import Event, Loose
from quack.events.problems import quoted

_SET_BY_READER = frozenset(Event.__struct_fields__)


# --- how many keys are known ------------------------------------------------------------------------------------------


@cache
def known_keys(kind: type[Loose]) -> tuple[int, Callable[[Any], int] | None]:
    """How many keys every part of a kind has, and what counts the further ones that a part surely had as it was read.

    These are the optional ones whose value is not the default, and all in the objects within; None if there are none.
    Never more are counted than there were, so that as many in a line are proof that it has no others.
    """
    fields = [field for field in _form(kind).fields if field.name not in _SET_BY_READER]
    # Without a plain default there is no telling whether a value was there.
    optional = [(field.name, field.default) for field in fields if field.default is not NODEFAULT]
    holders = [(field.name, counter) for field in fields if (counter := _counter(field.type)) is not None]

    def further(part: Loose) -> int:
        keys = 0
        for name, default in optional:
            if getattr(part, name) != default:
                keys += 1
        for name, counter in holders:
            keys += counter(getattr(part, name))
        return keys

    return sum(field.required for field in fields), further if optional or holders else None


def _counter(form: inspect.Type) -> Callable[[Any], int] | None:
    """What counts the keys in a value of a form; None if it has none, or none that are known."""
    if isinstance(form, inspect.StructType):
        required, further = known_keys(form.cls)
        return lambda part: required + (further(part) if further else 0)
    if isinstance(form, inspect.VarTupleType):
        of_item = _counter(form.item_type)
        return of_item and (lambda items: sum(map(of_item, items)))
    if isinstance(form, inspect.DictType):
        of_value = _counter(form.value_type)
        return (lambda held: len(held) + sum(map(of_value, held.values()))) if of_value else len
    return None


# --- which keys are not known -----------------------------------------------------------------------------------------


def unknown_keys(kind: type[Event], data: dict[str, Any]) -> Iterator[str]:
    """The unknown keys of an event's data, each as "event_type.part.key"; the data fits the event."""
    return _unknown(_form(kind), data, kind.event_type)


def _unknown(form: inspect.Type, value: Any, place: str) -> Iterator[str]:
    container = _container(form, value)
    if isinstance(container, inspect.StructType):
        known, holders = _known(container.cls)
        yield from (f"{place}.{key}" for key in value if key not in known)
        for key, inner in holders:
            if key in value:
                yield from _unknown(inner, value[key], f"{place}.{key}")
    elif isinstance(container, inspect.DictType):
        for each in value.values():
            yield from _unknown(container.value_type, each, place)
    elif isinstance(container, inspect.VarTupleType):
        for each in value:
            yield from _unknown(container.item_type, each, place)


@cache
def _known(kind: type[Loose]) -> tuple[frozenset[str], tuple[tuple[str, inspect.Type], ...]]:
    """The keys of a part, and those under which others may stand."""
    fields = _form(kind).fields
    holders = tuple((field.encode_name, field.type) for field in fields if any(map(_holds, _choices(field.type))))
    return frozenset(field.encode_name for field in fields), holders


# --- which values are wrong -------------------------------------------------------------------------------------------


def wrong_values(kind: type[Event], data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What doesn't fit an event in data: the place, parted by dots, and what is wrong there."""
    return _wrong(_form(kind), data, "")


def _wrong(form: inspect.Type, value: Any, place: str) -> Iterator[tuple[str, str]]:
    container = _container(form, value)
    if isinstance(container, inspect.StructType):
        for field in container.fields:
            if field.encode_name in value:
                yield from _wrong(field.type, value[field.encode_name], f"{place}{field.encode_name}.")
            elif field.required:
                yield f"{place}{field.encode_name}", "it is missing"
    elif isinstance(container, inspect.DictType):
        for key, each in value.items():
            yield from _wrong(container.value_type, each, f"{place}{key}.")
    elif isinstance(container, inspect.VarTupleType):
        for index, each in enumerate(value):
            yield from _wrong(container.item_type, each, f"{place}{index}.")
    elif not any(_is(one, value) for one in _choices(form)):
        wanted = [word for one in _choices(form) for word in _words(one)]
        listed = " or ".join(filter(None, (", ".join(wanted[:-1]), wanted[-1])))
        yield place.removesuffix("."), f"expected {listed}, got {_shown(value)}"


def _is(form: inspect.Type, value: Any) -> bool:
    match form:
        case inspect.NoneType():
            return value is None
        case inspect.StrType():
            return type(value) is str
        case inspect.IntType(ge=least, le=most):
            return type(value) is int and (least is None or value >= least) and (most is None or value <= most)
        case inspect.FloatType():
            return type(value) is float or type(value) is int
        case inspect.LiteralType(values=values):
            return value in values
    # What holds others is looked into where the value is of its kind.
    return not _holds(form)


def _words(form: inspect.Type) -> tuple[str, ...]:
    match form:
        case inspect.NoneType():
            return ("null",)
        case inspect.StrType():
            return ("a string",)
        case inspect.IntType(ge=least, le=most):
            return ("an integer" if least is None else f"an integer from {least} to {most}",)
        case inspect.FloatType():
            return ("a number",)
        case inspect.LiteralType(values=values):
            return tuple(map(repr, values))
        case inspect.VarTupleType():
            return ("a list",)
    return ("an object",)


def _shown(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return quoted(value) if isinstance(value, str) else str(value)[:60]


# --- forms ------------------------------------------------------------------------------------------------------------


@cache
def _form(kind: type[Loose]) -> inspect.StructType:
    form = inspect.type_info(kind)
    assert isinstance(form, inspect.StructType)
    return form


def _choices(form: inspect.Type) -> tuple[inspect.Type, ...]:
    return form.types if isinstance(form, inspect.UnionType) else (form,)


def _holds(form: inspect.Type) -> bool:
    return isinstance(form, inspect.StructType | inspect.DictType | inspect.VarTupleType)


def _container(form: inspect.Type, value: Any) -> inspect.Type | None:
    """What a form says of the insides of a value; None if it may not have any."""
    for one in _choices(form):
        lists = isinstance(one, inspect.VarTupleType)
        if _holds(one) and isinstance(value, list | tuple if lists else dict):
            return one
    return None
