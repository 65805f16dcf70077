"""Agents whose answers are made to hurt: they lose that turn and no more."""

import asyncio
import contextlib
import json
import os
import signal
import sys
import time

import pytest

from quack.agents import AGENTS, play
from quack.agents.play import play_game
from quack.game.actions import WAIT, Action
from quack.game.agent import Decision, Speech
from quack.game.answers import read_decision
from quack.game.asking import ask
from quack.game.config import GameSetup
from quack.world.map import GameMap, Room
from tests.support.players import Puppet, Rambler, first, play_out

CELL = GameMap(name="cell", rooms=(Room(name="cell", button=True),))
MEETING = GameSetup(players=3, ticks=3, meetings=1, tasks=0, first_kill=1_000, map=CELL)


class Thorny:
    """Raises when it is compared."""

    def __eq__(self, other):
        raise ValueError

    __hash__ = None


class Prickly(str):
    """Text that raises when it is read."""

    def strip(self, *characters):
        raise ValueError


def circular():
    claim = {"type": "location"}
    claim["of"] = claim
    return claim


def causes(played):
    failed = [json.loads(text)["data"] for text in played.lines.texts if '"agent_failed"' in text]
    return {(one["call"], one["cause"]) for one in failed}


def test_a_long_answer_is_read_in_a_time_that_grows_with_its_length_alone():
    began = time.process_time()
    choice = read_decision("move(" + " " * 39_000, (WAIT,), {})
    assert time.process_time() - began < 5
    assert WAIT == choice.action


@pytest.mark.parametrize("answer", [Decision(Thorny()), Decision(Action("move", Thorny())), Prickly("wait()")])
def test_an_answer_that_raises_when_it_is_looked_at_is_a_wait(answer):
    assert WAIT == read_decision(answer, (WAIT,), {}).action


@pytest.mark.parametrize(
    "claim", [{"type": object()}, {"type": {1}}, {("a", "b"): 1}, {"type": float("nan")}, circular()]
)
def test_claims_that_no_file_can_hold_cost_the_turn_and_not_the_game(claim):
    speech = Speech("hello", (claim,), ("recalled",))
    played = play_out(MEETING, make=lambda briefing: Puppet(briefing, first("call_meeting"), lambda view: speech))
    assert {("speak", "unreadable")} == causes(played)


def test_a_vote_that_raises_when_it_is_read_is_a_skip():
    vote = Prickly("skip")
    played = play_out(
        MEETING, make=lambda briefing: Puppet(briefing, first("call_meeting"), "hello", lambda view: vote)
    )
    assert {("vote", "unreadable")} == causes(played)


def leave(view):
    sys.exit(3)


def test_an_agent_that_leaves_the_program_loses_its_turn():
    played = play_out(MEETING, make=lambda briefing: Puppet(briefing, leave))
    assert {("act", "raised")} == causes(played)


class Mute:
    async def act(self, observation):
        return str(next((action for action in observation.actions if action.kind == "call_meeting"), WAIT))


def test_an_agent_that_lacks_a_call_loses_the_turns_that_need_it():
    played = play_out(MEETING, make=lambda briefing: Mute())
    assert {("speak", "raised"), ("vote", "raised")} == causes(played)


def test_an_interrupt_is_no_failure_of_the_agent():
    class Interrupted:
        async def act(self, observation):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(Interrupted(), "act", None, None).send(None)


class Vandal(Rambler):
    """Tears down the map that it was told of."""

    def __init__(self, briefing):
        super().__init__(briefing)
        self.briefing = briefing

    async def act(self, observation):
        told = self.briefing.setup.map
        told.distances.clear()
        told.ways[observation.room] += (("nowhere", 1),)
        return "move(nowhere)"


def test_what_an_agent_does_to_its_map_reaches_nobody_else():
    setup = GameSetup(ticks=5)
    before = dict(setup.map.ways), dict(setup.map.distances)

    def seated(briefing):
        return Vandal(briefing) if briefing.player == "player_0" else Rambler(briefing)

    played = play_out(setup, make=seated)
    assert 5 == played.result.ticks
    assert before == (dict(setup.map.ways), dict(setup.map.distances))


def test_an_agent_that_will_not_be_stopped_does_not_keep_a_game_that_is_over(monkeypatch):
    class Stubborn(Rambler):
        async def act(self, observation):
            while True:
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.Event().wait()

    monkeypatch.setitem(AGENTS, "stubborn", lambda parameter: Stubborn)
    monkeypatch.setattr(play, "_GRACE", 0.01)
    game = play_game(players=3, ticks=1, crew="stubborn", impostor="random", turn_seconds=0.001)
    assert 2 == game.figures.failures


def test_an_interrupt_ends_a_game_at_once(monkeypatch):
    turns = []

    class Watched(Rambler):
        async def act(self, observation):
            turns.append(observation.tick)
            if len(turns) == 3:
                os.kill(os.getpid(), signal.SIGINT)
            return await super().act(observation)

    monkeypatch.setitem(AGENTS, "watched", lambda parameter: Watched)
    with pytest.raises(KeyboardInterrupt):
        play_game(crew="watched", impostor="watched")
    assert len(turns) < 10
