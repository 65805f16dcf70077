"""What one player is told over a game, in words: now, and what it remembers. Models and people get the same.

account = Account(briefing, load_prompts("en"))
told = account.turn(observation)        # told.now, told.memory, told.note
account.acted(observation, decision)    # what it answered, as the engine will take it
told = account.meeting(meeting)
"""

from __future__ import annotations

from typing import Any, NamedTuple

from quack.agents.model.naming import Naming
from quack.agents.model.prompts import PromptSet
from quack.agents.model.question import Call
from quack.agents.model.recollection import Recollection
from quack.agents.model.rules import opening_text
from quack.agents.model.sight import meeting_text, seen_text
from quack.game.agent import Speech
from quack.game.answers import Choice, Refusal, read_decision, read_speech, read_vote
from quack.game.asking import Failure
from quack.game.observation import Briefing, MeetingView, Observation

_LOST = {"speak": "words_lost", "vote": "vote_lost"}


class Told(NamedTuple):
    """What a player is told at one moment.

    Attributes:
        now: what it sees, or how the meeting stands.
        memory: what it remembers.
        note: that its last answer came to nothing, and why; empty if it was taken.
    """

    now: str
    memory: str
    note: str


class Account:
    """Puts into words what a player is told; give it every observation and every answer, in order.

    Args:
        lettered: whether tasks have the letters that stand for them in pictures.
    """

    def __init__(self, briefing: Briefing, prompts: PromptSet, *, lettered: bool = False) -> None:
        self.briefing = briefing
        self.naming = Naming(briefing, prompts.phrases)
        self.recollection = Recollection(self.naming)
        self._lettered = lettered
        self._note = ""
        self._turn: int | None = None

    @property
    def opening(self) -> str:
        """What the player knows before the first tick."""
        return opening_text(self.naming)

    def turn(self, seen: Observation) -> Told:
        """What the player is told at its turn."""
        self.recollection.look(seen)
        self._turn = seen.tick
        now = seen_text(self.naming, seen, lettered=self._lettered)
        told = Told(now, self.recollection.text(without_last_heard=True), self._note)
        # Holds until an answer is there, so also where none comes in time.
        self._note = self.naming.phrases("turn_unanswered", tick=seen.tick)
        return told

    def meeting(self, meeting: MeetingView, call: Call) -> Told:
        """What the player is told when it is to speak or to vote."""
        self.recollection.attend(meeting)
        told = Told(
            meeting_text(self.naming, meeting, had_turn=self._turn == meeting.tick),
            self.recollection.text(),
            self._note,
        )
        self._note = self.naming.phrases(_LOST[call], tick=meeting.tick)
        return told

    def acted(self, seen: Observation, answer: Any) -> Choice:
        """Takes in what the player answered at its turn; what really happens is what the engine makes of it."""
        choice = read_decision(answer, seen.actions, self.briefing.names)
        self.recollection.act(seen, choice.action, choice.say.text if choice.say else None)
        if isinstance(choice.wrong, Refusal):
            self._note = self.naming.phrases("turn_refused", tick=seen.tick, action=choice.wrong.action)
        elif choice.wrong is not None:
            self.unread(seen)
        else:
            self._note = ""
        return choice

    def unread(self, seen: Observation) -> None:
        """Takes in that the player's answer at its turn can't be read."""
        self._note = self.naming.phrases("turn_unreadable", tick=seen.tick)

    def spoke(self, answer: Any) -> None:
        """Takes in what the player answered when it was to speak."""
        if isinstance(read_speech(answer), Speech):
            self._note = ""

    def voted(self, meeting: MeetingView, answer: Any) -> None:
        """Takes in what the player answered when it was to vote."""
        if not isinstance(read_vote(answer, meeting.living, self.briefing.names), Failure):
            self._note = ""
