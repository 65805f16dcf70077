"""Which logs contradict themselves, and where."""

import pytest

from quack.events.log import read_log
from quack.events.timeline import replay
from tests.support.games import GameBuilder

APART = {"Alice": "medbay", "Bob": "electrical", "Charlie": "weapons", "Diana": "storage"}


@pytest.fixture
def misfits(tmp_path):
    """(line, what) of every misfit of a builder's game."""

    def found(game):
        rows = replay(read_log(game.write(tmp_path))).misfits
        assert all(row.remedy for row in rows)
        return [(row.line, row.what) for row in rows]

    return found


def game():
    return GameBuilder(rooms=APART).tick(1)


@pytest.mark.parametrize(
    ("act", "what"),
    [
        (lambda g: g.move("Alice", "medbay", origin="cafeteria"), "Alice leaves cafeteria but stands in medbay"),
        (lambda g: g.task("Alice", room="weapons"), "Alice does a task in weapons but stands in medbay"),
        (lambda g: g.complete("Alice", room="weapons"), "Alice does a task in weapons but stands in medbay"),
        (lambda g: g.kill("Bob", "Alice"), "Alice is killed in electrical but stands in medbay"),
        (lambda g: g.chat("Alice", "hi", room="weapons"), "Alice speaks in weapons but stands in medbay"),
        (lambda g: g.report("Alice"), "Alice reports a body but stands in medbay, where none is listed"),
        (lambda g: g.say("Alice", "hi"), "discussion_message outside a meeting"),
        (lambda g: g.vote("Alice", None), "vote_cast outside a meeting"),
        (lambda g: g.respawn(), "players_respawned outside a meeting"),
    ],
)
def test_an_event_that_contradicts_the_state_is_a_misfit(misfits, act, what):
    log = act(game())
    assert what in [found for _, found in misfits(log.over())]


def test_a_vote_after_the_respawn_is_a_misfit(misfits):
    log = game().call("Bob").skip().respawn().vote("Alice", None)
    assert [(log.last, "vote_cast outside a meeting")] == misfits(log.over())


def test_a_killer_that_is_elsewhere_is_a_misfit(misfits):
    log = game().kill("Bob", "Alice", room="medbay")
    assert [(log.last, "Bob kills in medbay but stands in electrical")] == misfits(log.over())


def test_a_victim_in_a_corridor_from_another_room_is_a_misfit(misfits):
    log = GameBuilder(rooms=APART).tick(1).move("Diana", "navigation").tick(2).kill("Bob", "Diana")
    assert [(log.last, "Diana is killed in electrical but is in a corridor from storage")] == misfits(log.over())


def test_an_act_in_a_corridor_is_a_misfit(misfits):
    log = game().move("Alice", "storage").tick(2).task("Alice", room="storage")
    assert [(log.last, "Alice does a task in storage but is in a corridor from medbay")] == misfits(log.over())


def test_a_body_that_is_not_listed_is_a_misfit(misfits):
    log = game().move("Bob", "medbay").tick(2).kill("Bob", "Alice").tick(3)
    log.event("meeting_called", caller="player_2", reason="", bodies=[{"room": "storage", "victim_name": "Alice"}])
    what = "the bodies listed are Alice in storage, but there lie Alice in medbay"
    assert [(log.last, what)] == misfits(log.over())


def test_an_act_during_a_meeting_is_a_misfit_without_effect(tmp_path):
    log = game().call("Bob").move("Alice", "cafeteria").call("Charlie").over()
    timeline = replay(read_log(log.write(tmp_path)))
    assert ["player_moved during a meeting", "meeting_called during a meeting"] == [
        row.what for row in timeline.misfits
    ]
    assert () == timeline.moves
    assert 1 == len(timeline.meetings)


@pytest.mark.parametrize("room", ["medbay", "cafeteria"])
def test_a_chat_line_names_the_room_before_or_after_the_move_that_it_came_with(misfits, room):
    assert [] == misfits(game().move("Alice", "cafeteria").chat("Alice", "hi", room=room).over())


def test_a_room_left_in_an_earlier_tick_does_not_fit_a_chat_line(misfits):
    log = game().move("Alice", "cafeteria").tick(2).chat("Alice", "hi", room="medbay")
    assert [(log.last, "Alice speaks in medbay but stands in cafeteria")] == misfits(log.over())
