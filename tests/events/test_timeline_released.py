"""The released games fit together, every one."""

import pytest

from quack.events.log import read_log
from quack.events.state import ACTORS, GameState, apply, begin
from quack.events.timeline import replay


@pytest.fixture(scope="module")
def logs(reference):
    return [read_log(path) for path in sorted(reference.glob("*/*/game.jsonl"))]


def test_every_event_of_every_released_game_fits_the_replayed_state(logs):
    assert 180 == len(logs)
    assert [] == [(log.path, misfit) for log in logs for misfit in replay(log).misfits]


def test_the_replay_ignores_exactly_the_lines_that_the_reader_counts_as_posthumous(logs):
    for log in logs:
        state, ignored = GameState(), set()
        for event in log.events:
            begin(state, event)
            field = ACTORS.get(type(event))
            if field and getattr(event, field) not in state.places:
                ignored.add(event.line)
            apply(state, event)
        assert log.posthumous == ignored


def test_every_tick_of_a_living_player_is_spent_in_a_room_or_a_corridor(logs):
    for log in logs:
        timeline = replay(log)
        covered = {(s.player, s.round, tick) for s in timeline.stays for tick in range(s.first, s.last + 1)}
        covered |= {(m.player, m.round, tick) for m in timeline.moves for tick in range(m.tick, m.arrival)}
        lived = {(k.player, k.round, tick) for k in timeline.lives for tick in range(k.first, k.last + 1)}
        assert lived <= covered
