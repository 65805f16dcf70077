"""What two rulebooks say differently, as tables and lines for reading and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quack import __version__
from quack.errors import amount
from quack.kb.causes import Cause, RuleName
from quack.kb.rulebook import Rulebook
from quack.kb.shifts import Shift
from quack.metrics import METRICS, MetricResult
from quack.metrics.rule_diff import Attributed, DiffSummary, Place
from quack.report.tables import MISSING, Table, percent, rate, verdict_labels
from quack.report.terminal import print_tables

MOST_ROWS = 12
"""So many attributions are shown, unless all are asked for."""

_MOST_MOVERS = 3
_TITLES = {
    "bucket": "verdicts whose bucket alone changes",
    "grounded": "groundedness of accusations and defenses",
    "footing": "strength of grounds",
    "support": "support",
    "perspective": "perspective",
    "outcome": "outcome of accusations and defenses",
}
_SHORT = {"grounded": "groundedness", "footing": "strength of grounds"}
"""What else than by its name an aspect is called in front of what it was and is."""


def print_diff(
    summary: DiffSummary,
    books: tuple[str, str],
    policy: Sequence[str],
    *,
    full: bool = False,
    published: bool = False,
    titles: Mapping[str, str] | None = None,
) -> None:
    """Prints what changes, what made it change, and what that does to the rates.

    Args:
        books: what the two rulebooks are called.
        policy: labels of verdicts, in their order.
        full: verdicts by type and by team too, and every attribution, however few changes it has.
        published: show figures as the published study counted them, beside ours.
        titles: what to call games, if not by their names.
    """
    print_tables((), [f"Before: {books[0]}. After: {books[1]}. {amount(len(summary.before.games), 'game')}."])
    print_tables(_tables(summary, policy, published, full), _lines(summary, full, titles or {}))


def _tables(summary: DiffSummary, policy: Sequence[str], published: bool, full: bool) -> Iterator[Table]:
    if summary.count("verdict"):
        labels = _labels(summary, policy)
        yield matrix_table("Verdicts, from (down) to (across)", summary.verdicts(), labels)
        for kind in _changing(summary.kinds) if full else ():
            yield matrix_table(f"Verdicts of claims of the type {kind}", summary.verdicts(kind=kind), labels)
        for team in _changing(summary.teams) if full else ():
            yield matrix_table(f"Verdicts of claims of the team {team}", summary.verdicts(team=team), labels)
    if _changing(summary.kinds):
        yield _shares("Verdicts that change, by type", "type", summary.kinds)
        yield _shares("Verdicts that change, by team of the speaker", "team", summary.teams)
    rates = rates_table(summary, published=published)
    if rates.rows:
        yield rates


def matrix_table(title: str, cells: Mapping[tuple[str, str], int], labels: Sequence[str]) -> Table:
    """Claims by the verdict that they have under either rulebook."""
    rows = [_counts(label, [cells.get((label, other), 0) for other in labels]) for label in labels]
    total = _counts("all", [sum(cells.get((label, other), 0) for label in labels) for other in labels])
    return Table(title, ("from", *labels, "all"), tuple(rows), total)


def _labels(summary: DiffSummary, policy: Sequence[str]) -> list[str]:
    """The labels of verdicts that either rulebook gives, those of the policy first."""
    return list(dict.fromkeys([*verdict_labels(summary.before, policy), *verdict_labels(summary.after, policy)]))


def _changing(counts: Mapping[str, MetricResult]) -> list[str]:
    return [name for name in sorted(counts) if counts[name].numerator]


def _counts(name: str, numbers: Sequence[int]) -> tuple[str, ...]:
    return (name, *(f"{number:,}" if number else MISSING for number in numbers), f"{sum(numbers):,}")


def _shares(title: str, what: str, counts: Mapping[str, MetricResult]) -> Table:
    """What share of the claims changes: a row for each name with a change, and one for all claims."""
    changing = sorted(_changing(counts), key=lambda name: -counts[name].numerator)
    rows = [_share(name, counts[name]) for name in changing]
    return Table(title, (what, "claims", "changed", "share"), tuple(rows), _share("all", _sum(counts)))


def _share(name: str, each: MetricResult) -> tuple[str, ...]:
    return name, f"{each.denominator:,}", f"{each.numerator:,}", percent(each.value)


def _sum(counts: Mapping[str, MetricResult]) -> MetricResult:
    return sum(counts.values(), MetricResult(0, 0))


def rates_table(summary: DiffSummary, *, published: bool = False) -> Table:
    """The rates that change, and the attributions that move their numerators most, by their numbers.

    Args:
        published: show figures as the published study counted them, beside ours.
    """
    rows = []
    for name in summary.moved():
        metric = METRICS[name]
        if metric.published and not published:
            continue
        label = metric.label + (", about anybody" if metric.scope == "all" else "")
        before, after = summary.before.metrics[name].pooled, summary.after.metrics[name].pooled
        rows.append((label, *rate(before), *rate(after), movers(summary, name)))
    return Table("Rates", ("figure", "before", "made of", "after", "made of", "moved by"), tuple(rows))


def movers(summary: DiffSummary, name: str) -> str:
    """Which attributions move the numerator of a rate, or its denominator if it is that which moves."""
    if not summary.is_explained(name):
        return "by meetings"
    rows = list(enumerate((each for _, each in summary.rows()), 1))
    side = 0 if any(each.moved.get(name, (0, 0))[0] for _, each in rows) else 1
    steps = [(number, each.moved[name][side]) for number, each in rows if each.moved.get(name, (0, 0))[side]]
    steps.sort(key=lambda step: -abs(step[1]))
    parts = [f"#{number} {step:+,}" for number, step in steps[:_MOST_MOVERS]]
    rest = sum(step for _, step in steps[_MOST_MOVERS:])
    return ", ".join([*parts, f"others {rest:+,}"] if rest else parts)


def _lines(summary: DiffSummary, full: bool, titles: Mapping[str, str]) -> Iterator[str]:
    rows = summary.rows()
    if not rows:
        yield f"Nothing changes: both say the same of {amount(summary.claims, 'claim')}."
    else:
        verb = "changes" if len(summary.changed) == 1 else "change"
        yield f"{amount(len(summary.changed), 'claim')} of {summary.claims:,} {verb}: {_changes(summary)}."
        yield ""
        yield "Put down to the rules that made it, the most changes first:"
        for number, (row, each) in enumerate(rows[: None if full else MOST_ROWS], 1):
            yield from _attribution(number, row, each, titles)
        if not full and len(rows) > MOST_ROWS:
            rest = sum(each.number for _, each in rows[MOST_ROWS:])
            yield f"…; {amount(len(rows) - MOST_ROWS, 'further way')} with {amount(rest, 'change')}: --full shows all."
    yield from _failures(summary, titles)


def _failures(summary: DiffSummary, titles: Mapping[str, str]) -> Iterator[str]:
    for failed in summary.failed:
        yield f"{titles.get(failed.game, failed.game)}: {failed.error}"
    for side in (summary.before, summary.after):
        for game, defect in side.defects:
            yield f"{titles.get(game, game)}: {defect}"


def _changes(summary: DiffSummary) -> str:
    counts = Counter({aspect: summary.count(aspect) for aspect in ("verdict", *_TITLES)})
    parts = [amount(counts["verdict"], "verdict")] if counts["verdict"] else []
    parts += [f"{_TITLES[aspect]} {counts[aspect]:,}" for aspect in _TITLES if counts[aspect]]
    return ", ".join(parts)


def _attribution(number: int, row: Shift, each: Attributed, titles: Mapping[str, str]) -> Iterator[str]:
    what = "" if row.aspect == "verdict" else f"{_SHORT.get(row.aspect, row.aspect)}: "
    kinds = each.kinds.most_common()
    of = ", ".join(f"{kind} {count:,}" for kind, count in kinds) if len(kinds) > 1 else kinds[0][0]
    yield f"#{number:<3} {each.number:>6,}  {what}{row.before or MISSING} -> {row.after or MISSING}  ({of})"
    for when, rules in (("before", row.decided_before), ("after", row.decided_after)):
        for rule in rules:
            yield f"{'':13}{when:8} {_rule(rule)}"
    if (why := _because(row)) is not None:
        yield f"{'':13}because  {why}"
    yield f"{'':13}such as  {_place(each.first, titles)}"


def _place(place: Place, titles: Mapping[str, str]) -> str:
    return f"{titles.get(place.game, place.game)}:{place.id}"


def _rule(rule: RuleName) -> str:
    return f"{rule.text} ({rule.place})" if rule.text != str(rule.place) else rule.text


def _because(row: Shift) -> str | None:
    """What made the difference, where the rules that decided don't say it themselves."""
    cause = row.cause
    if cause.numbers and cause.rule is not None:
        numbers = ", ".join(f"{name} {before} -> {after}" for name, before, after in cause.numbers)
        return f"{numbers}, in: {_rule(cause.rule)}"
    if (
        cause.rule is not None
        and cause.other is None
        and cause.rule in (row.decided_before, row.decided_after)[cause.side]
    ):
        return None
    return describe_cause(cause)


def describe_cause(cause: Cause, books: tuple[str, str] = ("before", "after")) -> str:
    """A cause in words; `books` are what to call the two rulebooks."""
    when = books[cause.side]
    if cause.rule is None:
        return "not traced" if cause.reads is None else f"only {when} is this read so: {cause.reads}"
    if cause.other is not None:
        one, other = (cause.rule, cause.other) if cause.side == 0 else (cause.other, cause.rule)
        text = other.text if one.text == other.text else f"{one.text} -> {other.text}"
        return f"changed: {text} ({one.place} -> {other.place})"
    return f"only {when}: {_rule(cause.rule)}"


# --- JSON -------------------------------------------------------------------------------------------------------------


def diff_json(
    summary: DiffSummary, books: tuple[Rulebook, Rulebook], examples: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """It as JSON values, every change with what made it.

    Args:
        examples: changes with their proofs, as JSON values.
    """
    return {
        "program": __version__,
        **{
            when: {"name": book.name, "sha256": book.sha256, "consts": dict(book.overrides)}
            for when, book in zip(("before", "after"), books, strict=True)
        },
        "games": len(summary.before.games),
        "claims": summary.claims,
        "changed": len(summary.changed),
        "verdicts": [
            {"before": before, "after": after, "claims": number}
            for (before, after), number in sorted(summary.verdicts().items())
        ],
        "cells": [{**cell._asdict(), "claims": number} for cell, number in sorted(summary.cells.items())],
        "types": _shares_json(summary.kinds),
        "teams": _shares_json(summary.teams),
        "attributed": [_attribution_json(number, *item) for number, item in enumerate(summary.rows(), 1)],
        "rates": {name: _rate_json(summary, name) for name in summary.before.metrics},
        "changes": [
            {"game": place.game, "claim": place.id, "shifts": [_shift_json(shift) for shift in shifts]}
            for place, shifts in summary.changed
        ],
        "examples": list(examples),
        "failed": [{"game": failed.game, "error": str(failed.error)} for failed in summary.failed],
    }


def _shares_json(counts: Mapping[str, MetricResult]) -> dict[str, Any]:
    return {name: {"claims": counts[name].denominator, "changed": counts[name].numerator} for name in sorted(counts)}


def _shift_json(shift: Shift) -> dict[str, Any]:
    return {"aspect": shift.aspect, "before": shift.before, "after": shift.after}


def _attribution_json(number: int, row: Shift, each: Attributed) -> dict[str, Any]:
    return {
        "number": number,
        "aspect": row.aspect,
        "before": row.before,
        "after": row.after,
        "changes": each.number,
        "types": dict(sorted(each.kinds.items())),
        "teams": dict(sorted(each.teams.items())),
        "decided": {
            "before": [_rule_json(rule) for rule in row.decided_before],
            "after": [_rule_json(rule) for rule in row.decided_after],
        },
        "cause": {
            "side": ("before", "after")[row.cause.side],
            "rule": row.cause.rule and _rule_json(row.cause.rule),
            "other": row.cause.other and _rule_json(row.cause.other),
            "constants": {name: {"before": one, "after": other} for name, one, other in row.cause.numbers},
            "reads": row.cause.reads,
            "words": describe_cause(row.cause),
        },
        "first": {"game": each.first.game, "claim": each.first.id},
        "rates": {name: list(step) for name, step in sorted(each.moved.items())},
    }


def _rule_json(rule: RuleName) -> dict[str, Any]:
    return {"label": rule.text, "file": rule.place.file, "line": rule.place.line}


def _rate_json(summary: DiffSummary, name: str) -> dict[str, Any]:
    sides = {}
    for when, side in (("before", summary.before), ("after", summary.after)):
        result = side.metrics[name].pooled
        sides[when] = {"numerator": result.numerator, "denominator": result.denominator, "value": result.value}
    return {"label": METRICS[name].label, **sides}
