"""Where players begin and go on."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from quack.game.movement import moves, scatter
from quack.world.map import load_map

ROOMS = ("a", "b", "c", "d")


@given(st.integers(0, 14), st.integers())
def test_players_stand_in_different_rooms_while_they_last(players, seed):
    places = scatter([str(number) for number in range(players)], ROOMS, Random(seed))
    assert players == len(places)
    counts = Counter(places.values())
    full, rest = divmod(players, len(ROOMS))
    assert all(full <= counts[room] <= full + (rest > 0) for room in ROOMS)


def test_every_room_is_as_likely_as_another():
    counts = Counter(scatter(["x"], ROOMS, Random(seed))["x"] for seed in range(2_000))
    assert all(400 < counts[room] < 600 for room in ROOMS)


def test_moves_lead_to_the_neighbours():
    ship = load_map("simple_ship")
    assert ["move(security)", "move(cafeteria)"] == sorted(map(str, moves(ship, "weapons")), reverse=True)
