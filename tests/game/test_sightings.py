"""Looks in consecutive ticks: when do they make one sighting?"""

from quack.game.visibility import Sighting
from tests.support.four import ALICE, BOB, CHARLIE, game


def intervals(rows, viewer, target=BOB):
    return [(row.first, row.last, row.how, row.look) for row in rows if (row.viewer, row.target) == (viewer, target)]


def test_looks_of_consecutive_ticks_that_show_the_same_are_one_sighting_with_the_line_of_the_first(derived):
    log = game().task("Alice").tick(2).tick(3).task("Alice").over()
    (row,) = [row for row in derived(log).sightings if row.viewer == ALICE]
    assert Sighting(ALICE, BOB, "medbay", 0, 1, 3, "present", None, "sure", 3) == row


def test_a_tick_in_which_the_look_does_not_show_it_ends_a_sighting(derived):
    log = game().task("Alice").move("Bob", "cafeteria").tick(2).task("Alice").move("Bob", "medbay")
    log.tick(3).task("Alice").tick(4).task("Alice").over()
    present = [row for row in intervals(derived(log).sightings, ALICE) if row[2] == "present"]
    assert [(1, 1, "present", "sure"), (3, 4, "present", "sure")] == present


def test_a_look_that_is_less_sure_ends_a_sighting(derived):
    log = game().task("Alice").tick(2).move("Bob", "cafeteria").tick(3)
    present = [row for row in intervals(derived(log).sightings, ALICE) if row[2] == "present"]
    assert [(1, 1, "present", "sure"), (2, 2, "present", "maybe")] == present


def test_a_sighting_goes_on_while_others_come_and_go(derived):
    log = game().task("Alice").tick(2).move("Charlie", "medbay", ticks=1).task("Alice").tick(3).task("Alice").over()
    assert [(1, 3, "present", "sure")] == intervals(derived(log).sightings, ALICE)
    assert (2, 3, "present", "sure") in intervals(derived(log).sightings, ALICE, CHARLIE)


def test_whoever_goes_elsewhere_together_has_two_sightings(derived):
    log = game().move("Alice", "cafeteria").move("Bob", "cafeteria").tick(2).task("Alice").over()
    rows = [
        (row.room, row.first, row.last)
        for row in derived(log).sightings
        if row.viewer == ALICE and row.how == "present"
    ]
    assert [("medbay", 1, 1), ("cafeteria", 2, 2)] == rows


def test_a_body_that_lies_on_is_one_sighting(derived):
    log = game().kill("Bob", "Alice").tick(2).task("Bob").tick(3).task("Bob").over()
    assert (2, 3, "body", "sure") in intervals(derived(log).sightings, BOB, ALICE)


def test_a_call_and_a_new_round_end_a_sighting(derived):
    log = game().task("Alice").call("Diana").skip().respawn().tick(2).task("Alice").over()
    assert [(1, 1, "sure"), (1, 1, "call"), (2, 2, "sure")] == [
        (first, last, look) for first, last, _, look in intervals(derived(log).sightings, ALICE)
    ]
