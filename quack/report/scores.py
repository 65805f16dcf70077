"""Scored games for a terminal: tables, and what one has to know of them in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from quack.errors import printable
from quack.metrics.grouping import OVERALL, Group
from quack.metrics.registry import CENSUS, METRICS
from quack.metrics.resampling import Resampling
from quack.metrics.study import Study
from quack.report import document, markup, tables
from quack.report.document import Items
from quack.report.score_tables import HEADLINES, Cells, View, detail_tables, group_tables, metric_table
from quack.report.tables import Table
from quack.report.terminal import defect_lines, failed_lines, notice_lines


@dataclass(frozen=True, slots=True)
class Scores:
    """A scored study, and what is to be shown of it.

    Attributes:
        names: the figures, in the order of tables.
        chosen: whether somebody chose them by name: then each has a table of its own.
        full: show every figure of every group.
        titles: what to call games, if not by their names.
    """

    study: Study
    names: Sequence[str]
    how: Resampling = field(default_factory=Resampling)
    chosen: bool = False
    full: bool = False
    titles: Mapping[str, str] = field(default_factory=dict)

    def figures(self) -> dict[Group, Cells]:
        """The figures of each group, all games last; coverage among them, for it stands beside others."""
        names = dict.fromkeys((*self.names, "coverage"))
        return {
            group: {row.metric.name: row for row in self.study.table(names, [group], self.how)}
            for group in self.study.groups()
        }


def score_tables(scores: Scores, view: View) -> Iterator[Table]:
    """What is to be shown, as tables.

    Of one condition alone there is nothing to tell apart; otherwise the figures of all games come first.
    """
    study, groups = scores.study, scores.figures()
    parted = study.by != ("condition",) or len(groups) > 2
    if scores.chosen:
        for name in scores.names:
            rows = [cells[name] for group, cells in groups.items() if parted or group == OVERALL]
            yield metric_table(rows, study.by if parted else (), view)
        return
    whole = sorted(groups, key=lambda group: group != OVERALL) if scores.full and parted else [OVERALL]
    for group in whole:
        yield from detail_tables(groups[group], scores.names, view)
    if parted and not scores.full:
        yield from group_tables(groups, [name for name in HEADLINES if name in scores.names], study.by, view)


def sentences(scores: Scores) -> Iterator[str]:
    """What one has to know of the tables: intervals, claims, what was read, and what went wrong."""
    yield from explanations(scores)
    if any(METRICS[name].tier == 3 for name in scores.names):
        yield from said_lines(scores.study)
    yield from trouble_lines(scores.study, scores.titles)


def trouble_lines(study: Study, titles: Mapping[str, str]) -> Iterator[str]:
    """What went wrong, and what is odd.

    Args:
        titles: what to call games, if not by their names.
    """
    yield from notice_lines(study.notices)
    yield from defect_lines(study.defects, titles)
    yield from failed_lines(study.failed, len(study.games) + len(study.failed), titles)


def explanations(scores: Scores) -> Iterator[str]:
    """How to read the figures."""
    how = scores.how
    yield "Pooled: the sums over all games. Mean: over the games that have the figure; n, games: how many do."
    yield (
        f"Intervals ({100 * how.confidence:.4g} %): a game is one answer, however much is said in it. Of pooled shares "
        "Wilson's, for as many answers as would vary as much as the games do (jackknife); of all else the studentised "
        f"bootstrap of games, seed {how.seed}, {how.resamples:,} draws."
    )
    if not CENSUS.isdisjoint(scores.names):
        yield "Coverage is counted in full: it needs no interval."
    if not scores.full and not scores.chosen and len(scores.study.groups()) > 2:
        yield "Group by group stand only the chief figures; --full shows all."
    if scores.study.paper:
        yield "As published: the mean over games, where nothing to divide by mostly counts as 0."
    if len(scores.study.games) < 2:
        yield "Of a single game there are no intervals."


def said_lines(study: Study, conditions: Iterable[str] | None = None) -> Iterator[str]:
    """Whose claims were judged, and how far what was said was read, in the games of some conditions or in all."""
    told = study.all_told(conditions)
    sources = (tables.source_of_claims(*source) for source in told.sources.elements())
    yield tables.claims_line(sources)
    yield from tables.extractor_lines(extractor for _, extractor in told.sources)
    yield tables.utterances_line("Discussion messages", told.coverage)
    if told.chat_coverage.total():
        yield tables.utterances_line("Chat lines", told.chat_coverage)
    yield tables.phrases_line(told.phrases)


def markdown_text(shown: Iterable[Table], lines: Iterable[str]) -> str:
    """Tables and what to know of them, in Markdown."""
    return document.markdown([*shown, Items(tuple(lines))]).rstrip("\n")


def latex_text(shown: Iterable[Table], lines: Iterable[str]) -> str:
    """Tables for LaTeX with the package booktabs, labelled by their titles; what to know of them stands in comments."""
    labelled: dict[str, Table] = {}
    for table in shown:
        labelled[markup.latex_label(table.title, labelled)] = table
    texts = (markup.latex(table, label=label) for label, table in labelled.items())
    comments = "".join(f"% {printable(line)}\n" for line in lines)
    return "\n".join(["% These tables need \\usepackage{booktabs}.", *texts, comments]).rstrip("\n")
