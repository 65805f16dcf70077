"""Maps are checked when loaded."""

import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quack.errors import MapError
from quack.world.map import Corridor, GameMap, Room, load_map, parse_map, shipped_map, shipped_maps, shipped_text

CORRIDORS = {
    ("oxygen", "cafeteria"): 2,
    ("cafeteria", "weapons"): 2,
    ("oxygen", "upper_engine"): 1,
    ("upper_engine", "lower_engine"): 2,
    ("cafeteria", "medbay"): 1,
    ("cafeteria", "electrical"): 2,
    ("medbay", "electrical"): 1,
    ("medbay", "storage"): 2,
    ("weapons", "security"): 1,
    ("electrical", "security"): 2,
    ("security", "navigation"): 2,
    ("lower_engine", "storage"): 2,
    ("storage", "navigation"): 3,
    ("upper_engine", "medbay"): 2,
}
TASKS = {
    "weapons": "Clear Asteroids",
    "oxygen": "Clean O2 Filter",
    "upper_engine": "Align Engine Output",
    "medbay": "Submit Scan",
    "electrical": "Calibrate Distributor",
    "security": "Check Cameras",
    "lower_engine": "Fuel Engines",
    "storage": "Sort Cargo",
    "navigation": "Chart Course",
}

TWO_ROOMS = {"name": "two", "rooms": [{"name": "a"}, {"name": "b"}], "corridors": [{"a": "a", "b": "b", "weight": 1}]}


def changed(**parts):
    return {**TWO_ROOMS, **parts}


def test_the_ship_has_the_corridors_of_the_specification():
    ship = load_map("simple_ship")
    assert CORRIDORS == {(corridor.a, corridor.b): corridor.weight for corridor in ship.corridors}


def test_the_ship_has_a_task_in_every_room_but_that_of_the_button():
    ship = load_map("simple_ship")
    assert TASKS == {room.name: room.task for room in ship.rooms if room.task}
    assert ["cafeteria"] == [room.name for room in ship.rooms if room.button]
    assert 10 == len(ship.rooms)


def test_no_two_rooms_of_the_ship_share_an_alias():
    words = [word for room in load_map("simple_ship").rooms for word in (room.name, *room.aliases)]
    assert len(words) == len(set(words))


def test_corridors_lead_both_ways():
    ship = load_map("simple_ship")
    assert 3 == ship.weight("storage", "navigation") == ship.weight("navigation", "storage")
    assert None is ship.weight("storage", "oxygen")
    assert None is ship.weight("nowhere", "oxygen")
    assert {"cafeteria", "security"} == set(ship.neighbours("weapons"))


def test_the_graph_knows_the_shortest_way():
    import networkx

    ship = load_map("simple_ship")
    assert 4 == networkx.shortest_path_length(ship.graph, "oxygen", "weapons", "weight")
    assert set(ship.room_names) == set(ship.graph)


def test_loading_a_map_does_not_import_networkx():
    code = "import sys; from quack.world.map import load_map; load_map('simple_ship'); print('networkx' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "False" == done.stdout.strip()


def test_a_map_file_is_loaded_by_its_path(tmp_path):
    path = tmp_path / "two.yaml"
    path.write_text("name: two\nrooms: [{name: a, size: 3}, {name: b}]\ncorridors: [{a: a, b: b, weight: 4}]\n")
    assert 4 == load_map(path).weight("b", "a")


@pytest.mark.parametrize("reference", ["simple_ship", "configs/maps/simple_ship.yaml", "C:\\maps\\simple_ship.yml"])
def test_a_log_means_the_shipped_map_of_that_stem(reference):
    assert load_map("simple_ship") is shipped_map(reference)
    assert "simple_ship" in shipped_maps()


@pytest.mark.parametrize("reference", ["", "/", "big_ship.yaml", "simple_ship.yaml/", "../simple_ship.yaml.yaml"])
def test_other_references_mean_no_shipped_map(reference):
    assert None is shipped_map(reference)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (None, "a map has to be keys and their values"),
        ([], "a map has to be keys and their values"),
        ({}, "name is missing"),
        (changed(rooms=[]), "a map needs rooms"),
        (changed(rooms=[{"name": "a"}, {"name": "b"}, {"name": "a"}]), "two rooms are called 'a'"),
        (changed(name=""), "the map's name is blank"),
        (changed(name=" "), "the map's name is blank"),
        (
            changed(rooms=[{"name": "a"}, {"name": "b", "aliases": ["A"]}]),
            "'A', an alias of 'b', is also the name of 'a'",
        ),
        (
            changed(rooms=[{"name": "a", "aliases": ["the den"]}, {"name": "b", "aliases": ["den", "The-Den"]}]),
            "'The-Den', an alias of 'b', is also an alias of 'a'",
        ),
        (changed(rooms=[{"name": "a"}, {"name": "b", "aliases": [" "]}]), "an alias of 'b' is blank"),
        (
            {"name": "x", "rooms": [{"name": "a"}, {"name": "A"}], "corridors": [{"a": "a", "b": "A", "weight": 1}]},
            "the rooms 'a' and 'A' can't be told apart",
        ),
        (changed(rooms=[{"name": "a"}, {"name": " "}]), "rooms.1.name may not be blank"),
        (changed(rooms=[{"name": True}]), "rooms.0.name"),
        (changed(rooms=[{"name": "a", "size": 0}, {"name": "b"}]), "rooms.0.size has to be more than 0"),
        (changed(rooms=[{"name": "a", "x": float("nan")}, {"name": "b"}]), "rooms.0.x"),
        (changed(rooms=[{"name": "a", "colour": 1}, {"name": "b"}]), "rooms.0.colour"),
        (changed(rooms=[{"name": "a"}, {"name": "b"}, {"name": "c"}]), "no way leads from 'a' to 'c'"),
        (changed(corridors=[{"a": "a", "b": "z", "weight": 1}]), "a corridor leads to 'z'"),
        (changed(corridors=[{"a": "a", "b": "a", "weight": 1}]), "from 'a' to itself"),
        (changed(corridors=[{"a": "a", "b": "b", "weight": 0}]), "corridors.0.weight"),
        (changed(corridors=[{"a": "a", "b": "b", "weight": -1}]), "corridors.0.weight"),
        (changed(corridors=[{"a": "a", "b": "b", "weight": 1.5}]), "corridors.0.weight"),
        (changed(corridors=[{"a": "a", "b": "b", "weight": 1234567890123}]), "corridors.0.weight"),
        (changed(corridors=TWO_ROOMS["corridors"] + [{"a": "b", "b": "a", "weight": 2}]), "join 'a' and 'b'"),
    ],
)
def test_a_map_that_can_not_be_played_on_is_refused(data, what):
    with pytest.raises(MapError) as caught:
        parse_map(data, path="two.yaml", line=3)
    assert what in caught.value.what
    assert str(caught.value).startswith("two.yaml:3: ")
    assert caught.value.remedy == "mend the map; quack play --show-map simple_ship prints one that is right"


def test_a_room_may_have_its_own_name_for_an_alias():
    rooms = [{"name": "a_room", "aliases": ["A room", "a room"]}]
    assert ("a_room",) == parse_map({"name": "one", "rooms": rooms}).room_names


@pytest.mark.parametrize("name", shipped_maps())
def test_the_text_of_a_shipped_map_is_a_map_of_ones_own(tmp_path, name):
    path = tmp_path / "own.yaml"
    path.write_text(shipped_text(name), "utf-8")
    assert load_map(name) == load_map(path)


def test_no_text_of_a_map_that_is_not_shipped():
    with pytest.raises(MapError, match="no map called 'lost' comes with the program; name one of: manor"):
        shipped_text("lost")


def test_rooms_whose_names_hold_the_word_and_are_told_apart():
    game_map = GameMap(
        name="odd",
        rooms=tuple(Room(name=name) for name in ("a", "b and c", "a and b", "c")),
        corridors=(Corridor(a="a", b="b and c", weight=1), Corridor(a="a and b", b="c", weight=1)),
    )
    assert ("a and b", "c") == game_map.unreachable()


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b"name: [", "not YAML"),
        (b"\xff\xfd", "not YAML"),
        (b"name: a\0b", "not YAML"),
        (b"!!python/object/apply:os.system [ls]", "not YAML"),
        (b"[" * 5000, "not YAML"),
        (b"[" * 100_000 + b"]" * 100_000, "not YAML"),
        (b"a: !!int ''", "not YAML"),
        (b"a: !!float ''", "not YAML"),
        (b"a: !!bool x", "not YAML"),
        (b"a: !!timestamp x", "not YAML"),
        (b"", "a map has to be keys and their values"),
        (b"name: two\nrooms: [{name: no}]", "rooms.0.name"),
        (b"x" * 1_000_001, "longer than"),
    ],
)
def test_a_file_that_is_no_map_is_refused(tmp_path, text, what):
    path = tmp_path / "odd.yaml"
    path.write_bytes(text)
    with pytest.raises(MapError) as caught:
        load_map(path)
    assert what in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("name", ["nowhere.yaml", "", "a\0b"])
def test_a_map_that_is_not_there_is_refused_with_the_names_of_those_that_are(name):
    with pytest.raises(MapError, match="simple_ship"):
        load_map(name)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(), parts, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(["a", "b", "c"])
ALMOST = st.fixed_dictionaries(
    {
        "name": st.text(max_size=3),
        "rooms": st.lists(st.fixed_dictionaries({"name": NAMES | JSON}), max_size=4) | JSON,
        "corridors": st.lists(st.fixed_dictionaries({"a": NAMES, "b": NAMES, "weight": st.integers()}), max_size=4)
        | JSON,
    }
)


def test_distances_are_in_ticks_and_hops_in_corridors():
    ship = load_map("simple_ship")
    far = ("lower_engine", "navigation")
    assert (5, 2) == (ship.distances[far[0]][far[1]], ship.hops[far[0]][far[1]])
    assert (0, 0) == (ship.distances["medbay"]["medbay"], ship.hops["medbay"]["medbay"])


@given(JSON | ALMOST)
def test_no_data_raises_anything_but_a_map_error(data):
    try:
        assert () == parse_map(data).unreachable()
    except MapError as error:
        assert str(error).isprintable()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(text=st.binary(max_size=80))
def test_no_file_raises_anything_but_a_map_error(tmp_path, text):
    path = tmp_path / "odd.yaml"
    path.write_bytes(text)
    with pytest.raises(MapError):
        load_map(path)
