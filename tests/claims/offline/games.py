"""Logs in name only: players and a map, for an extractor that needs no more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from quack.claims.extractor import Occasion, Said
from quack.claims.offline.extractor import OfflineExtractor
from quack.world.map import Corridor, GameMap, Room

STATION = GameMap(
    name="station",
    rooms=(
        Room(name="bridge", task="Plot Course"),
        Room(name="engine_room", aliases=("engine room",)),
        Room(name="hydroponics", task="Water Plants"),
        Room(name="airlock"),
        Room(name="厨房"),
    ),
    corridors=(Corridor(a="bridge", b="engine_room", weight=1), Corridor(a="engine_room", b="hydroponics", weight=2)),
)
CREW = ("Mia", "Otto", "Nora", "Zoe", "李明")


def extractor(*people: str) -> OfflineExtractor:
    players = tuple(
        SimpleNamespace(id=f"player_{index}", index=index, name=name, tasks=())
        for index, name in enumerate(people or CREW)
    )
    log: Any = SimpleNamespace(players=players, map=STATION)
    return OfflineExtractor(log)


def read(text: str, *, speaker: int = 0, dead: tuple[int, ...] = (), bodies: tuple[tuple[int, str], ...] = ()) -> Any:
    """What the extractor makes of one utterance by Mia, or another player."""
    occasion = Occasion(
        0,
        "player_0",
        "report",
        frozenset(f"player_{index}" for index in dead),
        tuple((f"player_{victim}", room) for victim, room in bodies),
    )
    return extractor().read(Said(0, None, f"player_{speaker}", text), occasion)


def claims(text: str, **more: Any) -> list[dict[str, Any]]:
    """The claims of one utterance, without span and quote."""
    found = [claim.to_json() for claim in read(text, **more).claims]
    return [{key: value for key, value in one.items() if key not in ("span", "quote")} for one in found]


def has(text: str, **wanted: Any) -> bool:
    """Whether one claim of an utterance has these values."""
    options = {key: wanted.pop(key) for key in ("speaker", "dead", "bodies") if key in wanted}
    return any(
        all(one.get(key.rstrip("_")) == value for key, value in wanted.items()) for one in claims(text, **options)
    )
