"""Predicted claims against gold claims, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from quack import __version__
from quack.claims.agreement.comparison import Comparison
from quack.claims.agreement.rates import Rate
from quack.claims.agreement.scores import ROWS, Example, Scores
from quack.errors import amount, printable
from quack.metrics import METRICS
from quack.metrics.effect import Effects
from quack.report.tables import MISSING, Table, percent
from quack.report.terminal import print_tables

_TITLES = {
    "strict": "Strict: what the published schema can say",
    "canonical": "Canonical: the same claim in any form",
    "presence": "Presence: who was where",
    "attributes": "Attributes of canonical pairs",
}
_HEADS = ("hits", "predicted", "gold", "precision", "recall", "F1")


def print_agreement(
    comparison: Comparison,
    conditions: Mapping[str, Scores],
    effects: Effects | None,
    words: Mapping[Example, str],
    *,
    examples: int,
) -> None:
    """Prints the figures.

    Args:
        conditions: the figures by condition.
        effects: what the mistakes do to the final rates; None if nothing could be audited.
        words: what was said in the utterances of examples, as far as known.
        examples: so many examples of each confusion.
    """
    scores = comparison.scores
    print_tables(_tables(comparison, scores, conditions, effects), _lines(comparison, scores, words, examples, effects))


def _tables(
    comparison: Comparison, scores: Scores, conditions: Mapping[str, Scores], effects: Effects | None
) -> Iterator[Table]:
    for name in ROWS:
        yield rates_table(scores, name)
    if scores.statuses or scores.leaked_asked:
        yield statuses_table(scores)
    if len(conditions) > 1:
        yield conditions_table(comparison, conditions)
    if effects is not None and effects.games:
        yield effects_table(effects)


def rates_table(scores: Scores, name: str) -> Table:
    """A table of the yardstick."""
    rows = [(row, *_cells(rate)) for row, rate in scores.rows(name)]
    total = ("overall", *_cells(scores.overall(name))) if name in ("strict", "canonical") else None
    if name == "canonical":
        rows.append(("of these denied", *_cells(scores.denials)))
    if name == "attributes":
        reporters = scores.reporters
        made = [f"{reporters.hits:,}", f"{reporters.predicted:,}", f"{reporters.gold:,}"]
        rows.append(("right reporter", *made, figure(reporters.precision), MISSING, MISSING))
    return Table(_TITLES[name], (name, *_HEADS), tuple(rows), total)


def figure(value: float | None) -> str:
    """A rate with three decimals, or a dash where there is none."""
    return MISSING if value is None else f"{value:.3f}"


def _cells(rate: Rate) -> list[str]:
    counts = [f"{count:,}" for count in rate]
    return [*counts, figure(rate.precision), figure(rate.recall), figure(rate.f1)]


def statuses_table(scores: Scores) -> Table:
    """What became of utterances, where the gold claims say what should have."""
    rows = []
    for status in sorted({gold for gold, _ in scores.statuses}):
        found = {other: number for (gold, other), number in scores.statuses.items() if gold == status}
        wrong = [f"{number:,} {other.replace('_', ' ')}" for other, number in sorted(found.items()) if other != status]
        right, total = found.get(status, 0), sum(found.values())
        rows.append((status.replace("_", " "), f"{right:,}", f"{total:,}", ", ".join(wrong) or MISSING))
    if scores.leaked_asked:
        leaked = scores.leaked
        wrong = [f"{leaked.predicted - leaked.hits:,} too many"] if leaked.predicted > leaked.hits else []
        rows.append(("leaked reasoning", f"{leaked.hits:,}", f"{leaked.gold:,}", ", ".join(wrong) or MISSING))
    return Table("Statuses, where gold has them", ("gold", "right", "of", "instead"), tuple(rows))


def conditions_table(comparison: Comparison, conditions: Mapping[str, Scores]) -> Table:
    """A row per condition."""
    heads = ("condition", "messages", "answered", "strict F1", "canonical precision", "recall", "F1", "presence F1")
    rows = [(name, *_condition(scores)) for name, scores in conditions.items()]
    return Table("Conditions", heads, tuple(rows), ("all", *_condition(comparison.scores)))


def _condition(scores: Scores) -> list[str]:
    canonical = scores.overall("canonical")
    rates = (
        scores.overall("strict").f1,
        canonical.precision,
        canonical.recall,
        canonical.f1,
        scores.overall("presence").f1,
    )
    return [f"{scores.messages:,}", f"{scores.answered:,}", *map(figure, rates)]


def effects_table(effects: Effects) -> Table:
    """What the mistakes do to the final rates."""
    rows = []
    for one in effects.rates:
        metric = METRICS[one.metric]
        label = f"{metric.label} ({'self' if metric.scope == 'self' else 'anybody'})" if metric.scope else metric.label
        cells = (percent(one.error), figure(one.correlation), percent(one.predicted), percent(one.gold))
        rows.append((label, f"{one.games:,}", *cells, f"{one.only_predicted:,}/{one.only_gold:,}"))
    heads = (
        "figure",
        "games",
        "mean_absolute error",
        "correlation",
        "mean_by predicted",
        "mean_by gold",
        "only one has it",
    )
    return Table(f"Effect on the rates of {amount(effects.games, 'game')} by {effects.rulebook}", heads, tuple(rows))


def _lines(
    comparison: Comparison, scores: Scores, words: Mapping[Example, str], examples: int, effects: Effects | None
) -> Iterator[str]:
    if scores.confusions:
        yield "Commonest confusions"
    for text, found in scores.common_confusions():
        yield f"{len(found):>6,}  {text}"
        for one in found[:examples]:
            yield from _example(one, words.get(one))
    read = f"{scores.answered:,} of {amount(scores.messages, 'message')} with gold claims answered"
    yield f"{read}; gold claims that leave the room open: {scores.optional:,}, found {scores.optional_found:,}."
    names = [name for name in comparison.names if name]
    if names:
        yield f"Files: {names[0]} against {names[-1]} in {amount(len(comparison.games), 'game')}."
    yield from (f"Notice: {notice}." for notice in comparison.notices)
    yield from _effect_lines(effects)


def _effect_lines(effects: Effects | None) -> Iterator[str]:
    if effects is None:
        return
    if effects.games:
        yield "The last column: games that have the rate by the predicted claims only, and by the gold ones only."
    if effects.without_log:
        yield f"{amount(effects.without_log, 'game')} without a log beside the claims; --logs says where the logs are."
    if effects.failed:
        yield f"{amount(len(effects.failed), 'audit')} failed; their games count in no rate."


def _example(one: Example, said: str | None) -> Iterator[str]:
    place = f"{one.game}, " if one.game else ""
    sides = [f"{side}: {told}" for side, told in (("gold", one.gold), ("predicted", one.predicted)) if told]
    yield f"          {place}{one.channel} {one.position}: {'; '.join(sides)}"
    if said is not None:
        yield f"            “{said}”"


def agreement_json(
    comparison: Comparison,
    conditions: Mapping[str, Scores],
    effects: Effects | None,
    words: Mapping[Example, str],
    *,
    examples: int,
) -> dict[str, Any]:
    """What `--json` prints: the tables by the names of the fixed yardstick, and what is ours beside them.

    Returns:
        `strict`, `presence`, `canonical`, `attributes`, `reporter_accuracy`, `confusions`, `messages`, `optional`;
        `program`, `files`, `notices`, `statuses`, `leaked_reasoning`, `examples`, `conditions` and `games` (figures),
        `effect` (null if nothing was audited).
    """
    scores = comparison.scores
    return {
        "program": __version__,
        **scores.to_json(),
        "files": {"predicted": comparison.names[0], "gold": comparison.names[1], "games": len(comparison.games)},
        "notices": [printable(notice) for notice in comparison.notices],
        "statuses": _statuses(scores),
        "leaked_reasoning": scores.leaked.to_json() if scores.leaked_asked else None,
        "examples": {
            text: [one._asdict() | {"said": words.get(one)} for one in found[:examples]]
            for text, found in scores.common_confusions()
        },
        "conditions": {name: one.to_json() for name, one in conditions.items()},
        "games": [_game_json(one.game, one.scores) for one in comparison.games],
        "effect": None if effects is None else _effects_json(effects),
    }


def _statuses(scores: Scores) -> dict[str, dict[str, int]]:
    told: dict[str, dict[str, int]] = {}
    for (gold, predicted), number in sorted(scores.statuses.items()):
        told.setdefault(gold, {})[predicted] = number
    return told


def _game_json(game: str, scores: Scores) -> dict[str, Any]:
    tables = {name: scores.overall(name).to_json() for name in ("strict", "canonical", "presence")}
    return {"game": game, "messages": scores.messages, "answered": scores.answered, **tables}


def _effects_json(effects: Effects) -> dict[str, Any]:
    failed: Sequence[dict[str, str]] = [{"game": one.game, "error": printable(one.error)} for one in effects.failed]
    return {
        "rulebook": effects.rulebook,
        "games": effects.games,
        "without_log": effects.without_log,
        "rates": {one.metric: {"label": METRICS[one.metric].label, **_rate(asdict(one))} for one in effects.rates},
        "failed": failed,
    }


def _rate(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key != "metric"}
