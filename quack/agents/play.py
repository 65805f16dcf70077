"""Plays whole games: agents take their seats, the engine runs, and what happens is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from quack.agents import HUMAN, check_names, seat
from quack.agents.model.table import ModelTable
from quack.agents.recording import Figures, Listener, Recording, figures_of
from quack.errors import PlayError, QuackError, SettingsError
from quack.events.models import Event, PlayerId
from quack.game import engine
from quack.game.config import GameSetup
from quack.game.observation import Team
from quack.world.map import load_map

if TYPE_CHECKING:
    from quack.agents.human import Person
    from quack.agents.model.desk import GameDesk

CREW = "honest:0.1"
IMPOSTOR = "subtle"
"""Who plays where nobody else is asked for."""

Ended = TypeVar("Ended")

_GRACE = 1.0
"""Seconds for agents that are still busy when the game is over."""


@dataclass(frozen=True)
class Order:
    """What games are to be played: how they are set up, and which agents play for the Geese and for the Ducks.

    An agent is one of `AGENTS`, a model of the table, a model by litellm's name (with a "/" in it), or in one of the
    `seats` `human`, the person at the terminal.

    Attributes:
        crew, impostor: who plays the Geese and the Ducks.
        seats: players, by name or id, and who plays them whatever their team is.
        table: how models are asked, and what they see.

    Raises:
        SettingsError: there is no such agent, or no such player.
    """

    setup: GameSetup
    crew: str = CREW
    impostor: str = IMPOSTOR
    seats: tuple[tuple[str, str], ...] = ()
    table: ModelTable = field(default_factory=ModelTable)

    def __post_init__(self) -> None:
        check_names(self.table.models)
        taken = self.taken
        for agent in (self.crew, self.impostor, *taken.values()):
            if self.table.spec(agent) is None and not (agent == HUMAN and agent in taken.values()):
                seat(agent)
        if HUMAN in (self.crew, self.impostor) or list(taken.values()).count(HUMAN) > 1:
            raise SettingsError("one person can play, in one seat", remedy="--human NAME says in whose")
        if self.asks and self.setup.turn_seconds is not None:
            what = "turn_seconds would make the log depend on how fast a model is"
            raise SettingsError(what, remedy="leave it out; timeout says how long to wait for a model")

    @property
    def taken(self) -> dict[PlayerId, str]:
        """Who plays whom whatever the team is.

        Raises:
            SettingsError: there is no such player, or two play it.
        """
        players = self.setup.seats
        taken: dict[PlayerId, str] = {}
        for named, agent in self.seats:
            player = next((each for each, name in players.items() if named in (each, name)), None)
            if player is None:
                raise SettingsError(f"nobody is called {named!r}", remedy=f"name one of: {', '.join(players.values())}")
            if player in taken:
                what = f"two agents for {players[player]}: {taken[player]} and {agent}"
                raise SettingsError(what, remedy="give each player one")
            taken[player] = agent
        return taken

    @property
    def models(self) -> tuple[str, ...]:
        """The names of the models that may play, in a fixed order."""
        named = dict.fromkeys((self.crew, self.impostor, *self.taken.values()))
        return tuple(name for name in named if self.table.spec(name))

    @property
    def human(self) -> PlayerId | None:
        """Whom a person plays."""
        return next((player for player, agent in self.taken.items() if agent == HUMAN), None)

    @property
    def asks(self) -> bool:
        """Whether somebody is asked who is not a part of the program: a model or a person."""
        return bool(self.models) or self.human is not None

    def agent(self, player: PlayerId, team: Team) -> str:
        """The name of the agent that plays a player, once it is known for which team."""
        return self.taken.get(player) or (self.impostor if team == "duck" else self.crew)

    def seat(
        self, player: PlayerId, team: Team, desk: GameDesk | None = None, person: Person | None = None
    ) -> engine.Seat:
        """Who takes a seat, once it is known for which team; who is asked needs a desk, and a person to play from."""
        name = self.agent(player, team)
        if name == HUMAN:
            from quack.agents.human import human_seat

            return human_seat(desk, person)
        return seat(name) if self.table.spec(name) is None else self.table.seat(name, desk)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has been played.

    Attributes:
        log: its log, as the bytes of a file.
        labels: the exact claims of what its players said, as the bytes of a file of claims.
        transcript: what models and people were asked and answered, as the bytes of a file; None if nobody was asked.
    """

    seed: int
    log: bytes
    labels: bytes
    transcript: bytes | None = None

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
    """Plays one game to its end. The same arguments give the same bytes, always, unless a model plays.

        from quack import play_game

        game = play_game(seed=7, players=6, ducks=1, crew="honest:0.1")
        print(game.figures)
        print(game.log.decode().splitlines()[-1])

    Args:
        seed: decides everything that is left to chance.
        crew, impostor: the agents of the Geese and of the Ducks, such as `honest:0.1`; or a model by litellm's name,
            such as `openai/gpt-5.5`: what it is asked is paid for.
        listener: told every event as it happens.
        values: how the game is set up, as in `quack.game.config.GameSetup`: `players=12, ducks=2`; `map` may be a name.

    Raises:
        SettingsError: a value that no game can be played with, or an unknown agent.
        MapError: there is no such map, or no game can be played on it.
        GameSuspended: a model can't be asked to the end.
    """
    order = Order(setup_of(values), crew, impostor)
    if order.asks:
        from quack.agents.together import play_alone

        return play_alone(order, seed, listener)
    return play(order, seed, listener)


def play(order: Order, seed: int, listener: Listener | None = None) -> PlayedGame:
    """Plays the game of an order that a seed stands for; nobody is asked who is not a part of the program.

    Raises:
        SettingsError: a model or a person has a seat.
        PlayError: it came to no end.
    """
    if order.asks:
        raise SettingsError("models and people are asked by play_together", remedy="see quack.agents.together")
    return run_alone(play_through(order, seed, Recording(order.setup.seats, listener), order.seat))


async def play_through(order: Order, seed: int, recording: Recording, seats: engine.Seats) -> PlayedGame:
    """Plays the game of an order that a seed stands for, from given seats, in the event loop that runs.

    Raises:
        GameSuspended: it can't go on for now.
        PlayError: it came to no end.
    """
    try:
        await engine.play(order.setup, seats, seed=seed, recorder=recording)
    except (QuackError, OSError):
        raise
    except Exception as error:
        what = f"the game of seed {seed} came to no end: {type(error).__name__}: {error}"
        raise PlayError(what, remedy="a fault of an agent, or of the program: report it with the command") from error
    return PlayedGame(seed, recording.log, recording.labels)


def opening_line(order: Order, seed: int) -> bytes:
    """The first line of the log of that game, which says all that it is played with; the rest is not played."""
    recording = _Opening(order.setup.seats)
    game = engine.play(order.setup, order.seat, seed=seed, recorder=recording)
    with suppress(_Enough):
        game.send(None)  # comes to its first line before it waits for anybody
    return recording.log


def run_alone(game: Coroutine[Any, Any, Ended]) -> Ended:
    """Runs something in a loop of its own: in a thread of its own too where another loop runs, as in notebooks."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return _run_loop(game)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_run_loop, game).result()


def _run_loop(game: Coroutine[Any, Any, Ended]) -> Ended:
    """Runs something in a new loop.

    `asyncio.run` would wait without end for an agent that will not be stopped, and would keep an interrupt until agents
    that never wait have played the whole game.
    """
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(game)
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
