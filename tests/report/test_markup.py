"""Tables as Markdown, LaTeX and CSV: no cell breaks out of them."""

from __future__ import annotations

import csv
import html
import io
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quack.errors import printable, whole_text
from quack.report.markup import comma_separated, latex, latex_label, markdown
from quack.report.tables import Table

TABLE = Table(
    "Votes & more", ("game", "made_of", "rate"), (("a_b", "1/2", "50.0%"), ("c|d", "–", "–")), ("all", "1/2", "")
)

# Texts that are likely to break out of something.
SIGNS = st.text(st.sampled_from("|\\`*_{}[]()<>#+-!&~^$%@:./\"'\n\r\x1b\ud800 aé鹅") | st.characters(), max_size=12)
ROWS = st.lists(st.tuples(SIGNS, SIGNS, SIGNS), min_size=1, max_size=3)


def test_markdown_is_a_table_with_figures_at_the_right() -> None:
    assert markdown(TABLE).splitlines() == [
        "**Votes &amp; more**",
        "",
        "| game     | made of |  rate |",
        "| -------- | ------: | ----: |",
        "| a\\_b     |     1/2 | 50.0% |",
        "| c&#124;d |       – |     – |",
        "| **all**  | **1/2** |       |",
    ]


def test_latex_is_a_table_of_booktabs() -> None:
    assert latex(TABLE, label="tab:votes").splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\caption{Votes \& more}",
        r"\label{tab:votes}",
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"game & made of & rate \\",
        r"\midrule",
        r"a\_b & 1/2 & 50.0\% \\",
        r"c\textbar{}d & – & – \\",
        r"\midrule",
        r"all & 1/2 &  \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def test_a_label_is_no_place_for_commands() -> None:
    with pytest.raises(ValueError, match="no label"):
        latex(TABLE, label="a}")


def test_latex_has_minus_signs_before_figures_and_hyphens_in_names() -> None:
    text = latex(Table("t", ("a", "A − B", "c"), (("-5", "-0.5", "−1.5 to +2"), ("x-1", "−2.0–−1.0", "2026-01"))))
    assert ["a & A $-$ B & c", "-{}5 & $-$0.5 & $-$1.5 to +2", "x-{}1 & $-$2.0–$-$1.0 & 2026-{}01"] == [
        line.removesuffix(r" \\") for line in text.splitlines() if "&" in line
    ]


def test_latex_puts_heads_that_recur_over_the_column_that_they_belong_to() -> None:
    heads = ("figure", "pooled", "95%", "made of", "mean", "95%")
    text = latex(Table("t", heads, (tuple("abcdef"),)))
    pooled, mean = (rf"\multicolumn{{2}}{{r}}{{{name} (95\%)}}" for name in ("pooled", "mean"))
    assert rf"figure & {pooled} & made of & {mean} \\" in text.splitlines()


def test_a_label_is_made_of_a_title_and_unlike_others() -> None:
    assert "tab:outcomes-from-the-log" == latex_label("Outcomes, from the log; 6 games")
    assert "tab:table-3" == latex_label("鹅}", ["tab:table", "tab:table-2"])


def test_csv_has_heads_rows_and_the_total() -> None:
    assert "game,made_of,rate\na_b,1/2,50.0%\nc|d,–,–\nall,1/2,\n" == comma_separated(TABLE)


def _plain(cell: str) -> str:
    return printable(whole_text(cell)).strip()


def _rendered(cell: str) -> str:
    return html.unescape(re.sub(r"\\([^A-Za-z0-9\s])", r"\1", cell.strip()))


@given(rows=ROWS)
@example(rows=[("a\\|b", "\\", "x")])
@example(rows=[("&#124;", "http://x.y", "www.x.y")])
def test_no_cell_breaks_out_of_markdown(rows: list[tuple[str, str, str]]) -> None:
    lines = markdown(Table("t", ("a", "b", "c"), tuple(rows))).split("\n")
    body = lines[4:-1]
    assert len(rows) == len(body)
    for row, line in zip(rows, body, strict=True):
        cells = line.split("|")
        assert ("", "", 5) == (cells[0], cells[-1], len(cells))
        assert list(map(_plain, row)) == list(map(_rendered, cells[1:-1]))
        assert not re.search(r"[<>@]|://|(?i:www)\.", line)
        assert not re.search(r"(?<!\\)[`*_\[\]~$]", line)


@given(rows=ROWS)
@example(rows=[("[1ex]", "*", "\\\\")])
def test_no_cell_breaks_out_of_latex(rows: list[tuple[str, str, str]]) -> None:
    lines = latex(Table("t", ("a", "b", "c"), tuple(rows))).split("\n")
    body = lines[lines.index(r"\midrule") + 1 : lines.index(r"\bottomrule")]
    assert len(rows) == len(body)
    words = "backslash asciitilde asciicircum less greater bar quotedbl asciigrave quotesingle".split()
    known = rf"\\text(?:{'|'.join(words)})\{{\}}"
    for line in body:
        bare = re.sub(rf"{known}|\$-\$|\\[{{}}$&#_%]|-\{{\}}|\{{[\[*]\}}", "", line.removesuffix(r" \\"))
        assert 2 == bare.count("&")
        assert not re.search(r"[\\{}$#_%^~<>|\"`'\[*-]", bare)


@given(rows=ROWS)
def test_csv_gives_the_cells_back(rows: list[tuple[str, str, str]]) -> None:
    text = comma_separated(Table("t", ("a", "b", "c"), tuple(rows)))
    read = list(csv.reader(io.StringIO(text, newline="")))[1:]
    assert [[printable(whole_text(cell)) for cell in row] for row in rows] == read


@given(rows=ROWS)
def test_no_cell_is_a_formula_if_spreadsheets_matter(rows: list[tuple[str, str, str]]) -> None:
    text = comma_separated(Table("t", ("a", "b", "c"), tuple(rows)), spreadsheet_safe=True)
    for row in list(csv.reader(io.StringIO(text, newline="")))[1:]:
        assert not any(re.match(r"[=@|%]|[+-](?![\d.,]+%?$)", cell) for cell in row)


def test_negative_figures_stay_figures_in_spreadsheets() -> None:
    table = Table("t", ("a", "b"), (("-x", "-1.5"), ("=1", "+3.0%")))
    assert "a,b\n'-x,-1.5\n'=1,+3.0%\n" == comma_separated(table, spreadsheet_safe=True)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_latex_takes_the_signs(tmp_path: Path) -> None:
    signs = "".join(chr(code) for code in range(32, 127))
    text = latex(Table(signs, ("a", "b"), (("[x]" + signs, "*"), ("[y]", signs))))
    head = "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{textcomp,booktabs}\\begin{document}"
    (tmp_path / "t.tex").write_text(f"{head}\n{text}\\end{{document}}\n")
    done = subprocess.run(["pdflatex", "-interaction=batchmode", "-halt-on-error", "t.tex"], cwd=tmp_path, check=False)
    assert 0 == done.returncode
