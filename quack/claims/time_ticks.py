"""Tick numbers in a time phrase: which there are, and what the words around them make of them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from quack.claims.models import TimeKind
from quack.claims.tick_patterns import AFTER_TICKS, BEFORE_TICKS, CLAUSE_TO_TICKS, TICKS
from quack.events.models import MAX_TICK

_AT = re.compile(r"(?:\b(?:at|on|in|during|the|exactly) )*$")
_ORDER = re.compile(r"\b(?:after|since|before|prior|until|till)\b")
_DIGITS = re.compile(r"[0-9]+")
_NO_NAME = re.compile(r"(?<![@0-9])[0-9]")
_ORDERS = {
    "since_last": ("after", "since"),
    "until_first": ("before", "until"),
    "just_before": ("just_before", "before"),
    "just_after": ("just_after", "after"),
}
_KINDS: dict[str, TimeKind] = {
    **dict.fromkeys(("since", "since_last"), "since"),
    **dict.fromkeys(("until_first", "until_last", "by"), "until"),
    "just_before": "just_before",
    "just_after": "just_after",
    "about": "about",
    "near": "near",
}
_LOOSE = ("near", "about")


class TickTime(NamedTuple):
    """A reference to ticks.

    Attributes:
        text: the phrase with the numbers, and the words that tie them, taken out; each group left a `#`.
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

    @property
    def kind(self) -> TimeKind:
        return _KINDS[self.operator]


def clamp(tick: str | int) -> int:
    """A tick number from 0 to MAX_TICK, however many digits it has."""
    if isinstance(tick, str):
        tick = int(tick) if len(tick) <= 9 else MAX_TICK
    return max(0, min(tick, MAX_TICK))


def read_ticks(text: str) -> TickTime | None:
    """The ticks that a normalised phrase states, or None.

    Several groups of numbers make one reference, from the first number to the last: open where the words leave it open.
    """
    if _NO_NAME.search(text) is None:
        return None
    groups: list[_Group] = []
    orders: set[str] = set()
    while (match := TICKS.search(text)) is not None:
        numbers = [clamp(digits) for digits in _DIGITS.findall(match.group())]
        low, high = min(numbers), max(numbers)
        operator, order, start, end = _operator(text, match, several=low < high)
        groups.append(_Group(low, high, operator))
        orders.update(_ORDERS.get(order, ()))
        text = f"{text[:start]} # {text[end:]}"
        if _NO_NAME.search(text) is None:
            break
    if not groups:
        return None
    one = len(groups) == 1 or len({(group.low, group.high) for group in groups}) == 1
    kind, first, last = _of_one(groups) if one else _of_several(groups)
    return TickTime(kind, first, last, " ".join(text.split()), frozenset(orders))


def _operator(text: str, match: re.Match[str], *, several: bool) -> tuple[str, str, int, int]:
    """What the words around a group make of it, the order a clause gives it, and how far the words reach."""
    start, end = match.span()
    operator, order, start = _led_to(text[:start], "about" if "ish" in match.group() else "near")
    if end < len(text) and operator in ("near", "about", "from", "since", "since_last"):
        for name, pattern in AFTER_TICKS:
            if (after := pattern.match(text, end)) is not None:
                keeps = bool(order) or operator == "since_last" or (several and name == "just_after")
                operator, end = operator if keeps else name, after.end()
                break
    if operator == "from":
        operator = "near" if several else "since"
    return operator, order, start, end


@lru_cache(maxsize=20_000)
def _led_to(lead: str, operator: str) -> tuple[str, str, int]:
    """What the words before a group make of an operator, the order a clause gives it, and how far they reach back."""
    start, order = len(lead), ""
    if lead not in ("", "at "):
        bits = BEFORE_TICKS.rows_for(lead)
        for row in BEFORE_TICKS.rows if bits else ():
            if bits & 1 and (before := row.pattern.search(lead)) is not None:
                operator, start = row.name, before.start()
                break
            bits >>= 1
    if (at := _AT.search(lead, 0, start)) is not None:
        start = at.start()
    if operator in ("near", "about") and _ORDER.search(lead):
        for name, pattern in CLAUSE_TO_TICKS:
            if pattern.search(lead, 0, start) is not None:
                return name, name, start
    return operator, order, start


def _of_one(groups: list[_Group]) -> tuple[TimeKind, int | None, int | None]:
    """The reference of numbers that are said once, or again and again."""
    low, high, operator = next((group for group in groups if group.operator not in _LOOSE), groups[0])
    kind = _KINDS[operator]
    if len(groups) > 1 and {"since", "until"} <= {group.kind for group in groups}:
        kind = "near"
    if kind == "since":
        return kind, high if operator == "since_last" else low, None
    if kind == "until" and (low == high or operator != "by"):
        return kind, None, high if operator == "until_last" else low
    if kind in ("just_before", "just_after"):
        tick = low if kind == "just_before" else high
        return kind, tick, tick
    return (kind, low, high) if low == high else ("between", low, high)


def _of_several(groups: list[_Group]) -> tuple[TimeKind, int | None, int | None]:
    """The reference of groups with different numbers."""
    low, high = min(group.low for group in groups), max(group.high for group in groups)
    first = next(group for group in groups if group.low == low)
    last = [group for group in groups if group.high == high][-1]
    opens = first.kind == "until" and first.low == first.high
    goes_on = last.kind == "since"
    if goes_on and not opens:
        return "since", low, None
    if opens and not goes_on:
        return "until", None, high
    return "between", low, high
