"""Tables as data: rows of plain cells, for the terminal and for files alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from quack.audit.results import STATUSES, UNDERSTOOD
from quack.metrics import METRICS, MetricResult
from quack.metrics.aggregate import Aggregate, GameScore, Summary, condition_of

MISSING = "–"
"""Stands where there is no figure; a 0 would claim one."""

FEW_GAMES = 30
"""So many games are listed one by one, more by condition."""

KINDS = ("location", "route", "sighting", "activity", "intent", "accusation", "defense")

CELLS = "accusations_"
"""What the names of the metrics begin with that make up the table of accusations."""


@dataclass(frozen=True, slots=True)
class Table:
    """A title, column heads, rows; the first column is text, the others are figures. `total` stands below a line."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] | None = None


def percent(value: float | None) -> str:
    """A share in percent, or a dash where there is none."""
    return MISSING if value is None else f"{value:.1%}"


def rate(result: MetricResult) -> str:
    """A rate with what it is made of."""
    if result.value is None:
        return MISSING
    return f"{percent(result.value)}  {result.numerator:,}/{result.denominator:,}"


def verdict_labels(summary: Summary, policy: Sequence[str]) -> tuple[str, ...]:
    """The labels of verdicts, those of the rulebook's policy first, in its order."""
    others = sorted({verdict for _, verdict, _ in summary.verdicts} - set(policy))
    return (*policy, *others)


def games_table(summary: Summary, labels: Sequence[str]) -> Table:
    """A row per game."""
    rows = [(score.game, *_counts([score], labels)) for score in summary.games]
    return Table("Games", ("game", *_heads(labels)), tuple(rows), ("all", *_counts(summary.games, labels)))


def conditions_table(summary: Summary, labels: Sequence[str]) -> Table:
    """A row per condition."""
    conditions: dict[str, list[GameScore]] = {}
    for score in summary.games:
        conditions.setdefault(condition_of(score.game), []).append(score)
    rows = [(name, f"{len(scores):,}", *_counts(scores, labels)) for name, scores in sorted(conditions.items())]
    total = ("all", f"{len(summary.games):,}", *_counts(summary.games, labels))
    return Table("Conditions", ("condition", "games", *_heads(labels)), tuple(rows), total)


def _heads(labels: Sequence[str]) -> tuple[str, ...]:
    return ("claims", *labels, "refuted", "coverage")


def _counts(scores: Iterable[GameScore], labels: Sequence[str]) -> list[str]:
    """What the tables of games and of conditions say of some games."""
    verdicts: Counter[str] = Counter()
    buckets: Counter[str] = Counter()
    read = MetricResult(0, 0)
    for score in scores:
        verdicts.update(score.by_verdict())
        buckets.update(score.by_bucket())
        read += MetricResult(score.coverage.read, score.coverage.total)
    decided = buckets.total() - buckets["undecided"]
    refuted = MetricResult(buckets["refuted"], decided)
    figures = [f"{verdicts[label]:,}" for label in labels]
    return [f"{verdicts.total():,}", *figures, percent(refuted.value), percent(read.value)]


def types_table(summary: Summary, labels: Sequence[str]) -> Table:
    """Claims by type and verdict."""
    cells: Counter[tuple[str, str]] = Counter()
    for (kind, verdict, _), number in summary.verdicts.items():
        cells[kind, verdict] += number
        cells["all", verdict] += number
    others = sorted({kind for kind, _ in cells} - {*KINDS, "all"})
    rows = [_type_row(kind, cells, labels) for kind in (*KINDS, *others)]
    total = _type_row("all", cells, labels)
    return Table("Claims by type and verdict", ("type", *labels, "claims"), tuple(rows), total)


def _type_row(kind: str, cells: Mapping[tuple[str, str], int], labels: Sequence[str]) -> tuple[str, ...]:
    figures = [cells.get((kind, label), 0) for label in labels]
    return (kind, *(f"{figure:,}" for figure in figures), f"{sum(figures):,}")


def metrics_table(summary: Summary, *, published: bool = False) -> Table:
    """The rates: pooled over all claims about oneself, over all claims, and the mean over the games that have one.

    Args:
        published: show figures as the published study counted them, beside ours.
    """
    rows = []
    for name, metric in METRICS.items():
        if metric.scope == "all" or metric.name.startswith(CELLS) or (metric.published and not published):
            continue
        own = summary.metrics[name]
        everything = summary.metrics[f"{name}.all"] if metric.scope else None
        beside = rate(everything.pooled) if everything else ""
        rows.append((metric.label, rate(own.pooled), beside, _mean(own)))
    title = f"Rates (coverage {rate(summary.metrics['coverage'].pooled)})"
    return Table(title, ("figure", "rate", "others' too", "mean of games"), tuple(rows))


def _mean(figure: Aggregate) -> str:
    return MISSING if figure.mean is None else f"{percent(figure.mean)} of {figure.having:,}"


def accusations_table(summary: Summary) -> Table:
    """Accusations by outcome and grounds."""
    cell = {
        (outcome, ground): summary.metrics[f"{CELLS}{outcome}_{ground}"].pooled
        for outcome in ("hit", "miss")
        for ground in ("grounded", "ungrounded")
    }
    rows = [
        (f"{outcome} ({team})", rate(cell[outcome, "grounded"]), rate(cell[outcome, "ungrounded"]))
        for outcome, team in (("hit", "a Duck"), ("miss", "a Goose"))
    ]
    return Table("Accusations", ("outcome", "with grounds", "without"), tuple(rows))


def reading_table(summary: Summary) -> Table:
    """What became of the utterances, and how far the time phrases of the claims were understood."""
    rows = [_shares("discussion messages", summary.coverage, STATUSES)]
    if summary.chat_coverage.total():
        rows.append(_shares("chat lines", summary.chat_coverage, STATUSES))
    return Table("Utterances", ("channel", *(status.replace("_", " ") for status in STATUSES), "all"), tuple(rows))


def phrases_table(summary: Summary) -> Table:
    """How far the time phrases of the claims were understood."""
    row = _shares("claims with one", summary.phrases, UNDERSTOOD)
    return Table("Time phrases", ("understood", *UNDERSTOOD, "all"), (row,))


def _shares(name: str, counts: Mapping[str, int], keys: Sequence[str]) -> tuple[str, ...]:
    total = sum(counts.values())
    cells = [rate(MetricResult(counts.get(key, 0), total)) for key in keys]
    return (name, *cells, f"{total:,}")
