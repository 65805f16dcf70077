"""Which value has each `#const` of a rulebook? What is written, or what was given for it with `--const`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from quack.errors import RulebookError
from quack.kb.messages import suggest
from quack.kb.program import RuleFile, parse_const

_TICKS = re.compile(r"(?:.*_)?(?:slack|ticks)|off_by")
"""Names of constants that count ticks."""


def constants_of(files: Sequence[RuleFile], given: Mapping[str, str | int]) -> dict[str, str | int]:
    """The values in force.

    Args:
        given: values for some of them, as from `--const`.

    Raises:
        RulebookError: a constant is defined twice, is unknown, or can't have its value.
    """
    for error in constant_problems(files):
        raise error
    values: dict[str, str | int] = {}
    for file in files:
        values |= file.consts
    values |= {name: _given(files, values, name, value) for name, value in given.items()}
    return {name: _followed(files, values, name) for name in values}


def constant_problems(files: Sequence[RuleFile]) -> Iterator[RulebookError]:
    """Every constant that is defined in a second file, or can't have its value."""
    seen: set[str] = set()
    for file in files:
        for name, value in file.consts.items():
            if name in seen:
                what = f"#const {name} is defined in another file too"
                yield file.source.error(what, *_place(file, name), "remove one")
            elif reason := _refusal(name, value):
                what = f"#const {name} is {value}: {reason}"
                yield file.source.error(what, *_place(file, name), "give a number from 0")
            seen.add(name)


def _followed(files: Sequence[RuleFile], values: Mapping[str, str | int], name: str) -> str | int:
    """The value that a constant has in the end, where it is given that of another one."""
    chain = [name]
    while (value := values[chain[-1]]) != chain[-1] and value in values:
        if value in chain:
            file = next(file for file in files if name in file.consts)
            what = f"#const {name} goes round in a circle: {', '.join([*chain, str(value)])}"
            raise file.source.error(what, *_place(file, name), "give one of them a value of its own")
        chain.append(str(value))
    return value


def _given(files: Sequence[RuleFile], written: Mapping[str, str | int], name: str, text: str | int) -> str | int:
    option = f"--const {name}={text}"
    if name not in written:
        raise RulebookError(f"{option}: no #const {name}", remedy=suggest(name, written, "there is "))
    try:
        value = parse_const(text)
    except ValueError:
        what = f"{option}: {text} is neither an integer up to a million nor a constant"
        raise RulebookError(what, remedy="give an integer or a lower-case constant") from None
    file = next(file for file in files if name in file.consts)
    kind = "an integer" if isinstance(written[name], int) else "a constant"
    where = f"{file.source.name}:{_place(file, name)[0]} says {written[name]}"
    if isinstance(value, int) != isinstance(written[name], int):
        raise RulebookError(f"{option}: {value} is not {kind}", remedy=f"give {kind}: {where}")
    if reason := _refusal(name, value):
        raise RulebookError(f"{option}: {reason}", remedy=f"give a number from 0: {where}")
    return value


def _refusal(name: str, value: str | int) -> str | None:
    """Why a constant can't have a value."""
    if not _TICKS.fullmatch(name):
        return None
    if not isinstance(value, int):
        return "a number of ticks is an integer"
    return "a number of ticks is never negative" if value < 0 else None


def _place(file: RuleFile, name: str) -> tuple[int, int]:
    """Where a constant is written."""
    found = re.search(rf"#const\s+{re.escape(name)}(?![\w'])", file.scanned.code)
    assert found is not None, "a constant of a file is written in it"
    return file.source.place(found.start())
