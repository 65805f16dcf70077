"""Stepping through pages on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quack.cli.output import tell

if TYPE_CHECKING:
    from quack.report.replay import Printer
    from quack.report.telling import Page

_PROMPT = "[Enter: on, b: back, NUMBER: to that tick, a: all the rest, q: quit] "
_UNDERSTOOD = "not understood: Enter goes on, b back, a number to that tick, a tells all the rest, q quits"
_WORDS = {word: word[0] for word in ("b", "back", "a", "all", "q", "quit")}


def step(pages: Sequence[Page], printer: Printer) -> None:
    """Shows pages one by one, as the person at the terminal asks for them."""
    index = 0
    while True:
        printer.show(pages[index].lines)
        if index == len(pages) - 1:
            return
        try:
            wanted = _ask(index, pages)
        except EOFError:
            return
        if wanted is None:
            return
        if wanted == len(pages):
            for page in pages[index + 1 :]:
                printer.show(page.lines)
            return
        index = wanted


def _ask(index: int, pages: Sequence[Page]) -> int | None:
    """The page to show next, asked for until it is understood: their number for all the rest, None for no more.

    Raises:
        EOFError: nobody answers any more.
    """
    while True:
        answer = input(_PROMPT).strip().casefold()
        word = _WORDS.get(answer)
        if not answer:
            return index + 1
        if word == "q":
            return None
        if word == "a":
            return len(pages)
        if word == "b":
            return max(index - 1, 0)
        if not (answer.isascii() and answer.isdigit()):
            tell(_UNDERSTOOD)
            continue
        # No game has a tick of ten digits, and Python takes no number of thousands of them.
        tick = int(answer) if len(answer) < 10 else None
        first, last = pages[0].tick, pages[-1].tick
        if tick is not None and first <= tick <= last:
            return next(place for place, page in enumerate(pages) if page.tick >= tick)
        tell(f"no tick {answer[:10]} here: they go from {first} to {last}")
