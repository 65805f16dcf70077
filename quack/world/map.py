"""Maps: rooms and weighted corridors, checked when loaded."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from quack.errors import MapError
from quack.world.ambiguity import find_ambiguity
from quack.world.complaints import put_plainly
from quack.world.yaml_file import Kind, parse_yaml, read_yaml

if TYPE_CHECKING:
    import networkx

MAX_WEIGHT = 1_000_000
"""No corridor is longer (ticks)."""
MAX_ROOMS = 500
"""No game is played on a larger map: the ways between all pairs of rooms are kept."""

_MEND = "mend the map; quack play --show-map simple_ship prints one that is right"

_Item = TypeVar("_Item", str, tuple[str, str])

# Strict validation would refuse the lists that JSON and YAML have for tuples; what is in them stays strict.
_LIST = Field(strict=False)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)


class Room(_Part):
    """A room: where it is drawn, what it is also called, its task, and whether the emergency button is there."""

    name: Annotated[str, Field(min_length=1, pattern=r"\S")]
    x: float = 0
    y: float = 0
    size: Annotated[float, Field(gt=0)] = 2
    aliases: Annotated[tuple[str, ...], _LIST] = ()
    task: str | None = None
    button: bool = False


class Corridor(_Part):
    """A way between two rooms, both ways; `weight` is the ticks that crossing it takes."""

    a: str
    b: str
    weight: Annotated[int, Field(ge=1, le=MAX_WEIGHT)]


class GameMap(_Part):
    """Rooms and corridors; names are unique, corridors join two known rooms, and no pair of rooms has two.

    That every room can be reached is demanded of maps that are loaded, not of one inferred from a log.
    """

    name: str
    rooms: Annotated[tuple[Room, ...], _LIST]
    corridors: Annotated[tuple[Corridor, ...], _LIST] = ()

    @model_validator(mode="after")
    def _fits_together(self) -> GameMap:
        names = [room.name for room in self.rooms]
        known = set(names)
        if not names:
            raise ValueError("a map needs rooms")
        if len(known) < len(names):
            raise ValueError(f"two rooms are called {_repeated(names)!r}")
        pairs: list[tuple[str, str]] = []
        for corridor in self.corridors:
            if missing := {corridor.a, corridor.b} - known:
                raise ValueError(f"a corridor leads to {min(missing)!r}, which is no room of the map")
            if corridor.a == corridor.b:
                raise ValueError(f"a corridor leads from {corridor.a!r} to itself")
            pairs.append((min(corridor.a, corridor.b), max(corridor.a, corridor.b)))
        if len(set(pairs)) < len(pairs):
            a, b = _repeated(pairs)
            raise ValueError(f"two corridors join {a!r} and {b!r}")
        return self

    @cached_property
    def room_names(self) -> tuple[str, ...]:
        """The names of the rooms, in the map's order."""
        return tuple(room.name for room in self.rooms)

    @cached_property
    def _ways(self) -> dict[str, dict[str, int]]:
        ways: dict[str, dict[str, int]] = {name: {} for name in self.room_names}
        for corridor in self.corridors:
            ways[corridor.a][corridor.b] = ways[corridor.b][corridor.a] = corridor.weight
        return ways

    def neighbours(self, room: str) -> tuple[str, ...]:
        """The rooms that a corridor joins to this one, in the map's order of corridors; KeyError for no room."""
        return tuple(self._ways[room])

    def weight(self, origin: str, destination: str) -> int | None:
        """Ticks to cross the corridor between two rooms; None where there is none."""
        return self._ways.get(origin, {}).get(destination)

    @cached_property
    def graph(self) -> networkx.Graph:
        """The map as a graph: nodes are room names, edges carry `weight` (ticks)."""
        # networkx takes longer to import than a game takes to audit; who needs paths pays for it.
        import networkx

        graph = networkx.Graph(name=self.name)
        graph.add_nodes_from(self.room_names)
        graph.add_weighted_edges_from((c.a, c.b, c.weight) for c in self.corridors)
        return graph

    @cached_property
    def ways(self) -> dict[str, tuple[tuple[str, int], ...]]:
        """Of each room its neighbours and the ticks that the way takes, in the map's order of corridors."""
        return {room: tuple(ways.items()) for room, ways in self._ways.items()}

    @cached_property
    def distances(self) -> dict[str, dict[str, int]]:
        """Ticks of the shortest way from each room to each that can be reached."""
        return {room: self._distances_from(room, self._ways) for room in self.room_names}

    @cached_property
    def hops(self) -> dict[str, dict[str, int]]:
        """The fewest corridors between each room and each that can be reached."""
        ways = {room: dict.fromkeys(ways, 1) for room, ways in self._ways.items()}
        return {room: self._distances_from(room, ways) for room in self.room_names}

    @staticmethod
    def _distances_from(origin: str, ways: dict[str, dict[str, int]]) -> dict[str, int]:
        found: dict[str, int] = {}
        waiting = [(0, origin)]
        while waiting:
            ticks, room = heappop(waiting)
            if room not in found:
                found[room] = ticks
                for neighbour, weight in ways[room].items():
                    heappush(waiting, (ticks + weight, neighbour))
        return found

    @cached_property
    def task_rooms(self) -> tuple[tuple[str, str], ...]:
        """The tasks and their rooms, in the map's order."""
        return tuple((room.task, room.name) for room in self.rooms if room.task)

    @cached_property
    def button_rooms(self) -> frozenset[str]:
        """Where the emergency button can be pressed."""
        return frozenset(room.name for room in self.rooms if room.button)

    def unreachable(self) -> tuple[str, ...]:
        """The rooms that no way leads to from the first one."""
        seen = {self.room_names[0]}
        waiting = list(seen)
        while waiting:
            fresh = self._ways[waiting.pop()].keys() - seen
            seen |= fresh
            waiting.extend(fresh)
        return tuple(name for name in self.room_names if name not in seen)


def shipped_maps() -> tuple[str, ...]:
    """The names of the maps that come with the program."""
    return tuple(sorted(_shipped_paths()))


def load_map(name_or_path: str | Path) -> GameMap:
    """The shipped map of that name, or else the map in that YAML file.

    Raises:
        MapError: no such map, unreadable, not a map, or a room that can't be reached.
    """
    if str(name_or_path) in _shipped_paths():
        return _shipped(str(name_or_path))
    path = Path(name_or_path)
    return parse_map(read_yaml(path, _kind()).data, path=path)


def shipped_map(reference: str) -> GameMap | None:
    """The shipped map that a log's `config.map` means, going by the stem of the path; None if there is none.

    A path in a log is a name, never a file to open: logs come from elsewhere.
    """
    stem = re.sub(r"\.ya?ml$", "", re.split(r"[\\/]", reference)[-1])
    return _shipped(stem) if stem in _shipped_paths() else None


def shipped_text(name: str) -> str:
    """The file of a shipped map, to start one's own from.

    Raises:
        MapError: no map of that name comes with the program.
    """
    if name not in _shipped_paths():
        raise MapError(f"no map called {name!r} comes with the program", remedy=f"name one of: {_names_of_shipped()}")
    return str(_shipped_paths()[name].read_text("utf-8"))


def parse_map(data: object, *, path: Path | str | None = None, line: int | None = None) -> GameMap:
    """A map from plain data with the keys of a map file.

    Raises:
        MapError: not a map, no name, a room that can't be reached, or a word that means two rooms; `path` and `line`
            say where the data stood.
    """
    try:
        game_map = GameMap.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        what = put_plainly(first)
        if first["type"] != "value_error":
            what = f"{place or 'a map'} {what}"
        raise MapError(what, path=path, line=line, remedy=_MEND) from None
    if fault := _fault(game_map):
        raise MapError(fault, path=path, line=line, remedy=_MEND)
    return game_map


def _fault(game_map: GameMap) -> str | None:
    """What is wrong with a map that somebody wrote; None if nothing is."""
    if not game_map.name.strip():
        return "the map's name is blank"
    if lost := game_map.unreachable():
        return f"no way leads from {game_map.room_names[0]!r} to {lost[0]!r}"
    return find_ambiguity((room.name, room.aliases) for room in game_map.rooms)


def check_playable(game_map: GameMap) -> None:
    """Refuses a map that no game can be played on.

    Raises:
        MapError: too many rooms, what `parse_map` refuses, no or several emergency buttons, or two tasks of one name.
    """
    what = None
    tasks = [task for task, _ in game_map.task_rooms]
    if len(game_map.rooms) > MAX_ROOMS:
        what = f"{len(game_map.rooms)} rooms, more than {MAX_ROOMS}"
    elif fault := _fault(game_map):
        what = fault
    elif len(game_map.button_rooms) != 1:
        what = f"{len(game_map.button_rooms) or 'no'} rooms have an emergency button, not one"
    elif len(set(tasks)) < len(tasks):
        what = f"two tasks are called {_repeated(tasks)!r}"
    if what:
        raise MapError(f"the map {game_map.name!r}: {what}", remedy=_MEND)


@lru_cache
def _shipped_paths() -> dict[str, Any]:
    folder = resources.files("quack.world") / "maps"
    return {entry.name.removesuffix(".yaml"): entry for entry in folder.iterdir() if entry.name.endswith(".yaml")}


def _names_of_shipped() -> str:
    return ", ".join(shipped_maps())


@lru_cache
def _shipped(name: str) -> GameMap:
    file = _shipped_paths()[name]
    return parse_map(parse_yaml(file.read_bytes(), file.name, _kind()).data, path=file.name)


def _kind() -> Kind:
    return Kind(MapError, "the map", f"name a YAML file or one of: {_names_of_shipped()}", _MEND)


def _repeated(items: list[_Item]) -> _Item:
    ordered = sorted(items)
    return next(a for a, b in pairwise(ordered) if a == b)
