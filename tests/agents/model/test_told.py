"""What a player is told is what it sees and remembers: all of it, in bounds that it is told of, and nothing else."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from quack.agents.model.account import Account
from quack.agents.model.asking import Prompter
from quack.agents.model.naming import Space
from quack.agents.model.prompts import load_prompts
from quack.agents.model.reading import read_action
from quack.game.actions import WAIT, Action
from quack.game.agent import Decision
from quack.game.answers import read_decision
from quack.game.board import Board
from quack.game.config import GameSetup
from quack.game.observation import Briefing, HeardChat, MeetingReport, MeetingView, Observation, Passage, Said
from tests.agents.model.desks import SHIP, Table, listed, manner, seen
from tests.render.scenes import Moment, moments, observation, setup_for, with_the_hidden_changed, written
from tests.support.scripted import STATION, STRANGE_NAMES

ENGLISH = load_prompts("en")
SPACE = Space(lines=100, least=200, most=4_000, total=12_000)
GAMES = (
    {"seed": 3, "ticks": 40},
    {"seed": 7, "players": 10, "ducks": 2, "map": STATION, "names": STRANGE_NAMES, "ticks": 25},
)


def briefing_of(moment: Moment, rng: int = 0) -> Briefing:
    setup, progress = moment.board.setup, moment.board.progress
    me, teams = moment.player, progress.teams
    duck = teams[me] == "duck"
    partners = tuple(one for one, team in teams.items() if duck and team == "duck" and one != me)
    return Briefing(me, setup.seats, teams[me], partners, setup, Random(rng))


def account(team="goose", **setup) -> Account:
    game = GameSetup(**setup)
    return Account(Briefing("player_0", game.seats, team, (), game, Random(0)), ENGLISH)


def remembered(told: Account, *looks: Observation) -> str:
    for look in looks[:-1]:
        told.turn(look)
    return told.turn(looks[-1]).memory


# --- nothing else -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def turns(tmp_path_factory) -> list[list[Moment]]:
    """All turns of a few players of two games, in order."""
    found = []
    for values in GAMES:
        log = written(tmp_path_factory.mktemp("game"), **values)
        game = list(moments(log, setup_for(**values), 1))
        for player in sorted({moment.player for moment in game})[:4]:
            found.append([moment for moment in game if moment.player == player])
    return found


def test_what_a_player_cannot_see_changes_no_sign_of_its_questions(turns):
    rng = Random(1)
    changed = count = 0
    for own in turns:
        one, two = (Prompter(briefing_of(own[0], rng), manner(views="both")) for rng in (1, 2))
        assert one.system == two.system
        for moment in own:
            other = with_the_hidden_changed(moment, rng)
            changed += other.board.state.places != moment.board.state.places
            count += 1
            questions = [each.act(turn.look()) for each, turn in ((one, moment), (two, other))]
            assert questions[0].text == questions[1].text
            for prompter in (one, two):
                prompter.account.acted(moment.look(), Decision(rng_free(moment.look())))
    assert changed > count / 2


def rng_free(look: Observation) -> Action:
    return look.actions[look.tick % len(look.actions)]


def test_who_is_a_duck_changes_no_sign_of_what_a_goose_is_told(turns):
    for own in turns:
        if own[0].board.progress.teams[own[0].player] == "duck":
            continue
        for moment in own[:20]:
            setup, state, progress = deepcopy(moment.board)
            others = [player for player in progress.teams if player != moment.player]
            turned = dict(zip(others, [progress.teams[one] for one in others[1:] + others[:1]], strict=True))
            progress.teams.update(turned)
            other = Moment(moment.player, Board(setup, state, progress))
            one, two = (Prompter(briefing_of(each), manner()) for each in (moment, other))
            assert one.system == two.system
            assert one.act(moment.look()).text == two.act(other.look()).text


def test_only_the_reporter_is_told_where_a_body_lies():
    table = Table(seed=4)
    reports = {event["tick"]: event["data"]["caller"] for event in table.events("body_reported")}
    assert reports
    for question in table.desk.asked:
        if question.call != "act" and question.tick in reports:
            assert (question.player == reports[question.tick]) == ("What you found" in question.text)


# --- all of it --------------------------------------------------------------------------------------------------------


def test_a_turn_is_told_with_everything_in_view():
    heard = (HeardChat("player_2", "medbay", 6, 'I "swear"'),)
    look = observation(
        SHIP, "medbay", [1, 4], bodies=[3], departing=[(2, "storage")], arriving=[(1, "cafeteria")], tasks=2
    )._replace(heard=heard, tick=7)
    assert (
        """\
It is tick 7; the game ends after tick 200 at the latest. You are in medbay.
Here with you: Bob, Eve.
Bodies lying here: Diana.
In this tick, before your turn: Charlie left for storage, Bob came from cafeteria.

Newly heard:
- tick 6, Charlie: "I \\"swear\\""

Ways from here: cafeteria (1 tick), electrical (1 tick), storage (2 ticks), upper_engine (2 ticks).

Your tasks:
- Clear Asteroids in weapons: 0 of 3 ticks of work done, 3 ticks away
- Clean O2 Filter in oxygen: 1 of 3 ticks of work done, 3 ticks away"""
        == account().turn(look).now
    )


@pytest.mark.parametrize(
    ("cooldown", "told"),
    [
        (3, "You can't kill before tick 10 (3 ticks from now)."),
        (0, "You can kill now, if a Goose is here."),
        (None, None),
    ],
)
def test_a_duck_is_told_its_cooldown(cooldown, told):
    now = account("duck").turn(seen(7, cooldown=cooldown)).now
    assert (told or "") in now
    assert ("kill" in now) == (told is not None)


def test_the_actions_are_listed_as_the_engine_reads_them(turns):
    for moment in (moment for own in turns for moment in own[::5]):
        look, briefing = moment.look(), briefing_of(moment)
        question = Prompter(briefing, manner()).act(look)
        offered = listed(question)
        assert list(look.actions) == [read_decision(each, look.actions, briefing.names).action for each in offered]
        assert list(look.actions) == [read_action(each, briefing, look).action for each in offered]


def test_a_meeting_is_told_with_everything_that_is_known():
    look = seen(9, "medbay", [1])._replace(actions=(), bodies=("player_3",))
    before = MeetingReport(0, 4, "button", "player_2", (), (), {"player_0": "player_5"}, "player_5", "duck")
    view = MeetingView(
        1, 9, "report", "player_0", 1, (Passage("player_3", "medbay"),), ("player_0", "player_1", "player_2"),
        ("player_3", "player_5"), ("player_0", "player_2", "player_1"), (Said("player_2", 0, "Where?"),), look,
        (before,),
    )  # fmt: skip
    assert (
        """\
In tick 9 you reported a dead body, which called meeting 2.
What you found, which only you are told: the body of Diana in medbay.
Known to be dead: Diana.
Voted out in earlier meetings: Frank.
Alive: you, Bob, Charlie.
Speaking order: you, Charlie, Bob.

When the meeting had been called, and whoever was on the way was back in the room it had left, you were in medbay.
With you there: Bob.
Bodies lying there: Diana.
In that tick, before the call, nobody left that room or came into it.

Said so far:
- round 1, Charlie: "Where?"

It is round 2 of 2 of the discussion, and your turn to speak."""
        == account().meeting(view, "speak").now
    )


def test_the_way_and_encounters_are_remembered_in_short():
    told = account()
    looks = [seen(1, present=[1, 2]), seen(2, present=[1, 2]), seen(3, present=[1]), seen(4)]
    looks[2] = looks[2]._replace(departing=(Passage("player_2", "storage"),))
    for look in looks:
        told.turn(look)
    told.acted(looks[-1], "move(storage)")
    memory = told.turn(seen(6, "storage", [2], bodies=("player_3",))).memory
    assert (
        """\
From the beginning of the game:
- ticks 0-4 in medbay: Bob there (ticks 1-3); Charlie there (ticks 1-2); Charlie left for storage (tick 3)
- tick 6 in storage: you came from medbay, where you set out in tick 4; Charlie there (tick 6); \
the body of Diana lay there (tick 6)"""
        == memory
    )


def test_chat_is_told_once_and_then_remembered():
    told = account()
    heard = (HeardChat("player_2", "medbay", 2, "follow me"),)
    first = told.turn(seen(3, heard=heard))
    second = told.turn(seen(4))
    assert (1, 0) == (first.now.count("follow me"), first.memory.count("follow me"))
    assert (0, 1) == (second.now.count("follow me"), second.memory.count("follow me"))


def test_an_earlier_meeting_is_remembered_with_words_votes_and_outcome():
    told = account()
    said = (Said("player_1", 0, "It was Frank."), Said("player_0", 0, "Yes."))
    votes = {"player_0": "player_5", "player_1": "player_5", "player_2": None, "player_5": "player_1"}
    report = MeetingReport(0, 4, "report", "player_1", ("player_3", "player_4"), said, votes, "player_5", "duck")
    assert """\
In tick 4 Bob reported a dead body, which called meeting 1.
Known to be dead then: Diana, Eve.
- round 1, Bob: "It was Frank."
- round 1, you: "Yes."
Votes: for Frank: you, Bob; for skip: Charlie; for Bob: Frank.
Frank was voted out and was a Duck.

After meeting 1, from tick 4 on:
- ticks 4-5 in medbay""" in remembered(told, seen(3), seen(5, meetings=(report,)))


# --- in bounds --------------------------------------------------------------------------------------------------------


def test_a_long_game_is_remembered_in_bounds_and_says_what_is_left_out():
    told, rng = account(players=50, ducks=5, ticks=100_000), Random(1)
    longest, tick, room = 0, 1, "medbay"
    for _ in range(400):
        chat = tuple(HeardChat(f"player_{one}", room, tick, "x" * 500) for one in range(1, 4))
        look = seen(tick, room, rng.sample(range(1, 50), 12), heard=chat)
        longest = max(longest, len(told.turn(look).memory))
        action = rng.choice(look.actions)
        told.acted(look, str(action))
        tick += SHIP.weight(room, action.target) if action.target else 1
        room = action.target or room
    memory = told.turn(seen(tick, room)).memory
    assert longest < 60_000
    assert memory.startswith("The oldest part in short; its details are left out:\n- your way: ")
    assert "earlier stays left out" in memory
    assert "- when you last saw others in that time: " in memory
    assert "characters, left out here)" in memory


def test_kills_and_bodies_are_never_forgotten():
    told = account("duck")
    first = seen(1, present=[1])._replace(actions=(WAIT, Action("kill", "player_1")))
    told.turn(first)
    told.acted(first, "kill(Bob)")
    told.turn(seen(2, bodies=("player_1",)))
    chat = tuple(HeardChat("player_2", "medbay", 3, "x" * 500) for _ in range(41))
    for tick in range(3, 10):
        told.turn(seen(tick, heard=chat))
    memory = told.turn(seen(10)).memory
    assert "- bodies you saw in that time: Bob (tick 2, medbay)" in memory
    assert "- whom you killed in that time: Bob (tick 1, medbay)" in memory


def test_of_old_meetings_the_words_are_left_out_first():
    reports = tuple(
        MeetingReport(
            index, index + 1, "button", "player_1", (),
            tuple(Said(f"player_{one}", 0, "w" * 3_000) for one in range(6)), {"player_0": None}, None, None,
        )
        for index in range(4)
    )  # fmt: skip
    memory = remembered(account(), seen(9, meetings=reports))
    assert len(memory) < 30_000
    assert 4 == memory.count("Votes: for skip: you.")
    assert memory.index("(What was said in it is left out here.)") < memory.index("round 1, Bob")


def test_of_a_discussion_without_end_the_latest_lines_are_told():
    said = tuple(Said(f"player_{index % 6}", index // 6, f"line {index}!" + "x" * 400) for index in range(600))
    view = MeetingView(0, 9, "button", "player_1", 99, (), ("player_0",), (), ("player_0",), said, seen(9), ())
    now = account(discussion_rounds=100).meeting(view, "speak").now
    assert '(The 200 lines before these are left out here.)\n- round 34, Charlie: "line 200!' in now
    assert len(now) < 160_000


def test_one_thing_that_is_left_out_is_one():
    naming = account().naming
    assert '"ab" (and 1 more character, left out here)' == naming.quoted("abc", 2)
    assert '"a" (and 2 more characters, left out here)' == naming.quoted("abc", 1)
    said = tuple(Said("player_1", 0, "x") for _ in range(5))
    assert "(The line before these is left out here.)" == naming.discussion(said, SPACE._replace(lines=4))[0]
    assert "(The 3 lines before these are left out here.)" == naming.discussion(said, SPACE._replace(lines=2))[0]


def test_a_task_of_one_tick_takes_one_tick():
    look = observation(SHIP, "medbay", tasks=1)
    now = account().turn(look._replace(tasks=(look.tasks[0]._replace(needed=1),))).now
    assert "0 of 1 tick of work done" in now
