"""Frames: the same scene gives the same pixels, and whatever is said or called finds its place."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageColor

from quack.errors import SettingsError
from quack.events.log import GameLog, read_log
from quack.game.watch import watch_game
from quack.render import frames
from quack.render.draw import Canvas, token, verdict_sign
from quack.render.frames import draw_frame, layout
from quack.render.labels import Labels
from quack.render.map_layer import badge_box, room_marks
from quack.render.panel import set_entry
from quack.render.perspective import draw_glance, glances
from quack.render.plan import plan
from quack.render.replay import cast_of, scenes
from quack.render.roads import parties
from quack.render.scene import Cast, Journey, Judged, Murder, Scene, Speech, Step
from quack.render.speech import Row, rows_of, set_rows
from quack.render.text import typeface
from quack.render.theme import LOOK
from quack.world.map import load_map, parse_map, shipped_maps
from tests.render.scenes import names_of
from tests.support.games import GameBuilder

SHIP = load_map("simple_ship")
CAST = Cast(names_of(6), frozenset(["player_1"]), SHIP)
QUIET = Scene(
    tick=4,
    phase="roam",
    heading="tick 4, round 0",
    standing={"medbay": ("player_0", "player_1"), "storage": ("player_2",)},
    journeys=(Journey("player_4", "medbay", "storage", 0.4),),
    bodies={"player_3": "medbay"},
    gone={"player_3": "killed, tick 4"},
    tasks={player: (1, 5) for player in CAST.names},
    happened=("Bob kills Diana in medbay",),
)
SMALL = 480


def drawn(scene, cast=CAST, width=SMALL):
    return draw_frame(scene, cast, width=width).tobytes()


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> GameLog:
    rooms = {"Alice": "medbay", "Bob": "medbay"}
    game = GameBuilder(rooms=rooms).tick(1).move("Charlie", "weapons").chat("Alice", "I scan.").task("Alice").tick(2)
    game.kill("Bob", "Alice").tick(3).call("Diana").say("Bob", "Who?").vote("Bob", "Diana").vote("Diana", "Bob")
    return read_log(game.skip().respawn({}).tick(4).over().write(tmp_path_factory.mktemp("game")))


def test_the_same_log_gives_the_same_pixels(log):
    def film() -> list[bytes]:
        return [drawn(scene, cast_of(log)) for scene in scenes(log)]

    first = film()
    frames._ground.cache_clear()
    assert film() == first
    assert len(set(first)) > len(first) / 2


@pytest.mark.parametrize(
    "other",
    [
        replace(QUIET, standing={"medbay": ("player_0",), "storage": ("player_1", "player_2")}),
        replace(QUIET, journeys=(Journey("player_4", "medbay", "storage", 0.8),)),
        replace(QUIET, bodies={"player_3": "storage"}),
        replace(QUIET, murders=(Murder("player_1", "player_3"),)),
        replace(QUIET, working=frozenset(["player_2"])),
        replace(QUIET, steps=(Step("player_0", "cafeteria", "medbay"),)),
        replace(QUIET, tasks=QUIET.tasks | {"player_2": (2, 5)}),
        replace(QUIET, happened=()),
        replace(QUIET, speech=Speech("player_0", "Hello.", "medbay", ())),
        replace(QUIET, phase="meeting", votes={}),
        replace(QUIET, phase="meeting", votes={"player_0": "player_1"}),
    ],
)
def test_everything_in_a_scene_is_in_its_frame(other):
    assert drawn(QUIET) != drawn(other)


@pytest.mark.parametrize("width", [400, 801, 1_234])
def test_frames_have_even_sides(width):
    picture = draw_frame(QUIET, CAST, width=width)
    assert (0, 0) == (picture.width % 2, picture.height % 2)
    assert width - 1 <= picture.width <= width


@pytest.mark.parametrize("width", [0, 399, 6_401])
def test_a_width_that_cannot_be_is_refused(width):
    with pytest.raises(SettingsError, match="choose 400 to 6400"):
        layout(width)


@pytest.mark.parametrize("players", [3, 16, 17, 50])
@pytest.mark.parametrize("room", ["storage", "oxygen"])
def test_a_room_holds_everybody(players, room):
    names = names_of(players)
    crowd = replace(QUIET, standing={room: tuple(names)}, bodies={}, gone={}, journeys=())
    assert drawn(crowd, Cast(names, frozenset(), SHIP))


def test_a_crowd_in_one_corridor_is_drawn_within_the_picture():
    names = names_of(50)
    ways = tuple(Journey(player, "storage", "navigation", 0.25) for player in names)
    assert drawn(replace(QUIET, standing={}, bodies={}, gone={}, journeys=ways), Cast(names, frozenset(), SHIP))


def crowd_on_the_way(game_map, picture):
    """Somebody under way in every corridor."""
    names = names_of(len(game_map.corridors))
    ways = zip(names, game_map.corridors, strict=True)
    journeys = tuple(Journey(player, corridor.a, corridor.b, 1 / 3) for player, corridor in ways)
    canvas = Canvas(Image.new("RGB", (picture.width, picture.height)), typeface())
    where = plan(game_map, picture.width, picture.height)
    return where, parties(canvas, journeys, where, Labels(names, game_map.room_names, typeface()), picture)


def apart(a, b):
    return a.right < b.left or b.right < a.left or a.bottom < b.top or b.bottom < a.top


@pytest.mark.parametrize("name", shipped_maps())
def test_those_who_walk_hide_no_room_no_ticks_and_nobody_else(name):
    where, walking = crowd_on_the_way(load_map(name), layout(1_600).map)
    kept = [*where.rooms.values(), *(badge_box(way, where, typeface()) for way in where.ways)]
    boxes = [party.box for party in walking]
    assert [] == [(box, other) for box in boxes for other in kept if not apart(box, other)]
    assert [] == [pair for pair in combinations(boxes, 2) if not apart(*pair)]


@pytest.mark.parametrize("name", shipped_maps())
def test_the_head_of_a_travellers_arrow_is_seen(name):
    where, walking = crowd_on_the_way(load_map(name), layout(1_600).map)
    hidden = [badge_box(way, where, typeface()) for way in where.ways]
    assert [] == [party for party in walking if any(box.holds(party.tip) for box in (party.box, *hidden))]


@pytest.mark.parametrize("size", [32, 40, 60])
@pytest.mark.parametrize("seat", range(30))
def test_the_number_of_a_sign_keeps_within_its_colour(seat, size):
    plain, numbered = (token(seat, size, numbered=numbered).convert("RGBA") for numbered in (False, True))
    fill = ImageColor.getrgb(LOOK.colour(seat))
    points = [(x, y) for x in range(size) for y in range(size)]
    written = [each for each in points if plain.getpixel(each) != numbered.getpixel(each)]
    assert written
    assert {(*fill, 255)} == {plain.getpixel(each) for each in written}


@pytest.mark.parametrize("name", ["Mia", "Charlie, Duck", "Maximiliane Alexandra, Duck"])
@pytest.mark.parametrize("state", ["lab", "to conservatory", "killed, tick 123"])
def test_a_narrow_row_of_the_roster_keeps_the_tasks_and_the_beginnings(name, state):
    face = typeface()
    shown, told = set_entry(face, name, state, "1/5", 183, 14)
    assert told.endswith("1/5")
    assert (name[:3], state[:3]) == (shown[:3], told[:3])
    assert face.width(shown, 14) + face.width(told, 14) <= 183


@pytest.mark.parametrize(
    ("text", "larger"), [("I scan.", True), ("我在扫描。", True), ("I was in medbay. " * 40, False)]
)
def test_what_is_short_is_set_larger(text, larger):
    parts = layout(1_600, talk=True)
    size, _ = set_rows(typeface(), [Row(text, ())], 1_000, 480, parts.speech.height, parts.text)
    assert larger == (size > parts.text)


@pytest.mark.parametrize("width", [400, 800, 1_600])
@pytest.mark.parametrize("name", shipped_maps())
def test_every_room_of_a_frame_is_named_by_at_least_its_beginning(name, width):
    box, game_map = layout(width, talk=True).map, load_map(name)
    marks = room_marks(game_map, box.width, box.height, typeface(), coded=False).texts
    assert len(marks) == len(set(marks.values()))
    assert [] == [(room, mark) for room, mark in marks.items() if not room.startswith(mark.rstrip("…"))]


def test_rooms_whose_beginnings_are_alike_get_codes():
    rooms = [{"name": f"long_corridor_{end}", "x": 5 * place, "y": 0} for place, end in enumerate("ab")]
    corridor = {"a": rooms[0]["name"], "b": rooms[1]["name"], "weight": 1}
    game_map = parse_map({"name": "two", "rooms": rooms, "corridors": [corridor]})
    assert ["R0", "R1"] == [*room_marks(game_map, 160, 100, typeface(), coded=False).texts.values()]


def test_a_verdict_is_written_in_words():
    judged = Judged("Bob was in medbay", "near_miss", "partial")
    _, (row,) = set_rows(typeface(), [Row("Bob was in medbay.", (judged,))], 560, 480, 400, 20)
    assert "near miss: Bob was in medbay" == " ".join(line for _, line in row.claims)


def test_rooms_and_ways_that_the_map_lacks_do_no_harm():
    lost = replace(
        QUIET,
        standing={"nowhere": ("player_0",)},
        journeys=(Journey("player_1", "nowhere", "medbay", 0.5), Journey("player_2", "oxygen", "navigation", 0.5)),
        bodies={"player_9": "nowhere"},
        steps=(Step("player_0", "oxygen", "navigation"),),
        speech=Speech("player_9", "?", "nowhere", ()),
    )
    assert drawn(lost)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n ",
        "Yes.",
        "I was in medbay. " * 200,
        "我一直在电气室，没有离开过。" * 100,
        "x" * 30_000,
        "\x1b[31m\u202e\x00\ud800",
        "a\n\n\nb",
    ],
)
@pytest.mark.parametrize("claims", [0, 1, 40])
def test_whatever_is_said_finds_its_place(text, claims):
    judged = tuple(Judged("Bob was in medbay", "true", "supported", (9 * each, 9 * each + 5)) for each in range(claims))
    assert drawn(replace(QUIET, speech=Speech("player_0", text, "medbay", judged)))


def test_a_claim_stands_beside_its_sentence():
    text = "Hi there. I was in medbay! Was Bob? 我在医务室。他不在。"
    claims = [
        Judged(word, "true", "supported", (text.index(word), text.index(word) + 2)) for word in ("medbay", "他不在")
    ]
    rows = rows_of(Speech("player_0", text, None, tuple(claims)))
    assert [
        ("Hi there.", ()),
        ("I was in medbay!", (claims[0],)),
        ("Was Bob? 我在医务室。", ()),
        ("他不在。", (claims[1],)),
    ] == [(row.text.strip(), row.judged) for row in rows]


@pytest.mark.parametrize("span", [(-5, 2), (10**9, 10**9 + 1), (3, 1)])
def test_a_claim_with_a_wrong_span_is_not_lost(span):
    claim = Judged("a", "true", "supported", span)
    rows = rows_of(Speech("player_0", "One. Two.", None, (claim,)))
    assert [claim] == [each for row in rows for each in row.judged]


@pytest.mark.parametrize("claims", [1, 20, 200])
def test_every_verdict_is_shown_or_counted(claims):
    judged = tuple(Judged(f"Bob was in medbay at tick {number}", "true", "supported") for number in range(claims))
    parts = layout(1_600, talk=True)
    row = Row("I was in medbay. " * 60, judged)
    _, done = set_rows(typeface(), [row], 560, 480, parts.speech.height - 80, parts.text)
    shown = sum(each is not None for part in done for each, _ in part.claims)
    told = re.search(r"(\d+) more verdicts", done[-1].lines[0])
    assert claims == shown + (int(told[1]) if told else 0)
    assert (claims <= 20) == (told is None)
    assert sum(part.height for part in done) <= parts.speech.height - 80


def test_claims_of_unknown_place_stand_beside_the_whole():
    claims = (Judged("a", "true", "supported"), Judged("b", "false", "refuted", (0, 2)))
    assert [("One. Two.", claims)] == rows_of(Speech("player_0", "One. Two.", None, claims))


def test_the_signs_of_verdicts_differ_without_colour():
    signs = [verdict_sign(bucket, 24).convert("L") for bucket in ("supported", "refuted", "partial", "undecided")]
    shapes = {image.point(lambda value: 255 * (value > 200)).tobytes() for image in signs}
    assert 4 == len(shapes)


def test_a_rulebooks_own_verdict_is_shown_too():
    speech = Speech("player_0", "Yes.", None, (Judged("a", "dubious", "strange"), Judged("b", "no verdict", None)))
    assert drawn(replace(QUIET, speech=speech)) != drawn(replace(QUIET, speech=speech._replace(judged=())))


def test_a_font_of_ones_own_shows_what_the_built_in_one_lacks():
    matplotlib = pytest.importorskip("matplotlib")
    font = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    scene = replace(QUIET, speech=Speech("player_0", "Это не я", "medbay", ()))
    pictures = [draw_frame(scene, CAST, width=SMALL, fonts=fonts) for fonts in ((), (font,))]
    assert ImageChops.difference(*pictures).getbbox() is not None


def test_a_players_frame_is_made_of_its_glance_alone(log):
    timeline, sightings = watch_game(log)
    found = list(glances(log, timeline, sightings, "player_3"))
    assert any(glance.speech for glance in found)
    pictures = {draw_glance(glance, cast_of(log), width=SMALL).tobytes() for glance in found}
    assert 1 < len(pictures)
    other = replace(cast_of(log), ducks=frozenset(["player_3"]))
    first = found[0]
    assert draw_glance(first, other, width=SMALL) == draw_glance(first, cast_of(log), width=SMALL)
