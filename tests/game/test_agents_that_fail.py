"""Agents that raise, dawdle or answer nonsense lose that turn and no more."""

import asyncio
import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quack.game.actions import Action
from quack.game.agent import Decision, GameSuspended, NoAnswer, Speech
from quack.game.config import GameSetup
from quack.game.engine import Seat, play
from quack.game.record import Lines
from quack.world.map import GameMap, Room
from tests.support.clock import run_jumping
from tests.support.players import Puppet, Rambler, first, play_out

SETUP = GameSetup(players=6, ticks=40, meetings=3)
CELL = GameMap(name="cell", rooms=(Room(name="cell", button=True),))
MEETING = GameSetup(players=6, ticks=40, meetings=1, tasks=0, first_kill=1_000, map=CELL)
seeds = st.integers(min_value=0, max_value=2**32)
games = settings(max_examples=10, deadline=None)


def failures(lines):
    return [json.loads(text)["data"] for text in lines.texts if '"agent_failed"' in text]


def told(lines):
    """A log without what failed, and without the numbering that this shifts."""
    records = [json.loads(text) for text in lines.texts if '"agent_failed"' not in text]
    return [(record["event_type"], record["tick"], record["data"]) for record in records]


def raising(view):
    raise ValueError("the key is 1234")


def test_an_agent_that_raises_is_named_with_the_kind_of_its_error_alone():
    played = play_out(SETUP, make=lambda briefing: Puppet(briefing, raising, raising, raising))
    assert {("act", "raised", "ValueError")} == {(f["call"], f["cause"], f["detail"]) for f in failures(played.lines)}
    played = play_out(MEETING, make=lambda briefing: Puppet(briefing, first("call_meeting"), raising, raising))
    assert {("speak", "raised"), ("vote", "raised")} == {(f["call"], f["cause"]) for f in failures(played.lines)}
    assert "1234" not in played.lines.log


def silent(view):
    raise NoAnswer("unanswered", "rate_limit")


def test_an_agent_without_an_answer_says_itself_why():
    played = play_out(MEETING, make=lambda briefing: Puppet(briefing, first("call_meeting"), silent, silent))
    told = {(f["call"], f["cause"], f["detail"]) for f in failures(played.lines)}
    assert {("speak", "unanswered", "rate_limit"), ("vote", "unanswered", "rate_limit")} == told


def suspending(view):
    raise GameSuspended("nothing more can be asked", remedy="run it again")


@pytest.mark.parametrize("call", ["act", "speak", "vote"])
def test_an_agent_can_suspend_the_game(call):
    answers = {"act": first("call_meeting"), "speak": "hello", "vote": "skip"} | {call: suspending}
    with pytest.raises(GameSuspended, match="nothing more can be asked"):
        play_out(MEETING, make=lambda briefing: Puppet(briefing, *answers.values()))


def calling(**answers):
    """Makes puppets that call a meeting at once and then answer so."""
    return lambda briefing: Puppet(briefing, first("call_meeting"), **answers)


def mixed(briefing, make):
    """One that roams and may call, in the seat of player_0; `make`'s elsewhere."""
    return Rambler(briefing) if briefing.player == "player_0" else make(briefing)


@games
@given(seed=seeds)
def test_an_agent_that_fails_changes_no_more_than_one_that_does_nothing(seed):
    def failing(briefing):
        return mixed(briefing, lambda briefing: Puppet(briefing, raising, raising, raising))

    def idle(briefing):
        return mixed(briefing, lambda briefing: Puppet(briefing, "wait()", "", "skip"))

    for setup in (SETUP, MEETING):
        one, other = (play_out(setup, seed=seed, make=make) for make in (failing, idle))
        assert told(one.lines) == told(other.lines)


class Dawdler(Rambler):
    """Gives way to others before it answers, a different number of times in each game."""

    patience = Random(0)

    async def act(self, observation):
        await self._dawdle()
        return await super().act(observation)

    async def speak(self, meeting):
        await self._dawdle()
        return await super().speak(meeting)

    async def vote(self, meeting):
        await self._dawdle()
        return await super().vote(meeting)

    async def _dawdle(self):
        for _ in range(self.patience.randrange(4)):
            await asyncio.sleep(0)


@games
@given(seed=seeds)
def test_delays_do_not_change_a_game(seed):
    assert play_out(SETUP, seed=seed).lines.log == play_out(SETUP, seed=seed, make=Dawdler).lines.log


class Drawer(Rambler):
    """Draws from its generator as often as it likes, and so plays otherwise, but gets the same start and orders."""

    async def act(self, observation):
        self.rng.random()
        return "wait()"


def test_what_agents_draw_does_not_move_the_generator_of_the_game():
    def orders(make):
        lines = play_out(SETUP, seed=9, make=make).lines
        turns = [json.loads(text) for text in lines.texts if '"moment":"turn"' in text]
        return lines.texts[0], [(turn["tick"], turn["data"]["player_id"]) for turn in turns]

    assert orders(Drawer) == orders(Puppet)


# --- time limits ------------------------------------------------------------------------------------------------------


class Sleeper(Puppet):
    """Never answers its turns; `stubborn` ones will not even be stopped."""

    stubborn = False

    async def act(self, observation):
        while True:
            try:
                await asyncio.sleep(1_000_000)
            except asyncio.CancelledError:
                if not self.stubborn:
                    raise
                return "wait()"

    async def vote(self, meeting):
        await asyncio.sleep(1_000_000)
        return "skip"


class Stubborn(Sleeper):
    stubborn = True


def played_jumping(setup, make):
    lines = Lines()
    seats = {player: Seat("test", make) for player in setup.seats}
    result = run_jumping(play(setup, seats, seed=1, recorder=lines))
    return result, lines


@pytest.mark.parametrize("kind", [Sleeper, Stubborn])
def test_an_agent_that_takes_too_long_loses_its_turn(kind):
    setup = MEETING.model_copy(update={"turn_seconds": 30.0})
    result, lines = played_jumping(setup, lambda briefing: mixed(briefing, kind))
    causes = {(failure["call"], failure["cause"], failure["detail"]) for failure in failures(lines)}
    assert ("act", "timed_out", "no answer within 30 s") in causes
    assert ("vote", "timed_out", "no answer within 30 s") in causes
    assert {"timed_out"} == {cause for _, cause, _ in causes}
    assert 40 == result.ticks


def test_a_time_limit_that_nobody_reaches_changes_nothing():
    setup = SETUP.model_copy(update={"turn_seconds": 30.0})
    _, lines = played_jumping(setup, Dawdler)
    _, unlimited = played_jumping(SETUP, Dawdler)
    assert unlimited.texts[1:] == lines.texts[1:]


def test_a_game_that_is_cancelled_stops():
    async def cancelled():
        seats = {player: Seat("test", Sleeper) for player in SETUP.seats}
        game = asyncio.ensure_future(play(SETUP, seats, seed=1, recorder=Lines()))
        await asyncio.sleep(1)
        game.cancel()
        with pytest.raises(asyncio.CancelledError):
            await game

    run_jumping(cancelled())


def test_agents_that_never_wait_cost_no_turn_of_the_event_loop():
    setup = GameSetup(meetings=0, first_kill=1_000, ticks=20)
    seats = {player: Seat("test", Rambler) for player in setup.seats}
    game = play(setup, seats, seed=1, recorder=Lines())
    with pytest.raises(StopIteration) as ended:
        game.send(None)
    assert 20 == ended.value.value.ticks


# --- answers that can't be read ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "dance()",
        "move",
        "move(medbay) and wait()",
        "wait() | shout(hi)",
        "MOVE(medbay)",
        "kill(a|b)",
        "x" * 100_000,
    ],
)
def test_text_that_is_no_action_is_refused_as_it_stands(answer):
    played = play_out(GameSetup(ticks=1), make=lambda briefing: Puppet(briefing, act=answer))
    refused = [event for event in played.lines.events if event.event_type == "action_refused"]
    assert 6 == len(refused)
    assert all(len(event.action) <= 60 and "not an action" in event.reason for event in refused)
    assert [] == failures(played.lines)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("move()", "move needs a target"),
        ("wait(medbay)", "wait has no target"),
        ("move(nowhere)", "not possible for that target now"),
        ("report()", "not possible here and now"),
        (Decision(Action("kill", "player_1")), "not possible here and now"),
        (Decision(Action("kill")), "kill needs a target"),
    ],
)
def test_an_illegal_action_is_refused_with_its_reason(answer, reason):
    played = play_out(GameSetup(ticks=1), make=lambda briefing: Puppet(briefing, act=answer))
    assert {reason} == {event.reason for event in played.lines.events if event.event_type == "action_refused"}


@pytest.mark.parametrize(
    "answer",
    [None, 7, b"wait()", ("wait", None), Decision("wait()"), Decision(Action("fly")), Decision(Action("move", 3)),
     Decision(Action([])), Decision(Action("wait"), 7), Decision(Action("wait"), Speech(None)),
     Decision(Action("wait"), Speech("x", claims=({},))), Decision(Action("wait"), Speech("x", (3,), ("a",))),
     Decision(Action("wait"), "x" * 20_001)],
)  # fmt: skip
def test_an_answer_of_another_type_is_a_failure(answer):
    played = play_out(GameSetup(ticks=1), make=lambda briefing: Puppet(briefing, act=answer))
    assert [("act", "unreadable")] * 6 == [(failure["call"], failure["cause"]) for failure in failures(played.lines)]
    assert [] == [event for event in played.lines.events if event.event_type == "free_roam_chat"]


@pytest.mark.parametrize("answer", ["Zed", "", "player_99", None, 3, b"skip", "\ud800", ["player_0"]])
def test_a_vote_that_can_not_be_read_is_a_skip(answer):
    played = play_out(MEETING, make=calling(vote=answer))
    cast = [event for event in played.lines.events if event.event_type == "vote_cast"]
    assert [None] * 6 == [event.target for event in cast]
    assert [("vote", "unreadable")] * 6 == [(failure["call"], failure["cause"]) for failure in failures(played.lines)]


@pytest.mark.parametrize("answer", ["SKIP", " skip ", "Bob", "bob", " player_1"])
def test_a_vote_is_an_id_a_name_or_a_skip(answer):
    played = play_out(MEETING, make=calling(vote=answer))
    target = None if "skip" in answer.lower() else "player_1"
    assert {target} == {event.target for event in played.lines.events if event.event_type == "vote_cast"}
    assert [] == failures(played.lines)


def test_what_can_not_be_written_is_replaced_character_by_character():
    def make(briefing):
        return Puppet(briefing, act=Decision(Action("wait"), Speech("a\ud800b\0c\x1b", claims=(), made=())))

    played = play_out(GameSetup(ticks=1), make=make)
    assert {"a\ufffdb\ufffdc\x1b"} == {speech[4].text for speech in played.lines.speeches}


def test_silence_in_a_discussion_is_in_the_log():
    silent = failures(play_out(MEETING, make=calling(speak=" ")).lines)
    assert [("speak", "unreadable", "no words")] * 12 == [(f["call"], f["cause"], f["detail"]) for f in silent]
