"""What conditions a study has, and what they are called."""

from __future__ import annotations

import hashlib

import pytest

from quack.agents.play import opening_line
from quack.experiment import read_plan
from quack.experiment.conditions import Manner
from quack.experiment.kept_plan import plan_json


def names(plan):
    return [condition.name for condition in plan.conditions]


def test_a_homogeneous_condition_for_each_player(read):
    plan = read("seeds: 1\nconditions: [{homogeneous: [random, 'honest:0.1']}]")
    assert ["homogeneous_random", "homogeneous_honest-0.1"] == names(plan)
    assert ("honest:0.1", "honest:0.1") == (plan.conditions[1].crew, plan.conditions[1].impostor)


def test_pairs_are_every_ordered_pair_of_different_players(read):
    plan = read("seeds: 1\nconditions: [{pairs: [random, blunt, subtle]}]")
    assert [
        "geese_random_duck_blunt",
        "geese_random_duck_subtle",
        "geese_blunt_duck_random",
        "geese_blunt_duck_subtle",
        "geese_subtle_duck_random",
        "geese_subtle_duck_blunt",
    ] == names(plan)


def test_lists_stand_for_every_combination_and_names_say_what_varies(read):
    plan = read("seeds: 1\nconditions: [{crew: [random, honest], impostor: blunt, map: [manor, outpost], players: 8}]")
    assert [
        "geese_random_duck_blunt_map_manor_players_8",
        "geese_random_duck_blunt_map_outpost_players_8",
        "geese_honest_duck_blunt_map_manor_players_8",
        "geese_honest_duck_blunt_map_outpost_players_8",
    ] == names(plan)
    assert ["manor", "outpost"] == [condition.setup.map.name for condition in plan.conditions[:2]]


def test_what_models_are_shown_and_told_varies_too(read):
    plan = read(
        "seeds: 1\nconditions: [{crew: honest, impostor: openai/gpt-5.5, views: [both, none], language: [en, zh]}]"
    )
    assert "geese_honest_duck_openai-gpt-5.5_views_none_language_zh" == names(plan)[3]
    assert ("none", "zh") == (plan.conditions[3].manner.views, plan.conditions[3].manner.language)


NAMED = {
    "alone": ("crew: random, impostor: blunt, ticks: 9", ["mine"]),
    "values": ("crew: random, impostor: blunt, ticks: [9, 8], players: 4", ["mine_ticks_9", "mine_ticks_8"]),
    "Ducks": ("crew: random, impostor: [blunt, subtle]", ["mine_duck_blunt", "mine_duck_subtle"]),
    "Geese": ("crew: [random, 'honest:0.1'], impostor: blunt", ["mine_geese_random", "mine_geese_honest-0.1"]),
    "homogeneous": ("homogeneous: [random, blunt]", ["mine_random", "mine_blunt"]),
    "pairs": ("pairs: [random, blunt]", ["mine_geese_random_duck_blunt", "mine_geese_blunt_duck_random"]),
}


@pytest.mark.parametrize(("entry", "called"), NAMED.values(), ids=NAMED)
def test_a_name_of_ones_own_is_the_whole_name_or_its_beginning_where_there_are_several(read, entry, called):
    assert called == names(read(f"seeds: 1\nconditions: [{{name: mine, {entry}}}]"))


def test_players_are_called_as_the_setup_says(read):
    plan = read("seeds: 1\nsetup: {players: 3, names: [Ann, Bo, Cy]}\nconditions: [{homogeneous: random}]")
    assert ["Ann", "Bo", "Cy"] == list(plan.order(plan.conditions[0]).setup.seats.values())


@pytest.mark.parametrize("font", ["own.ttf", "[own.ttf]"])
def test_fonts_lie_beside_the_study_and_their_content_is_part_of_the_plan(read, tmp_path, font):
    (tmp_path / "own.ttf").write_bytes(b"signs")
    plan = read(f"seeds: 1\nsetup: {{font: {font}}}\nconditions: [{{homogeneous: openai/x, views: [both, none]}}]")
    assert (tmp_path / "own.ttf",) == plan.order(plan.conditions[0]).table.fonts
    kept = [parts["models"].get("font") for parts in plan_json(plan)["conditions"].values()]
    assert [[hashlib.sha256(b"signs").hexdigest()], None] == kept


def test_a_condition_says_otherwise_than_the_setup(read):
    plan = read("seeds: 1\nsetup: {players: 8, ducks: 2}\nconditions: [{homogeneous: random, ducks: [1, 3]}]")
    assert [(8, 1), (8, 3)] == [(one.setup.players, one.setup.ducks) for one in plan.conditions]


def test_a_player_of_the_same_name_on_both_sides_is_homogeneous(read):
    assert ["homogeneous_random"] == names(read("seeds: 1\nconditions: [{crew: random, impostor: random}]"))


def test_a_hostile_name_stays_one_folder(read):
    plan = read("seeds: 1\nmodels: {'..\\..': {model: openai/x}}\nconditions: [{homogeneous: '..\\..'}]")
    assert ["homogeneous_..-.."] == names(plan)


def test_a_map_lies_beside_the_study(read, tmp_path):
    from quack.world.map import shipped_text

    (tmp_path / "own.yaml").write_text(shipped_text("outpost").replace("name: outpost", "name: own"))
    plan = read("seeds: 1\nsetup: {map: own.yaml}\nconditions: [{homogeneous: random}]")
    assert "own" == plan.conditions[0].setup.map.name


def test_a_wrong_map_is_named_with_its_own_line(write, tmp_path):
    from quack.errors import MapError

    (tmp_path / "own.yaml").write_text("name: own\nrooms: [\n")
    with pytest.raises(MapError, match=r"own\.yaml:3:1: not YAML"):
        read_plan(write("seeds: 1\nsetup: {map: own.yaml}\nconditions: [{homogeneous: random}]"))


def test_games_are_planned_seed_by_seed_in_folders_of_two_digits(read):
    plan = read("seeds: [100, 2]\nconditions: [{homogeneous: [random, blunt]}]")
    assert [
        "homogeneous_random/seed02",
        "homogeneous_blunt/seed02",
        "homogeneous_random/seed100",
        "homogeneous_blunt/seed100",
    ] == [game.name for game in plan.games]


def test_the_same_seed_is_the_same_initial_state_in_all_conditions_of_one_setup(read):
    import json

    plan = read(
        "seeds: 1-3\nconditions: [{pairs: [random, blunt, honest]}, {homogeneous: openai/x, views: [none, both]}]"
    )
    for seed in plan.seeds:
        states = set()
        for game in (game for game in plan.games if game.seed == seed):
            data = json.loads(opening_line(plan.order(game.condition), seed))["data"]
            states.add(json.dumps([data["initial_state"], data["players"], data["seed"]]))
        assert 1 == len(states)


def test_pictures_are_as_large_as_they_can_be_drawn():
    from quack.render.views import LARGEST, SMALLEST

    bounds = {
        name: getattr(one, name)
        for one in Manner.model_fields["image_size"].metadata
        for name in ("ge", "le")
        if hasattr(one, name)
    }
    assert {"ge": SMALLEST, "le": LARGEST} == bounds
