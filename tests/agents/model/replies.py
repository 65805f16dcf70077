"""A table at which every kind of reply can be read: all actions are possible there, and all votes."""

from __future__ import annotations

from random import Random

from quack.game.actions import WAIT, Action
from quack.game.config import GameSetup
from quack.game.movement import moves
from quack.game.observation import Briefing, MeetingView, Observation
from quack.game.turns import DO_TASK
from quack.world.map import load_map
from tests.render.scenes import observation


def seated(*names: str) -> tuple[Briefing, Observation, MeetingView]:
    """What the first of some players knows, sees in the medbay, and is told at a vote."""
    setup = GameSetup(players=len(names), names=names)
    briefing = Briefing("player_0", setup.seats, "duck", (), setup, Random(0))
    ship = load_map("simple_ship")
    others = range(1, len(names))
    look = observation(ship, "medbay", others)
    kills = (Action("kill", f"player_{seat}") for seat in others)
    look = look._replace(
        tasks=(look.tasks[0]._replace(name="Submit Scan", room="medbay"), *look.tasks),
        actions=(WAIT, *moves(ship, "medbay"), DO_TASK, *kills),
    )
    everyone = tuple(briefing.names)
    return briefing, look, MeetingView(0, 9, "button", "player_1", 2, (), everyone, (), everyone, (), look, ())
