"""A person at the table: is shown what a model would be told, and answers by number or in words."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from quack.agents import HUMAN
from quack.agents.model.question import Call, Picture, Question
from quack.game.agent import Agent, Decision, GameSuspended, NoAnswer, Speech
from quack.game.answers import SKIP
from quack.game.engine import Seat
from quack.game.observation import Briefing, MeetingView, Observation
from quack.providers.client import Reply

if TYPE_CHECKING:
    from quack.agents.model.account import Told
    from quack.agents.model.desk import GameDesk

_HELP = ("help", "?")
_MEMORY = ("memory", "m")
_ADVICE = "\n# How to play well"
"""Where the standing instructions of a model go on with what is for models."""
_BROKEN = re.compile(r"(?<!\n)\n *(?![\s#]|- )")
"""Where a paragraph goes on with the next line: how wide lines are is for the terminal to say."""
_SAID = re.compile(r"\|?\s*say\((.*)\)", re.DOTALL)
_NUMBER = re.compile(r"\s*([0-9]{1,4})(?![0-9])[.)]?\s*(.*)", re.DOTALL)


class Person(Protocol):
    """Whoever sits there, and reads and writes."""

    def show(self, text: str) -> None:
        """Shows some lines."""

    async def line(self, prompt: str) -> str | None:
        """A line that the person has written; None if no more will come."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """What the person is to answer.

    Attributes:
        told: what the person is told.
        options: what can be chosen by number, from 1.
        ask: what stands before the place to write.
        read: what a line means, in the form in which it is kept; raises NoAnswer.
        meeting: the number of the meeting that is held; None at a turn.
    """

    told: Told
    options: Sequence[str]
    ask: str
    read: Callable[[str], str]
    meeting: int | None = None

    @property
    def listed(self) -> str:
        """The options with their numbers, a line each."""
        return "\n".join(f"{number:>3}  {option}" for number, option in enumerate(self.options, 1))


class _News:
    """What a person has not been shown yet: at its first turn all that it remembers, then what came since."""

    def __init__(self) -> None:
        self._memory: set[str] = set()
        self._meeting: int | None = None
        self._said: set[str] = set()

    def of(self, turn: _Turn) -> str:
        """What is new, in words."""
        memory, now = turn.told.memory, turn.told.now
        if self._memory:
            memory = self._outcome(memory) if self._meeting not in (None, turn.meeting) else ""
        self._memory = set(turn.told.memory.split("\n"))
        if turn.meeting is not None:
            if self._meeting == turn.meeting:
                now = "\n".join(line for line in now.split("\n") if line not in self._said)
            else:
                self._said = set()
            self._said |= set(filter(None, turn.told.now.split("\n")))
        self._meeting = turn.meeting
        return _paragraphs(memory, re.sub(r"\n{3,}", "\n\n", now).strip("\n"), turn.told.note, turn.listed)

    def _outcome(self, memory: str) -> str:
        """How a meeting ended: what is new in memory, but for what was said and for the player's ways."""
        known = self._memory | self._said
        return "\n".join(line for line in memory.split("\n") if line not in known and line[:2] != "- ").strip("\n")


class HumanPlayer:
    """A seat that a person plays from; its answers are kept like those of a model, and not asked for again.

    Args:
        desk: of the game.
    """

    def __init__(self, briefing: Briefing, desk: GameDesk, person: Person) -> None:
        from quack.agents.model.account import Account
        from quack.agents.model.prompts import load_prompts

        self._briefing = briefing
        self._desk = desk
        self._person = person
        self._prompts = load_prompts("en")
        self._account = Account(briefing, self._prompts)
        self._news: _News | None = None

    async def act(self, observation: Observation) -> Decision | str:
        """What to do, and perhaps to say."""
        told = self._account.turn(observation)
        names = self._briefing.names
        options = [f"{kind}({names.get(target or '', target or '')})" for kind, target in observation.actions]
        read = partial(_read_turn, self._briefing, observation)
        turn = _Turn(told, options, "a number or an action, and what to say", read)
        reply = await self._put("act", observation, turn)
        chosen, words = _parted(reply)
        action = next((action for action in observation.actions if str(action) == chosen), None)
        answer = reply if action is None else Decision(action, None if words is None else Speech(words))
        self._account.acted(observation, answer)
        return answer

    async def speak(self, meeting: MeetingView) -> Speech | str:
        """What to say in the discussion."""
        told = self._account.meeting(meeting, "speak")
        turn = _Turn(told, (), "what you say", _read_words, meeting.index)
        words = await self._put("speak", meeting.look, turn)
        self._account.spoke(words)
        return Speech(words)

    async def vote(self, meeting: MeetingView) -> str:
        """Whom to vote out."""
        told = self._account.meeting(meeting, "vote")
        names = [self._briefing.names[player] for player in meeting.living]
        read = partial(_read_vote, self._briefing, meeting)
        turn = _Turn(told, [*names, SKIP], "a number or a name", read, meeting.index)
        choice = await self._put("vote", meeting.look, turn)
        self._account.voted(meeting, choice)
        return choice

    async def _put(self, call: Call, seen: Observation, turn: _Turn) -> str:
        text = _paragraphs(turn.told.memory, turn.told.now, turn.told.note, turn.listed)
        question = Question(self._briefing.player, call, seen.tick, HUMAN, self._account.opening, text, lambda: ())
        return await self._desk.take(question, partial(self._ask, turn))

    async def _ask(self, turn: _Turn, question: Question, pictures: Sequence[Picture]) -> Reply:
        began, tries = time.monotonic(), 0
        if self._news is None:
            self._news = _News()
            self._person.show(f"{question.system}\n")
        self._person.show(f"\n{self._news.of(turn)}")
        while True:
            line = await self._person.line(f"[{turn.ask}; m for memory, ? for help] ")
            if line is None:
                what = f"{self._briefing.names[self._briefing.player]} has left the table"
                raise GameSuspended(what, remedy="run the same command again to go on")
            tries += 1
            word = line.strip().casefold()
            if word in (*_HELP, *_MEMORY):
                shown = turn.told.memory if word in _MEMORY else f"{self._rules()}\n\n{_HOW}"
                self._person.show(_paragraphs(shown, turn.listed))
                continue
            try:
                text = turn.read(line)
            except NoAnswer as error:
                self._person.show(f"not understood: {error.detail}\n{turn.listed}")
                continue
            return Reply(text, None, 0, 0, 0.0, time.monotonic() - began, tries, ())

    def _rules(self) -> str:
        """The rules of the game, as models are told them."""
        from quack.agents.model.rules import rule_values

        values = rule_values(self._account.naming)
        text = self._prompts.fill(f"system_{self._briefing.team}.md", values).partition(_ADVICE)[0].strip()
        return _BROKEN.sub(" ", text)


_HOW = """\
At your turn, write the number of an action, or the action itself. To say something before it, write it behind:
  2 on my way          or          move(medbay) | say(on my way)
In a meeting, write what you say in one line; at the vote, a number, a name, or skip.
m shows what you remember, as often as you like; ? these rules.
Ctrl-D leaves the table: a game that is kept in a folder goes on later with the same command."""


def _paragraphs(*parts: str) -> str:
    """Parts of a text that are not empty, with a blank line between them."""
    return "\n\n".join(filter(None, parts))


def human_seat(desk: GameDesk | None, person: Person | None) -> Seat:
    """The seat of the person; only one with a desk and a person can be played from."""

    def sit(briefing: Briefing) -> Agent:
        assert desk is not None and person is not None, "a person plays at a desk"
        return HumanPlayer(briefing, desk, person)

    return Seat(HUMAN, sit)


def _read_turn(briefing: Briefing, observation: Observation, line: str) -> str:
    """An action that is possible, with what is said, as `move(medbay) | say(on my way)`."""
    from quack.agents.model.reading import read_action

    if found := _NUMBER.fullmatch(line):
        action = observation.actions[_index(found[1], len(observation.actions))]
        rest = found[2].strip()
        said = _SAID.fullmatch(rest)
        words = said[1] if said else rest
    else:
        decision = read_action(line, briefing, observation)
        if isinstance(decision, str) or decision.action not in observation.actions:
            raise NoAnswer("unreadable", "that can't be done here and now; these can:")
        action, words = decision.action, decision.say.text if decision.say else ""
    return f"{action} | say({words.strip()})" if words.strip() else str(action)


def _parted(reply: str) -> tuple[str, str | None]:
    """An action, and what is said; whatever brackets are in the words."""
    action, bar, words = reply.partition(" | say(")
    return action, words[:-1] if bar else None


def _read_words(line: str) -> str:
    if not line.strip():
        raise NoAnswer("unreadable", "those are no words")
    return line.strip()


def _read_vote(briefing: Briefing, meeting: MeetingView, line: str) -> str:
    from quack.agents.model.reading import read_choice

    choices = [*meeting.living, SKIP]
    if found := _NUMBER.fullmatch(line):
        if found[2]:
            raise NoAnswer("unreadable", "a number alone, or a name")
        return choices[_index(found[1], len(choices))]
    choice = read_choice(line, briefing, meeting)
    chosen = next((each for each in choices if choice in (each, briefing.names.get(each))), None)
    if chosen is None:
        raise NoAnswer("unreadable", "nobody who is alive is called so; these are:")
    return chosen


def _index(number: str, most: int) -> int:
    if not 1 <= int(number) <= most:
        raise NoAnswer("unreadable", f"the numbers go from 1 to {most}")
    return int(number) - 1
