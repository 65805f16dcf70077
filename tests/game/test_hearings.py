"""Which chat lines did a player hear, and how surely?"""

from quack.game.visibility import Hearing
from tests.support.four import ALICE, TOGETHER, Seen, game
from tests.support.games import GameBuilder


def heard(rows):
    return {row for row in rows if row.how == "heard"}


def test_a_chat_line_is_heard_at_a_later_turn_of_the_tick(seen, derived):
    log = game().task("Bob").chat("Bob", "hi").task("Alice").over()
    assert {Seen("heard", "Bob", "sure", 1)} == heard(seen(log, "Alice"))
    assert (Hearing(0, ALICE, "sure", 5),) == derived(log).hearings


def test_a_chat_line_reaches_the_room_that_its_speaker_leaves_and_no_other(seen):
    log = GameBuilder(rooms={**TOGETHER, "Charlie": "cafeteria"}).tick(1)
    log.move("Bob", "cafeteria").chat("Bob", "off", room="medbay").task("Alice").task("Charlie").over()
    assert {Seen("heard", "Bob", "sure", 1)} == heard(seen(log, "Alice"))
    assert set() == heard(seen(log, "Charlie"))


def test_a_chat_line_after_ones_turn_is_lost(seen):
    log = game().task("Alice").task("Bob").chat("Bob", "hi").tick(2).task("Alice").over()
    assert set() == heard(seen(log, "Alice"))


def test_a_chat_line_after_ones_turn_is_heard_at_a_call(seen, derived):
    log = game().task("Alice").task("Bob").chat("Bob", "hi").call("Diana").over()
    assert {Seen("heard", "Bob", "call", 1)} == heard(seen(log, "Alice"))
    assert (Hearing(0, ALICE, "call", 6),) == derived(log).hearings


def test_a_chat_line_heard_at_ones_turn_is_not_heard_again_at_the_call(seen):
    log = game().task("Bob").chat("Bob", "hi").task("Alice").call("Diana").over()
    assert {Seen("heard", "Bob", "sure", 1)} == heard(seen(log, "Alice"))


def test_a_waiting_player_has_perhaps_heard_it(seen):
    log = game().task("Bob").chat("Bob", "hi").tick(2).over()
    assert {Seen("heard", "Bob", "maybe", 1)} == heard(seen(log, "Alice"))


def test_whoever_arrives_after_a_chat_line_has_not_heard_it(seen):
    log = game().task("Bob").chat("Bob", "hi").move("Charlie", "medbay", ticks=1).call("Diana").over()
    assert set() == heard(seen(log, "Charlie"))


def test_a_chat_line_of_the_dead_is_not_heard_and_keeps_its_number(seen, derived):
    log = GameBuilder(rooms={**TOGETHER, "Charlie": "medbay"}).tick(1)
    log.kill("Bob", "Alice").chat("Alice", "ow").task("Charlie").chat("Charlie", "oh").call("Diana").over()
    assert set() == heard(seen(log, "Charlie"))
    assert [1] == [row.chat for row in derived(log).hearings]


def test_what_the_caller_says_with_its_call_is_heard_by_who_stood_there_before_the_call(seen):
    log = GameBuilder(rooms={**TOGETHER, "Charlie": "medbay"}).tick(1).move("Charlie", "storage")
    log.call("Bob").chat("Bob", "Everyone, listen!").over()
    assert {Seen("heard", "Bob", "call", 1)} == heard(seen(log, "Alice"))
    assert set() == heard(seen(log, "Charlie"))


def test_what_another_says_during_the_meeting_is_not_heard_as_chat(seen):
    log = game().call("Bob").chat("Alice", "hm").over()
    assert set() == heard(seen(log, "Bob"))


def test_whoever_left_the_room_of_a_chat_line_after_its_turn_does_not_hear_it_at_the_call(seen):
    log = game().task("Alice").task("Bob").chat("Bob", "hi").move("Alice", "cafeteria").call("Diana").over()
    assert set() == heard(seen(log, "Alice"))
