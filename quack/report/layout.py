"""Lays a table out as lines of text that fit a width."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from quack.errors import printable
from quack.report.tables import Table

GAP = "  "

_NARROWEST = 40
"""Columns that folded lines are given in any case."""

_MARK = re.compile(r" *(?:- |\d+  )?")


def lay_out(table: Table, width: int) -> list[str]:
    """The lines of a table: heads, a rule, rows, and below another rule the total.

    Heads of several words stand one word above the other. A name that leaves no room for the figures stands on a line
    of its own, with the figures below it (as `df` does): names are never cut.
    """
    heads = [printable(column).replace("_", " ").split() or [""] for column in table.columns]
    heads[0] = [" ".join(heads[0])]
    rows = [[printable(cell) for cell in row] for row in table.rows]
    total = [[printable(cell) for cell in table.total]] if table.total else []
    widths = [
        max(map(cell_len, [*words, *(row[index] for row in (*rows, *total))])) for index, words in enumerate(heads)
    ]
    figures = sum(widths[1:]) + len(GAP) * (len(widths) - 1)
    # The first column gets what the figures leave it, and room for the total's name in any case.
    widths[0] = min(widths[0], max([width - figures, *(cell_len(row[0]) for row in total)]))
    rule = "─" * (widths[0] + figures)
    lines = [line for row in _stacked(heads) for line in _lines(row, widths)]
    lines.append(rule)
    lines += [line for row in rows for line in _lines(row, widths)]
    if total:
        lines += [rule, *_lines(total[0], widths)]
    return lines


def fold(text: str, width: int) -> list[str]:
    """A line as lines that fit a width, those after the first below its words; no word is cut.

    What stands before the words is blanks, and perhaps a mark: `- ` or a number with two blanks.
    """
    text = printable(text)
    mark = _MARK.match(text)
    indent = " " * (mark.end() if mark else 0)
    width = max(width, _NARROWEST)
    parts = textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
    return parts or [""]


def _stacked(heads: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    height = max(map(len, heads))
    for level in range(height):
        yield [words[level - height + len(words)] if level >= height - len(words) else "" for words in heads]


def _lines(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    name, figures = row[0], [_pad(cell, width) for cell, width in zip(row[1:], widths[1:], strict=True)]
    if cell_len(name) > widths[0]:
        yield name
        name = ""
    yield GAP.join([name + " " * (widths[0] - cell_len(name)), *figures]).rstrip()


def _pad(cell: str, width: int) -> str:
    return " " * (width - cell_len(cell)) + cell
