"""Scored games as JSON values, and as rows of one long table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quack import __version__
from quack.audit.results import FailedGame
from quack.claims.extraction import STATUSES
from quack.claims.extractors import extractor_quality
from quack.errors import printable, whole_text
from quack.metrics.columns import Told
from quack.metrics.comparing import ComparedFigure, Comparison
from quack.metrics.estimates import GroupFigure
from quack.metrics.grouping import OVERALL, Group
from quack.metrics.registry import Metric, MetricResult
from quack.metrics.resampling import Resampling
from quack.metrics.study import Study
from quack.report.score_comparison import Compared
from quack.report.score_tables import Cells


def scores_json(
    study: Study,
    groups: Mapping[Group, Cells],
    how: Resampling,
    *,
    rulebook: Mapping[str, str],
    games: bool = False,
) -> dict[str, Any]:
    """What `quack score --format json` prints.

    Args:
        groups: the figures of each group.
        rulebook: how the rulebook is to be named in it.
        games: list the figures of every game too.

    Returns:
        `program`, `rulebook`; `by` (what groups are told apart by), `intervals` (their confidence, the seed and the
        number of draws); `groups`, a list with `group` (a value for each of `by`; null for all games), `games` and
        `metrics`: by name, `numerator` and `denominator` (sums over the games), `pooled`, `mean` and their intervals
        (null where there is no figure, or too few games for an interval), `having` (how many games have the figure),
        and `published` where the study keeps it; `conditions`, `coverage` (of each condition, and of all), `phrases`,
        `extractors`, `defects`, `notices`, `failed`; with `games`, a list of the games with their figures.
    """
    told = study.all_told()
    data: dict[str, Any] = {
        "program": __version__,
        "rulebook": dict(rulebook),
        "by": list(study.by),
        "intervals": _intervals(how),
        "groups": [_group(study, group, cells) for group, cells in groups.items()],
        "conditions": {name: _told(study.told[name]) for name in study.conditions},
        "coverage": _told(told),
        "phrases": dict(sorted(told.phrases.items())),
        "extractors": {name: extractor_quality(name) for name in sorted({e for _, e in told.sources if e})},
        "defects": [{"game": game, "defect": defect} for game, defect in study.defects],
        "notices": list(study.notices),
        "failed": [{"game": failed.game, "error": printable(failed.error)} for failed in study.failed],
    }
    if games:
        names = [name for name in next(iter(groups.values()))]
        data["games"] = games_json(study, names)
    return data


def _intervals(how: Resampling) -> dict[str, Any]:
    return {"confidence": how.confidence, "seed": how.seed, "resamples": how.resamples}


def _group(study: Study, group: Group, cells: Cells) -> dict[str, Any]:
    return {
        "group": None if group == OVERALL else dict(zip(study.by, group, strict=True)),
        "games": len(study.figures(group).games),
        "metrics": {name: figure_json(each) for name, each in cells.items()},
    }


def _label(metric: Metric) -> str:
    """The label of a figure, unlike that of any other."""
    return f"{metric.label}, about anybody" if metric.scope == "all" else metric.label


def figure_json(each: GroupFigure) -> dict[str, Any]:
    """A figure of a group as JSON values."""
    data: dict[str, Any] = {
        "label": _label(each.metric),
        "tier": each.metric.tier,
        "numerator": each.made_of.numerator,
        "denominator": each.made_of.denominator,
        "pooled": each.pooled.value,
        "pooled_interval": each.pooled.interval,
        "mean": each.mean.value,
        "mean_interval": each.mean.interval,
        "having": each.pooled.having,
        "games": each.pooled.games,
    }
    if each.published is not None:
        data["published"] = {"mean": each.published.mean, "games": each.published.games}
    return data


def _told(told: Told) -> dict[str, Any]:
    return {
        "games": told.sources.total(),
        "claims": told.verdicts.total(),
        "discussion": {status: told.coverage.get(status, 0) for status in STATUSES},
        "chat": {status: told.chat_coverage.get(status, 0) for status in STATUSES},
    }


def games_json(study: Study, names: Iterable[str]) -> list[dict[str, Any]]:
    """The figures of each game; those as published beside them, where the study keeps them."""
    columns = {name: study.results(OVERALL, name) for name in names}
    published = {name: values for name in columns if (values := study.published(OVERALL, name)) is not None}
    listed = []
    for index, game in enumerate(study.games):
        data: dict[str, Any] = {
            "game": game.name,
            "condition": game.condition,
            "seed": game.seed,
            "metrics": {name: _result(results[index]) for name, results in columns.items()},
        }
        if published:
            data["published"] = {name: values[index] for name, values in published.items()}
        listed.append(data)
    return listed


def _result(result: MetricResult) -> dict[str, Any]:
    return {"numerator": result.numerator, "denominator": result.denominator, "value": result.value}


def comparison_json(
    compared: Compared, *, rulebooks: Sequence[Mapping[str, str]], failed: Sequence[FailedGame]
) -> dict[str, Any]:
    """What `quack score --compare A B --format json` prints.

    Args:
        rulebooks: how the rulebook of each side is to be named.
        failed: games that could not be scored.

    Returns:
        `program`; `first` and `second` (name and rulebook of each side); `pairing` (game, seed or null), `over` (pooled
        or mean), `correction`, `tests` (how many p-values are corrected for one another), `intervals`; `metrics`: by
        name, both sides as in `scores_json`, and the `difference` (first less second) with its `interval`, `effect` and
        its `measure`, `p`, `p_adjusted`, `compared` (how many games of each side count), `pairs` (of which both games
        have the figure; null where games make none), `identical` (see `Difference`) and `shared` (how many of the games
        are on both sides, where they make no pairs).
    """
    comparison = compared.comparison
    sides = zip(("first", "second"), (compared.first, compared.second), rulebooks, strict=True)
    return {
        "program": __version__,
        **{side: {"name": name, "rulebook": dict(rulebook)} for side, name, rulebook in sides},
        "pairing": comparison.pairing,
        "over": comparison.over,
        "correction": comparison.correction,
        "tests": comparison.tests,
        "intervals": _intervals(comparison.how),
        "metrics": {each.metric.name: _compared(each) for each in comparison.figures},
        "failed": [{"game": each.game, "error": printable(each.error)} for each in failed],
    }


def _compared(each: ComparedFigure) -> dict[str, Any]:
    found = each.difference
    return {
        "first": figure_json(each.first),
        "second": figure_json(each.second),
        "difference": found.value,
        "interval": found.interval,
        "effect": found.effect,
        "measure": found.measure,
        "p": found.p_value,
        "p_adjusted": each.adjusted,
        "compared": list(found.games),
        "pairs": found.pairs,
        "identical": found.identical,
        "shared": found.shared,
    }


def scores_csv(study: Study, groups: Mapping[Group, Cells]) -> str:
    """What `quack score --format csv` prints: a row for each figure of each group; what is missing is empty.

    The columns begin with what groups are told apart by, empty for all games.
    """
    return _csv(score_rows(study, (each for cells in groups.values() for each in cells.values())))


def score_rows(study: Study, figures: Iterable[GroupFigure]) -> list[dict[str, Any]]:
    """A row for each figure of a group of a study, by columns, which are the same for all; None is missing."""
    nothing = (None,) * len(study.by)
    return [{**dict(zip(study.by, each.group or nothing, strict=True)), **_row(each)} for each in figures]


def _row(each: GroupFigure) -> dict[str, Any]:
    data = figure_json(each)
    row: dict[str, Any] = {"figure": each.metric.name, "kind": each.metric.kind, "unit": each.metric.unit}
    for name, value in data.items():
        if name.endswith("interval"):
            low, high = value or (None, None)
            row |= {name.replace("interval", "low"): low, name.replace("interval", "high"): high}
        elif name != "published":
            row[name] = value
    published = data.get("published", {"mean": None, "games": None})
    return {**row, "published_mean": published["mean"], "published_games": published["games"]}


def comparison_csv(compared: Compared) -> str:
    """What `quack score --compare A B --format csv` prints: a row for each figure; what is missing is empty."""
    return _csv(comparison_rows(compared.comparison))


def comparison_rows(comparison: Comparison) -> list[dict[str, Any]]:
    """A row for each figure of a comparison, by columns, which are the same for all; None is missing."""
    rows = []
    for each in comparison.figures:
        data = _compared(each)
        low, high = data["interval"] or (None, None)
        one, other = data["compared"]
        sides = {
            f"{side}_{name}": data[side][name]
            for side in ("first", "second")
            for name in ("numerator", "denominator", "pooled", "mean", "having", "games")
        }
        found = {name: data[name] for name in ("effect", "measure", "p", "p_adjusted", "pairs", "identical", "shared")}
        row = {"figure": each.metric.name, "label": _label(each.metric), **sides, "difference": data["difference"]}
        rows.append({**row, "low": low, "high": high, **found, "first_compared": one, "second_compared": other})
    return rows


def _csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows under their heads; names of conditions and players are somebody else's text."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows([{head: _cell(value) for head, value in row.items()} for row in rows])
    return text.getvalue()


def _cell(value: Any) -> Any:
    return printable(whole_text(value)) if isinstance(value, str) else value
