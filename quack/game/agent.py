"""What plays: the protocol of agents, and what they answer with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Protocol

from quack.errors import PlayError
from quack.game.actions import Action
from quack.game.observation import MeetingView, Observation


class Speech(NamedTuple):
    """Something said.

    Attributes:
        text: the words.
        claims: exactly what they assert, as objects of a file of claims; None if the speaker can't tell.
        made: of each claim, how it came about (recalled, misremembered, invented, …); as long as `claims`.
    """

    text: str
    claims: tuple[Mapping[str, Any], ...] | None = None
    made: tuple[str, ...] = ()


class Decision(NamedTuple):
    """What a player does with its turn; what it says, it says before it acts."""

    action: Action
    say: Speech | None = None


class NoAnswer(Exception):
    """What an agent raises that has nothing to answer: the turn is lost, and the log says why.

    Attributes:
        cause: unanswered: whoever it asked gave no answer; unreadable: what it was answered can't be read.
        detail: more about it, in one line; it goes into the log.
    """

    def __init__(self, cause: Literal["unanswered", "unreadable"], detail: str) -> None:
        super().__init__(cause, detail)
        self.cause: Literal["unanswered", "unreadable"] = cause
        self.detail = detail


class GameSuspended(PlayError):
    """What an agent raises where the game can't go on for now: it is not lost, but broken off where it stands."""


class Agent(Protocol):
    """A player's mind. It may keep whatever it likes between the calls; the engine keeps nothing for it.

    An agent that raises, takes too long or answers what can't be read loses that turn and no more; only one that raises
    `GameSuspended` stops the game.
    """

    async def act(self, observation: Observation) -> Decision | str:
        """What to do now: a decision, or text such as `move(medbay) | say(on my way)`."""

    async def speak(self, meeting: MeetingView) -> Speech | str:
        """What to say in the discussion, when it is the player's turn to speak."""

    async def vote(self, meeting: MeetingView) -> str:
        """Whom to vote out: a player's id or name, or `skip`."""
