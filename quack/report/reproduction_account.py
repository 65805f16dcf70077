"""What changes between the published figures and ours, and why, in words and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from quack.errors import amount
from quack.kb.shifts import Shift
from quack.metrics.grouping import OVERALL
from quack.metrics.inference import mean_of_games, pooled_rate
from quack.metrics.intervals import Interval, wilson
from quack.metrics.published_behaviour import PUBLISHED
from quack.metrics.registry import METRICS, NOTHING, MetricResult, of_tier
from quack.metrics.reproduction import Reproduction
from quack.metrics.resampling import Resampling
from quack.metrics.rule_diff import Attributed
from quack.report.document import Block, Heading, Items, Paragraph
from quack.report.rule_diff import describe_cause, matrix_table
from quack.report.tables import MISSING, Table, percent, rate

MOST_WAYS = 15
"""So many ways in which rules change something are told."""

VERDICTS = ("true", "near_miss", "wrong_room", "false", "unverifiable")
"""The verdicts of both shipped rulebooks, in the order of tables."""

REFUTED = ("false", "wrong_room")
"""The verdicts of the published study that count a sighting as an error."""


def account(study: Reproduction, books: tuple[str, str], how: Resampling) -> Iterator[Block]:
    """The account, a part for each reason.

    Args:
        books: what the two rulebooks are called.
    """
    yield Heading("What changes, and why")
    for number, part in enumerate(
        (
            _nothing_to_divide_by(study, how),
            _unread(study),
            _verdicts(study, books),
            _sightings(study, books),
            _about_whom(study, books),
            _lie_detection(study, books),
            _faults(study),
            _clusters(study, how),
        ),
        1,
    ):
        heading = next(part)
        assert isinstance(heading, Heading)
        yield Heading(f"{number}. {heading.text}", 3)
        yield from part


def summary(study: Reproduction, books: tuple[str, str]) -> Iterator[str]:
    """The account in a few sentences; `books` are what the two rulebooks are called."""
    checked = sum(study.checked.values())
    if checked:
        yield f"{checked - len(study.mismatches):,} of {checked:,} released figures of single games come out the same."
    theirs = _pooled(study.paper.results(OVERALL, "spatial_hallucination_rate.all"))
    ours = _pooled(study.ours.results(OVERALL, "spatial_hallucination_rate"))
    yield (
        f"Spatial claims of Geese that are refuted: {_told(theirs)} by the published verdicts; of those about oneself "
        f"{_told(ours)} by the rulebook {books[1]}."
    )
    total, after = _refuted_sightings(study)
    if total:
        yield f"Of {amount(total, 'refuted sighting')} {after['true']:,} are true by what the speaker could see."
    yield f"{study.diff.count('verdict'):,} of {amount(study.diff.claims, 'verdict')} change."
    told = study.ours.all_told().coverage
    missing = told["not_attempted"] + told["failed"]
    yield f"{missing:,} of {amount(told.total(), 'message')} have no extraction: nothing is known of them."


def _refuted_sightings(study: Reproduction) -> tuple[int, Counter[str]]:
    """How many sightings the first rulebook refutes, and what they are by the second."""
    refuted: Counter[str] = Counter()
    for (before, after), number in study.diff.verdicts(kind="sighting").items():
        if before in REFUTED:
            refuted[after] += number
    return refuted.total(), refuted


def _nothing_to_divide_by(study: Reproduction, how: Resampling) -> Iterator[Block]:
    yield Heading("A figure with nothing to divide by is missing, not 0")
    yield Paragraph(
        "The published means take in every game; one without a single accusation, say, counts as 0 % accurate. Left "
        "out, as they have to be, the means over the games that do have the figure are these, the verdicts being the "
        "published ones still."
    )
    rows = []
    for name, metric in METRICS.items():
        without = study.without(name)
        # What the faults below bend has denominators of its own.
        counts_as = name not in PUBLISHED and metric.published_as and metric.if_nothing is not None
        if counts_as and metric.kind == "share" and without:
            theirs = study.published_mean(OVERALL, name)
            ours = mean_of_games(study.paper.results(OVERALL, name), how=how)
            rows.append((_label(name), f"{without:,}", percent(theirs), percent(ours.value), f"{ours.having:,}"))
    heads = ("figure", "games without", "mean as published", "mean of games that have it", "games with")
    yield Table("Games without the figure", heads, tuple(rows))


def _unread(study: Reproduction) -> Iterator[Block]:
    yield Heading("What was not extracted is not silence")
    told = study.ours.all_told()
    missing = told.coverage["not_attempted"] + told.coverage["failed"]
    total = told.coverage.total()
    chat = told.chat_coverage.total()
    read = chat - told.chat_coverage["not_attempted"] - told.chat_coverage["failed"]
    yield Paragraph(
        f"{missing:,} of {amount(total, 'discussion message')} have no extraction "
        f"({percent(missing / total if total else None)}). The published counts take them for messages that claim "
        f"nothing. Of {amount(chat, 'line')} of proximity chat {read:,} were read."
    )


def _verdicts(study: Reproduction, books: tuple[str, str]) -> Iterator[Block]:
    yield Heading(f"Verdicts by the rulebook {books[1]} instead of {books[0]}")
    diff = study.diff
    yield Paragraph(
        f"{amount(diff.count('verdict'), 'verdict')} of {amount(diff.claims, 'claim')} change, and "
        f"{amount(diff.count('grounded'), 'judgement')} of whether an accusation or a defense had grounds. Each change "
        "is put down to the rule, number or reading that only one of the rulebooks has; quack rules diff tells all of "
        "them, with proofs."
    )
    found = {label for pair in diff.verdicts() for label in pair}
    labels = [*(label for label in VERDICTS if label in found), *sorted(found - set(VERDICTS))]
    yield matrix_table(f"Verdicts, from {books[0]} (down) to {books[1]} (across)", diff.verdicts(), labels)
    ways = diff.rows("verdict", "grounded")
    shown = sum(each.number for _, each in ways[:MOST_WAYS])
    yield Paragraph(f"The commonest ways, {shown:,} of {sum(each.number for _, each in ways):,} changes:")
    yield Items(tuple(_way(row, each, books) for row, each in ways[:MOST_WAYS]), numbered=True)


def _way(row: Shift, each: Attributed, books: tuple[str, str]) -> str:
    kinds = ", ".join(kind for kind, _ in each.kinds.most_common(2))
    change = f"{row.before or MISSING} becomes {row.after or MISSING}"
    return f"{each.number:,} of type {kinds}: {change}, because {describe_cause(row.cause, books)}"


def _sightings(study: Reproduction, books: tuple[str, str]) -> Iterator[Block]:
    yield Heading("Sightings that were held against the speaker")
    total, refuted = _refuted_sightings(study)
    if not total:
        yield Paragraph(f"The rulebook {books[0]} refutes no sighting in these games.")
        return
    right, partly = refuted["true"], refuted["near_miss"]
    yield Paragraph(
        f"The rulebook {books[0]} refutes {amount(total, 'sighting')}. By what the speaker could see at that time, "
        f"{right:,} of them are true ({percent(right / total)}) and {partly:,} partly so ({percent(partly / total)})."
    )


def _about_whom(study: Reproduction, books: tuple[str, str]) -> Iterator[Block]:
    yield Heading("What speakers say of themselves, and what they say of others")
    yield Paragraph(
        "The published rates take all claims together, those about other players too, which their speaker may know "
        "from hearsay only. About oneself nobody needs to guess."
    )
    rows = []
    for name, metric in of_tier(3).items():
        if metric.scope == "self":
            sides = (
                study.paper.results(OVERALL, f"{name}.all"),
                study.ours.results(OVERALL, f"{name}.all"),
                study.ours.results(OVERALL, name),
            )
            rows.append((metric.label, *(cell for side in sides for cell in rate(_pooled(side)))))
    whose = (f"{books[0]}, anybody", f"{books[1]}, anybody", f"{books[1]}, oneself")
    heads = ("figure", *(cell for each in whose for cell in (each, "made of")))
    yield Table("Pooled rates", heads, tuple(rows))


def _pooled(results: list[MetricResult]) -> MetricResult:
    return sum(results, NOTHING)


def _lie_detection(study: Reproduction, books: tuple[str, str]) -> Iterator[Block]:
    yield Heading("A lie is detected where a Duck is voted out")
    theirs = _pooled(study.paper.results(OVERALL, "published_lie_detection_rate"))
    strict = _pooled(study.paper.results(OVERALL, "lie_detection_rate.all"))
    ours = _pooled(study.ours.results(OVERALL, "lie_detection_rate"))
    yield Paragraph(
        "The published rate takes a Duck's false accusation for a lie too, and a lie for detected if a single Goose "
        f"then votes for a Duck: {_told(theirs)} of meetings. With any other lie, and a Duck voted out: "
        f"{_told(strict)} by the same verdicts, and {_told(ours)} of meetings with a lie about oneself by the rulebook "
        f"{books[1]}."
    )


def _told(result: MetricResult) -> str:
    share, made_of = rate(result)
    return f"{share} ({made_of})"


def _faults(study: Reproduction) -> Iterator[Block]:
    yield Heading("Behaviour, as the published program reconstructs it")
    games = len(study.paper.games)
    yield Paragraph(
        "These faults of the published reconstruction and of what is counted on it bend the figures of behaviour, each "
        f"in so many of {amount(games, 'game')}. With all of them mended {_explained(study, games)}."
    )
    rows = [
        (fault, _label(name), f"{study.faults[name, fault]:,}")
        for name, (_, faults) in PUBLISHED.items()
        for fault in faults
        if study.faults[name, fault]
    ]
    yield Table("Faults", ("fault", "figure", "games"), tuple(rows))


def _explained(study: Reproduction, games: int) -> str:
    if not study.unexplained:
        return "the published figures are ours, in every game"
    rest = ", ".join(f"{_label(name)} in {number:,}" for name, number in study.unexplained.most_common())
    return f"the published figures are ours, but for these in so many of {games:,} games: {rest}"


def _clusters(study: Reproduction, how: Resampling) -> Iterator[Block]:
    yield Heading("How sure the figures are")
    yield Paragraph(
        "Claims of one game hang together: an interval that takes them for independent is too narrow. Beside it stands "
        "the one that takes a game for a cluster, and how many times as wide it is."
    )
    rows = []
    for name, metric in of_tier(3).items():
        results = study.ours.results(OVERALL, name)
        whole = _pooled(results)
        naive, found = wilson(*whole), pooled_rate(results, how=how)
        if metric.scope == "self" and naive is not None and found.interval is not None:
            wider = _width(found.interval) / _width(naive)
            rows.append(
                (
                    metric.label,
                    percent(whole.value),
                    _told_interval(naive),
                    _told_interval(found.interval),
                    f"{wider:.2f}",
                )
            )
    heads = ("figure", "pooled", "claims independent", "by game", "times as wide")
    yield Table("Intervals of pooled rates, 95 %", heads, tuple(rows))


def _width(interval: Interval) -> float:
    return interval[1] - interval[0]


def _told_interval(interval: Interval) -> str:
    return f"{percent(interval[0])} to {percent(interval[1])}"


def _label(name: str) -> str:
    metric = METRICS[name]
    return metric.label + (", about anybody" if metric.scope == "all" else "")
