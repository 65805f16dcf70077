"""What a model player asks, and who gets it answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from quack.events.models import PlayerId

Call = Literal["act", "speak", "vote"]


class Picture(NamedTuple):
    """A picture as a model is sent it: what it shows, and the bytes of a PNG file."""

    name: Literal["global", "local"]
    png: bytes


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is to answer for a player at one moment.

    Attributes:
        player, call, tick: whose turn it is, what is wanted, and when.
        model: the name under which the model took its seat.
        system: the standing instructions.
        text: what the player sees and remembers, and what it may do.
        pictures: draws the pictures that go along, none for a player that sees no pictures; called only when the
            question is really sent.
    """

    player: PlayerId
    call: Call
    tick: int
    model: str
    system: str
    text: str
    pictures: Callable[[], tuple[Picture, ...]]


class Desk(Protocol):
    """Gets the questions of one game answered: by a model, or from what it answered before."""

    async def answer(self, question: Question) -> str:
        """The words of the answer.

        Raises:
            NoAnswer: there are none; the turn is lost.
            GameSuspended: nothing more can be asked for now.
        """
