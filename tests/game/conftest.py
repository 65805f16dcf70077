"""What tests of looks share: the sightings of a builder's game."""

import pytest

from quack.events.log import read_log
from quack.game.watch import watch_game
from tests.support.four import Seen, Watch


@pytest.fixture
def derived(tmp_path):
    """The sightings and hearings of a builder's game."""

    def found(game):
        return watch_game(read_log(game.write(tmp_path)))[1]

    return found


@pytest.fixture
def seen(derived) -> Watch:
    """What one player of a builder's game saw."""

    def found(game, viewer):
        names = {player: name for name, player in game.ids.items()}
        rows = [row for row in derived(game).sightings if names[row.viewer] == viewer]
        return {
            Seen(row.how, names[row.target], row.look, tick, row.other_end)
            for row in rows
            for tick in range(row.first, row.last + 1)
        }

    return found
