"""The summary of an audit for a terminal, or for a file that somebody will read."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO, Any

from rich.style import Style

from quack.audit.results import FailedGame
from quack.errors import amount, printable
from quack.metrics.aggregate import Summary
from quack.report import tables
from quack.report.layout import lay_out
from quack.report.screen import Screen
from quack.report.tables import FEW_GAMES, Table

MOST_DROPPED = 3
"""So many notices of dropped claims are told one by one."""

WIDTH = 100
"""Columns where there is no terminal to ask and COLUMNS says nothing."""

_HEAD = Style(bold=True)

_WRAPPING: dict[str, Any] = {"break_on_hyphens": False, "break_long_words": False, "subsequent_indent": "  "}
"""Names stay whole."""


def print_summary(
    summary: Summary,
    policy: Sequence[str],
    *,
    published: bool = False,
    titles: Mapping[str, str] | None = None,
    file: IO[str] | None = None,
) -> None:
    """Prints the tables of an audit.

    Args:
        policy: the rulebook's labels of verdicts, in their order.
        published: show figures as the published study counted them, beside ours.
        titles: what to call games, if not by their names.
        file: where to; standard output if not given. Bold only on a terminal, and never under NO_COLOR.
    """
    print_tables(_tables(summary, policy, published, titles or {}), _sentences(summary, titles or {}), file=file)


def print_tables(tables: Iterable[Table], sentences: Iterable[str], *, file: IO[str] | None = None) -> None:
    """Prints tables as wide as the terminal is, and sentences below them; `file` as for `print_summary`."""
    console = Screen(file)
    width = shutil.get_terminal_size((WIDTH, 24)).columns
    for table in tables:
        for line in textwrap.wrap(printable(table.title), width, **_WRAPPING) or [""]:
            console.print(line, style=_HEAD)
        for line in lay_out(table, width):
            console.print(line)
        console.print()
    for line in sentences:
        console.print(printable(line))


def _tables(summary: Summary, policy: Sequence[str], published: bool, titles: Mapping[str, str]) -> Iterator[Table]:
    labels = tables.verdict_labels(summary, policy)
    few = len(summary.games) <= FEW_GAMES
    yield tables.games_table(summary, labels, titles) if few else tables.conditions_table(summary, labels)
    if summary.claims:
        yield tables.types_table(summary, labels)
        yield tables.trajectory_table(summary, published=published)
        yield tables.other_rates_table(summary, published=published)


def _sentences(summary: Summary, titles: Mapping[str, str]) -> Iterator[str]:
    if len(summary.games) > FEW_GAMES:
        yield f"{len(summary.games):,} games, shown by condition; --format json lists each."
    if summary.claims:
        yield "Refuted: of the decided claims, accusations and defenses left out."
    yield tables.claims_line(tables.source_of_claims(score.claims_file, score.extractor) for score in summary.games)
    yield from tables.extractor_lines(score.extractor for score in summary.games)
    yield tables.utterances_line("Discussion messages", summary.coverage)
    if summary.chat_coverage.total():
        yield tables.utterances_line("Chat lines", summary.chat_coverage)
    yield tables.phrases_line(summary.phrases)
    yield from notice_lines(summary.notices)
    yield from defect_lines(summary.defects, titles)
    yield from failed_lines(summary.failed, len(summary.games) + len(summary.failed), titles)


def defect_lines(defects: Sequence[tuple[str, str]], titles: Mapping[str, str]) -> Iterator[str]:
    """What the rulebook did wrong, the first ones with their games."""
    if defects:
        yield f"{amount(len(defects), 'defect')} of the rulebook:"
        yield from (f"  {titles.get(game, game)}: {defect}" for game, defect in defects[:FEW_GAMES])
        if len(defects) > FEW_GAMES:
            yield "  …; --format json lists each."


def failed_lines(failed: Sequence[FailedGame], of: int, titles: Mapping[str, str]) -> Iterator[str]:
    """Which games could not be audited, and why; so many of how many."""
    if failed:
        yield f"{len(failed):,} of {amount(of, 'game')} could not be audited:"
        yield from (f"  {titles.get(each.game, each.game)}: {each.error}" for each in failed)


def notice_lines(notices: Sequence[str]) -> Iterator[str]:
    """How many notices there are, and the first ones that say that claims were dropped: those leave claims out."""
    if not notices:
        return
    yield f"{amount(len(notices), 'notice')} about logs and claims; --format json lists them all."
    dropped = [notice for notice in notices if ": dropped: " in notice]
    yield from (f"  {notice}" for notice in dropped[:MOST_DROPPED])
    if len(dropped) > MOST_DROPPED:
        yield f"  … and {len(dropped) - MOST_DROPPED:,} more of claims that were dropped"
