"""Where a replayed log puts everyone, and when."""

import pytest

from quack.events.log import read_log
from quack.events.rows import (
    BodyStay,
    Chat,
    Ejection,
    Kill,
    Life,
    Look,
    Meeting,
    Move,
    Round,
    TaskTick,
    Utterance,
    Vote,
)
from quack.events.timeline import replay
from tests.support.games import GameBuilder

ALICE, BOB, CHARLIE, DIANA = (f"player_{index}" for index in range(4))
APART = {"Alice": "medbay", "Bob": "electrical", "Charlie": "weapons", "Diana": "storage"}


@pytest.fixture
def timeline(tmp_path):
    """Replays a builder's game."""
    return lambda game: replay(read_log(game.write(tmp_path)))


def stays(timeline, player):
    """(room, first tick, last tick, first line, last line) of one player."""
    return [(s.room, s.first, s.last, s.start_line, s.end_line) for s in timeline.stays if s.player == player]


# --- moving -----------------------------------------------------------------------------------------------------------


def test_everyone_stands_in_its_room_from_the_first_line(timeline):
    game = GameBuilder(rooms=APART).tick(1).over()
    assert [("medbay", 0, 1, 1, 3)] == stays(timeline(game), ALICE)


def test_a_move_over_weight_1_arrives_in_its_tick(timeline):
    game = GameBuilder(rooms=APART).tick(1).move("Alice", "cafeteria").tick(2).over()
    found = timeline(game)
    assert [("medbay", 0, 1, 1, 3), ("cafeteria", 1, 2, 3, 6)] == stays(found, ALICE)
    assert (Move(ALICE, "medbay", "cafeteria", 0, 1, 1, "arrived", 3),) == found.moves


def test_a_room_that_is_entered_and_left_at_once_is_a_stay(timeline):
    game = GameBuilder(rooms=APART).tick(1).move("Alice", "cafeteria").tick(2).move("Alice", "medbay").tick(3).over()
    assert ("cafeteria", 1, 2, 3, 6) in stays(timeline(game), ALICE)


def test_nobody_is_in_a_room_while_in_a_corridor(timeline):
    game = GameBuilder(rooms=APART).tick(1).move("Alice", "storage").tick(2).tick(3).over()
    found = timeline(game)
    assert [("medbay", 0, 1, 1, 3), ("storage", 3, 3, 7, 8)] == stays(found, ALICE)
    assert (Move(ALICE, "medbay", "storage", 0, 1, 3, "arrived", 3),) == found.moves


def test_the_ticks_of_the_log_are_right_when_the_map_says_otherwise(timeline):
    game = GameBuilder(rooms=APART).tick(1)
    game.event("player_moved", player_id=ALICE, **{"from": "medbay", "to": "storage", "ticks_remaining": 1})
    game.places["Alice"] = "storage"
    found = timeline(game.tick(2).task("Alice").over())
    assert [("medbay", 0, 1, 1, 3), ("storage", 2, 2, 5, 7)] == stays(found, ALICE)
    assert () == found.misfits


def test_without_tick_start_the_first_event_of_a_tick_starts_it(timeline):
    game = GameBuilder(rooms=APART).tick(1).move("Alice", "storage")
    game.now = 3
    game.places["Alice"] = "storage"
    found = timeline(game.task("Alice").task("Bob").over())
    assert [("medbay", 0, 1, 1, 3), ("storage", 3, 3, 4, 6)] == stays(found, ALICE)
    assert [(BOB, "electrical", 3, "own", 5)] == [(k.player, k.room, k.tick, k.how, k.line) for k in found.looks[-1:]]
    assert () == found.misfits


def test_whoever_is_due_in_a_tick_that_left_no_line_arrived_in_it(timeline):
    game = GameBuilder(rooms=APART).tick(1).move("Alice", "storage").tick(5).over()
    assert ("storage", 3, 5, 5, 6) == stays(timeline(game), ALICE)[1]


def test_a_move_that_the_end_of_the_log_cuts_off_is_underway(timeline):
    game = GameBuilder(rooms=APART).tick(1).move("Alice", "storage").over()
    assert ["underway"] == [move.status for move in timeline(game).moves]


# --- death ------------------------------------------------------------------------------------------------------------


def murder():
    """Bob kills Alice in medbay in tick 2."""
    return GameBuilder(rooms=APART).tick(1).move("Bob", "medbay").tick(2).kill("Bob", "Alice")


def test_a_stay_and_a_life_end_with_the_kill_and_a_body_begins(timeline):
    game = murder()
    line = game.last
    found = timeline(game.tick(3).over())
    assert (Kill(BOB, ALICE, "medbay", 0, 2, line),) == found.kills
    assert [("medbay", 0, 2, 1, line)] == stays(found, ALICE)
    assert Life(ALICE, 0, 0, 2) in found.lives
    assert Life(BOB, 0, 0, 3) in found.lives
    assert (BodyStay(ALICE, "medbay", 0, 2, 3, line),) == found.bodies


def test_what_the_dead_do_in_the_tick_of_their_death_has_no_effect(timeline):
    game = murder()
    line = game.last
    game.task("Alice").complete("Alice").chat("Alice", "I am fine").move("Alice", "cafeteria").chat("Bob", "hm")
    found = timeline(game.tick(3).report("Bob").over())
    assert [("medbay", 0, 2, 1, line)] == stays(found, ALICE)
    assert () == found.task_ticks
    assert [BOB] == [move.player for move in found.moves]
    assert (Chat(1, BOB, "medbay", 0, 2, line + 5, "hm"),) == found.chats
    assert () == found.misfits


def test_a_victim_in_a_corridor_lies_in_the_room_of_the_kill(timeline):
    game = GameBuilder(rooms={**APART, "Bob": "medbay"}).tick(1).move("Alice", "storage").kill("Bob", "Alice")
    found = timeline(game.tick(2).report("Bob").over())
    assert [("medbay", 0, 1, 1, 3)] == stays(found, ALICE)
    assert ["underway"] == [move.status for move in found.moves]
    assert [BodyStay(ALICE, "medbay", 0, 1, 2, 4)] == list(found.bodies)
    assert Life(ALICE, 0, 0, 1) in found.lives
    assert () == found.misfits


def test_a_body_lies_until_the_call_that_ends_the_round(timeline):
    game = murder().tick(4).report("Bob").skip().respawn()
    assert [(2, 4)] == [(body.first, body.last) for body in timeline(game.tick(5).over()).bodies]


# --- meetings and rounds ----------------------------------------------------------------------------------------------


def test_a_call_puts_movers_back_where_they_left(timeline):
    game = GameBuilder(rooms=APART).tick(1).move("Alice", "storage").tick(2).call("Bob")
    found = timeline(game.skip().over())
    assert [("medbay", 0, 1, 1, 3), ("medbay", 2, 2, 6, 6)] == stays(found, ALICE)
    assert (Move(ALICE, "medbay", "storage", 0, 1, 3, "cancelled", 3),) == found.moves


def test_a_reporter_may_arrive_in_the_tick_of_the_report(timeline):
    game = murder().tick(3).move("Charlie", "security", ticks=1).tick(4).move("Charlie", "medbay", ticks=2)
    game.tick(6).report("Charlie")
    found = timeline(game.skip().over())
    assert ("medbay", 6, 6) == stays(found, CHARLIE)[-1][:3]
    assert () == found.misfits


def test_the_tick_of_a_call_ends_a_round_and_the_respawn_opens_the_next_in_it(timeline):
    game = murder().tick(5).report("Bob").skip()
    called = game.last - 2
    game.respawn({"Bob": "oxygen"})
    respawned = game.last
    found = timeline(game.tick(6).over())
    assert (Round(0, 0, 5, 1), Round(1, 5, 6, respawned)) == found.rounds
    assert (Meeting(0, 0, 5, BOB, "report", called),) == found.meetings
    assert [("medbay", 1, 5, 3, called), ("oxygen", 5, 6, respawned, game.last)] == stays(found, BOB)[1:]
    assert [Life(BOB, 1, 5, 6), Life(CHARLIE, 1, 5, 6), Life(DIANA, 1, 5, 6)] == [
        k for k in found.lives if k.round == 1
    ]


def test_a_respawn_before_the_change_of_phase_opens_one_round(timeline):
    game = GameBuilder(rooms=APART).tick(1).call("Bob").skip()
    game.event("players_respawned", rooms={player: "oxygen" for player in (ALICE, BOB, CHARLIE, DIANA)})
    line = game.last
    game.event("phase_changed", phase="free_roam")
    found = timeline(game.tick(2).over())
    assert [(1, line)] == [(each.index, each.line) for each in found.rounds[1:]]
    assert ("oxygen", 1, 2, line, game.last) == stays(found, ALICE)[1]


def test_without_a_respawn_the_change_of_phase_opens_the_round_and_everyone_stays(timeline):
    game = murder().tick(3).report("Bob").skip().event("phase_changed", phase="free_roam")
    line = game.last
    found = timeline(game.tick(4).report("Bob").over())
    assert Round(1, 3, 4, line) == found.rounds[1]
    assert ("medbay", 3, 4, line, line + 2) == stays(found, BOB)[-1]
    assert [(0, 2, 3), (1, 3, 4)] == [(body.round, body.first, body.last) for body in found.bodies]
    assert () == found.misfits


def test_free_roam_may_go_on_without_a_change_of_phase(timeline):
    game = GameBuilder(rooms=APART).tick(1).call("Bob").skip().tick(2)
    assert Round(1, 2, 2, game.last) == timeline(game.over()).rounds[1]


def test_play_may_go_on_in_the_tick_of_the_call(timeline):
    game = GameBuilder(rooms=APART).tick(1).call("Bob").skip().event("phase_changed", phase="free_roam")
    found = timeline(game.move("Alice", "cafeteria").call("Bob").over())
    assert [(0, 0, 1), (1, 1, 1)] == [(m.index, m.round, m.tick) for m in found.meetings]
    assert ["medbay", "cafeteria"] == [stay[0] for stay in stays(found, ALICE) if stay[3] >= 5]
    assert () == found.misfits


@pytest.mark.parametrize("phase", [True, False])
def test_a_meeting_that_decides_the_game_opens_no_round(timeline, phase):
    game = GameBuilder(rooms=APART).tick(1).call("Alice").eject("Bob")
    if phase:
        game.event("phase_changed", phase="free_roam")
    found = timeline(game.over())
    assert (Round(0, 0, 1, 1),) == found.rounds
    assert (Ejection(BOB, 0, 5),) == found.ejections


def test_the_ejected_live_through_the_tick_of_the_meeting_and_no_longer(timeline):
    game = GameBuilder(rooms=APART).tick(1).call("Alice").eject("Charlie").respawn().tick(2).over()
    assert [Life(CHARLIE, 0, 0, 1)] == [life for life in timeline(game).lives if life.player == CHARLIE]


def test_what_is_said_and_voted_belongs_to_its_meeting(timeline):
    game = (
        GameBuilder(rooms=APART).tick(1).call("Bob").say("Bob", "Who?").vote("Bob", "Alice").vote("Alice", None).skip()
    )
    game.respawn().tick(2).call("Alice").say("Alice", "You.")
    found = timeline(game.over())
    assert Utterance(0, 0, BOB, 1, 5, "Who?") == found.utterances[0]
    assert (1, 1) == (found.utterances[1].index, found.utterances[1].meeting)
    assert (Vote(BOB, ALICE, 0, 7), Vote(ALICE, None, 0, 8)) == found.votes


# --- tasks ------------------------------------------------------------------------------------------------------------


def test_a_completion_adds_no_tick_of_work_to_its_progress(timeline):
    game = GameBuilder(rooms=APART).tick(1).task("Alice", "3/3").complete("Alice").over()
    assert (TaskTick(ALICE, "medbay", 0, 1, "Submit Scan", 3),) == timeline(game).task_ticks


def test_a_completion_without_its_progress_is_a_tick_of_work(timeline):
    game = GameBuilder(rooms=APART).tick(1).task("Alice", "2/3").tick(2).complete("Alice").over()
    assert [3, 6] == [work.line for work in timeline(game).task_ticks]


# --- looks ------------------------------------------------------------------------------------------------------------


def looks(timeline, player):
    return [(k.room, k.tick, k.how, k.line) for k in timeline.looks if k.player == player]


def test_a_player_looks_before_its_action_and_once_a_turn(timeline):
    game = GameBuilder(rooms=APART).tick(1).move("Alice", "cafeteria").chat("Alice", "Off I go", room="medbay").over()
    assert [("medbay", 1, "own", 3)] == looks(timeline(game), ALICE)


def test_a_player_without_a_line_has_looked_at_some_moment_of_the_tick(timeline):
    game = GameBuilder(rooms=APART).tick(1).task("Alice").tick(2).over()
    assert [("electrical", 1, "waited", 2), ("electrical", 2, "waited", 5)] == looks(timeline(game), BOB)


def test_nobody_looks_in_a_corridor_and_whoever_arrives_does(timeline):
    game = GameBuilder(rooms=APART).tick(1).move("Alice", "storage").tick(2).tick(3).over()
    assert [("medbay", 1, "own", 3), ("storage", 3, "waited", 7)] == looks(timeline(game), ALICE)


def test_at_a_call_everyone_looks_and_whoever_had_no_line_only_then(timeline):
    game = GameBuilder(rooms=APART).tick(1).move("Alice", "storage").call("Bob").over()
    found = timeline(game)
    assert [("medbay", 1, "own", 3), ("medbay", 1, "call", 4)] == looks(found, ALICE)
    assert [("electrical", 1, "own", 4), ("electrical", 1, "call", 4)] == looks(found, BOB)
    assert [("weapons", 1, "call", 4)] == looks(found, CHARLIE)


def test_nobody_looks_between_the_respawn_and_the_next_tick(timeline):
    game = GameBuilder(rooms=APART).tick(1).call("Bob").skip().respawn().task("Alice").tick(2).over()
    assert [(1, "call"), (2, "waited")] == [(tick, how) for _, tick, how, _ in looks(timeline(game), ALICE)]


def test_a_victim_without_a_line_may_have_looked(timeline):
    game = murder()
    assert Look(ALICE, "medbay", 0, 2, "waited", game.last - 1) in timeline(game.tick(3).over()).looks


def test_a_victim_with_a_line_after_its_death_had_not_looked(timeline):
    game = murder().task("Alice", room="medbay").tick(3).over()
    assert [1] == [tick for _, tick, _, _ in looks(timeline(game), ALICE)]


def test_a_victim_looks_at_most_at_its_turn_when_a_call_ends_the_tick_of_its_death(timeline):
    game = murder().report("Bob").skip().respawn().tick(3).over()
    assert [(1, "waited"), (2, "waited")] == [(tick, how) for _, tick, how, _ in looks(timeline(game), ALICE)]


def test_a_victim_with_a_line_after_its_death_had_not_looked_when_a_call_follows(timeline):
    game = murder().task("Alice", room="medbay").report("Bob").skip().respawn().tick(3).over()
    assert [1] == [tick for _, tick, _, _ in looks(timeline(game), ALICE)]


def test_a_victim_has_not_looked_before_the_first_tick(timeline):
    game = GameBuilder(rooms={**APART, "Bob": "medbay"}).kill("Bob", "Alice").tick(1).over()
    assert [] == looks(timeline(game), ALICE)
