"""The columns of exported data as lines for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from quack.report.data_columns import Column, DataTable

_NARROWEST = 30


def schema_lines(tables: Iterable[DataTable], width: int) -> Iterator[str]:
    """Each table with a line per column: name, type, unit, meaning; a ? marks types that may be missing."""
    for table in tables:
        yield from textwrap.wrap(f"{table.name}: a row is {table.row}", width)
        yield "─" * min(width, 100)
        first = max(len(column.name) for column in table.columns)
        for column in table.columns:
            yield from _lines(column, first, width)
        yield ""
    yield from textwrap.wrap(
        "? may be missing. Lists stand as JSON text; raw text is as the file of claims has it.", width
    )


def _lines(column: Column, first: int, width: int) -> Iterator[str]:
    dtype = f"{column.dtype}{'?' if column.nullable else ''}"
    head = f"{column.name:<{first}}  {dtype:<9}  "
    meaning = f"{column.meaning} ({column.unit})" if column.unit else column.meaning
    if width - len(head) < _NARROWEST:
        yield head.rstrip()
        yield from textwrap.wrap(meaning, width, initial_indent="    ", subsequent_indent="    ")
    else:
        yield from textwrap.fill(
            meaning, width, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
        ).splitlines()
