"""A written document as data: headings, paragraphs, lists and tables, for a page and for Markdown alike."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from quack.errors import printable
from quack.report import markup
from quack.report.layout import lay_out
from quack.report.tables import Table


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the document's."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list, numbered if its order matters."""

    texts: tuple[str, ...]
    numbered: bool = False


Block = Heading | Paragraph | Items | Table

_OPENING = re.compile(r"^[-+=]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
"""What begins a list, or underlines a heading."""

_STYLE = """
:root { color-scheme: light dark; --line: #8888; --quiet: #666; }
@media screen and (prefers-color-scheme: dark) { :root { --quiet: #aaa; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 66rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.25; margin: 2em 0 .5em; }
h1 { margin-top: 0; }
p, li { max-width: 48rem; }
figure { margin: 1.5rem 0; overflow-x: auto; }
figcaption { font-weight: 600; margin-bottom: .4rem; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .8rem .2rem 0; text-align: right; vertical-align: top; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
td:not(:first-child) { white-space: nowrap; }
thead th { color: var(--quiet); font-weight: 500; }
tfoot td { font-weight: 600; }
@media print { body { max-width: none; margin: 0; } figure { break-inside: avoid; } }
"""


def html_page(title: str, blocks: Iterable[Block]) -> str:
    """A whole page that needs nothing else; what blocks say is text, never markup."""
    page = ElementTree.Element("html", lang="en")
    head = ElementTree.SubElement(page, "head")
    ElementTree.SubElement(head, "meta", charset="utf-8")
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    ElementTree.SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": policy})
    ElementTree.SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    _put(head, "title", title)
    ElementTree.SubElement(head, "style").text = _STYLE
    body = ElementTree.SubElement(page, "body")
    for block in blocks:
        _put_block(body, block)
    return "<!DOCTYPE html>\n" + ElementTree.tostring(page, encoding="unicode", method="html") + "\n"


def _put(parent: ElementTree.Element, tag: str, text: str) -> None:
    # Control characters are no part of a page, whatever they would steer elsewhere.
    ElementTree.SubElement(parent, tag).text = printable(text)


def _put_block(body: ElementTree.Element, block: Block) -> None:
    match block:
        case Heading(text, level):
            ElementTree.SubElement(body, f"h{level}", id=_anchor(text)).text = printable(text)
        case Paragraph(text):
            _put(body, "p", text)
        case Items(texts, numbered):
            items = ElementTree.SubElement(body, "ol" if numbered else "ul")
            for text in texts:
                _put(items, "li", text)
        case Table():
            _put_table(body, block)


def _anchor(text: str) -> str:
    """What links to a heading: its words in lower case."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


def _put_table(body: ElementTree.Element, table: Table) -> None:
    figure = ElementTree.SubElement(body, "figure")
    _put(figure, "figcaption", table.title)
    element = ElementTree.SubElement(figure, "table")
    _put_rows(element, "thead", "th", [[column.replace("_", " ") for column in table.columns]])
    _put_rows(element, "tbody", "td", table.rows)
    if table.total is not None:
        _put_rows(element, "tfoot", "td", [table.total])


def _put_rows(table: ElementTree.Element, part: str, cell: str, rows: Iterable[Sequence[str]]) -> None:
    element = ElementTree.SubElement(table, part)
    for row in rows:
        line = ElementTree.SubElement(element, "tr")
        for text in row:
            _put(line, cell, text)


def plain(blocks: Iterable[Block], width: int) -> str:
    """The document as text for a terminal of so many columns."""
    return "\n\n".join("\n".join(_plain_lines(block, width)) for block in blocks) + "\n"


def _plain_lines(block: Block, width: int) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield printable(text).upper() if level == 1 else printable(text)
            yield "=-."[min(level, 3) - 1] * min(len(text), width)
        case Paragraph(text):
            yield from textwrap.wrap(printable(text), width)
        case Items(texts, numbered):
            for number, text in enumerate(texts, 1):
                mark = f"{number}. " if numbered else "- "
                yield from textwrap.wrap(printable(text), width, initial_indent=mark, subsequent_indent=" " * len(mark))
        case Table():
            yield printable(block.title)
            yield from lay_out(block, width)


def markdown(blocks: Iterable[Block]) -> str:
    """The document as Markdown; what blocks say is text, never markup."""
    return "\n\n".join("\n".join(_markdown_lines(block)) for block in blocks) + "\n"


def _markdown_lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"{'#' * level} {markup.markdown_text(text)}"
        case Paragraph(text):
            yield _prose(text)
        case Items(texts, numbered):
            yield from (f"{f'{n}.' if numbered else '-'} {_prose(text)}" for n, text in enumerate(texts, 1))
        case Table():
            yield markup.markdown(block).rstrip("\n")


def _prose(text: str) -> str:
    """Text for a paragraph: what would begin a list or underline a heading at its start is a sign like others."""
    return _OPENING.sub(lambda found: f"&#{ord(found[0])};", markup.markdown_text(text))
