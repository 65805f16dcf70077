"""Prints a telling: pages of a replay, or lines as a game is played."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Mapping
from typing import IO, Any

from rich.text import Text

from quack.errors import printable
from quack.events.places import Standing
from quack.report.screen import Screen
from quack.report.telling import Kind, Line, Page
from quack.report.terminal import WIDTH

_STYLES: dict[Kind, str] = {
    "start": "bold",
    "tick": "bold",
    "place": "dim",
    "deed": "",
    "done": "",
    "death": "bold red",
    "meeting": "bold yellow",
    "speech": "cyan",
    "vote": "yellow",
    "sight": "green",
    "fault": "magenta",
    "end": "bold",
}
_GUTTER = 6
"""Columns that hold the number of the log line."""


class Printer:
    """Prints lines with the number of the log line beside each.

    Args:
        file: where to; standard output if not given. Colours only on a terminal, and never under NO_COLOR.
    """

    def __init__(self, file: IO[str] | None = None) -> None:
        self.console = Screen(file)
        self._begun = False
        self.width = max(shutil.get_terminal_size((WIDTH, 24)).columns, 40)

    def show(self, lines: Iterable[Line]) -> None:
        """Prints lines; rooms that follow each other share one, as far as it reaches."""
        rooms: list[Line] = []
        for line in lines:
            if line.kind == "place" and line.line is None:
                rooms.append(line)
                continue
            self._rooms(rooms)
            rooms = []
            self._line(line)
        self._rooms(rooms)

    def _rooms(self, lines: list[Line]) -> None:
        if lines:
            self._line(Line("place", "  ".join(f"[{line.text}]" for line in lines)))

    def _line(self, line: Line) -> None:
        number = "" if line.line is None else str(line.line)
        style = _STYLES[line.kind]
        indent = _GUTTER + (0 if line.kind in ("start", "tick") else 2)
        parts = textwrap.wrap(printable(line.text), max(self.width - indent, 20), break_on_hyphens=False) or [""]
        if line.kind == "tick" and self._begun:
            self.console.print()
        self._begun = True
        for index, part in enumerate(parts):
            shown = (number if index == 0 else "").rjust(_GUTTER - 2)
            gap = " " * (indent - _GUTTER + 2)
            self.console.print(Text.assemble((shown, "dim"), gap, (part, style)))


def page_json(page: Page, names: Mapping[str, str]) -> dict[str, Any]:
    """A page as JSON values: where everyone is when it begins, and its lines."""
    return {
        "tick": page.tick,
        "places": [
            {"player": player, "name": names.get(player, player)}
            | (
                {"room": place.room}
                if isinstance(place, Standing)
                else {"from": place.origin, "to": place.destination, "due": place.due}
            )
            for player, place in page.places.items()
        ],
        "bodies": [
            {"player": player, "name": names.get(player, player), "room": room} for player, room in page.bodies.items()
        ],
        "events": [
            {"kind": line.kind, "text": line.text, "line": line.line}
            for line in page.lines
            if line.line is not None and line.kind not in ("start", "tick")
        ],
    }
