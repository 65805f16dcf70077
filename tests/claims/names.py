"""A game's names without a log: a ship of its own, and people that the shipped map doesn't know."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from quack.claims.entities import Names
from quack.world.map import Corridor, GameMap, Room

SHIP = GameMap(
    name="ferry",
    rooms=(
        Room(name="bridge", task="Plot Course"),
        Room(name="engine_room", aliases=("engine", "er")),
        Room(name="lab-2", aliases=("the lab",), task="Sort Samples"),
        Room(name="厨房"),
    ),
    corridors=(
        Corridor(a="bridge", b="engine_room", weight=1),
        Corridor(a="engine_room", b="lab-2", weight=2),
        Corridor(a="lab-2", b="厨房", weight=1),
    ),
)
CREW = ("Mia", "Otto", "Nora", "P1", "P10", "李明")


def names_of(*people: str, game_map: GameMap = SHIP, tasks: tuple[tuple[str, str], ...] = ()) -> Names:
    """The names of a game with these people; everyone has the tasks."""
    assigned = tuple(SimpleNamespace(name=task, room=room) for task, room in tasks)
    players = tuple(
        SimpleNamespace(id=f"player_{index}", index=index, name=name, tasks=assigned)
        for index, name in enumerate(people or CREW)
    )
    log: Any = SimpleNamespace(players=players, map=game_map)
    return Names(log)
