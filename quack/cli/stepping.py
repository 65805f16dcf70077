"""Stepping through pages on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quack.report.replay import Printer
    from quack.report.telling import Page

_PROMPT = "[Enter: on, b: back, NUMBER: to that tick, a: all the rest, q: quit] "


def step(pages: Sequence[Page], printer: Printer) -> None:
    """Shows pages one by one, as the person at the terminal asks for them."""
    index = 0
    while True:
        printer.show(pages[index].lines)
        if index == len(pages) - 1:
            return
        try:
            answer = input(_PROMPT).strip().casefold()
        except EOFError:
            return
        if answer.startswith("q"):
            return
        if answer.startswith("a"):
            for page in pages[index + 1 :]:
                printer.show(page.lines)
            return
        index = _next(index, answer, pages)


def _next(index: int, answer: str, pages: Sequence[Page]) -> int:
    """The page that an answer asks for; the next one if it asks for none."""
    if answer.startswith("b"):
        return max(index - 1, 0)
    if answer.isascii() and answer.isdigit():
        wanted = int(answer[:9])
        return next((place for place, page in enumerate(pages) if page.tick >= wanted), len(pages) - 1)
    return index + 1
