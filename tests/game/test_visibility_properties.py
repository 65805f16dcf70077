"""What the derived looks of random games contain, against what the players of those games saw."""

import tempfile
from collections import defaultdict
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from quack.events.log import read_log
from quack.events.timeline import replay
from quack.game.visibility import derive_sightings
from tests.support.simulator import Seen, Simulator

seeds = st.integers(min_value=0, max_value=2**32)
games = settings(max_examples=60, deadline=None)


def played(seed):
    """A game, its log and its timeline."""
    game = Simulator(seed).play()
    with tempfile.TemporaryDirectory() as folder:
        log = read_log(game.log.write(Path(folder)))
    return game, log, replay(log)


def by_certainty(log, timeline):
    """(viewer, tick, sure | maybe | call) -> what was seen."""
    seen = defaultdict(set)
    for row in derive_sightings(log, timeline).sightings:
        viewer, target = log.by_id[row.viewer].name, log.by_id[row.target].name
        seen[viewer, row.tick, row.look].add(Seen(row.how, target, row.other_end))
    return seen


@games
@given(seeds)
def test_whoever_left_a_line_saw_exactly_what_the_game_showed_it(seed):
    game, log, timeline = played(seed)
    seen = by_certainty(log, timeline)
    for look in game.looks:
        if look.kind == "own":
            assert look.seen == seen[look.viewer, look.tick, "sure"]
            assert not seen[look.viewer, look.tick, "maybe"]


@games
@given(seeds)
def test_everyone_saw_at_the_call_exactly_what_the_game_showed_it(seed):
    game, log, timeline = played(seed)
    seen = by_certainty(log, timeline)
    for look in game.looks:
        if look.kind == "call":
            assert look.seen == seen[look.viewer, look.tick, "call"]


@games
@given(seeds)
def test_whoever_waited_saw_all_that_is_sure_and_nothing_beyond_the_possible(seed):
    game, log, timeline = played(seed)
    seen = by_certainty(log, timeline)
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
    _, log, timeline = played(seed)
    stood = {(s.player, s.room, tick) for s in timeline.stays for tick in range(s.first, s.last + 1)}
    lay = {(b.victim, b.room, tick) for b in timeline.bodies for tick in range(b.first, b.last + 1)}
    for row in derive_sightings(log, timeline).sightings:
        assert (row.viewer, row.room, row.tick) in stood
        if row.how == "body":
            assert (row.target, row.room, row.tick) in lay
        elif row.how == "arriving":
            assert any(
                m.player == row.target and m.destination == row.room for m in timeline.moves if m.arrival == row.tick
            )
        else:
            assert (row.target, row.room, row.tick) in stood
        assert row.viewer != row.target


@games
@given(seeds)
def test_every_sighting_belongs_to_a_look(seed):
    _, log, timeline = played(seed)
    looks = {(look.player, look.room, look.round, look.tick, look.line) for look in timeline.looks}
    found = derive_sightings(log, timeline)
    for row in found.sightings:
        assert (row.viewer, row.room, row.round, row.tick, row.line) in looks
    chats = {chat.index: chat.player for chat in timeline.chats}
    heard = {(row.viewer, row.target, row.look, row.line) for row in found.sightings if row.how == "heard"}
    assert heard == {(row.listener, chats[row.chat], row.look, row.line) for row in found.hearings}


@games
@given(seeds)
def test_two_derivations_are_equal_and_in_the_order_of_the_log(seed):
    _, log, timeline = played(seed)
    found = derive_sightings(log, timeline)
    assert found == derive_sightings(log, timeline)
    lines = [row.line for row in found.sightings]
    assert sorted(lines) == lines
    assert len(found.sightings) == len(set(found.sightings))
