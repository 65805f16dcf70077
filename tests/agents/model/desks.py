"""A desk whose answers come from a function, and games of model players at it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from quack.agents.model.asking import Manner
from quack.agents.model.pictures import Views
from quack.agents.model.player import ModelPlayer
from quack.agents.model.prompts import Language, load_prompts
from quack.agents.model.question import Question
from quack.game.actions import WAIT
from quack.game.agent import NoAnswer
from quack.game.config import GameSetup
from quack.game.engine import Result, Seat, play
from quack.game.movement import moves
from quack.game.observation import Observation
from quack.game.record import Lines
from quack.world.map import load_map
from tests.render.scenes import observation

SHIP = load_map("simple_ship")

_LISTED = re.compile(r"^- ((?:wait|move|do_task|report|call_meeting|kill|vote)\(.*\))$", re.MULTILINE)
_FOREMOST = ("kill(", "report(", "do_task(")


class FakeDesk:
    """Answers what a function says, and keeps what it was asked."""

    def __init__(self, answer: Callable[[Question], str]) -> None:
        self._answer = answer
        self.asked: list[Question] = []

    async def answer(self, question: Question) -> str:
        self.asked.append(question)
        return self._answer(question)

    def texts(self, call: str, player: str | None = None) -> list[str]:
        return [each.text for each in self.asked if each.call == call and player in (None, each.player)]


def listed(question: Question) -> list[str]:
    """What a question offers, action by action or vote by vote."""
    return _LISTED.findall(question.text)


class Striver:
    """Plays to win, roughly, by nothing but the text of the questions."""

    def __init__(self, seed: int = 0, chat: float = 0.1) -> None:
        self.rng = Random(seed)
        self.chat = chat

    def __call__(self, question: Question) -> str:
        if question.call == "speak":
            return f"I have nothing to hide, says {question.player}."
        options = listed(question)
        if question.call == "vote":
            return self.rng.choice(options)
        options = [each for each in options if each.startswith(_FOREMOST)] or options
        words = f" | say(tick {question.tick}, all well)" if self.rng.random() < self.chat else ""
        return f"Let me see.\n\n{self.rng.choice(options)}{words}"


def manner(language: Language = "en", views: Views = "none") -> Manner:
    return Manner("test/model", load_prompts(language), views)


_ODD = (
    "",
    "{",
    "move(mars) | say(bye)",
    "kill(Zed)",
    "vote(Zed)",
    "say(",
    "move(storage",
    '{"action": [1]}',
    "\0\ud800",
)


class Babbler:
    """Answers well, badly or not at all, at random."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def __call__(self, question: Question) -> str:
        options = listed(question) or ["I saw it."]
        kind = self.rng.randrange(8)
        if kind == 0:
            raise NoAnswer("unanswered", "timeout")
        return self.rng.choice(_ODD) if kind < 4 else f"{self.rng.choice(options)} | say(well (very)!)"


class Table:
    """A game of model players, played to its end."""

    def __init__(
        self,
        answer: Callable[[Question], str] | None = None,
        setup: GameSetup | None = None,
        *,
        seed: int = 1,
        language: Language = "en",
        views: Views = "none",
    ) -> None:
        self.setup = setup or GameSetup()
        self.desk = FakeDesk(answer or Striver(seed))
        how = manner(language, views)
        self.players: dict[str, ModelPlayer] = {}
        lines = Lines()

        def sit(briefing: Any) -> ModelPlayer:
            self.players[briefing.player] = ModelPlayer(briefing, how, self.desk)
            return self.players[briefing.player]

        seats = {player: Seat("test/model", sit) for player in self.setup.seats}
        self.result: Result = asyncio.run(play(self.setup, seats, seed=seed, recorder=lines))
        self.log = lines.log

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        found = (json.loads(line) for line in self.log.splitlines())
        return [event for event in found if event["event_type"] in kinds]


def seen(tick: int, room: str = "medbay", present: Sequence[int] = (), **more: Any) -> Observation:
    """A look around a room of the ship."""
    view = observation(SHIP, room, present)
    return view._replace(tick=tick, actions=(WAIT, *moves(SHIP, room)), **more)
