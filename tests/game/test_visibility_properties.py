"""What the derived looks of random games contain, against what the players of those games saw."""

import tempfile
from collections import defaultdict
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from quack.events.log import read_log
from quack.game.watch import watch_game
from tests.support.simulator import Seen, Simulator

seeds = st.integers(min_value=0, max_value=2**32)
games = settings(max_examples=60, deadline=None)


def played(seed):
    """A game, its log, its timeline and sightings."""
    game = Simulator(seed).play()
    with tempfile.TemporaryDirectory() as folder:
        log = read_log(game.log.write(Path(folder)))
    return game, log, *watch_game(log)


def by_certainty(log, found):
    """(viewer, tick, sure | maybe | call) -> what was seen."""
    seen = defaultdict(set)
    for row in found.sightings:
        viewer, target = log.by_id[row.viewer].name, log.by_id[row.target].name
        for tick in range(row.first, row.last + 1):
            seen[viewer, tick, row.look].add(Seen(row.how, target, row.other_end))
    return seen


@games
@given(seeds)
def test_whoever_left_a_line_saw_exactly_what_the_game_showed_it(seed):
    game, log, _, found = played(seed)
    seen = by_certainty(log, found)
    for look in game.looks:
        if look.kind == "own":
            assert look.seen == seen[look.viewer, look.tick, "sure"]
            assert not seen[look.viewer, look.tick, "maybe"]


@games
@given(seeds)
def test_everyone_saw_at_the_call_exactly_what_the_game_showed_it(seed):
    game, log, _, found = played(seed)
    seen = by_certainty(log, found)
    for look in game.looks:
        if look.kind == "call":
            assert look.seen == seen[look.viewer, look.tick, "call"]


@games
@given(seeds)
def test_whoever_waited_saw_all_that_is_sure_and_nothing_beyond_the_possible(seed):
    game, log, _, found = played(seed)
    seen = by_certainty(log, found)
    for look in game.looks:
        if look.kind == "waited":
            sure, maybe = (seen[look.viewer, look.tick, certainty] for certainty in ("sure", "maybe"))
            glimpsed = {sight.target for sight in sure if sight.how == "glimpsed"}
            certain = {sight for sight in sure if sight.how != "glimpsed"}
            assert certain <= look.seen <= certain | maybe
            assert glimpsed <= {sight.target for sight in look.seen if sight.how in ("present", "departing")}


@games
@given(seeds)
def test_viewer_and_target_were_in_that_room_in_that_tick(seed):
    _, _, timeline, found = played(seed)
    stood = {(s.player, s.room, tick) for s in timeline.stays for tick in range(s.first, s.last + 1)}
    lay = {(b.victim, b.room, tick) for b in timeline.bodies for tick in range(b.first, b.last + 1)}
    came = {(move.player, move.destination, move.arrival) for move in timeline.moves}
    places = {"body": lay, "arriving": came}
    for row in found.sightings:
        assert row.viewer != row.target
        for tick in range(row.first, row.last + 1):
            assert (row.viewer, row.room, tick) in stood
            assert (row.target, row.room, tick) in places.get(row.how, stood)


@games
@given(seeds)
def test_every_sighting_belongs_to_a_look_in_each_of_its_ticks(seed):
    _, _, timeline, found = played(seed)
    lines = {(look.player, look.room, look.round, look.tick, look.line) for look in timeline.looks}
    looks = {(look.player, look.room, look.round, look.tick, look.how == "call") for look in timeline.looks}
    for row in found.sightings:
        assert (row.viewer, row.room, row.round, row.first, row.line) in lines
        for tick in range(row.first, row.last + 1):
            assert (row.viewer, row.room, row.round, tick, row.look == "call") in looks
    chats = {chat.index: chat.player for chat in timeline.chats}
    heard = {(row.viewer, row.target, row.look, row.line) for row in found.sightings if row.how == "heard"}
    assert heard == {(row.listener, chats[row.chat], row.look, row.line) for row in found.hearings}


@games
@given(seeds)
def test_no_sighting_goes_on_where_another_of_its_kind_ends(seed):
    _, _, _, found = played(seed)
    lasting = [row for row in found.sightings if row.how in ("present", "body")]
    ends = {(row.viewer, row.target, row.room, row.round, row.how, row.look, row.last + 1) for row in lasting}
    assert ends.isdisjoint((r.viewer, r.target, r.room, r.round, r.how, r.look, r.first) for r in lasting)


@games
@given(seeds)
def test_two_derivations_are_equal_and_in_the_order_of_the_log(seed):
    _, log, timeline, found = played(seed)
    assert (timeline, found) == watch_game(log)
    lines = [row.line for row in found.sightings]
    assert sorted(lines) == lines
    assert len(found.sightings) == len(set(found.sightings))
