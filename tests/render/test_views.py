"""What the two pictures of a turn show, and that nothing else gets into them."""

from __future__ import annotations

import hashlib
from random import Random

import pytest
from PIL import Image, ImageChops

from quack.errors import SettingsError
from quack.render.draw import token
from quack.render.labels import Labels
from quack.render.legend import map_notes, notes, room_notes
from quack.render.map_layer import room_marks
from quack.render.text import typeface
from quack.render.theme import letter
from quack.render.views import global_view, local_view, signs_in
from quack.world.map import Corridor, GameMap, Room, load_map, shipped_maps
from tests.render.scenes import names_of, observation, with_the_hidden_changed
from tests.support.hash_seeds import printed_under_hash_seeds
from tests.support.scripted import STATION, STRANGE_NAMES

SHIP = load_map("simple_ship")
MANOR = load_map("manor")
INFERRED = GameMap(
    name="inferred", rooms=tuple(Room(name=room.name, task=room.task) for room in SHIP.rooms), corridors=SHIP.corridors
)
TWO = GameMap(name="two", rooms=(Room(name="a"), Room(name="b", x=3)), corridors=(Corridor(a="a", b="b", weight=9),))
ONE = GameMap(name="one", rooms=(Room(name="here"),))
TALL = GameMap(
    name="tall",
    rooms=tuple(Room(name=f"floor {level}", y=4 * level) for level in range(12)),
    corridors=tuple(Corridor(a=f"floor {level}", b=f"floor {level + 1}", weight=1) for level in range(11)),
)


def both(view, game_map, names, size=256):
    return tuple(draw(view, game_map, names, size=size).tobytes() for draw in (global_view, local_view))


def test_what_a_player_cannot_see_changes_no_pixel_of_its_pictures(turns):
    rng = Random(1)
    changed = 0
    for moment in turns:
        other = with_the_hidden_changed(moment, rng)
        game_map, names = moment.board.setup.map, moment.board.setup.seats
        changed += other.board.state.places != moment.board.state.places
        assert moment.look() == other.look()
        assert both(moment.look(), game_map, names) == both(other.look(), game_map, names)
    assert changed > len(turns) / 2


def test_nobody_else_and_no_body_is_on_the_global_map(turns):
    for moment in turns:
        view, game_map, names = moment.look(), moment.board.setup.map, moment.board.setup.seats
        bare = view._replace(present=(), bodies=(), departing=(), arriving=(), heard=(), actions=(), meetings=())
        shown, expected = (global_view(each, game_map, names, size=256).tobytes() for each in (view, bare))
        assert expected == shown


CROWD = observation(
    SHIP, "cafeteria", [1, 4, 5], bodies=[3], departing=[(2, "medbay")], arriving=[(1, "electrical"), (4, "oxygen")]
)


@pytest.mark.parametrize(
    "other",
    [
        CROWD._replace(present=("player_1", "player_4")),
        CROWD._replace(present=("player_1", "player_4", "player_2")),
        CROWD._replace(bodies=()),
        CROWD._replace(bodies=("player_2",)),
        CROWD._replace(departing=()),
        CROWD._replace(departing=tuple(each._replace(room="oxygen") for each in CROWD.departing)),
        CROWD._replace(arriving=CROWD.arriving[1:]),
        CROWD._replace(arriving=CROWD.departing, departing=CROWD.arriving),
        CROWD._replace(room="medbay"),
        CROWD._replace(player="player_2"),
    ],
)
def test_what_a_player_sees_is_in_its_local_view(other):
    names = names_of(6)
    assert local_view(CROWD, SHIP, names).tobytes() != local_view(other, SHIP, names).tobytes()


@pytest.mark.parametrize(
    "other",
    [
        CROWD._replace(room="medbay"),
        CROWD._replace(tasks=CROWD.tasks[1:]),
        CROWD._replace(tasks=(CROWD.tasks[0]._replace(done=3), *CROWD.tasks[1:])),
    ],
)
def test_where_a_player_is_and_how_its_tasks_stand_is_on_its_map(other):
    names = names_of(6)
    assert global_view(CROWD, SHIP, names).tobytes() != global_view(other, SHIP, names).tobytes()


def test_drawing_other_pictures_in_between_changes_none():
    names = names_of(30)
    first = both(CROWD, SHIP, names)
    for room in SHIP.room_names:
        both(observation(SHIP, room, range(1, 30)), SHIP, names)
    assert first == both(CROWD, SHIP, names)


def test_the_hash_seed_does_not_matter():
    code = (
        "import hashlib; from tests.render.test_views import *\n"
        "views = [(m, observation(m, m.room_names[3], [1, 2])) for m in (INFERRED, MANOR)]\n"
        "parts = [part for game_map, view in views for part in both(view, game_map, names_of(6))]\n"
        "print(hashlib.sha256(b''.join(parts)).hexdigest())"
    )
    assert 1 == len(printed_under_hash_seeds(code))


@pytest.mark.parametrize("size", [256, 700, 1_024])
@pytest.mark.parametrize("game_map", [SHIP, MANOR, STATION, INFERRED, TWO, ONE, TALL], ids=lambda each: each.name)
def test_the_long_side_is_as_long_as_asked(game_map, size):
    view = observation(game_map, game_map.room_names[0], [1, 2])
    for draw in (global_view, local_view):
        picture = draw(view, game_map, names_of(3), size=size)
        assert picture.width <= size
        assert picture.height <= size
        assert size == max(picture.size)


@pytest.mark.parametrize("name", shipped_maps())
def test_every_room_of_every_map_can_be_drawn_with_fifty_players_in_it(name):
    game_map = load_map(name)
    for room in game_map.room_names:
        view = observation(game_map, room, range(1, 40), bodies=range(40, 50))
        assert both(view, game_map, names_of(50))


@pytest.mark.parametrize("size", [0, -1, 255, 4_097, 10**9])
def test_a_size_that_cannot_be_is_refused(size):
    for draw in (global_view, local_view):
        with pytest.raises(SettingsError, match="choose 256 to 4096"):
            draw(CROWD, SHIP, names_of(6), size=size)


def test_a_file_that_is_no_font_is_refused(tmp_path):
    path = tmp_path / "words.ttf"
    path.write_text("no font")
    with pytest.raises(SettingsError, match="not a font"):
        local_view(CROWD, SHIP, names_of(6), fonts=[path])


def test_names_that_the_font_lacks_are_drawn_apart():
    names = {f"player_{seat}": name for seat, name in enumerate(STRANGE_NAMES)}
    swapped = names | {"player_0": names["player_8"], "player_8": names["player_0"]}
    alone = observation(STATION, "dock", [8])
    other = observation(STATION, "dock", [0])._replace(player="player_8")
    assert local_view(alone, STATION, names) != local_view(other, STATION, names)
    assert local_view(alone, STATION, names) == local_view(alone, STATION, swapped)


@pytest.mark.parametrize(
    "text", ["\x1b[31mRed\x1b[0m", "a\nb\u202ec\x00", "x" * 5_000, "", "   ", "\ud800", "👩‍🚀", "ﷺ"]
)
def test_hostile_names_are_drawn_and_stay_within_the_picture(text):
    names = names_of(3) | {"player_1": text}
    assert 2 == len(both(observation(SHIP, "medbay", [1, 2]), SHIP, names))


def test_every_pair_of_fifty_players_looks_different():
    signs = []
    for seat in range(1, 50):
        picture = local_view(observation(SHIP, "medbay", [seat]), SHIP, dict.fromkeys(names_of(50), ""))
        signs.append(picture.tobytes())
    assert 49 == len(set(signs))


def test_a_body_is_told_from_a_living_player_without_colour():
    living, dead = (
        local_view(view, SHIP, names_of(6)).convert("L")
        for view in (observation(SHIP, "medbay", [3]), observation(SHIP, "medbay", bodies=[3]))
    )
    assert ImageChops.difference(living, dead).getbbox() is not None


def test_a_picture_can_be_saved(tmp_path):
    global_view(CROWD, SHIP, names_of(6)).save(tmp_path / "map.png")
    with Image.open(tmp_path / "map.png") as image:
        assert ("RGB", "PNG") == (image.mode, image.format)
    assert 64 == len(hashlib.sha256((tmp_path / "map.png").read_bytes()).hexdigest())


# --- what stands for whom ---------------------------------------------------------------------------------------------

CHINESE = {f"player_{seat}": f"小明{seat}" for seat in range(50)}


def test_tasks_are_called_by_letters():
    assert ["A", "B", "Z", "AA", "AZ", "BA"] == [letter(number) for number in (0, 1, 25, 26, 51, 52)]


def test_the_own_sign_on_the_map_has_no_number():
    bare, numbered = token(0, 40, numbered=False), token(0, 40)
    assert bare.tobytes() != numbered.tobytes()
    assert bare.tobytes() == token(56, 40, numbered=False).tobytes()


@pytest.mark.parametrize("names", [CHINESE, names_of(50)], ids=["chinese", "english"])
@pytest.mark.parametrize("width", [180, 240, 490, 1_000])
def test_notes_are_told_in_whole_words(names, width):
    face = typeface()
    labels = Labels(names, MANOR.room_names, face)
    for lines in (room_notes(labels), map_notes(labels, room_marks(MANOR, 256, 160, face), 3)):
        told = notes(lines, width, 8, face)
        assert " ".join(lines) == " ".join(told)
        assert all(face.width(line, 8) <= width for line in told)


@pytest.mark.parametrize("draw", [global_view, local_view])
def test_names_that_cannot_be_drawn_are_noted_in_both_views(draw):
    coded = names_of(50) | {"player_49": CHINESE["player_49"]}
    for size in (256, 512):
        assert draw(CROWD, SHIP, coded, size=size).tobytes() != draw(CROWD, SHIP, names_of(50), size=size).tobytes()


def test_what_stands_for_whom_is_told_of_those_in_the_picture_alone():
    names = names_of(6) | {"player_2": "李雷", "player_3": "韩梅梅"}
    view = observation(SHIP, "medbay", [1, 2])
    local = signs_in(["local"], view, SHIP, names)
    assert {"player_0": ("0",), "player_1": ("1",), "player_2": ("2", "P2")} == local.players
    assert ({}, {}) == tuple(signs_in(["global"], view, SHIP, names))
    assert ({"player_2": ("P2",)}, {}) == tuple(signs_in(["global"], view._replace(player="player_2"), SHIP, names))


def test_rooms_that_are_not_written_out_have_their_codes_told():
    kitchen = GameMap(
        name="house",
        rooms=(Room(name="hall"), Room(name="厨房", x=3)),
        corridors=(Corridor(a="hall", b="厨房", weight=1),),
    )
    view = observation(kitchen, "hall")
    for views in (["global"], ["local"], ["global", "local"]):
        assert {"厨房": ("R1",)} == signs_in(views, view, kitchen, names_of(2)).rooms
    narrow = signs_in(["global"], observation(MANOR, "office"), MANOR, names_of(2), size=256).rooms
    assert ("R0",) == narrow["observatory"]


def test_a_map_is_drawn_with_more_tasks_than_are_listed():
    tasks = observation(MANOR, "office", tasks=5).tasks * 8
    view = observation(MANOR, "office")._replace(tasks=tasks)
    for size in (256, 1_024):
        assert size == max(global_view(view, MANOR, CHINESE, size=size).size)
