"""What plays: the protocol of agents, and what they answer with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

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


class Agent(Protocol):
    """A player's mind. It may keep whatever it likes between the calls; the engine keeps nothing for it.

    An agent that raises, takes too long or answers what can't be read loses that turn and no more.
    """

    async def act(self, observation: Observation) -> Decision | str:
        """What to do now: a decision, or text such as `move(medbay) | say(on my way)`."""

    async def speak(self, meeting: MeetingView) -> Speech | str:
        """What to say in the discussion, when it is the player's turn to speak."""

    async def vote(self, meeting: MeetingView) -> str:
        """Whom to vote out: a player's id or name, or `skip`."""
