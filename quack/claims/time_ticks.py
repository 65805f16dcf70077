"""Tick numbers in a time phrase: which there are, and what the words around them make of them."""

from __future__ import annotations

import re
from typing import NamedTuple

from quack.claims.models import TimeKind
from quack.claims.tick_patterns import AFTER_TICKS, BEFORE_TICKS, CLAUSE_TO_TICKS, TICKS
from quack.events.models import MAX_TICK

_AT = re.compile(r"(?:\b(?:at|on|in|during|the|exactly) )*$")
_ORDER = re.compile(r"\b(?:after|since|before|prior|until|till)\b")
_DIGITS = re.compile(r"[0-9]+")
_ORDERS = {
    "since_last": ("after", "since"),
    "until_first": ("before", "until"),
    "just_before": ("just_before", "before"),
    "just_after": ("just_after", "after"),
}
_OPEN = {"since": "since", "since_last": "since", "until_first": "until", "until_last": "until", "by": "until"}


class TickTime(NamedTuple):
    """A reference to ticks.

    Attributes:
        text: the phrase with the numbers, and the words that tie them, taken out.
        orders: the relations of clauses that the numbers belong to: "after Bob left at tick 9".
    """

    kind: TimeKind
    first: int | None
    last: int | None
    text: str
    orders: frozenset[str]


class _Group(NamedTuple):
    """Numbers that stand together, and their operator."""

    low: int
    high: int
    operator: str


def clamp(digits: str) -> int:
    """A tick number, at most MAX_TICK however many digits it has."""
    return min(int(digits), MAX_TICK) if len(digits) <= 9 else MAX_TICK


def read_ticks(text: str) -> TickTime | None:
    """The ticks that a normalised phrase states, or None."""
    if _DIGITS.search(text) is None:
        return None
    groups: list[_Group] = []
    orders: set[str] = set()
    while (match := TICKS.search(text)) is not None:
        numbers = [clamp(digits) for digits in _DIGITS.findall(match.group())]
        operator, order, start, end = _operator(text, match, several=min(numbers) < max(numbers))
        orders.update(_ORDERS.get(order, ()))
        groups.append(_Group(min(numbers), max(numbers), operator))
        text = f"{text[:start]} # {text[end:]}"
    if not groups:
        return None
    return TickTime(*_combined(groups), " ".join(text.split()), frozenset(orders))


def _operator(text: str, match: re.Match[str], *, several: bool) -> tuple[str, str, int, int]:
    """What the words around a group make of it, the order a clause gives it, and how far the words reach."""
    start, end = match.span()
    order = ""
    operator = "about" if "ish" in match.group() else "near"
    lead = text[:start]
    if lead not in ("", "at "):
        for name, pattern in BEFORE_TICKS:
            if (before := pattern.search(lead)) is not None:
                operator, start = name, before.start()
                break
    start = _AT.search(text, 0, start).start()
    if operator in ("near", "about") and _ORDER.search(lead):
        for name, pattern in CLAUSE_TO_TICKS:
            if pattern.search(text, 0, start) is not None:
                operator = order = name
                break
    if operator in ("near", "about", "from", "since", "since_last"):
        for name, pattern in AFTER_TICKS:
            if (after := pattern.match(text, end)) is not None:
                keeps = order or operator == "since_last" or (name == "about" and operator != "near")
                keeps = keeps or (name == "just_after" and several)
                operator, end = operator if keeps else name, after.end()
                break
    if operator == "from":
        operator = "near" if several else "since"
    return operator, order, start, end


def _combined(groups: list[_Group]) -> tuple[TimeKind, int | None, int | None]:
    """One reference from all groups: from the first number to the last, open where the words leave it open."""
    if len({(group.low, group.high) for group in groups}) == 1:
        kinds = {_OPEN.get(group.operator, group.operator) for group in groups}
        both = {"since", "until"} <= kinds
        loose = [group for group in groups if group.operator not in ("near", "about")]
        return _single((groups[0] if both or not loose else loose[0])._replace(**({"operator": "near"} if both else {})))
    low = min(group.low for group in groups)
    high = max(group.high for group in groups)
    lowest = next(group for group in groups if group.low == low)
    highest = [group for group in groups if group.high == high][-1]
    opens = _OPEN.get(lowest.operator) == "until" and lowest.low == lowest.high
    goes_on = _OPEN.get(highest.operator) == "since"
    if goes_on and not opens:
        return "since", low, None
    if opens and not goes_on:
        return "until", None, high
    return "between", low, high


def _single(group: _Group) -> tuple[TimeKind, int | None, int | None]:
    low, high, operator = group
    if low == high or operator in ("just_before", "just_after"):
        tick = high if operator == "just_after" else low
        kind = _OPEN.get(operator, operator)
        return kind, None if kind == "until" else tick, None if kind == "since" else tick  # type: ignore[return-value]
    if operator in ("since", "since_last"):
        return "since", high if operator == "since_last" else low, None
    if operator in ("until_first", "until_last"):
        return "until", None, high if operator == "until_last" else low
    return "between", low, high
