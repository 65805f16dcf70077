"""The replay of random games against the books of the game that wrote them."""

import dataclasses
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from quack.events.log import read_log
from quack.events.timeline import replay
from tests.support.simulator import Simulator

seeds = st.integers(min_value=0, max_value=2**32)
games = settings(max_examples=60, deadline=None)


def played(seed, **options):
    """A game and its log."""
    game = Simulator(seed, **options).play()
    with tempfile.TemporaryDirectory() as folder:
        return game, read_log(game.log.write(Path(folder)))


@games
@given(seeds)
def test_a_game_played_by_the_rules_fits(seed):
    assert () == replay(played(seed)[1]).misfits


@games
@given(seeds)
def test_the_stays_are_the_rooms_that_the_players_stood_in_tick_by_tick(seed):
    game, log = played(seed)
    stood = defaultdict(set)
    for stay in replay(log).stays:
        for tick in range(stay.first, stay.last + 1):
            stood[log.by_id[stay.player].name, tick].add(stay.room)
    assert game.touched == stood


@games
@given(seeds)
def test_the_stays_of_one_player_never_overlap(seed):
    _, log = played(seed)
    line = Counter()
    for stay in replay(log).stays:
        assert stay.start_line >= line[stay.player]
        line[stay.player] = max(stay.start_line, stay.end_line)


@games
@given(seeds)
def test_every_tick_of_a_living_player_is_spent_in_a_room_or_a_corridor(seed):
    _, log = played(seed)
    timeline = replay(log)
    covered = defaultdict(set)
    for stay in timeline.stays:
        covered[stay.player, stay.round].update(range(stay.first, stay.last + 1))
    for move in timeline.moves:
        covered[move.player, move.round].update(range(move.tick, move.arrival + 1))
    for life in timeline.lives:
        assert set(range(life.first, life.last + 1)) <= covered[life.player, life.round]


@games
@given(seeds)
def test_nobody_lives_or_stands_anywhere_after_its_death(seed):
    game, log = played(seed)
    timeline = replay(log)
    for row in (*timeline.lives, *timeline.stays):
        assert row.last <= game.dead.get(log.by_id[row.player].name, game.ticks)


@games
@given(seeds)
def test_a_player_looks_at_most_once_a_tick_and_once_at_a_call(seed):
    timeline = replay(played(seed)[1])
    assert all(1 == times for times in Counter((k.player, k.tick, k.how == "call") for k in timeline.looks).values())
    calls = {meeting.tick for meeting in timeline.meetings}
    waited = {(look.player, look.tick) for look in timeline.looks if look.how == "waited" and look.tick in calls}
    assert waited <= {(kill.victim, kill.tick) for kill in timeline.kills}


@games
@given(seeds)
def test_rounds_follow_each_other_and_share_the_tick_of_the_call(seed):
    timeline = replay(played(seed)[1])
    assert list(range(len(timeline.rounds))) == [each.index for each in timeline.rounds]
    for before, meeting, after in zip(timeline.rounds, timeline.meetings, timeline.rounds[1:], strict=False):
        assert before.last == meeting.tick == after.first
        assert before.index == meeting.round


@games
@given(seeds)
def test_two_replays_are_equal(seed):
    _, log = played(seed)
    assert replay(log) == replay(log)


@games
@given(seeds, st.floats(min_value=0, max_value=1))
def test_the_beginning_of_a_log_has_the_beginning_of_its_timeline(seed, share):
    _, log = played(seed)
    cut = 1 + int(share * (len(log.events) - 1))
    whole, part = replay(log), replay(dataclasses.replace(log, events=log.events[:cut]))
    end = log.events[cut - 1].line
    for name in ("kills", "task_ticks", "chats", "utterances", "votes", "ejections", "meetings", "misfits"):
        assert tuple(row for row in getattr(whole, name) if row.line <= end) == getattr(part, name)
    assert {stay for stay in whole.stays if stay.end_line <= end} <= set(part.stays)
    assert {move for move in part.moves if move.status != "underway"} <= set(whole.moves)
    sure = {look for look in whole.looks if look.line <= end and look.how != "waited"}
    assert sure == {look for look in part.looks if look.how != "waited"}
