"""Games for pictures, played once."""

from __future__ import annotations

import pytest

from tests.render.scenes import Moment, moments, setup_for, written
from tests.support.scripted import STATION, STRANGE_NAMES

GAMES = (
    {"seed": 3, "ticks": 30},
    {"seed": 5, "players": 12, "ducks": 3, "map": "manor", "ticks": 30},
    {"seed": 7, "players": 10, "ducks": 2, "map": STATION, "names": STRANGE_NAMES, "ticks": 30},
    {"seed": 8, "players": 30, "ducks": 5, "map": "outpost", "ticks": 12},
)


@pytest.fixture(scope="session")
def turns(tmp_path_factory: pytest.TempPathFactory) -> list[Moment]:
    """A hundred turns or so of games on several maps."""
    found: list[Moment] = []
    for values in GAMES:
        log = written(tmp_path_factory.mktemp("game"), **values)
        found += list(moments(log, setup_for(**values), 7))[:30]
    return found
