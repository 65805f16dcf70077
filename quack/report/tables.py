"""Tables as data: rows of plain cells, for the terminal and for files alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from quack.audit.results import UNDERSTOOD, Coverage
from quack.claims.extraction import STATUSES
from quack.claims.extractors import extractor_quality
from quack.claims.store import GOLD_NAME
from quack.metrics import Metric, MetricResult, of_tier
from quack.metrics.aggregate import Aggregate, GameScore, Summary
from quack.metrics.condition import condition_of
from quack.metrics.grouping import KINDS
from quack.metrics.registry import NOTHING

MISSING = "–"
"""Stands where there is no figure; a 0 would claim one."""

FEW_GAMES = 30
"""So many games are listed one by one, more by condition."""

JUDGEMENTS = ("accusation", "defense")
"""Types that say what somebody is, not what happened: a miss is no refuted statement."""

JUST_NOW = "just now"
"""Stands for a file of claims where there is none and an extractor spoke."""

AT_ALL = {"not": "not at all"}


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


def rate(result: MetricResult) -> tuple[str, str]:
    """A rate, and what it is made of."""
    made_of = f"{result.numerator:,}/{result.denominator:,}" if result.denominator else MISSING
    return percent(result.value), made_of


def verdict_labels(summary: Summary, policy: Sequence[str]) -> tuple[str, ...]:
    """The labels of verdicts, those of the rulebook's policy first, in its order."""
    others = sorted({verdict for _, verdict, _ in summary.verdicts} - set(policy))
    return (*policy, *others)


def games_table(summary: Summary, labels: Sequence[str], titles: Mapping[str, str] | None = None) -> Table:
    """A row per game, under its title if it has one."""
    rows = [((titles or {}).get(score.game, score.game), *_counts([score], labels)) for score in summary.games]
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
    refuted, read = NOTHING, NOTHING
    for score in scores:
        read += MetricResult(score.coverage.read, score.coverage.total)
        for (kind, verdict, bucket), number in score.verdicts.items():
            verdicts[verdict] += number
            if kind not in JUDGEMENTS and bucket != "undecided":
                refuted += MetricResult(number if bucket == "refuted" else 0, number)
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


def trajectory_table(summary: Summary, *, published: bool = False) -> Table:
    """The rates over what was said about whereabouts, sightings and deeds: about oneself, and about anybody.

    Args:
        published: show figures as the published study counted them, beside ours.
    """
    rows = []
    for name, metric in _shown(published).items():
        if metric.scope == "self":
            own, everything = summary.metrics[name], summary.metrics[f"{name}.all"]
            rows.append((metric.label, *rate(own.pooled), *rate(everything.pooled), *_mean(own)))
    heads = ("figure", "about_self", "claims", "about_anybody", "claims", "mean_(self)", "games")
    return Table(f"Whereabouts, sightings and deeds; {_covered(summary)}", heads, tuple(rows))


def other_rates_table(summary: Summary, *, published: bool = False) -> Table:
    """The rates that are not about a trajectory."""
    rows = []
    for name, metric in _shown(published).items():
        # Coverage stands in the title, beside every rate.
        if metric.scope is None and not name.endswith("coverage"):
            figure = summary.metrics[name]
            rows.append((metric.label, *rate(figure.pooled), *_mean(figure)))
    return Table(
        f"Votes and accusations; {_covered(summary)}", ("figure", "rate", "made of", "mean", "games"), tuple(rows)
    )


def _shown(published: bool) -> dict[str, Metric]:
    return {name: metric for name, metric in of_tier(3).items() if published or not metric.published}


def _covered(summary: Summary) -> str:
    read = summary.metrics["coverage"].pooled
    return f"{read.numerator:,} of {read.denominator:,} messages read ({percent(read.value)})"


def _mean(figure: Aggregate) -> tuple[str, str]:
    return percent(figure.mean), f"{figure.having:,}/{figure.games:,}"


def claims_line(files: Iterable[str | None]) -> str:
    """Which files of claims were used, in a sentence."""
    counts = Counter(files)
    told = [
        f"{_kind_of_claims(name)} ({number:,} {'game' if number == 1 else 'games'})"
        for name, number in sorted(counts.items(), key=lambda item: (item[0] is None, item[0]))
    ]
    return f"Claims: {', '.join(told) or 'none'}."


def _kind_of_claims(name: str | None) -> str:
    if name is None:
        return "no file"
    if name == JUST_NOW:
        return "no file, so read by the extractor just now"
    return f"{name}, the players' own exact labels" if name == GOLD_NAME else name


def source_of_claims(file: str | None, extractor: str | None) -> str | None:
    """What `claims_line` needs of a game: its file of claims, or that there was none and an extractor spoke."""
    return JUST_NOW if file is None and extractor is not None else file


def extractor_lines(extractors: Iterable[str | None]) -> Iterator[str]:
    """Which extractors spoke and how good they are known to be, a sentence each."""
    for name in sorted({name for name in extractors if name is not None}):
        quality = extractor_quality(name)
        yield f"Extractor {name}: {quality}." if quality else f"Extractor {name}: nobody has measured how good it is."


def utterances_line(channel: str, counts: Mapping[str, int]) -> str:
    """What became of the utterances of a channel, in a sentence."""
    coverage = Coverage(counts)
    share = percent(MetricResult(coverage.read, coverage.total).value)
    told = ", ".join(f"{counts.get(status, 0):,} {status.replace('_', ' ')}" for status in STATUSES)
    return f"{channel}: {coverage.read:,} of {coverage.total:,} read ({share}): {told}."


def phrases_line(counts: Mapping[str, int]) -> str:
    """How far the time phrases of the claims were understood, in a sentence."""
    total = sum(counts.values())
    told = [
        f"{counts.get(word, 0):,} {AT_ALL.get(word, word)} ({percent(share)})" for word, share in _shares(counts, total)
    ]
    return f"Time phrases: {total:,}, understood: {', '.join(told)}."


def _shares(counts: Mapping[str, int], total: int) -> Iterator[tuple[str, float | None]]:
    for word in UNDERSTOOD:
        yield word, MetricResult(counts.get(word, 0), total).value
