"""The scenes of a game, against its log and the fold that all share."""

from __future__ import annotations

from collections import Counter

import pytest

from quack.events.log import GameLog, read_log
from quack.events.models import DiscussionMessage, FreeRoamChat, Observed, TickEnd, TickStart
from quack.events.places import Standing, Transit
from quack.events.state import GameState, apply
from quack.game.watch import watch_game
from quack.render.perspective import glances
from quack.render.replay import cast_of, scenes
from quack.render.scene import Judged, Murder, Step
from tests.render.conftest import GAMES
from tests.render.scenes import written
from tests.support.games import GameBuilder

TALKATIVE = {"Alice": "medbay", "Bob": "medbay", "Charlie": "medbay"}


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[GameLog]:
    return [written(tmp_path_factory.mktemp("game"), **values) for values in GAMES]


def told(game, folder):
    return list(scenes(read_log(game.write(folder))))


def test_every_tick_and_every_speech_has_a_scene(logs):
    for log in logs:
        counted = Counter(type(event) for event in log.events)
        found = list(scenes(log))
        ticks = {scene.tick for scene in found if scene.phase in ("roam", "meeting")}
        assert counted[TickStart] == len(ticks)
        assert counted[FreeRoamChat] + counted[DiscussionMessage] == sum(scene.speech is not None for scene in found)


def test_scenes_show_where_the_fold_has_everybody(logs):
    for log in logs:
        shown = {scene.tick: scene for scene in scenes(log) if scene.phase == "roam" and scene.speech is None}
        state = GameState()
        for event in log.events:
            apply(state, event)
            if isinstance(event, TickEnd):
                scene = shown[event.tick]
                places = {player: place.room for player, place in state.places.items() if isinstance(place, Standing)}
                ways = {player: place for player, place in state.places.items() if isinstance(place, Transit)}
                assert places == scene.room_of
                assert state.bodies == scene.bodies
                assert {player: place.destination for player, place in ways.items()} == {
                    each.player: each.destination for each in scene.journeys
                }


def test_whoever_walks_comes_nearer_and_arrives(logs):
    arrived = 0
    for log in logs:
        before = {}
        for scene in scenes(log):
            if scene.phase != "roam" or scene.speech is not None:
                before = before if scene.speech is not None and scene.phase == "roam" else {}
                continue
            here = {each.player: each for each in scene.journeys}
            for player, journey in before.items():
                if player in here and here[player][1:3] == journey[1:3]:
                    assert here[player].part > journey.part
                else:
                    assert player in scene.gone or journey.destination in (
                        scene.room_of.get(player),
                        *(step.origin for step in scene.steps if step.player == player),
                        *(each.origin for each in scene.journeys if each.player == player),
                    )
                    arrived += 1
            assert all(0 < each.part < 1 for each in scene.journeys)
            before = here
    assert arrived > 20


def test_steps_kills_and_work_belong_to_their_tick(tmp_path):
    game = GameBuilder(rooms=TALKATIVE).tick(1).move("Alice", "cafeteria").task("Charlie").kill("Bob", "Charlie")
    _, first, second = told(game.tick(2).move("Alice", "medbay"), tmp_path)
    assert (Step("player_0", "medbay", "cafeteria"),) == first.steps
    assert (Murder("player_1", "player_2"),) == first.murders
    assert {"player_2"} == first.working
    assert {"player_2": "medbay"} == first.bodies == second.bodies
    assert "killed, tick 1" == second.gone["player_2"]
    assert ((), frozenset()) == (second.murders, second.working)


def test_bodies_lie_where_they_fell_while_people_talk_and_vote(tmp_path):
    game = GameBuilder(rooms=TALKATIVE).tick(1).kill("Bob", "Charlie").tick(2).move("Bob", "cafeteria").report("Alice")
    game.say("Alice", "Bob did it.").vote("Alice", "Bob").vote("Bob", None).vote("Diana", "Bob").eject("Bob").over()
    *_, called, said, voted, over = told(game, tmp_path)
    assert all({"player_2": "medbay"} == scene.bodies for scene in (called, said, voted, over))
    assert ("meeting", "meeting", "vote", "over") == (called.phase, said.phase, voted.phase, over.phase)
    assert {"player_0": "player_1", "player_1": None, "player_3": "player_1"} == voted.votes
    assert "ejected, tick 2" == over.gone["player_1"]
    assert "Bob did it." == said.speech.text


def test_a_meeting_knows_no_votes_of_the_one_before(tmp_path):
    game = GameBuilder().tick(1).call("Alice").say("Alice", "Hm.").vote("Alice", "Bob").skip().respawn({})
    found = told(game.tick(2).call("Diana").say("Diana", "Well."), tmp_path)
    assert {} == found[-1].votes


def test_what_the_dead_do_has_no_effect(tmp_path):
    game = GameBuilder(rooms=TALKATIVE).tick(1).kill("Bob", "Charlie").task("Charlie").complete("Charlie")
    scene = told(game.move("Charlie", "cafeteria"), tmp_path)[-1]
    assert (frozenset(), (), (0, 1)) == (scene.working, scene.steps, scene.tasks["player_2"])


def test_verdicts_and_words_stand_beside_what_they_are_about(tmp_path):
    game = GameBuilder(rooms=TALKATIVE).tick(1).chat("Alice", "one").chat("Bob", "two").call("Alice").say("Alice", "x")
    first, second = Judged("a", "true", "supported"), Judged("b", "false", "refuted")
    verdicts = {("chat", 1): (first,), ("message", 0): (second,)}
    log = read_log(game.write(tmp_path))
    words = {line: f"line {line}" for line in range(1, 20)}
    spoken = [scene for scene in scenes(log, words, verdicts) if scene.speech]
    assert [(), (first,), (second,)] == [scene.speech.judged for scene in spoken]
    assert ("line 2", "line 3") == spoken[0].happened


def test_the_cast_is_in_the_order_of_seats(logs):
    for log in logs:
        assert [player.name for player in log.players] == list(cast_of(log).names.values())


def test_a_players_view_is_what_the_game_showed_it(logs):
    for log in logs[:3]:
        timeline, sightings = watch_game(log)
        for player in list(log.by_id)[:4]:
            looks = [event for event in log.events if isinstance(event, Observed) and event.player_id == player]
            found = [each.view for each in glances(log, timeline, sightings, player) if each.speech is None]
            assert len(looks) == len(found)
            for look, view in zip(looks, found, strict=True):
                assert (look.tick, look.room) == (view.tick, view.room)
                assert set(look.present) == set(view.present)
                assert set(look.bodies) == set(view.bodies)
                assert {(each.player_id, each.to) for each in look.departing} == set(view.departing)
                assert {(each.player_id, each.origin) for each in look.arriving} == set(view.arriving)
                assert len(look.heard) == len(view.heard)


def test_a_players_view_ends_with_its_death(tmp_path):
    game = GameBuilder(rooms=TALKATIVE).tick(1).move("Alice", "cafeteria").tick(2).kill("Bob", "Charlie").tick(3)
    log = read_log(game.call("Alice").say("Alice", "secret").write(tmp_path))
    found = list(glances(log, *watch_game(log), "player_2"))
    assert {1, 2} >= {glance.tick for glance in found}
    assert all(glance.speech is None for glance in found)
