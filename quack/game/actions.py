"""What a player may do at its turn."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["wait", "move", "do_task", "report", "call_meeting", "kill"]


class Action(NamedTuple):
    """An action; `target` is the room of a move or the player id of a kill."""

    kind: Kind
    target: str | None = None

    def __str__(self) -> str:
        return f"{self.kind}({self.target or ''})"


WAIT = Action("wait")
