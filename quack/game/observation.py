"""What a player is told: at the start, at its turn, in a meeting. Built by the engine, given to agents, logged.

Everyone is named by player id; `Briefing.names` has the names. What is not in these classes a player does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple

from quack.events.models import PlayerId, RoomName
from quack.game.actions import Action
from quack.game.config import GameSetup

Team = Literal["goose", "duck"]


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a player knows before the first tick.

    Attributes:
        player: its id.
        names: every player's name, in seat order.
        team: its own team.
        partners: the other Ducks; empty for a Goose.
        setup: how the game is set up; the map too.
        rng: the player's own generator, so that its choices never change the game's randomness.
    """

    player: PlayerId
    names: Mapping[PlayerId, str]
    team: Team
    partners: tuple[PlayerId, ...]
    setup: GameSetup
    rng: Random


class Passage(NamedTuple):
    """A witnessed departure (`room` is where to) or arrival (`room` is where from)."""

    player: PlayerId
    room: RoomName


class HeardChat(NamedTuple):
    """A chat line that reached the player; `tick` and `room` are its own. Of lines said elsewhere it tells nothing."""

    speaker: PlayerId
    room: RoomName
    tick: int
    text: str


class TaskStatus(NamedTuple):
    """A task of the player's own: ticks of work done and needed, and the way to its room in ticks (0: here)."""

    name: str
    room: RoomName
    done: int
    needed: int
    distance: int


class Observation(NamedTuple):
    """What a player sees where it stands: at its turn, before it acts, or when a meeting was called.

    Attributes:
        bodies: the victims whose bodies lie here.
        departing, arriving: movements witnessed in this tick since the player's last look.
        heard: the chat lines that reached it since its last look.
        neighbours: the rooms next to this one and the ticks that the way takes.
        cooldown: ticks until a Duck may kill; None for a Goose.
        actions: the legal actions; empty at a call.
        meetings: the meetings that are over.
    """

    tick: int
    player: PlayerId
    room: RoomName
    present: tuple[PlayerId, ...]
    departing: tuple[Passage, ...]
    arriving: tuple[Passage, ...]
    bodies: tuple[PlayerId, ...]
    heard: tuple[HeardChat, ...]
    neighbours: tuple[tuple[RoomName, int], ...]
    tasks: tuple[TaskStatus, ...]
    cooldown: int | None
    actions: tuple[Action, ...]
    meetings: tuple[MeetingReport, ...]


class Said(NamedTuple):
    """A line of a discussion; `round` counts the rounds of discussion from 0."""

    speaker: PlayerId
    round: int
    text: str


class MeetingReport(NamedTuple):
    """A meeting that is over.

    Attributes:
        dead: who was known dead when it began.
        votes: whom every voter named; None is a skip.
        ejected, team: who was voted out and what it turned out to be; None if nobody was.
    """

    index: int  # type: ignore[assignment]
    tick: int
    how: Literal["report", "button"]
    caller: PlayerId
    dead: tuple[PlayerId, ...]
    said: tuple[Said, ...]
    votes: Mapping[PlayerId, PlayerId | None]
    ejected: PlayerId | None
    team: Team | None


class MeetingView(NamedTuple):
    """A meeting as one player is told of it, when it is to speak or to vote.

    Attributes:
        round: which round of the discussion, from 0; how many there were, at the vote.
        bodies: the victims that the reporter found, and where they lie; told to it alone, empty for all others.
        living: who takes part, in seat order.
        dead: who is known dead.
        order: in which the living speak.
        said: the discussion so far.
        look: what the player saw when the meeting was called.
        meetings: the meetings before.
    """

    index: int  # type: ignore[assignment]
    tick: int
    how: Literal["report", "button"]
    caller: PlayerId
    round: int
    bodies: tuple[Passage, ...]
    living: tuple[PlayerId, ...]
    dead: tuple[PlayerId, ...]
    order: tuple[PlayerId, ...]
    said: tuple[Said, ...]
    look: Observation
    meetings: tuple[MeetingReport, ...]
