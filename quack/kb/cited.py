"""What a verdict rests on, in words: all that records need to know of the knowledge base."""

from __future__ import annotations

from typing import NamedTuple


class Evidence(NamedTuple):
    """A fact that a verdict rests on, in names, and the log line that it comes from (None: the log as a whole)."""

    fact: str
    line: int | None
