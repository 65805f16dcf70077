"""Which figures there are, with their definitions: as a table, one by one, and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from quack.metrics.registry import TIERS, Metric

_WIDEST = 40
_NARROWEST = 32
"""A definition that would get less room stands below its name."""

_BOTH = "* counts what players say about themselves; with .all behind the name, what they say about anybody."
_MISSING = "A figure with nothing to divide by is missing, never 0. quack score computes them for games."


def metric_lines(metrics: Iterable[Metric], width: int) -> Iterator[str]:
    """A table for each tier: name, what it is given in, definition."""
    shown = [each for each in metrics if each.scope != "all"]
    for tier, words in TIERS.items():
        rows = [(_name(each), each.unit or each.kind, each.definition) for each in shown if each.tier == tier]
        if rows:
            yield f"Tier {tier}: {words}"
            yield "─" * min(width, 100)
            yield from _rows(rows, width)
            yield ""
    if any(each.scope for each in shown):
        yield from textwrap.wrap(_BOTH, width)
    yield from textwrap.wrap(_MISSING, width)


def _name(metric: Metric) -> str:
    return metric.name if metric.scope is None else f"{metric.name} *"


def _rows(rows: list[tuple[str, str, str]], width: int) -> Iterator[str]:
    first = min(max(len(name) for name, _, _ in rows), _WIDEST)
    second = max(len(unit) for _, unit, _ in rows)
    indent = first + second + 4
    beside = width - indent >= _NARROWEST
    for name, unit, definition in rows:
        head = f"{name:<{first}}  {unit:<{second}}"
        if beside and len(name) <= first:
            filled = textwrap.fill(definition, width, initial_indent=f"{head}  ", subsequent_indent=" " * indent)
            yield from filled.splitlines()
        else:
            yield f"{name}  {unit}"
            yield from textwrap.wrap(definition, width, initial_indent=" " * 4, subsequent_indent=" " * 4)


def metric_card(metric: Metric, width: int) -> Iterator[str]:
    """All about one figure."""
    yield f"{metric.name}: {metric.label}"
    yield from textwrap.wrap(metric.definition, width, initial_indent="  ", subsequent_indent="  ")
    told = {
        "tier": f"{metric.tier}, {TIERS[metric.tier]}",
        "given as": f"{metric.kind} of {metric.unit}" if metric.unit else metric.kind,
        "counts": {None: "", "self": "claims about the speaker itself", "all": "claims about anybody"}[metric.scope],
        "published": _published(metric),
    }
    for name, words in told.items():
        yield from textwrap.wrap(words, width, initial_indent=f"{name:<11}", subsequent_indent=" " * 11)


def _published(metric: Metric) -> str:
    if metric.published_as is None:
        return "no such figure"
    nothing = "missing" if metric.if_nothing is None else f"{metric.if_nothing:g}"
    return f"as {metric.published_as}; {nothing} where there is nothing to divide by (ours: missing)"


def metric_json(metric: Metric) -> dict[str, Any]:
    """A figure as JSON values."""
    return {
        "name": metric.name,
        "label": metric.label,
        "tier": metric.tier,
        "kind": metric.kind,
        "unit": metric.unit or None,
        "scope": metric.scope,
        "definition": metric.definition,
        "published": metric.published,
        "published_as": metric.published_as,
        "published_if_nothing": metric.if_nothing if metric.published_as else None,
    }
