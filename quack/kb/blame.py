"""Which rule is it that takes so long? Asked when a rulebook has reached a limit, in what time is left.

Rules are added in an order in which each finds what it depends on, and the first that brings the program to a small
limit is to blame. What its text shows then says why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from math import prod

from quack.kb.cycles import strata
from quack.kb.program import RuleInfo, spell
from quack.kb.rulebook import Rulebook
from quack.kb.syntax import RuleCode, Signature
from quack.kb.worker import Limits

SHARE = 20
"""A trial gets this part of what the whole was allowed."""

_VARIABLE = re.compile(r"(?<![\w'])_*[A-Z][\w']*")
_GROWTH = re.compile(r"[-+*/\\(|^?~]")
_ASSIGNMENT = re.compile(r"(?<![\w'])_*[A-Z][\w']*\s*=(?!=)[^,;=<>!]*[-+*(][^,;]*")
_INTERVAL = re.compile(r"(-?\w+)\s*\.\.\s*(-?\w+)")
_LARGE = 100_000
_MOST = 4

Trial = Callable[[Collection[int], Limits], bool]
"""Whether the rulebook keeps some limits without these rules."""


def culprit(rulebook: Rulebook, trial: Trial, limits: Limits) -> RuleInfo | None:
    """The rule without which the ones before it keep a part of the limits, or None if none can be told."""
    numbers = strata(rulebook.rules)
    order = sorted(rulebook.rules, key=lambda rule: (numbers[rule.head], _recursive(rule, numbers), rule.id))
    small = limits.part(SHARE)

    def fails(count: int) -> bool:
        return not trial({rule.id for rule in order[count:]}, small)

    if not order or not fails(len(order)):
        return None
    good, bad = 0, len(order)
    while bad - good > 1:
        middle = (good + bad) // 2
        if fails(middle):
            bad = middle
        else:
            good = middle
    return order[bad - 1]


def _recursive(rule: RuleInfo, numbers: Mapping[Signature, int]) -> bool:
    return any(numbers[use.signature] == numbers[rule.head] for use in rule.uses)


def reason(rulebook: Rulebook, rule: RuleInfo) -> str | None:
    """Why a rule may take so long, as far as its text shows."""
    numbers = strata(rulebook.rules)
    if _recursive(rule, numbers):
        circle = [each for each in rulebook.rules if numbers[each.head] == numbers[rule.head]]
        grown = [part for each in (rule, *circle) if _recursive(each, numbers) for part in _growth(rulebook, each)]
        through = f" through {grown[0]}" if grown else ""
        return f"{spell(rule.head)} depends on itself{through}"
    code, written = _written(rulebook, rule)
    found: list[tuple[str, int]] = []
    for first, last in _INTERVAL.findall(code[written.start : written.end]):
        low, high = (_number(rulebook, text) for text in (first, last))
        if low is not None and high is not None and high >= low:
            found.append((f"{first}..{last}", high - low + 1))
    for interval, size in found:
        if size > _LARGE:
            return f"{interval} are {size} numbers"
    together = prod(size for _, size in found)
    if together > _LARGE:
        intervals = " and ".join([interval for interval, _ in found[:_MOST]])
        return f"{intervals} are {together} combinations"
    atoms = [code[use.start : use.end] for use in rule.uses]
    if len(atoms) > 1:
        return f"it joins {', '.join(atoms[:4])}{', …' if len(atoms) > 4 else ''}"
    return None


def _growth(rulebook: Rulebook, rule: RuleInfo) -> Iterator[str]:
    """What in a rule makes new terms out of others."""
    code, written = _written(rulebook, rule)
    for part in _arguments(code[written.head.start : written.head.end]):
        if _VARIABLE.search(part) and _GROWTH.search(part):
            yield part
    for match in _ASSIGNMENT.finditer(code, written.neck or written.end, written.end):
        yield match[0].strip(" .\n")


def _written(rulebook: Rulebook, rule: RuleInfo) -> tuple[str, RuleCode]:
    file = next(file for file in rulebook.files if file.source.name == rule.file)
    found = next(statement.code for statement in file.statements if statement.rule is rule)
    assert isinstance(found, RuleCode)
    return file.scanned.code, found


def _arguments(head: str) -> list[str]:
    """The arguments of an atom as text."""
    parts, depth, start = [], 0, head.find("(") + 1
    for place, sign in enumerate(head[start:], start):
        depth += (sign == "(") - (sign == ")")
        if depth < 0 or (depth == 0 and sign == ","):
            parts.append(head[start:place].strip())
            start = place + 1
    return parts


def _number(rulebook: Rulebook, text: str) -> int | None:
    value = rulebook.consts.get(text, text)
    try:
        return int(value)
    except ValueError:
        return None
