"""Documents as text, Markdown and pages: whatever their blocks say shows as it is."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from hypothesis import example, given
from hypothesis import strategies as st

from quack.errors import printable
from quack.report.document import Heading, Items, Paragraph, html_page, markdown, plain

TEXTS = st.text(
    st.characters(codec="utf-8") | st.sampled_from("|*_`<>#-+1.)[]&\\~=:/\n\x1b@$"), min_size=1, max_size=20
)


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def shown(text: str) -> str:
    """What a reader sees of a text: spaces that run together are one."""
    return re.sub(r"\s+", " ", text.strip())


@given(TEXTS)
@example("1. x")
@example("12) x")
@example("===")
@example("- x")
@example("http://here.example")
def test_a_paragraph_shows_as_it_is_in_markdown(text: str) -> None:
    from markdown_it import MarkdownIt

    words = _Words()
    words.feed(MarkdownIt("commonmark", {"html": True}).render(markdown([Paragraph("before"), Paragraph(text)])))
    assert {"p"} == set(words.tags)
    assert shown("before " + printable(text)) == shown("".join(words.words))


@given(TEXTS)
def test_a_paragraph_shows_as_it_is_on_a_page(text: str) -> None:
    words = _Words()
    words.feed(html_page("title", [Paragraph(text)]))
    assert ["html", "head", "meta", "meta", "meta", "title", "style", "body", "p"] == words.tags
    assert printable(text) in words.words


def test_lists_and_headings_have_their_marks() -> None:
    blocks = [Heading("One", 1), Items(("a", "b")), Items(("c",), numbered=True)]
    assert "# One\n\n- a\n- b\n\n1. c\n" == markdown(blocks)
    assert "ONE\n===\n\n- a\n- b\n\n1. c\n" == plain(blocks, 80)
