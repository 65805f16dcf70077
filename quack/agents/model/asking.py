"""The questions of one player: standing instructions, what it is told, how to answer, and the pictures.

prompter = Prompter(briefing, manner)
question = prompter.act(observation)              # the very question that a model would be asked
prompter.account.acted(observation, decision)     # and what it, or its stand-in, answered
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from quack.agents.model.account import Account, Told
from quack.agents.model.pictures import Views, draw, shows_tasks, signs
from quack.agents.model.prompts import Language, PromptSet
from quack.agents.model.question import Call, Picture, Question
from quack.agents.model.rules import rule_values
from quack.errors import printable
from quack.game.observation import Briefing, MeetingView, Observation

SIZE = 1_024
"""The long side of a picture (pixels) where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a model is asked.

    Attributes:
        model: the name under which it takes its seat.
        views: which pictures it is shown.
        prompts: the texts.
        image_size: the long side of a picture (pixels).
        fonts: for signs in pictures that the usual font lacks.
    """

    model: str
    prompts: PromptSet
    views: Views = "both"
    image_size: int = SIZE
    fonts: tuple[Path, ...] = ()

    @property
    def language(self) -> Language:
        """The language that it is asked in, and is to speak."""
        return self.prompts.language


class Prompter:
    """Makes the questions of one player, from its briefing and its observations alone."""

    def __init__(self, briefing: Briefing, manner: Manner) -> None:
        self.briefing = briefing
        self.manner = manner
        self.account = Account(briefing, manner.prompts, lettered=shows_tasks(manner.views))
        self.system = manner.prompts.fill(f"system_{briefing.team}.md", rule_values(self.account.naming))

    def act(self, seen: Observation) -> Question:
        """The question at a turn."""
        told = self.account.turn(seen)
        actions = [self.account.naming.action(action) for action in seen.actions]
        moves = [action for action in actions if action.startswith("move(")] or actions
        values = {
            "now": told.now,
            "actions": "\n".join(f"- {action}" for action in actions),
            # Another one from tick to tick, so that the example makes no action likelier.
            "example": moves[seen.tick % len(moves)],
        }
        return self._question("act", seen, told, values)

    def speak(self, meeting: MeetingView) -> Question:
        """The question at a turn to speak."""
        told = self.account.meeting(meeting, "speak")
        return self._question("speak", meeting.look, told, {"meeting": told.now})

    def vote(self, meeting: MeetingView) -> Question:
        """The question at a vote."""
        told = self.account.meeting(meeting, "vote")
        choices = "\n".join(f"- {self.account.naming.vote(player)}" for player in (*meeting.living, None))
        return self._question("vote", meeting.look, told, {"meeting": told.now, "choices": choices})

    def _question(self, call: Call, seen: Observation, told: Told, values: dict[str, str]) -> Question:
        manner = self.manner
        values |= {"memory": told.memory, "note": told.note, "pictures": self._shown(call, seen)}
        text = manner.prompts.fill(f"{call}.md", values)
        drawn: Callable[[], tuple[Picture, ...]] = partial(
            draw, seen, self.briefing, manner.views, size=manner.image_size, fonts=manner.fonts
        )
        return Question(self.briefing.player, call, seen.tick, manner.model, self.system, text, drawn)

    def _shown(self, call: Call, seen: Observation) -> str:
        """What the pictures show, in words, and which signs and codes in them stand for whom."""
        manner = self.manner
        if manner.views == "none":
            return ""
        words, naming = manner.prompts.phrases, self.account.naming
        moment = "" if call == "act" else "_call"
        lines = [words(f"{manner.views}_pictures{moment}")]
        stand = signs(seen, self.briefing, manner.views, size=manner.image_size, fonts=manner.fonts)
        players = [self._sign(some, naming.who(player)) for player, some in stand.players.items()]
        rooms = [self._sign(some, naming.room(room)) for room, some in stand.rooms.items()]
        if players:
            lines.append(words("player_signs", list=naming.listed(players)))
        if rooms:
            lines.append(words("room_signs", list=naming.listed(rooms)))
        return "\n".join(lines)

    def _sign(self, some: Sequence[str], name: str) -> str:
        words = self.manner.prompts.phrases
        return words("sign", sign=words.either.join(map(printable, some)), name=name)
