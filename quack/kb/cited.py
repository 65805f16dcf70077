"""What a verdict rests on, in words: all that records need to know of the knowledge base."""

from __future__ import annotations

import msgspec


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact that a verdict rests on, in names, and the log line that it comes from (None: the log as a whole)."""

    fact: str
    line: int | None
