"""The builder of test games writes logs that fit together."""

from quack.events.log import check_log, read_log
from quack.events.models import PlayerMoved, TickEnd
from tests.support.games import GameBuilder


def whole_game() -> GameBuilder:
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "electrical"})
    game.tick(1).task("Alice").move("Bob", "medbay").move("Diana", "weapons")
    game.tick(2).kill("Bob", "Alice").chat("Bob", "hm").move("Charlie", "medbay")
    game.tick(3).report("Charlie").say("Charlie", "Bob!").vote("Charlie", None).vote("Bob", "Charlie").skip()
    game.respawn({"Bob": "oxygen"}).tick(4).move("Bob", "upper_engine").complete("Charlie")
    game.tick(5).call("Diana").vote("Diana", "Bob").vote("Charlie", "Bob").eject("Bob")
    return game.over("goose")


def test_a_game_told_in_order_is_a_log_without_problems(tmp_path):
    assert [] == check_log(whole_game().write(tmp_path))


def test_moves_start_where_the_player_stands_and_take_the_corridors_ticks(tmp_path):
    log = read_log(whole_game().write(tmp_path))
    moves = [event for event in log.events if isinstance(event, PlayerMoved)]
    assert [None, 2, None, None] == [move.ticks_remaining for move in moves]
    assert ["electrical", "cafeteria", "cafeteria", "oxygen"] == [move.origin for move in moves]


def test_a_tick_that_a_meeting_cut_short_has_no_end(tmp_path):
    log = read_log(whole_game().write(tmp_path))
    assert [1, 2, 4] == [event.tick for event in log.events if isinstance(event, TickEnd)]


def test_last_is_the_number_of_the_line_written_last():
    assert 3 == GameBuilder().tick(1).task("Alice").last
