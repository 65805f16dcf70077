"""A meeting as it takes place: everyone is told, speaks, and votes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Literal

from quack.events.models import AgentFailed, DiscussionMessage, PhaseChanged, PlayerId, VoteCast
from quack.game.agent import Agent
from quack.game.answers import read_speech, read_vote
from quack.game.asking import Failure, ask
from quack.game.board import Board
from quack.game.meetings import resume, speaking_order
from quack.game.observation import MeetingReport, MeetingView, Observation, Passage, Said
from quack.game.record import Book
from quack.game.votes import close, winner_of


@dataclass(slots=True)
class Gathering:
    """A meeting in progress, from just after the call.

    Attributes:
        looks: what everybody saw when it was called.
        before: the meetings before.
        spoken: how many discussion messages the log has before this meeting.
        order: in which the living speak; drawn before anybody is asked.
        bodies: what the reporter found.
        dead: who is known dead.
    """

    board: Board
    book: Book
    agents: Mapping[PlayerId, Agent]
    rng: Random
    caller: PlayerId
    how: Literal["report", "button"]
    looks: Mapping[PlayerId, Observation]
    before: tuple[MeetingReport, ...]
    spoken: int
    order: tuple[PlayerId, ...] = field(init=False)
    bodies: tuple[Passage, ...] = field(init=False)
    dead: tuple[PlayerId, ...] = field(init=False)
    said: list[Said] = field(default_factory=list)

    def __post_init__(self) -> None:
        state = self.board.state
        view = self.looks[self.caller]
        self.order = speaking_order(self.board, self.caller, self.rng)
        self.bodies = tuple(Passage(victim, view.room) for victim in view.bodies) if self.how == "report" else ()
        self.dead = tuple(player for player in state.names if player not in state.places)

    async def run(self) -> MeetingReport:
        """The discussion, the votes and who is voted out."""
        write = self.book.write
        write(PhaseChanged, {"phase": "discussion"})
        for index in range(self.board.setup.discussion_rounds):
            for speaker in self.order:
                await self._speak(speaker, index)
        write(PhaseChanged, {"phase": "voting"})
        votes = await self._vote()
        ejected = winner_of(votes)
        for draft in close(self.board, votes):
            write(*draft)
        team = self.board.progress.teams[ejected] if ejected else None
        said, fixed = tuple(self.said), MappingProxyType(votes)
        tick, index = self.board.state.tick, len(self.before)
        return MeetingReport(index, tick, self.how, self.caller, self.dead, said, fixed, ejected, team)

    def resume(self) -> None:
        """Free roam goes on."""
        for draft in resume(self.board, self.rng):
            self.book.write(*draft)

    async def _speak(self, speaker: PlayerId, index: int) -> None:
        view = self._view(speaker, index)
        speech = read_speech(await ask(self.agents[speaker], "speak", view, self.board.setup.turn_seconds))
        if speech is None:
            speech = Failure("unreadable", "no words")
        if isinstance(speech, Failure):
            self._fail(speaker, "speak", speech)
            return
        self.book.write(DiscussionMessage, {"player_id": speaker, "message": speech.text})
        self.book.recorder.speech("message", self.spoken + len(self.said), len(self.before), speaker, speech)
        self.said.append(Said(speaker, index, speech.text))

    async def _vote(self) -> dict[PlayerId, PlayerId | None]:
        """All are asked at once and none knows the others' votes; they are taken in the order of the seats."""
        setup, living, names = self.board.setup, list(self.board.state.places), self.board.setup.seats
        views = [self._view(voter, setup.discussion_rounds) for voter in living]
        asked = (
            ask(self.agents[voter], "vote", view, setup.turn_seconds) for voter, view in zip(living, views, strict=True)
        )
        votes: dict[PlayerId, PlayerId | None] = {}
        # Where one vote suspends the game, the others are waited for: what was asked has its price.
        for voter, answer in zip(living, await asyncio.gather(*asked, return_exceptions=True), strict=True):
            if isinstance(answer, BaseException):
                raise answer
            target = read_vote(answer, living, names)
            if isinstance(target, Failure):
                self._fail(voter, "vote", target)
                target = None
            votes[voter] = target
            self.book.write(VoteCast, {"voter": voter, "target": target})
        return votes

    def _view(self, player: PlayerId, index: int) -> MeetingView:
        return MeetingView(
            len(self.before),
            self.board.state.tick,
            self.how,
            self.caller,
            index,
            self.bodies if player == self.caller else (),
            tuple(self.board.state.places),
            self.dead,
            self.order,
            tuple(self.said),
            self.looks[player],
            self.before,
        )

    def _fail(self, player: PlayerId, call: str, failure: Failure) -> None:
        cause, detail = failure
        self.book.write(AgentFailed, {"player_id": player, "call": call, "cause": cause, "detail": detail})
