"""A player whose mind is a model: it is asked at every turn, and what it answers is read, never replaced."""

from __future__ import annotations

from quack.agents.model.asking import Manner, Prompter
from quack.agents.model.question import Desk
from quack.agents.model.reading import read_action, read_choice, read_words
from quack.game.agent import Decision, NoAnswer, Speech
from quack.game.observation import Briefing, MeetingView, Observation


class ModelPlayer:
    """Plays by asking a model.

    Args:
        briefing: what it knows before the first tick.
        manner: how the model is asked.
        desk: who gets the questions of this game answered.
    """

    def __init__(self, briefing: Briefing, manner: Manner, desk: Desk) -> None:
        self.briefing = briefing
        self.desk = desk
        self.prompter = Prompter(briefing, manner)

    async def act(self, observation: Observation) -> Decision:
        """Raises NoAnswer: the model gave none, or none that can be read; the turn is lost."""
        question = self.prompter.act(observation)
        reply = await self.desk.answer(question)
        try:
            decision = read_action(reply, self.briefing, observation)
        except NoAnswer:
            self.prompter.account.unread(observation)
            raise
        self.prompter.account.acted(observation, decision)
        return decision

    async def speak(self, meeting: MeetingView) -> Speech:
        """Raises NoAnswer: as `act`."""
        question = self.prompter.speak(meeting)
        words = read_words(await self.desk.answer(question), self.briefing)
        self.prompter.account.spoke(words)
        return Speech(words)

    async def vote(self, meeting: MeetingView) -> str:
        """Raises NoAnswer: as `act`."""
        question = self.prompter.vote(meeting)
        choice = read_choice(await self.desk.answer(question), self.briefing, meeting)
        self.prompter.account.voted(meeting, choice)
        return choice
