"""Model players play whole games by the text of their questions alone; nothing that a model answers is replaced."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import subprocess
import sys
from random import Random

import pytest

from quack.agents.model.asking import Manner, Prompter
from quack.agents.model.player import ModelPlayer
from quack.agents.model.prompts import load_prompts
from quack.events.log import read_log
from quack.game.actions import WAIT
from quack.game.agent import NoAnswer
from quack.game.config import GameSetup
from quack.game.movement import moves
from quack.game.observation import Briefing, MeetingView
from quack.game.turns import DO_TASK
from quack.game.watch import watch_game
from quack.world.map import load_map
from tests.agents.model.desks import Babbler, FakeDesk, Striver, Table, listed, manner
from tests.conftest import ROOT
from tests.render.scenes import observation
from tests.support.hash_seeds import printed_under_hash_seeds
from tests.support.scripted import STATION, STRANGE_NAMES

SHIP = load_map("simple_ship")
WORDS = re.compile(r"[A-Za-z]+")
ACTIONS = "wait move do_task report call_meeting kill say vote skip tick"
LOST = ("agent_failed", "action_refused")


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(seed=4)


@pytest.fixture(scope="module")
def chinese() -> Table:
    return Table(seed=4, language="zh")


@pytest.mark.parametrize(
    "setup",
    [
        {"players": 10, "ducks": 2, "map": STATION, "names": STRANGE_NAMES, "tasks": 4},
        {"players": 12, "ducks": 3, "map": load_map("outpost"), "meetings": 0, "discussion_rounds": 0},
        {"players": 3, "tasks": 0, "ticks": 20, "kill_cooldown": 0, "first_kill": 0},
    ],
)
def test_a_game_is_played_by_the_text_alone(setup):
    played = Table(setup=GameSetup(**setup), seed=5)
    assert played.result.winner in ("goose", "duck")
    assert [] == played.events(*LOST)


def test_every_part_of_a_game_comes_up(table):
    assert {"act", "speak", "vote"} == {question.call for question in table.desk.asked}
    for kind in ("player_killed", "body_reported", "task_completed", "free_roam_chat", "discussion_message"):
        assert table.events(kind), kind
    assert [] == table.events(*LOST)


def test_a_chinese_prompt_is_chinese_throughout(chinese):
    game_map = chinese.setup.map
    known = " ".join((*game_map.room_names, *(task for task, _ in game_map.task_rooms), game_map.name))
    own = {*WORDS.findall(known + " " + " ".join(chinese.setup.seats.values())), *WORDS.findall(ACTIONS)}
    own |= set(WORDS.findall("I have nothing to hide, says player_1. all well"))
    for question in chinese.desk.asked:
        assert set() == set(WORDS.findall(question.system + question.text)) - own


def test_both_languages_play_the_same_game(table, chinese):
    assert table.log == chinese.log


def test_an_english_prompt_has_no_chinese(table):
    assert not any(re.search("[\u3000-\u9fff]", question.system + question.text) for question in table.desk.asked)


def test_the_hash_seed_does_not_matter():
    code = (
        "import hashlib; from tests.agents.model.test_player import *\n"
        "print(digest_of(Table(setup=GameSetup(players=9, ducks=2, ticks=40), seed=8)))"
    )
    assert 1 == len(printed_under_hash_seeds(code))


def digest_of(table: Table) -> str:
    asked = [(question.player, question.call, question.system, question.text) for question in table.desk.asked]
    return hashlib.sha256(repr(asked).encode()).hexdigest()


def test_a_goose_is_told_how_many_ducks_there_are_and_not_who():
    table = Table(setup=GameSetup(players=9, ducks=3, ticks=2), seed=3)
    systems = {question.player: question.system for question in table.desk.asked if question.call == "act"}
    for player, system in systems.items():
        briefing = table.players[player].briefing
        if briefing.team == "goose":
            others = {one: name for one, name in briefing.names.items() if one != player}
            assert all(1 == len(re.findall(rf"\b{name}\b", system)) for name in others.values())
            assert "There are 3 Ducks" in system
        else:
            names = ", ".join(briefing.names[one] for one in briefing.partners)
            assert f"The others are {names}." in system


# --- answers that come to nothing -------------------------------------------------------------------------------------


def test_what_cannot_be_read_costs_the_turn_and_nothing_is_done_instead():
    table = Table(lambda question: "As a player I have many options.", GameSetup(ticks=3))
    assert {"wait()"} == {event["data"].get("action", "wait()") for event in table.events("observation")}
    failed = [event["data"] for event in table.events("agent_failed")]
    assert {("act", "unreadable", "states no action")} == {(d["call"], d["cause"], d["detail"]) for d in failed}
    assert [] == table.events("player_moved", "task_progress", "free_roam_chat")


def test_an_action_that_is_not_possible_is_refused_by_the_engine_and_its_words_are_said():
    table = Table(lambda question: "move(cockpit) | say(off I go)", GameSetup(ticks=1))
    refused = [event["data"]["action"] for event in table.events("action_refused")]
    assert ["move(cockpit)"] * 6 == refused
    assert 6 == len(table.events("free_roam_chat"))


def seated(answer, **setup) -> tuple[ModelPlayer, FakeDesk]:
    game = GameSetup(**setup)
    desk = FakeDesk(answer)
    return ModelPlayer(Briefing("player_0", game.seats, "goose", (), game, Random(0)), manner(), desk), desk


def turn(tick: int, room: str = "medbay", **more):
    return observation(SHIP, room)._replace(tick=tick, actions=(WAIT, *moves(SHIP, room), DO_TASK), **more)


def ask(player, call, view):
    return asyncio.run(getattr(player, call)(view))


def meeting(index: int = 0, round: int = 0, **more) -> MeetingView:
    living = ("player_0", "player_1", "player_2")
    return MeetingView(
        index, 7, "button", "player_1", round, (), living, (), living, (), turn(7)._replace(actions=()), ()
    )._replace(**more)


def refuse(question):
    raise NoAnswer("unanswered", "timeout")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda question: "hm", "Your answer for your turn in tick 3 could not be read, so you waited."),
        (refuse, "No answer of yours arrived for your turn in tick 3, so you waited."),
        (
            lambda question: "move(mars)",
            "What you answered for your turn in tick 3, move(mars), was not possible then, so you waited.",
        ),
        (
            lambda question: f"move(electrical) | say({'x' * 20_001})",
            "Your answer for your turn in tick 3 could not be read, so you waited.",
        ),
    ],
)
def test_a_player_learns_that_its_answer_came_to_nothing_and_remembers_no_deed(answer, told):
    player, desk = seated(answer)
    try:
        ask(player, "act", turn(3))
    except NoAnswer as error:
        assert error.cause in ("unanswered", "unreadable")
    desk._answer = lambda question: "wait()"
    ask(player, "act", turn(4))
    ask(player, "act", turn(5))
    assert [0, 1, 0] == [text.count(told) for text in desk.texts("act")]
    assert "- ticks 0-5 in medbay\n" in desk.texts("act")[-1]
    assert "set out" not in desk.texts("act")[-1]


def test_a_player_that_is_not_waited_for_learns_that_no_answer_came():
    async def play():
        player, desk = seated(lambda question: "wait()")
        patient, desk.answer = desk.answer, lambda question: asyncio.Event().wait()
        asking = asyncio.create_task(player.act(turn(3)))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait((asking,))
        desk.answer = patient
        await player.act(turn(4))
        return desk.texts("act")[0]

    assert "No answer of yours arrived for your turn in tick 3" in asyncio.run(play())


def test_a_player_learns_that_its_words_and_its_vote_were_lost():
    player, desk = seated(refuse)
    for call, view in (("speak", meeting()), ("vote", meeting(round=2))):
        with pytest.raises(NoAnswer):
            ask(player, call, view)
    desk._answer = lambda question: "wait()"
    ask(player, "act", turn(8))
    assert "so you said nothing" in desk.texts("vote")[0]
    assert "so you skipped" in desk.texts("act")[0]


def test_what_a_player_does_and_says_is_remembered():
    player, desk = seated(lambda question: "do_task() | say(Working here.)")
    ask(player, "act", turn(3))
    desk._answer = lambda question: "move(storage)"
    ask(player, "act", turn(4))
    ask(player, "act", turn(6, "storage"))
    text = desk.texts("act")[-1]
    assert "- ticks 0-4 in medbay: you worked on" in text
    assert 'you said "Working here." (tick 3)' in text
    assert "- tick 6 in storage: you came from medbay, where you set out in tick 4" in text


# --- what is offered --------------------------------------------------------------------------------------------------


def test_the_speech_of_a_meeting_is_what_the_model_says():
    player, _ = seated(lambda question: "**Alice:** I was in medbay (all the time).")
    assert "I was in medbay (all the time)." == ask(player, "speak", meeting()).text


def test_a_vote_is_offered_for_everyone_alive_and_for_nobody():
    player, desk = seated(lambda question: "vote(Bob)")
    assert "player_1" == ask(player, "vote", meeting(round=2))
    assert ["vote(Alice)", "vote(Bob)", "vote(Charlie)", "vote(skip)"] == listed(desk.asked[0])


@pytest.mark.parametrize(
    ("views", "shown"), [("both", ("global", "local")), ("global", ("global",)), ("local", ("local",)), ("none", ())]
)
def test_the_pictures_that_were_asked_for_go_along_and_the_text_names_them(views, shown):
    game = GameSetup()
    briefing = Briefing("player_0", game.seats, "goose", (), game, Random(0))
    prompter = Prompter(briefing, Manner("m", load_prompts("en"), views, image_size=256))
    for question in (prompter.act(turn(3)), prompter.speak(meeting())):
        pictures = question.pictures()
        assert shown == tuple(picture.name for picture in pictures)
        assert all(picture.png.startswith(b"\x89PNG") for picture in pictures)
        assert pictures == question.pictures()
        assert ("the map of all rooms" in question.text) == ("global" in shown)
        assert ("your room as you s" in question.text) == ("local" in shown)


def test_no_picture_is_drawn_before_it_is_sent(monkeypatch):
    def never(*_: object, **__: object) -> None:
        raise AssertionError("drawn")

    for view in ("global_view", "local_view"):
        monkeypatch.setattr(f"quack.render.views.{view}", never)
    played = Table(views="both", setup=GameSetup(ticks=2))
    with pytest.raises(AssertionError, match="drawn"):
        played.desk.asked[0].pictures()


def test_without_pictures_nothing_that_draws_is_loaded():
    code = "import sys; from tests.agents.model.desks import *; Table(views='none', setup=GameSetup(ticks=2)); "
    code += "assert 'PIL' not in sys.modules and 'litellm' not in sys.modules"
    environment = {**os.environ, "PYTHONPATH": "."}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)


def test_striving_by_the_text_is_better_than_nothing():
    played = Table(Striver(2, chat=0), GameSetup(tasks=1, kill_cooldown=50), seed=2)
    assert played.events("task_completed")


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_answered_memory_holds_what_the_log_says(tmp_path, seed):
    setup = GameSetup(players=8, ducks=2, ticks=60, kill_cooldown=3, meetings=4)
    table = Table(Babbler(seed), setup, seed=seed)
    assert {"unanswered", "unreadable"} == {event["data"]["cause"] for event in table.events("agent_failed")}
    assert table.events("action_refused")
    (tmp_path / "game.jsonl").write_text(table.log, encoding="utf-8")
    timeline, sightings = watch_game(read_log(tmp_path / "game.jsonl"))
    for me, player in table.players.items():
        memory = player.prompter.account.recollection.memory
        mine = {(s.round, t, s.room) for s in memory.stays for t in range(s.first, s.last + 1)}
        stays = [stay for stay in timeline.stays if stay.player == me]
        assert mine <= {(s.round, t, s.room) for s in stays for t in range(s.first, s.last + 1)}
        moves = {(m.round, m.origin, m.destination, m.tick) for m in timeline.moves if m.player == me}
        assert {leg[:4] for leg in memory.legs} <= moves
        kills = {
            event["data"]["target_id"] for event in table.events("player_killed") if event["data"]["killer_id"] == me
        }
        assert {deed.victim for deed in memory.deeds} == kills
        seen = {(s.target, s.how) for s in sightings.sightings if s.viewer == me}
        assert {(s.target, s.how) for s in memory.sights} <= seen
