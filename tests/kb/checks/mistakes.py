"""Mistakes that rule authors make, as `mistakes.txt` beside this module lists them.

Each has a sentence, a file of the shipped rules, the lines that stand there (-) and those that stand there instead (+).
`> place` is where it is told, if that is not where it stands; `? file` is the test file that tells it.
"""

from pathlib import Path
from typing import NamedTuple


class Mistake(NamedTuple):
    """One mistake."""

    sentence: str
    file: str
    old: str
    new: str
    told: str | None
    tested: str | None


def read_mistakes() -> list[Mistake]:
    """All of them."""
    text = Path(__file__).with_suffix(".txt").read_text("utf-8")
    return [_read(block.rstrip("\n").split("\n")) for block in text.removeprefix("# ").split("\n\n# ")]


def _read(lines: list[str]) -> Mistake:
    marked = {mark: [line[2:] for line in lines[2:] if line[:1] == mark] for mark in "-+>?"}
    told, tested = ("".join(marked[mark]) or None for mark in ">?")
    return Mistake(lines[0], lines[1], "\n".join(marked["-"]), "\n".join(marked["+"]), told, tested)
