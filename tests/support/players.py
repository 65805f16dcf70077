"""Agents for tests: random and talkative ones, and ones that fail on purpose."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Any

from quack.game.agent import Decision, Speech
from quack.game.config import GameSetup
from quack.game.engine import Result, Seat, play
from quack.game.observation import Briefing, MeetingView, Observation
from quack.game.record import Lines

TALK = 0.3


class Rambler:
    """Does at random whatever it may, and talks at random if told to."""

    def __init__(self, briefing: Briefing, *, talk: float = TALK) -> None:
        self.me = briefing.player
        self.rng = briefing.rng
        self.talk = talk

    async def act(self, observation: Observation) -> Decision | str:
        action = self.rng.choice(observation.actions)
        if self.talk and self.rng.random() < self.talk:
            return Decision(action, Speech(f"tick {observation.tick}, {action}"))
        return Decision(action)

    async def speak(self, meeting: MeetingView) -> Speech | str:
        return f"{self.me} in round {meeting.round} of meeting {meeting.index}"

    async def vote(self, meeting: MeetingView) -> str:
        return self.rng.choice((*meeting.living, "skip"))


@dataclass
class Played:
    """A game that was played, and what it left."""

    setup: GameSetup
    result: Result
    lines: Lines
    agents: dict[str, Any]


def play_out(setup: GameSetup | None = None, *, seed: int = 0, make: Any = Rambler) -> Played:
    """Plays a game with agents that `make` makes from their briefings."""
    setup = setup or GameSetup()
    lines = Lines()
    agents: dict[str, Any] = {}

    def sit(briefing: Briefing) -> Any:
        agents[briefing.player] = make(briefing)
        return agents[briefing.player]

    seats = {player: Seat("test", sit) for player in setup.seats}
    result = asyncio.run(play(setup, seats, seed=seed, recorder=lines))
    return Played(setup, result, lines, agents)


def any_setup(rng: Random, maps: tuple[Any, ...]) -> GameSetup:
    """A setup with every value at random."""
    game_map = rng.choice(maps)
    players = rng.randint(3, 12)
    return GameSetup(
        players=players,
        ducks=rng.randint(1, (players - 1) // 2),
        ticks=rng.choice((1, 5, 20, 60)),
        tasks=rng.randint(0, min(5, len(game_map.task_rooms))),
        task_ticks=rng.randint(1, 4),
        kill_cooldown=rng.randint(0, 6),
        first_kill=rng.randint(0, 6),
        meetings=rng.choice((None, 0, 1, 5)),
        discussion_rounds=rng.randint(0, 2),
        map=game_map,
    )


class Nuisance(Rambler):
    """Fails now and then in every way there is; what it does otherwise is a rambler's."""

    WAYS = ("raise", "nonsense", "type", "illegal", "half", "text", "cancel")

    async def act(self, observation: Observation) -> Any:
        way = self.rng.choice((*self.WAYS, "", "", "", ""))
        if way == "text":
            return f"{self.rng.choice(observation.actions)} | say(I am {self.me})"
        return await self._trip(way) or await super().act(observation)

    async def speak(self, meeting: MeetingView) -> Any:
        return await self._trip(self.rng.choice((*self.WAYS, "", "", ""))) or await super().speak(meeting)

    async def vote(self, meeting: MeetingView) -> Any:
        return await self._trip(self.rng.choice((*self.WAYS, "", "", ""))) or await super().vote(meeting)

    async def _trip(self, way: str) -> Any:
        if way == "raise":
            raise RuntimeError("the key is 1234")
        if way == "cancel":
            raise asyncio.CancelledError
        answers = {
            "nonsense": "I shall go \ud800\0somewhere",
            "type": self.rng.choice(
                (7, None, b"wait()", ("wait",), Decision("wait()"), Speech(7), Decision(None, "x"))
            ),  # type: ignore[arg-type]
            "illegal": "kill(nobody) | say(die)",
            "half": Speech("so", claims=({},)),
        }
        return answers.get(way)


class Puppet:
    """Does what a test tells it to: an answer, or a function of the view, per call; waits, is brief and skips else."""

    def __init__(self, briefing: Briefing, act: Any = "wait()", speak: Any = "Hm.", vote: Any = "skip") -> None:
        self.briefing = briefing
        self.answers = {"act": act, "speak": speak, "vote": vote}
        self.views: dict[str, list[Any]] = {"act": [], "speak": [], "vote": []}

    async def act(self, observation: Observation) -> Any:
        return self._answer("act", observation)

    async def speak(self, meeting: MeetingView) -> Any:
        return self._answer("speak", meeting)

    async def vote(self, meeting: MeetingView) -> Any:
        return self._answer("vote", meeting)

    def _answer(self, call: str, view: Any) -> Any:
        self.views[call].append(view)
        answer = self.answers[call]
        return answer(view) if callable(answer) else answer


def first(kind: str) -> Any:
    """The first legal action of a kind, else a wait; for a puppet."""
    return lambda view: str(next((action for action in view.actions if action.kind == kind), "wait()"))


class Striver(Rambler):
    """Plays to win, roughly: kills and works where it can, reports what it finds, else goes where its tasks are."""

    async def act(self, observation: Observation) -> Decision | str:
        kinds = {action.kind: action for action in observation.actions}
        for kind in ("kill", "report", "do_task"):
            if kind in kinds and self.rng.random() < 0.8:
                return Decision(kinds[kind])
        return await super().act(observation)
