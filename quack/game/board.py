"""What the mechanics look at: the setup, where everybody is, what has been achieved."""

from __future__ import annotations

from typing import NamedTuple

from quack.events.state import GameState
from quack.game.config import GameSetup
from quack.game.progress import Progress


class Board(NamedTuple):
    """A game at one moment, as the mechanics see it; they read it and change nothing."""

    setup: GameSetup
    state: GameState
    progress: Progress
