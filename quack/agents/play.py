"""Plays whole games: agents take their seats, the engine runs, and what happens is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quack.agents import seat
from quack.agents.recording import Figures, Listener, Recording, figures_of
from quack.errors import PlayError, QuackError
from quack.events.models import Event, PlayerId
from quack.game import engine
from quack.game.config import GameSetup
from quack.game.observation import Team
from quack.world.map import load_map

CREW = "honest:0.1"
IMPOSTOR = "subtle"
"""Who plays where nobody else is asked for."""

_GRACE = 1.0
"""Seconds for agents that are still busy when the game is over."""


@dataclass(frozen=True)
class Order:
    """What games are to be played: how they are set up, and which agents play for the Geese and for the Ducks.

    Raises:
        SettingsError: there is no such agent.
    """

    setup: GameSetup
    crew: str = CREW
    impostor: str = IMPOSTOR

    def __post_init__(self) -> None:
        for agent in (self.crew, self.impostor):
            seat(agent)

    def seat(self, player: PlayerId, team: Team) -> engine.Seat:
        """Who takes a seat, once it is known for which team."""
        return seat(self.impostor if team == "duck" else self.crew)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has been played.

    Attributes:
        log: its log, as the bytes of a file.
        labels: the exact claims of what its players said, as the bytes of a file of claims.
    """

    seed: int
    log: bytes
    labels: bytes

    @property
    def figures(self) -> Figures:
        """What happened, in figures."""
        return figures_of(self.log, self.labels)


def setup_of(values: Mapping[str, Any]) -> GameSetup:
    """A setup from values by name; a map may be the name of a shipped one, or a file.

    Raises:
        SettingsError: a value that no game can be played with.
        MapError: there is no such map, or no game can be played on it.
    """
    named = values.get("map", "simple_ship")
    return GameSetup.of({**values, "map": load_map(named) if isinstance(named, str | Path) else named})


def play_game(
    *, seed: int = 1, crew: str = CREW, impostor: str = IMPOSTOR, listener: Listener | None = None, **values: Any
) -> PlayedGame:
    """Plays one game to its end. The same arguments give the same bytes, always.

        from quack import play_game

        game = play_game(seed=7, players=6, ducks=1, crew="honest:0.1")
        print(game.figures)
        print(game.log.decode().splitlines()[-1])

    Args:
        seed: decides everything that is left to chance.
        crew, impostor: the agents of the Geese and of the Ducks, such as `honest:0.1`.
        listener: told every event as it happens.
        values: how the game is set up, as in `quack.game.config.GameSetup`: `players=12, ducks=2`; `map` may be a name.

    Raises:
        SettingsError: a value that no game can be played with, or an unknown agent.
        MapError: there is no such map, or no game can be played on it.
    """
    return play(Order(setup_of(values), crew, impostor), seed, listener)


def play(order: Order, seed: int, listener: Listener | None = None) -> PlayedGame:
    """Plays the game of an order that a seed stands for.

    Raises:
        PlayError: it came to no end.
    """
    recording = Recording(order.setup.seats, listener)
    try:
        _run(engine.play(order.setup, order.seat, seed=seed, recorder=recording))
    except (QuackError, OSError):
        raise
    except Exception as error:
        what = f"the game of seed {seed} came to no end: {type(error).__name__}: {error}"
        raise PlayError(what, remedy="a fault of an agent, or of the program: report it with the command") from error
    return PlayedGame(seed, recording.log, recording.labels)


def opening_line(order: Order, seed: int) -> bytes:
    """The first line of the log of that game, which says all that it is played with; the rest is not played."""
    recording = _Opening(order.setup.seats)
    with suppress(_Enough):
        _run(engine.play(order.setup, order.seat, seed=seed, recorder=recording))
    return recording.log


def _run(game: Coroutine[Any, Any, engine.Result]) -> None:
    """Runs a game in a loop of its own: in a thread of its own too where another loop runs, as in notebooks."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        _run_loop(game)
    else:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(_run_loop, game).result()


def _run_loop(game: Coroutine[Any, Any, engine.Result]) -> None:
    """Runs a game in a new loop.

    `asyncio.run` would wait without end for an agent that will not be stopped, and would keep an interrupt until agents
    that never wait have played the whole game.
    """
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(game)
    finally:
        late = asyncio.all_tasks(loop)
        for task in late:
            task.cancel()
        if late:
            loop.set_exception_handler(lambda loop, context: None)
            loop.run_until_complete(asyncio.wait(late, timeout=_GRACE))
        loop.close()


class _Enough(Exception):
    """The first line is there."""


class _Opening(Recording):
    """A recording that ends with its first line."""

    def line(self, event: Event, text: str) -> None:
        super().line(event, text)
        raise _Enough
