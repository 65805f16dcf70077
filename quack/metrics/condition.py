"""Under which condition a game was played, by whom, and from which initial state.

The public release lays its games out as `homogeneous/<model>/<timestamp>_seedN/` and
`heterogeneous/geese_<model>_duck_<model>/<timestamp>_seedN/`, each a folder of a game; other trees may join these words
with underscores or leave some out.
"""

from __future__ import annotations

import re

from quack.events.log import GameLog
from quack.metrics.registry import Team

HERE = "."
"""The condition of games with no folder above their own and nothing in their log that tells them apart."""

_MIXED = re.compile(r"geese_(?P<goose>.+)_duck_(?P<duck>.+)", re.DOTALL)
_HOMOGENEOUS = re.compile(r"homogeneous[_/](?P<model>.+)", re.DOTALL)
_SEED = re.compile(r"(?:^|.*[_-])seed[_-]?0*(?P<seed>\d+)", re.DOTALL)


def condition_of(game: str) -> str:
    """The condition that a game's name tells: the folders above its run folder, "." where there are none."""
    return game.rpartition("/")[0] or HERE


def condition_of_log(game: str, log: GameLog) -> str:
    """The condition of a game: as its name tells, else the map and who sat in the seats, where its log says so."""
    named = condition_of(game)
    seats = log.config.seats
    if named != HERE or not seats:
        return named
    agents = {"goose": set[str](), "duck": set[str]()}
    for player in log.players:
        agents["duck" if player.team == "duck" else "goose"].add(seats.get(player.id, "?"))
    crew, impostors = (" + ".join(sorted(agents[team])) or "nobody" for team in ("goose", "duck"))
    return f"{crew} against {impostors} on {log.map.name}"


def models_of(condition: str) -> dict[Team, str] | None:
    """The model that each team was played by, where the condition's name tells; None where it doesn't."""
    last = condition.rpartition("/")[2]
    if mixed := _MIXED.fullmatch(last):
        return {"goose": mixed["goose"], "duck": mixed["duck"]}
    parts = condition.split("/")
    if len(parts) > 1 and parts[-2] == "homogeneous":
        return {"goose": last, "duck": last}
    if alone := _HOMOGENEOUS.fullmatch(last):
        return {"goose": alone["model"], "duck": alone["model"]}
    return None


def seed_of(game: str, log: GameLog) -> str | None:
    """The seed of a game's initial state: as its log tells, else as the name of its folder does."""
    told = getattr(log.events[0], "seed", None)
    if told is not None:
        return str(told)
    named = _SEED.fullmatch(game.rpartition("/")[2])
    return named["seed"] if named else None
