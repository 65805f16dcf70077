"""Games in one room or two, and what their logs hold."""

import json

from quack.game.config import GameSetup
from quack.world.map import Corridor, GameMap, Room
from tests.support.players import Puppet

CELL = GameMap(name="cell", rooms=(Room(name="cell", button=True, task="Sit"),))
PAIR = GameMap(
    name="pair",
    rooms=(Room(name="left", button=True, task="Push"), Room(name="right", task="Pull")),
    corridors=(Corridor(a="left", b="right", weight=3),),
)


def setup(**values):
    """Three players in one room, without tasks or button unless told otherwise."""
    return GameSetup.of({"players": 3, "map": CELL, "tasks": 0, "meetings": 0, "ticks": 30, **values})


def by_team(*, duck, goose=None):
    """Makes puppets that answer by their team."""
    return lambda briefing: Puppet(briefing, **(duck if briefing.team == "duck" else goose or {}))


def events(played, *types):
    return [event for event in played.lines.events if event.event_type in types]


def records(played, event_type):
    return [json.loads(text) for text in played.lines.texts if json.loads(text)["event_type"] == event_type]
