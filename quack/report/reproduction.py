"""The published study again, as a document: its figures beside ours, and what changes and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from quack import __version__
from quack.errors import amount
from quack.metrics.estimates import group_figure
from quack.metrics.grouping import OVERALL, Group
from quack.metrics.inference import DEFAULT, Estimate, pooled_rate
from quack.metrics.published_study import ALL, PublishedCondition, published_study
from quack.metrics.registry import METRICS, NOTHING, Metric, MetricResult, of_tier
from quack.metrics.reproduction import Reproduction
from quack.metrics.resampling import Resampling
from quack.report.document import Block, Heading, Items, Paragraph
from quack.report.reproduction_account import account, summary
from quack.report.tables import MISSING, Table, claims_line, extractor_lines, percent, source_of_claims

MOST_MISMATCHES = 40
"""So many figures that are not the released ones are listed."""

HEADLINES = (
    "goose_truthfulness",
    "duck_truthfulness",
    "spatial_hallucination_rate",
    "deception_rate",
    "accusation_accuracy",
    "unsupported_accusation_rate",
    "lie_detection_rate",
)
"""What is shown condition by condition with its interval."""


def reproduction_document(study: Reproduction, books: tuple[str, str], how: Resampling = DEFAULT) -> list[Block]:
    """The whole document.

    Args:
        books: what the two rulebooks are called.
    """
    return [
        Heading("The published study again", 1),
        Paragraph(
            f"{amount(len(study.paper.games), 'game')} of {amount(len(study.paper.conditions), 'condition')}, "
            f"audited by the rulebook {books[0]} with the published definitions, and by the rulebook {books[1]} with "
            f"ours; QUACK {__version__}. Figures in brackets are 95 % intervals."
        ),
        Heading("In short"),
        Items(tuple(summary(study, books))),
        *_read(study),
        *_again(study),
        *_ours(study, books[1], how),
        *account(study, books, how),
        *_by_condition(study),
        *_failed(study),
    ]


def _read(study: Reproduction) -> Iterator[Block]:
    yield Heading("What was read")
    rows = [_read_row(name, [name], study) for name in study.paper.conditions]
    heads = ("condition", "games", "messages", "read", "coverage", "claims")
    yield Table("Games and messages", heads, tuple(rows), _read_row("all", study.paper.conditions, study))
    yield Paragraph(
        "Read: with claims, without any, or nothing but a vote. What was not extracted is not counted as silence: the "
        "rates below say nothing of it."
    )
    sources = [
        source_of_claims(*source) for source, games in study.ours.all_told().sources.items() for _ in range(games)
    ]
    extractors = [extractor for _, extractor in study.ours.all_told().sources]
    yield Paragraph(" ".join([claims_line(sources), *extractor_lines(extractors)]))


def _read_row(name: str, conditions: list[str], study: Reproduction) -> tuple[str, ...]:
    told = study.ours.all_told(conditions)
    games = sum(game.condition in conditions for game in study.ours.games)
    total = told.coverage.total()
    read = sum(told.coverage[status] for status in ("extracted", "empty", "vote_token"))
    claims = told.verdicts.total()
    return name, f"{games:,}", f"{total:,}", f"{read:,}", percent(read / total if total else None), f"{claims:,}"


def _again(study: Reproduction) -> Iterator[Block]:
    yield Heading("The published figures again")
    yield Paragraph(
        "By the published definitions: means over games, in which a figure with nothing to divide by mostly counts as "
        f"0. {_matching(study)}"
    )
    if published_study().known(study.paper.conditions):
        here, released = len(study.paper.games), published_study().conditions[ALL].games
        yield Paragraph(
            f"Released: {published_study().source}. {here:,} of {released:,} games lie here: means may be apart even "
            "where every game has the released figures."
        )
    else:
        yield Paragraph(
            "Some of these games are not the study's, so no released mean stands beside those of all games."
        )
    yield published_table(study, OVERALL, ALL, "Means over all games, as published")
    if study.mismatches:
        yield _mismatches(study)


def _matching(study: Reproduction) -> str:
    checked = sum(study.checked.values())
    if not checked:
        return "No released figures lie beside these games, so they can't be compared one by one."
    games = max(study.checked.values())
    equal = checked - len(study.mismatches)
    return (
        f"Of {amount(games, 'game')} the released figures lie beside the log: {equal:,} of these {checked:,} figures "
        f"come out the same, {len(study.mismatches):,} do not."
    )


def published_table(study: Reproduction, group: Group, condition: str, title: str) -> Table:
    """The figures as published, from these games and as released, and how many games' figures are the released ones."""
    released = _released(study, group, condition)
    rows = []
    for name, metric in METRICS.items():
        if metric.published_as is None:
            continue
        theirs = None if released is None else released.means.get(metric.published_as)
        own = study.published_mean(group, name)
        apart = None if theirs is None or own is None else own - theirs
        cells = (_value(metric, theirs), _value(metric, own), _signed(metric, apart))
        rows.append((_label(metric), *cells, *((_equal(study, name),) if group == OVERALL else ())))
    there = MISSING if released is None else amount(released.games, "game")
    heads = (
        "figure",
        f"released ({there})",
        f"here ({amount(len(study.paper.figures(group).games), 'game')})",
        "apart",
    )
    return Table(title, (*heads, "same, game by game") if group == OVERALL else heads, tuple(rows))


def _released(study: Reproduction, group: Group, condition: str) -> PublishedCondition | None:
    """The released aggregates of a group of games; of all games only if the study had them all."""
    if group == OVERALL and not published_study().known(study.paper.conditions):
        return None
    return published_study().find(condition)


def _equal(study: Reproduction, name: str) -> str:
    checked = study.checked[name]
    if not checked:
        return MISSING
    wrong = sum(each.metric == name for each in study.mismatches)
    return f"{checked - wrong:,}/{checked:,}"


def _mismatches(study: Reproduction) -> Table:
    rows = [
        (each.game, _label(METRICS[each.metric]), str(each.value), str(each.released))
        for each in study.mismatches[:MOST_MISMATCHES]
    ]
    rest = len(study.mismatches) - len(rows)
    title = "Figures of games that are not the released ones" + (f" (the first; {rest:,} more)" if rest else "")
    return Table(title, ("game", "figure", "here", "released"), tuple(rows))


def _ours(study: Reproduction, book: str, how: Resampling) -> Iterator[Block]:
    yield Heading(f"The same games by the rulebook {book}")
    yield Paragraph(
        "Pooled over claims, with intervals for which a game is a cluster: claims of one game hang together. A figure "
        "with nothing to divide by is missing, never 0."
    )
    for tier, title in ((3, "What was said"), (2, "Behaviour"), (1, "Outcomes")):
        rows = [_our_row(study, name, metric, how) for name, metric in of_tier(tier).items() if not metric.published]  # type: ignore[arg-type]
        yield Table(title, ("figure", "pooled", "made of", "mean of games", "games"), tuple(rows))
    yield _headlines(study, how)


def _our_row(study: Reproduction, name: str, metric: Metric, how: Resampling) -> tuple[str, ...]:
    figure = group_figure(study.ours, OVERALL, name, how)
    pooled, mean, parts = figure.pooled, figure.mean, figure.made_of
    made_of = f"{parts.numerator:,}/{parts.denominator:,}" if parts.denominator else MISSING
    return _label(metric), estimate(metric, pooled), made_of, estimate(metric, mean), f"{mean.having:,}/{mean.games:,}"


def _headlines(study: Reproduction, how: Resampling) -> Table:
    rows = [(name, *_headline_cells(study, (name,), how)) for name in study.ours.conditions]
    heads = ("condition", *(METRICS[name].label for name in HEADLINES))
    return Table("By condition, pooled", heads, tuple(rows), ("all", *_headline_cells(study, OVERALL, how)))


def _headline_cells(study: Reproduction, group: Group, how: Resampling) -> list[str]:
    return [_headline(METRICS[name], study.ours.results(group, name), how) for name in HEADLINES]


def _headline(metric: Metric, results: list[MetricResult], how: Resampling) -> str:
    whole = sum(results, NOTHING)
    made_of = f" ({whole.numerator:,}/{whole.denominator:,})" if whole.denominator else ""
    return estimate(metric, pooled_rate(results, how=how)) + made_of


def _by_condition(study: Reproduction) -> Iterator[Block]:
    yield Heading("The published figures, condition by condition")
    for condition in study.paper.conditions:
        yield published_table(study, (condition,), condition, condition)


def _failed(study: Reproduction) -> Iterator[Block]:
    if study.paper.failed:
        yield Heading("Games that could not be audited")
        yield Items(tuple(f"{failed.game}: {failed.error}" for failed in study.paper.failed))


def estimate(metric: Metric, found: Estimate) -> str:
    """A figure with its interval."""
    if found.interval is None:
        return _value(metric, found.value)
    return f"{_value(metric, found.value)} [{_value(metric, found.interval[0])}, {_value(metric, found.interval[1])}]"


def _label(metric: Metric) -> str:
    return metric.label + (", about anybody" if metric.scope == "all" else "")


def _value(metric: Metric, value: float | None) -> str:
    if value is None:
        return MISSING
    return percent(value) if metric.kind == "share" else f"{value:,.2f}"


def _signed(metric: Metric, apart: float | None) -> str:
    if apart is None:
        return MISSING
    return f"{100 * apart:+z.1f} points" if metric.kind == "share" else f"{apart:+z,.2f}"


def reproduction_json(study: Reproduction, how: Resampling = DEFAULT) -> dict[str, Any]:
    """The figures as JSON values: by condition as published and as released, and by ours over all games."""
    released = published_study()
    return {
        "program": __version__,
        "source_of_released": released.source,
        "games": len(study.paper.games),
        "failed": [{"game": failed.game, "error": str(failed.error)} for failed in study.paper.failed],
        "as_published": {
            ALL: _published_json(study, OVERALL, ALL),
            **{name: _published_json(study, (name,), name) for name in study.paper.conditions},
        },
        "game_by_game": {
            name: {"compared": number, "equal": number - sum(each.metric == name for each in study.mismatches)}
            for name, number in study.checked.items()
        },
        "mismatches": [each._asdict() for each in study.mismatches],
        "ours": {name: _our_json(study, name, how) for name in METRICS},
        "faults": [
            {"metric": name, "fault": fault, "games": games} for (name, fault), games in sorted(study.faults.items())
        ],
    }


def _published_json(study: Reproduction, group: Group, condition: str) -> dict[str, Any]:
    released = _released(study, group, condition)
    figures = {
        name: {
            "here": study.published_mean(group, name),
            "released": None if released is None else released.means.get(metric.published_as),
        }
        for name, metric in METRICS.items()
        if metric.published_as is not None
    }
    games = len(study.paper.figures(group).games)
    return {"games": games, "released_games": None if released is None else released.games, "figures": figures}


def _our_json(study: Reproduction, name: str, how: Resampling) -> dict[str, Any]:
    figure = group_figure(study.ours, OVERALL, name, how)
    return {
        "numerator": figure.made_of.numerator,
        "denominator": figure.made_of.denominator,
        "pooled": asdict(figure.pooled),
        "mean": asdict(figure.mean),
    }
