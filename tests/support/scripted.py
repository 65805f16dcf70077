"""Games of scripted players, audited with their exact labels."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from quack.agents.play import play_game
from quack.audit.auditor import audit_games
from quack.audit.records import AuditRecord
from quack.world.map import Corridor, GameMap, Room, shipped_maps

LABELS = "claims.gold.jsonl"
TRAJECTORY = ("location", "route", "sighting", "activity")

STATION = GameMap(
    name="station",
    rooms=(
        Room(name="桥", x=0, y=0, task="校准航线", button=True),
        Room(name="Engine-Room", x=4, y=0, task="Oil the Pistons", aliases=("engine", "er")),
        Room(name="lab 2", x=8, y=0, task="Sort Samples"),
        Room(name="dock", x=0, y=4, task="Load Crates", aliases=("pier",)),
        Room(name="厨房", x=4, y=4, task="做饭"),
        Room(name="bay", x=8, y=4),
    ),
    corridors=(
        Corridor(a="桥", b="Engine-Room", weight=1),
        Corridor(a="Engine-Room", b="lab 2", weight=3),
        Corridor(a="桥", b="dock", weight=2),
        Corridor(a="dock", b="厨房", weight=1),
        Corridor(a="厨房", b="bay", weight=4),
        Corridor(a="bay", b="lab 2", weight=1),
        Corridor(a="厨房", b="Engine-Room", weight=1),
    ),
)
"""A map with names in other scripts, with blanks and hyphens, and with an alias that another room is called by."""
STRANGE_NAMES = ("小明", "P1", "P10", "Bob Lee", "bob", "[x] {who}", "May", "O'Neil", "李明", "T7")


class Labelled(NamedTuple):
    """A record, and how its claim came about."""

    record: AuditRecord
    made: str

    @property
    def own(self) -> bool:
        """Whether the speaker itself says it of its own position, deeds or sightings."""
        record = self.record
        return record.own and record.perspective == "self" and record.kind in TRAJECTORY

    def __str__(self) -> str:
        record = self.record
        claim = {name: value for name, value in record.claim.items() if name != "span"}
        return f"{record.game} {record.id} {record.speaker} {self.made} {record.verdict} {claim} {record.evidence}"


def setups(seeds: Iterable[int]) -> Iterator[dict[str, Any]]:
    """Games of many sizes and on many maps."""
    maps: Sequence[Any] = (*shipped_maps(), STATION)
    for seed in seeds:
        players = (6, 4, 10, 3, 7, 5, 9, 12)[seed % 8]
        values: dict[str, Any] = {"seed": seed, "players": players, "map": maps[seed % len(maps)]}
        values["ducks"] = 2 if players >= 9 else 1
        values["tasks"] = min(5, sum(room.task is not None for room in STATION.rooms))
        if seed % 3 == 0:
            values |= {"kill_cooldown": 12, "meetings": 3}
        if seed % 5 == 0:
            values["ticks"] = 60
        if players == 10:
            values["names"] = STRANGE_NAMES
        yield values


def audited(
    folder: Path, games: Iterable[dict[str, Any]], crew: str, impostor: str, *, stripped: bool = False
) -> list[Labelled]:
    """The records of games played like this, with what their speakers know of the claims.

    Args:
        stripped: whether the logs are to lack the lines that say what players saw.
    """
    made: dict[str, list[dict[str, Any]]] = {}
    for values in games:
        game = play_game(crew=crew, impostor=impostor, **values)
        assert game.figures.failures == 0
        run = folder / f"seed{values['seed']}"
        run.mkdir()
        (run / "game.jsonl").write_bytes(_without_looks(game.log) if stripped else game.log)
        (run / LABELS).write_bytes(game.labels)
        made[run.name] = [json.loads(line) for line in game.labels.splitlines()]
    audit = audit_games(folder, rulebook="observed")
    assert not audit.failed, str(audit.failed[0].error)
    assert [defect for game in audit.games for defect in game.defects] == []
    return [_labelled(record, made) for record in audit.records]


def _without_looks(log: bytes) -> bytes:
    lines = log.splitlines(keepends=True)
    return b"".join(line for line in lines if json.loads(line)["event_type"] != "observation")


def _labelled(record: AuditRecord, made: dict[str, list[dict[str, Any]]]) -> Labelled:
    kind, index = ("message", record.message) if record.chat is None else ("chat", record.chat)
    line = next(line for line in made[record.game] if line.get(kind) == index)
    assert line["claims"][record.ordinal] == record.claim
    return Labelled(record, line["made"][record.ordinal])
