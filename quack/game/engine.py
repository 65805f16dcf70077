"""Plays a game: asks the agents, lets the mechanics say what comes of it, writes it down.

One generator decides all that is left to chance, and is asked for what a tick needs before any agent is; nothing that
an agent does, not even failing, moves it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any, Literal

from quack.errors import SettingsError, printable
from quack.events.models import (
    LATEST_FORMAT,
    ActionRefused,
    AgentFailed,
    FreeRoamChat,
    GameStarted,
    Observed,
    PlayerId,
    RoomName,
    TickEnd,
    TickStart,
)
from quack.events.state import GameState
from quack.game.agent import Agent, Speech
from quack.game.answers import Refusal, read_decision
from quack.game.asking import Failure, ask
from quack.game.board import Board
from quack.game.config import GameSetup
from quack.game.ending import TIME_IS_UP, decided, game_over
from quack.game.gathering import Gathering
from quack.game.looking import Lookout, logged
from quack.game.movement import scatter
from quack.game.observation import Briefing, HeardChat, MeetingReport, Observation, Team
from quack.game.progress import Progress
from quack.game.record import Book, Recorder
from quack.game.tasks import assign
from quack.game.turns import carry_out
from quack.game.victory import Ending
from quack.game.visibility import listeners
from quack.world.map import GameMap


@dataclass(frozen=True, slots=True)
class Seat:
    """Who takes a player's place: what the log calls it, and how it is made once the player knows its part.

    Attributes:
        options: what else the log is to say of how it plays; logged only where there are some.
    """

    kind: str
    sit: Callable[[Briefing], Agent]
    options: Mapping[str, str] = field(default_factory=dict)


Seats = Mapping[PlayerId, Seat] | Callable[[PlayerId, Team], Seat]
"""A seat for every player, or who chooses one when the teams are drawn."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; `state` and `progress` are also what its log folds to."""

    winner: Literal["goose", "duck"]
    reason: str
    ticks: int
    # Not shown: asyncio makes the text of every result of a task.
    state: GameState = field(repr=False)
    progress: Progress = field(repr=False)


async def play(setup: GameSetup, seats: Seats, *, seed: int, recorder: Recorder) -> Result:
    """Plays a game to its end; the same setup, seats and seed give the same log, byte for byte.

    Args:
        seed: of the game's generator, and of one for each agent.
        recorder: who is told of every line and speech as it happens.

    Raises:
        SettingsError: a player has no seat.
    """
    game = _Game(setup, seed, recorder)
    game.begin(seats)
    ending = await game.run()
    book = game.book
    return Result(ending.winner, ending.reason, book.tick, book.state, book.progress)


class _Game:
    """A game in progress.

    Attributes:
        unheard: the chat lines that reached a player since its last look, by index.
        spoken, said: how many chat lines and discussion messages there are so far.
        reports: the meetings that are over.
    """

    def __init__(self, setup: GameSetup, seed: int, recorder: Recorder) -> None:
        self.setup = setup
        self.seed = seed
        self.names = setup.seats
        self.rng = Random(f"game {seed}")
        self.book = Book(recorder)
        self.board = Board(setup, self.book.state, self.book.progress)
        self.lookout = Lookout(self.board)
        self.agents: dict[PlayerId, Agent] = {}
        self.unheard: dict[PlayerId, dict[int, HeardChat]] = {}
        self.spoken = 0
        self.said = 0
        self.reports: tuple[MeetingReport, ...] = ()

    # --- the start ----------------------------------------------------------------------------------------------------

    def begin(self, seats: Seats) -> None:
        """Draws teams, rooms and tasks and seats the agents."""
        names = self.names
        ducks = set(self.rng.sample(list(names), self.setup.ducks))
        teams: dict[PlayerId, Team] = {player: "duck" if player in ducks else "goose" for player in names}
        rooms = scatter(list(names), self.setup.map.room_names, self.rng)
        tasks = {player: assign(self.setup, self.rng) for player in names}
        chosen = {player: _seat(seats, player, team) for player, team in teams.items()}
        state = {
            player: {
                "name": name,
                "role": teams[player].capitalize(),
                "team": teams[player],
                "room": rooms[player],
                "tasks": tasks[player],
            }
            for player, name in names.items()
        }
        config = _config(self.setup, chosen)
        opening = {"format": LATEST_FORMAT, "seed": self.seed, "players": list(names.values()), "config": config}
        self.book.write(GameStarted, {**opening, "initial_state": state})
        # A copy: what an agent does to it, or to what a map keeps of its ways, reaches neither this game nor others.
        ship = self.setup.map
        ship = GameMap(name=ship.name, rooms=ship.rooms, corridors=ship.corridors)
        told = self.setup.model_copy(update={"map": ship})
        for player, seat in chosen.items():
            partners = tuple(duck for duck in names if duck in ducks and duck != player) if player in ducks else ()
            rng = Random(f"agent {self.seed} {player}")
            briefing = Briefing(player, MappingProxyType(names), teams[player], partners, told, rng)
            self.agents[player] = seat.sit(briefing)

    # --- free roam ----------------------------------------------------------------------------------------------------

    async def run(self) -> Ending:
        """Plays tick by tick until somebody has won."""
        ending = None
        while ending is None:
            ending = await self._tick()
        self.book.write(*game_over(ending))
        return ending

    async def _tick(self) -> Ending | None:
        book, state = self.book, self.book.state
        book.tick += 1
        book.write(TickStart, {"tick": book.tick})
        order = list(state.places)
        self.rng.shuffle(order)
        last = book.tick >= self.setup.ticks
        for player in order:
            room = state.room_of(player)
            if room is None:
                continue
            kind = await self._turn(player, room)
            if kind in ("kill", "do_task"):
                ending = decided(self.board)
                if ending:
                    return ending
            elif kind in ("report", "call_meeting"):
                return await self._meet(player, "report" if kind == "report" else "button", last)
        book.write(TickEnd, {"tick": book.tick})
        return TIME_IS_UP if last else None

    async def _turn(self, player: PlayerId, room: RoomName) -> str:
        """One player looks, decides and acts; returns what kind of action it was."""
        board, write = self.board, self.book.write
        heard = self.unheard.pop(player, {})
        view = self._look(player, room, heard)
        answer = await ask(self.agents[player], "act", view, self.setup.turn_seconds)
        action, say, wrong = read_decision(answer, view.actions, self.names)
        write(Observed, logged(view, heard, action))
        if isinstance(wrong, Refusal):
            write(ActionRefused, {"player_id": player, "action": wrong.action, "reason": wrong.reason})
        elif wrong:
            self._fail(player, "act", wrong)
        if say:
            self._chat(player, room, say)
        for draft in carry_out(board, player, room, action):
            write(*draft)
        return action.kind

    def _look(
        self, player: PlayerId, room: RoomName, heard: Mapping[int, HeardChat], *, at_call: bool = False
    ) -> Observation:
        return self.lookout.look(player, room, tuple(heard.values()), self.reports, at_call=at_call)

    def _chat(self, player: PlayerId, room: RoomName, say: Speech) -> None:
        """A chat line reaches all who stand there now, those who had their turn with their next look."""
        book, tick, index = self.book, self.book.tick, self.spoken
        name = self.names[player]
        line = {"player_id": player, "name": name, "room": room, "message": say.text, "tick": tick}
        book.write(FreeRoamChat, line)
        book.recorder.speech("chat", index, None, player, say)
        self.spoken += 1
        chat = HeardChat(player, room, tick, say.text)
        for listener in listeners(book.state, room, player):
            self.unheard.setdefault(listener, {})[index] = chat

    def _fail(self, player: PlayerId, call: str, failure: Failure) -> None:
        cause, detail = failure
        self.book.write(AgentFailed, {"player_id": player, "call": call, "cause": cause, "detail": detail})

    # --- a meeting ----------------------------------------------------------------------------------------------------

    async def _meet(self, caller: PlayerId, how: Literal["report", "button"], last: bool) -> Ending | None:
        state = self.book.state
        looks = {}
        for player in state.places:
            room = state.room_of(player)
            assert room is not None, "a call takes everybody out of the corridors"
            heard = self.unheard.pop(player, {})
            looks[player] = self._look(player, room, heard, at_call=True)
            self.book.write(Observed, logged(looks[player], heard, None))
        gathering = Gathering(self.board, self.book, self.agents, self.rng, caller, how, looks, self.reports, self.said)
        report = await gathering.run()
        self.said += len(report.said)
        self.reports += (report,)
        ending = decided(self.board) or (TIME_IS_UP if last else None)
        if ending is None:
            gathering.resume()
        return ending


def _seat(seats: Seats, player: PlayerId, team: Team) -> Seat:
    if not isinstance(seats, Mapping):
        return seats(player, team)
    if player not in seats:
        raise SettingsError(f"nobody sits in the place of {player}", remedy="give every player a seat")
    return seats[player]


def _config(setup: GameSetup, seats: Mapping[PlayerId, Seat]) -> dict[str, Any]:
    """The setup as the log has it: everything that is needed to play the game again."""
    options = {player: dict(seat.options) for player, seat in seats.items() if seat.options}
    config: dict[str, Any] = {
        "num_players": setup.players,
        "num_ducks": setup.ducks,
        "map": setup.map.name,
        "ticks": setup.ticks,
        "tasks": setup.tasks,
        "task_ticks": setup.task_ticks,
        "kill_cooldown": setup.kill_cooldown,
        "first_kill": setup.first_kill,
        "meetings": setup.button_pool,
        "discussion_rounds": setup.discussion_rounds,
        "turn_seconds": setup.turn_seconds,
        "map_definition": setup.map.model_dump(mode="json", exclude_defaults=True),
        "seats": {player: printable(seat.kind) for player, seat in seats.items()},
    }
    return config | {"seat_options": options} if options else config
