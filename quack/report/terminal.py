"""The summary of an audit for a terminal, or for a file that somebody will read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from quack.errors import printable
from quack.metrics.aggregate import Summary
from quack.report import tables
from quack.report.tables import FEW_GAMES, Table


def print_summary(
    summary: Summary, policy: Sequence[str], *, published: bool = False, file: IO[str] | None = None
) -> None:
    """Prints the tables of an audit.

    Args:
        policy: the rulebook's labels of verdicts, in their order.
        published: show figures as the published study counted them, beside ours.
        file: where to; standard output if not given. Colours only on a terminal, and never under NO_COLOR.
    """
    console = Console(file=file, highlight=False, emoji=False, markup=False)
    for table in _tables(summary, policy, published):
        console.print(_rich(table))
        console.print()
    for line in _footer(summary):
        console.print(printable(line), soft_wrap=True)


def _tables(summary: Summary, policy: Sequence[str], published: bool) -> Iterator[Table]:
    labels = tables.verdict_labels(summary, policy)
    few = len(summary.games) <= FEW_GAMES
    yield tables.games_table(summary, labels) if few else tables.conditions_table(summary, labels)
    if summary.claims:
        yield tables.types_table(summary, labels)
        yield tables.metrics_table(summary, published=published)
        yield tables.accusations_table(summary)
        yield tables.phrases_table(summary)
    yield tables.reading_table(summary)


def _rich(table: Table) -> RichTable:
    shown = RichTable(
        title=_text(table.title),
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        show_footer=False,
        pad_edge=False,
    )
    for index, column in enumerate(table.columns):
        shown.add_column(_text(column), justify="right" if index else "left", overflow="fold")
    for row in table.rows:
        shown.add_row(*map(_text, row))
    if table.total:
        shown.add_section()
        shown.add_row(*map(_text, table.total), style="bold")
    return shown


def _text(cell: str) -> Text:
    # Names come from folders and logs: as text, so that nothing in them is taken for markup.
    return Text(printable(cell))


def _footer(summary: Summary) -> Iterator[str]:
    if len(summary.games) > FEW_GAMES:
        yield f"{len(summary.games):,} games, shown by condition; --format json lists each."
    if summary.defects:
        yield f"{len(summary.defects):,} defects of the rulebook:"
        yield from (f"  {game}: {defect}" for game, defect in summary.defects[:FEW_GAMES])
        if len(summary.defects) > FEW_GAMES:
            yield "  …; --format json lists each."
    notices = sum(score.notices for score in summary.games)
    if notices:
        yield f"{notices:,} notices about the logs, without harm to the verdicts; `quack log check` lists them."
    if summary.failed:
        total = len(summary.games) + len(summary.failed)
        yield f"{len(summary.failed):,} of {total:,} games could not be audited:"
        yield from (f"  {failed.game}: {failed.error}" for failed in summary.failed)
