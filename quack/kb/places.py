"""Where do the steps of a proof stand in files, and which lines of the log do they cite?"""

from __future__ import annotations

from typing import NamedTuple

from quack.events.log import GameLog
from quack.events.timeline import Timeline
from quack.kb.proof import Justification, RuleApplication
from quack.kb.symbols import Value


class Place(NamedTuple):
    """Where something is written; no line stands for the file as a whole."""

    file: str
    line: int | None = None

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}:{self.line}"


_LINES = {("evidence", 3): 2, ("ground_evidence", 4): 3}
"""Which argument of what cites a fact is its line."""


def cited_line(node: Justification) -> int:
    """The line of the log that a step of evidence cites; 0 for the log as a whole, and for other steps."""
    if not isinstance(node, RuleApplication):
        return 0
    at = _LINES.get((node.name, len(node.row)))
    line = 0 if at is None else node.row[at]
    return line if isinstance(line, int) else 0


Arrival = tuple[str, str, Value]
"""Who arrived, in which room, and in which tick."""


def departures(log: GameLog, timeline: Timeline) -> dict[Arrival, int]:
    """The line of the departure of each arrival."""
    return {
        (log.by_id[move.player].name, move.destination, move.arrival): move.line
        for move in timeline.moves
        if move.status == "arrived"
    }
