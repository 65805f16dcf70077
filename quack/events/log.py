"""The reader of game logs: JSON lines to typed events, refusing what would make verdicts wrong."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from quack.errors import LogError
from quack.events.checks import Consistency
from quack.events.models import AssignedTask, Event, GameConfig, GameStarted
from quack.events.problems import Problem, Problems
from quack.events.scan import Scan
from quack.world.map import Corridor, GameMap, Room

__all__ = ["GameLog", "Player", "Problem", "check_log", "read_log"]


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the game starts; `index` is its position in the list of players, from 0."""

    id: str
    index: int
    name: str
    role: str
    team: str
    room: str
    tasks: tuple[AssignedTask, ...]


@dataclass(frozen=True, slots=True)
class GameLog:
    """A game log, read and checked.

    Attributes:
        path: the file.
        sha256: of all its bytes, in hexadecimal.
        players: in the order of the list of players.
        map: the map that was played on, or what the log shows of it.
        config: how the game was set up.
        events: the events of known types, in order, `game_started` first.
        posthumous: lines of players that had died earlier in that tick; they have no effect.
        unknown_events: how many lines there are of every unknown event type.
        extra_keys: how often every unknown key stands, by "event_type.key".
        notices: what is worth knowing and harms no verdict.
        by_id, by_name: the players.
    """

    path: Path
    sha256: str
    players: tuple[Player, ...]
    map: GameMap
    config: GameConfig
    events: tuple[Event, ...]
    posthumous: frozenset[int]
    unknown_events: dict[str, int]
    extra_keys: dict[str, int]
    notices: tuple[Problem, ...]
    by_id: dict[str, Player]
    by_name: dict[str, Player]


def read_log(path: Path | str, *, map: GameMap | None = None) -> GameLog:
    """Reads a game log, line by line.

        from quack import read_log

        log = read_log("logs/sample/game.jsonl")
        print(log.map.name, [player.name for player in log.players], len(log.events))

    Unknown event types and keys are accepted and counted. A last line that was never written to its end is noted and
    everything before it used.

    Args:
        path: a file of JSON lines in the public log format.
        map: the map that was played on. Without it the map is the one that the log holds, else the shipped one that
            it names, else what the log shows of it.

    Raises:
        LogError: the first thing that would make verdicts wrong, with its line.
    """
    scan = Scan(Problems(Path(path), strict=True), map)
    scan.run()
    return _log_of(scan)


def check_log(path: Path | str, *, map: GameMap | None = None) -> list[Problem]:
    """Every problem of a log, by line: errors, which `read_log` would raise, and notices.

    At most 1,000 are told one by one, then how many more there are. Raises nothing.
    """
    scan = Scan(Problems(Path(path), strict=False), map)
    try:
        scan.run()
    except LogError as error:
        scan.problems.error(error.line, error.what, error.remedy or "")
    return scan.problems.sorted()


def _log_of(scan: Scan) -> GameLog:
    started = scan.started
    assert started is not None, "a strict pass raises where no game started"
    players = _players(started)
    return GameLog(
        path=scan.problems.path,
        sha256=scan.hasher.hexdigest(),
        players=players,
        map=scan.checks.game_map or _inferred_map(str(started.config.map), scan.checks),
        config=started.config,
        events=tuple(scan.events),
        posthumous=frozenset(scan.checks.posthumous),
        unknown_events=dict(scan.unknown_events),
        extra_keys=dict(scan.extra_keys),
        notices=tuple(scan.problems.sorted()),
        by_id={player.id: player for player in players},
        by_name={player.name: player for player in players},
    )


def _players(started: GameStarted) -> tuple[Player, ...]:
    place = {name: index for index, name in enumerate(started.players)}
    seats = sorted(started.initial_state.items(), key=lambda item: place[item[1].name])
    return tuple(
        Player(key, index, seat.name, seat.role, seat.team, seat.room, seat.tasks)
        for index, (key, seat) in enumerate(seats)
    )


def _inferred_map(name: str, checks: Consistency) -> GameMap:
    """The rooms that a log names and the corridors that its players took."""
    ways: dict[tuple[str, str], int] = {}
    for (origin, destination), ticks in checks.moves.items():
        pair = (min(origin, destination), max(origin, destination))
        if origin != destination:
            ways[pair] = max(ticks, ways.get(pair, 0))
    rooms = tuple(Room(name=room) for room in checks.rooms)
    return GameMap(name=name, rooms=rooms, corridors=tuple(Corridor(a=a, b=b, weight=w) for (a, b), w in ways.items()))
