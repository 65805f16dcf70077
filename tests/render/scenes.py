"""Observations for pictures: made up, and those of played games with the state that they were made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import NamedTuple

from quack.agents.play import play_game, setup_of
from quack.events.log import GameLog, read_log
from quack.events.models import Observed, PlayerId
from quack.events.places import Standing, Transit
from quack.events.state import GameState, apply
from quack.game.board import Board
from quack.game.config import NAMES, GameSetup
from quack.game.looking import Lookout
from quack.game.observation import Observation, Passage, TaskStatus
from quack.game.progress import Progress
from quack.world.map import GameMap


def names_of(count: int) -> dict[PlayerId, str]:
    return {f"player_{seat}": NAMES[seat] for seat in range(count)}


def observation(
    game_map: GameMap,
    room: str,
    present: Sequence[int] = (),
    *,
    bodies: Sequence[int] = (),
    departing: Sequence[tuple[int, str]] = (),
    arriving: Sequence[tuple[int, str]] = (),
    tasks: int = 5,
) -> Observation:
    """What player 0 sees in a room."""
    statuses = tuple(
        TaskStatus(task, place, (0, 1, 3)[number % 3], 3, game_map.distances[room][place])
        for number, (task, place) in enumerate(game_map.task_rooms[:tasks])
    )
    return Observation(
        7,
        "player_0",
        room,
        tuple(f"player_{seat}" for seat in present),
        tuple(Passage(f"player_{seat}", end) for seat, end in departing),
        tuple(Passage(f"player_{seat}", end) for seat, end in arriving),
        tuple(f"player_{seat}" for seat in bodies),
        (),
        game_map.ways[room],
        statuses,
        None,
        (),
        (),
    )


class Moment(NamedTuple):
    """A player at its turn, and all that is so at that moment."""

    player: PlayerId
    board: Board

    def look(self) -> Observation:
        room = self.board.state.room_of(self.player)
        assert room is not None
        return Lookout(self.board).look(self.player, room, (), ())


def written(folder: Path, **values: object) -> GameLog:
    """The log of a game of scripted players."""
    path = folder / "game.jsonl"
    path.write_bytes(play_game(**values).log)  # type: ignore[arg-type]
    return read_log(path)


def moments(log: GameLog, setup: GameSetup, every: int) -> Iterator[Moment]:
    """Some of the turns of a game."""
    state, progress = GameState(), Progress()
    turn = 0
    for event in log.events:
        if isinstance(event, Observed) and event.moment == "turn":
            turn += 1
            if turn % every == 0:
                yield Moment(event.player_id, Board(setup, deepcopy(state), deepcopy(progress)))
        apply(state, event)
        progress.apply(event)


def setup_for(**values: object) -> GameSetup:
    return setup_of({name: value for name, value in values.items() if name not in ("seed", "crew", "impostor")})


def with_the_hidden_changed(moment: Moment, rng: Random) -> Moment:
    """The moment with everything else that its player can't see: where the others are, bodies, work, cooldowns."""
    setup, state, progress = deepcopy(moment.board)
    room = state.room_of(moment.player)
    rooms = [name for name in setup.map.room_names if name != room]
    state.movements = [each for each in state.movements if room in (each.origin, each.destination)]
    passing = {each.player for each in state.movements}
    state.bodies = {victim: place for victim, place in state.bodies.items() if place == room}
    for player, place in list(state.places.items()):
        if player == moment.player or (isinstance(place, Standing) and place.room == room):
            continue
        if rng.random() < 0.3 and player not in passing:
            del state.places[player]
            state.bodies[player] = rng.choice(rooms)
        elif rng.random() < 0.3:
            state.places[player] = Transit(*rng.sample(setup.map.room_names, 2), state.tick, state.tick + 3, 1)
        else:
            state.places[player] = Standing(rng.choice(rooms), state.tick, 1)
    for player in progress.done:
        if player != moment.player:
            progress.done[player] = {task: rng.randrange(4) for task in progress.done[player]}
            progress.worked[player] = sum(progress.done[player].values())
    return Moment(moment.player, Board(setup, state, progress))
