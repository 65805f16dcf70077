"""Many games of model players whose answers are good, bad or missing at random."""

from __future__ import annotations

import os
from random import Random

import pytest

from quack.agents.model.prompts import LANGUAGES
from quack.world.map import load_map
from tests.agents.model.desks import Babbler, Table
from tests.support.players import any_setup
from tests.support.scripted import STATION

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]


def test_every_game_ends_and_nothing_is_lost_but_what_cannot_be_read():
    rng = Random(5)
    for seed in range(200):
        setup = any_setup(rng, (load_map("simple_ship"), STATION, load_map("outpost")))
        table = Table(Babbler(seed), setup, seed=seed, language=rng.choice(LANGUAGES))
        assert {event["data"]["cause"] for event in table.events("agent_failed")} <= {"unanswered", "unreadable"}
