"""Tables as GitHub Markdown, LaTeX and CSV, whatever signs stand in their cells.

Names of games, players and models are somebody else's text: no sign of theirs ends a cell, begins a command or makes a
link. Control characters, line ends among them, are written as escapes, as on a terminal.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from itertools import count

from quack.errors import printable, whole_text
from quack.report.tables import Table

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")
"""A text that begins so is a formula to some spreadsheet."""

_MARKDOWN = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "`*_[]~$#!"},
        **{sign: f"&#{ord(sign)};" for sign in "|\\<>@"},
        "&": "&amp;",
    }
)
# What GitHub would take for an address is one with these only.
_ADDRESS = re.compile(r"(?i)(:)(?=//)|(?<=www)(\.)|(?<=mailto|..xmpp)(:)")

_LATEX = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "{}$&#_%"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        "`": r"\textasciigrave{}",
        "'": r"\textquotesingle{}",
        # Two of them would become a dash; after the end of a row these two are options of it.
        "-": "-{}",
        "[": "{[}",
        "*": "{*}",
        "−": "$-$",
    }
)
_MINUS = re.compile(r"(?<![^\s–])[-−](?=\d)")
_NUMBER = re.compile(r"[+−-]?[\d.,]+%?")


def markdown(table: Table) -> str:
    """A table in GitHub's Markdown, under its title; figures stand at the right, the total in bold."""
    total = [[f"**{markdown_text(cell)}**" if cell.strip() else "" for cell in table.total]] if table.total else []
    rows = [[*map(markdown_text, _heads(table))], *([*map(markdown_text, row)] for row in table.rows), *total]
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_piped(row, widths) for row in rows]
    ruler = [f"{'-' * (width - 1)}{'-' if index == 0 else ':'}" for index, width in enumerate(widths)]
    return "\n".join([f"**{markdown_text(table.title)}**", "", lines[0], _piped(ruler, widths), *lines[1:]]) + "\n"


def _heads(table: Table) -> list[str]:
    return [head.replace("_", " ") for head in table.columns]


def _text(cell: str) -> str:
    return printable(whole_text(cell)).strip()


def markdown_text(cell: str) -> str:
    """A text for Markdown that shows as it is: no markup, no link, no mention, no line's end."""
    escaped = _text(cell).translate(_MARKDOWN)
    return _ADDRESS.sub(lambda found: f"&#{ord(found.group())};", escaped)


def _piped(row: Sequence[str], widths: Sequence[int]) -> str:
    first, figures = (
        row[0].ljust(widths[0]),
        [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)],
    )
    return f"| {' | '.join([first, *figures])} |"


def latex(table: Table, *, label: str | None = None) -> str:
    """A table for LaTeX with the package booktabs, its title as the caption.

    Args:
        label: what `\\ref` calls it; letters, digits, colons and hyphens.

    Raises:
        ValueError: a label with other signs.
    """
    if label is not None and not re.fullmatch(r"[A-Za-z0-9:-]+", label):
        raise ValueError(f"no label: {label!r}")
    total = [r"\midrule", _latex_row(table.total)] if table.total else []
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_latex(table.title)}}}",
        *([rf"\label{{{label}}}"] if label else []),
        rf"\begin{{tabular}}{{l{'r' * (len(table.columns) - 1)}}}",
        r"\toprule",
        _latex_heads(_heads(table)),
        r"\midrule",
        *map(_latex_row, table.rows),
        *total,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _latex(cell: str) -> str:
    return _text(cell).translate(_LATEX)


def _latex_row(cells: Sequence[str]) -> str:
    return f"{' & '.join([*map(_latex, cells[:1]), *map(_latex_figure, cells[1:])])} \\\\"


def _latex_figure(cell: str) -> str:
    return "$-$".join(part.translate(_LATEX) for part in _MINUS.split(_text(cell)))


def _latex_heads(heads: Sequence[str]) -> str:
    """The heads; one that recurs, such as that of intervals, is put beside the one before it, over both columns."""
    cells: list[str] = []
    for before, head in zip(("", *heads), heads, strict=False):
        if len(cells) > 1 and heads.count(head) > 1 and heads.count(before) == 1:
            cells[-1] = rf"\multicolumn{{2}}{{r}}{{{_latex(before)} ({_latex(head)})}}"
        else:
            cells.append(_latex(head))
    return f"{' & '.join(cells)} \\\\"


def latex_label(title: str, taken: Iterable[str] = ()) -> str:
    """What `\\ref` can call a table: the words of its title until a mark ends a phrase, and unlike others."""
    words = re.findall(r"[a-z0-9]+", re.split(r"[.;:]", title.lower())[0])
    name = f"tab:{'-'.join(words) or 'table'}"
    others = set(taken)
    numbered = (f"{name}-{number}" for number in count(2))
    return name if name not in others else next(each for each in numbered if each not in others)


def comma_separated(table: Table, *, spreadsheet_safe: bool = False) -> str:
    """A table as CSV: heads, rows, the total last; the title is left out.

    Args:
        spreadsheet_safe: put an apostrophe before text that a spreadsheet would take for a formula.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    for row in (table.columns, *table.rows, *([table.total] if table.total else [])):
        cells = [printable(whole_text(cell)) for cell in row]
        writer.writerow([_harmless(cell) for cell in cells] if spreadsheet_safe else cells)
    return file.getvalue()


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA) and not _NUMBER.fullmatch(cell) else cell
