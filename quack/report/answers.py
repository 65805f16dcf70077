"""Answers to a query as a table, as JSON or as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from itertools import islice

from rich.cells import cell_len

from quack.audit.asking import Answers
from quack.errors import printable

GAP = "  "

_FORMULA = tuple("=+-@\t\r")
"""With these a cell of a spreadsheet begins that is computed."""


def answer_table(answers: Answers, *, game: bool, limit: int | None) -> list[str]:
    """The lines of a table: names to the left, numbers to the right.

    Args:
        game: a column says which game an answer comes from.
        limit: no more answers than that.
    """
    columns = _columns(answers, game)
    rows = list(_rows(answers, game, limit))
    if not columns:
        return ["yes" if answers.count else "no"]
    if not rows:
        return []
    cells = [[printable(value) for value in row] for row in rows]
    numbers = [all(isinstance(row[place], int) for row in rows) for place in range(len(columns))]
    widths = [max(cell_len(name), *(cell_len(row[place]) for row in cells)) for place, name in enumerate(columns)]
    head = _line(columns, widths, numbers)
    rule = "─" * (sum(widths) + len(GAP) * (len(widths) - 1))
    return [head, rule, *(_line(row, widths, numbers) for row in cells)]


def answer_json(answers: Answers, query: str, *, limit: int | None) -> str:
    """The answers as JSON: an object for each, its game among its keys."""
    columns = _columns(answers, not _is_grouped(answers))
    data = {
        "query": query,
        "columns": columns,
        "count": answers.count,
        "answers": [dict(zip(columns, row, strict=True)) for row in _rows(answers, not _is_grouped(answers), limit)],
        "failed": [{"game": game, "error": str(error)} for game, error in answers.failed],
    }
    return json.dumps(data, indent=1, ensure_ascii=False)


def answer_csv(answers: Answers, *, game: bool, limit: int | None) -> str:
    """The answers as CSV, with a line of heads."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_columns(answers, game))
    writer.writerows(tuple(map(_cell, row)) for row in _rows(answers, game, limit))
    return text.getvalue().rstrip("\n")


def _cell(value: int | str) -> int | str:
    """A value that no spreadsheet takes for a formula: players choose their names."""
    return f"'{value}" if isinstance(value, str) and value[:1] in _FORMULA else value


def _is_grouped(answers: Answers) -> bool:
    return answers.columns[-1:] == ("count",)


def _columns(answers: Answers, game: bool) -> list[str]:
    """The heads, each of them once."""
    columns = ["game"] if game else []
    for name in answers.columns:
        number, head = 2, name
        while head in columns:
            number, head = number + 1, f"{name}_{number}"
        columns.append(head)
    return columns


def _rows(answers: Answers, game: bool, limit: int | None) -> Iterator[tuple[int | str, ...]]:
    rows = ((name, *row) if game else row for name, found in answers.rows.items() for row in found)
    return islice(rows, limit)


def _line(cells: Sequence[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    padded = [
        " " * (width - cell_len(cell)) + cell if number else cell + " " * (width - cell_len(cell))
        for cell, width, number in zip(cells, widths, numbers, strict=True)
    ]
    return GAP.join(padded).rstrip()
