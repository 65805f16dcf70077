"""The released games are read without an error."""

import json

import pytest

from quack.events.log import check_log, read_log
from quack.world.map import load_map


@pytest.fixture(scope="module")
def paths(reference):
    return sorted(reference.glob("*/*/game.jsonl"))


@pytest.fixture(scope="module")
def logs(paths):
    return [read_log(path) for path in paths]


def test_every_line_of_every_game_is_a_typed_event(paths, logs):
    assert 180 == len(logs)
    for path, log in zip(paths, logs, strict=True):
        with path.open(encoding="utf-8") as lines:
            said = [(number, json.loads(line)["event_type"]) for number, line in enumerate(lines, 1)]
        assert said == [(event.line, event.event_type) for event in log.events]


def test_nothing_in_them_is_unknown(logs):
    assert [] == [log.path for log in logs if log.unknown_events or log.extra_keys]
    assert all(load_map("simple_ship") is log.map for log in logs)


def test_their_only_notices_are_lines_of_the_dead_and_odd_ticks(logs):
    allowed = ("lines of players that died", "moves whose ticks differ")
    assert [] == [str(notice) for log in logs for notice in log.notices if not notice.what.startswith(allowed)]


def test_some_of_the_dead_finish_their_tick(logs):
    assert 127 == sum(len(log.posthumous) for log in logs)


def test_the_check_finds_no_error_in_them(paths, logs):
    for path, log in list(zip(paths, logs, strict=True))[::20]:
        assert list(log.notices) == check_log(path)
