"""What is wrong with the file of a study is said in one line, with the line it stands on and what to do."""

from __future__ import annotations

import pytest

from quack.errors import QuackError, SettingsError
from quack.experiment import read_plan

PLAYED = "seeds: 1\nconditions: [{homogeneous: random}]"

FAULTS = {
    "no YAML": ("seeds: [1,", "study.yaml:4:1: not YAML: "),
    "an unknown key": (f"{PLAYED}\nsede: 1", "study.yaml:5: sede is not known; did you mean seeds?"),
    "a key of the budget": (
        f"{PLAYED}\nbudget:\n  usd: 1\n  token: 5",
        "7: budget.token is not known; did you mean tokens?",
    ),
    "a key of a model": (
        f"{PLAYED}\nmodels:\n  mine: {{model: openai/x, temprature: 1}}",
        "study.yaml:6: models.mine.temprature is not known; did you mean temperature?",
    ),
    "a key of the setup": (f"{PLAYED}\nsetup: {{player: 6}}", "5: 'player' is not known here; did you mean players?"),
    "a key of a condition": (
        "seeds: 1\nconditions:\n  - {homogeneous: random}\n  - {homogenous: random}",
        "study.yaml:6: 'homogenous' is not known here; did you mean homogeneous?",
    ),
    "a key that stands twice": (
        f"{PLAYED}\nseeds: 2",
        "study.yaml:5: 'seeds' stands here twice; leave one of them out",
    ),
    "seeds that are misspelt": (
        "seed: 1\nconditions: [{homogeneous: random}]",
        "study.yaml:3: seed is not known; did you mean seeds?",
    ),
    "a key of a price": (
        f"{PLAYED}\nmodels:\n  mine: {{model: openai/x, price: {{input: 1, outptu: 2}}}}",
        "study.yaml:6: models.mine.price.outptu is not known; did you mean output?",
    ),
    "a wait without end": (
        f"{PLAYED}\nmodels: {{mine: {{model: openai/x, timeout: .inf}}}}",
        "5: models.mine.timeout has to be ",
    ),
    "more requests than anybody makes": (
        f"{PLAYED}\nlimits: {{openai: {{concurrency: 1000000000000}}}}",
        "5: limits.openai.concurrency has to be 999,999,999 or less, not 1000000000000",
    ),
    "a price below nothing": (
        f"{PLAYED}\nmodels: {{mine: {{model: openai/x, price: {{input: -1, output: 2}}}}}}",
        "5: models.mine.price.input has to be 0.0 or more, not -1",
    ),
    "what is of all conditions in one": (
        "seeds: 1\nconditions: [{homogeneous: random, names: [A, B]}]",
        "4: 'names' is not known here; put it into setup:, for all conditions",
    ),
    "too few names": (f"{PLAYED}\nsetup: {{names: [A, B]}}", "2 names for 6 players; name them otherwise"),
    "a font that is nowhere": (f"{PLAYED}\nsetup: {{font: [mine.ttf]}}", "5: font: there is no file 'mine.ttf'"),
    "a font that is no path": (f"{PLAYED}\nsetup: {{font: 5}}", "5: font has to be a list"),
    "a name that no folder can have": (
        "seeds: 1\nconditions:\n  - {name: ../up, homogeneous: random}",
        "study.yaml:5: no condition can be called '../up'; letters and digits",
    ),
    "a name that a file has": (
        "seeds: 1\nconditions:\n  - {name: study.json, homogeneous: random}",
        "study.yaml:5: no condition can be called 'study.json'",
    ),
    "a name twice": (
        "seeds: 1\nconditions:\n  - {name: one, homogeneous: random}\n  - {name: One, homogeneous: blunt}",
        "study.yaml:6: two conditions would share the folder One; leave one of them out",
    ),
    "several faults": (
        "seeds: a few\nsetup: {map: manro}\nconditions: [{homogeneous: honset}]\naudit: {rulebook: observde}",
        "study.yaml:3: seeds: they have to be a number, a range such as 1-5, or a list of them; ",
    ),
    "several keys": (
        f"{PLAYED}\nsetup: {{player: 6}}\nbudget: {{token: 5}}\nsede: 1",
        "5: 'player' is not known here; did you mean players?; more is wrong on lines 6, 7",
    ),
    "no seeds": ("conditions: [{homogeneous: random}]", "study.yaml:1: seeds is missing"),
    "seeds that are none": (
        "seeds: a few\nconditions: [{homogeneous: random}]",
        "study.yaml:3: seeds: they have to be",
    ),
    "no conditions": ("seeds: 1\nconditions: []", "study.yaml:4: conditions has to hold one or more"),
    "conditions that are no list": ("seeds: 1\nconditions: {homogeneous: random}", "4: conditions has to be a list"),
    "a condition that is none": ("seeds: 1\nconditions: [random]", "4: conditions.0 has to be keys and their values"),
    "an unknown player": (
        "seeds: 1\nconditions: [{homogeneous: honset}]",
        "study.yaml:4: there is no player 'honset'; did you mean honest?",
    ),
    "an unknown model": (
        "seeds: 1\nmodels:\n  mine: {model: openai/x}\nconditions: [{crew: random, impostor: mien}]",
        "study.yaml:6: there is no player 'mien'; did you mean mine?",
    ),
    "a player unlike any": (
        "seeds: 1\nconditions: [{homogeneous: zzz}]",
        "4: there is no player 'zzz'; it can be: random, honest, blunt, subtle; a name under models:, or a model by",
    ),
    "a player's wrong parameter": (
        "seeds: 1\nconditions: [{homogeneous: 'honest:9'}]",
        "4: the agent 'honest:9' can't",
    ),
    "a player that is a number": (
        "seeds: 1\nconditions: [{homogeneous: [1]}]",
        "4: homogeneous: 1 is no name of a player",
    ),
    "a player twice": (
        "seeds: 1\nconditions: [{homogeneous: [random, random]}]",
        "4: homogeneous names a player twice",
    ),
    "a pair of one": ("seeds: 1\nconditions: [{pairs: [random]}]", "4: pairs needs two players or more"),
    "nobody to play": ("seeds: 1\nconditions: [{players: 6}]", "4: a condition says who plays in one of three ways"),
    "half of who plays": (
        "seeds: 1\nconditions: [{crew: random}]",
        "4: a condition says who plays in one of three ways",
    ),
    "two ways of saying it": (
        "seeds: 1\nconditions: [{homogeneous: random, pairs: [random, blunt]}]",
        "study.yaml:4: a condition says who plays in one of three ways; homogeneous: […], pairs: […], or crew",
    ),
    "an unknown map": (f"{PLAYED}\nsetup: {{map: manro}}", "5: there is no map 'manro'; did you mean manor?"),
    "a map that is none": (f"{PLAYED}\nsetup: {{map: 5}}", "study.yaml:5: map has to be the name of a map, or a file"),
    "a list in the setup": (
        f"{PLAYED}\nsetup:\n  map: [manor, outpost]",
        "study.yaml:6: setup.map has to be one value, not a list; put the list into a condition: {…, map: […]}",
    ),
    "a list in a list": (
        "seeds: 1\nconditions: [{homogeneous: random, players: [[6]]}]",
        "4: players has a list in its list",
    ),
    "an empty list": ("seeds: 1\nconditions: [{homogeneous: random, players: []}]", "4: players is an empty list"),
    "too many Ducks": (
        "seeds: 1\nsetup:\n  ticks: 30\n  ducks: 3\nconditions: [{homogeneous: random, players: [6, 8]}]",
        "3 of 6 players can't be Ducks: there have to be more Geese; ducks: 2 or players: 7",
    ),
    "no ticks": (f"{PLAYED}\nsetup: {{task_ticks: 3, ticks: 0}}", "5: ticks has to be 1 or more, not 0; leave it out"),
    "too many tasks": (f"{PLAYED}\nsetup: {{tasks: 90}}", "5: the map 'simple_ship' has 9 tasks, not 90; tasks: 9"),
    "unknown views": (
        "seeds: 1\nconditions: [{homogeneous: openai/x, views: [both, all]}]",
        "study.yaml:4: views has to be both, global, local or none, not 'all'",
    ),
    "an unknown language": (
        "seeds: 1\nsetup: {language: de}\nconditions: [{homogeneous: openai/x}]",
        "4: language has to",
    ),
    "prompts that are nowhere": (f"{PLAYED}\nsetup: {{prompts: mine}}", "5: prompts: there is no folder 'mine'"),
    "a condition twice": (
        "seeds: 1\nconditions:\n  - homogeneous: [random, blunt]\n  - {crew: blunt, impostor: blunt}",
        "study.yaml:6: this is the condition homogeneous_blunt a second time; leave one of them out",
    ),
    "two conditions of one folder": (
        "seeds: 1\nmodels: {'a b': {model: openai/x}, a-b: {model: openai/y}}\n"
        "conditions: [{homogeneous: ['a b', a-b]}]",
        "study.yaml:5: two conditions would share the folder homogeneous_a-b; leave one of them out, or give a model",
    ),
    "a name too long for a folder": (
        f"seeds: 1\nconditions: [{{homogeneous: openai/{'x' * 200}}}]",
        "4: its name is too long for a folder: homogeneous_openai-xxx",
    ),
    "a study without a folder": ("", ""),
    "a model called like a player": (
        f"{PLAYED}\nmodels: {{honest: {{model: openai/x}}}}",
        "study.yaml:5: 'honest' is the name of a scripted player, or could be taken for it; give it another name",
    ),
    "a model called like a player but for its case": (
        f"{PLAYED}\nmodels: {{Random: {{model: openai/x}}}}",
        "study.yaml:5: 'Random' is the name of a scripted player, or could be taken for it",
    ),
    "two names that are written in two ways": (
        'models: {"\\u00e9": {model: openai/a}, "e\\u0301": {model: openai/b}}\n'
        'seeds: 1\nconditions: [{homogeneous: ["\\u00e9", "e\\u0301"]}]',
        "looks the same as the name of another model; give it another name",
    ),
    "a model that can't be called so": (
        f"{PLAYED}\nmodels: {{a/b: {{model: openai/x}}}}",
        "5: 'a/b' can't be the name of",
    ),
    "a model without its name": (f"{PLAYED}\nmodels:\n  mine: {{}}", "study.yaml:6: models.mine.model is missing"),
    "limits of nobody": (
        f"{PLAYED}\nmodels: {{mine: {{model: openai/x}}}}\nlimits:\n  opanai: {{concurrency: 1}}",
        "study.yaml:7: limits: no model of the study is opanai's; did you mean openai?",
    ),
    "no games at once": (f"{PLAYED}\ngames_at_once: 0", "study.yaml:5: games_at_once has to be 1 or more, not 0"),
    "a budget that is none": (
        f"{PLAYED}\nbudget: {{usd: -1}}",
        "study.yaml:5: budget.usd has to be 0.0 or more, not -1",
    ),
    "an unknown rulebook": (f"{PLAYED}\naudit:\n  rulebook: observde", "study.yaml:6: audit.rulebook: "),
    "an unknown extractor": (
        f"{PLAYED}\naudit: {{extractor: mine}}",
        "study.yaml:5: audit.extractor: no extractor mine",
    ),
    "too many games": (
        "seeds: 1-100000\nconditions: [{homogeneous: [random, honest, blunt, subtle], ticks: [9, 8, 7]}]",
        "study.yaml:3: more than 1,000,000 games; name fewer seeds",
    ),
}
del FAULTS["a study without a folder"]


@pytest.mark.parametrize(("text", "told"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_in_one_line_with_its_place_and_a_remedy(write, text, told):
    with pytest.raises(QuackError) as error:
        read_plan(write(text))
    line = str(error.value)
    assert told in line
    assert "; " in line
    assert "\n" not in line


@pytest.mark.parametrize("text", ["", "[1, 2]", "just words", "3"])
def test_a_file_without_keys_and_values_is_no_study(tmp_path, text):
    path = tmp_path / "study.yaml"
    path.write_text(text)
    with pytest.raises(SettingsError, match=r"not a study: it has no keys and values; .* quack experiment example"):
        read_plan(path)


@pytest.mark.parametrize("name", ["../up", "a/b", "..", "."])
def test_a_study_without_a_folder_is_not_called_what_no_folder_can_be(tmp_path, name):
    path = tmp_path / "study.yaml"
    path.write_text(f"name: '{name}'\n{PLAYED}\n")
    with pytest.raises(SettingsError, match=r"study\.yaml:1: no folder can be called .*; name one with out:"):
        read_plan(path)


def test_a_study_without_a_folder_goes_by_its_name_beside_its_file(tmp_path):
    path = tmp_path / "study.yaml"
    path.write_text(f"name: mine\n{PLAYED}\n")
    assert tmp_path / "runs/mine" == read_plan(path).out


def test_a_file_that_refers_to_itself_is_refused_and_not_walked_for_ever(write):
    with pytest.raises(SettingsError, match=r"study\.yaml:\d+: "):
        read_plan(write("seeds: 1\nconditions: &all\n  - *all"))


def test_a_file_whose_references_multiply_is_refused_at_once(write):
    bomb = "\n".join(f"  x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9)}]" for n in range(1, 30))
    with pytest.raises(SettingsError, match=r"used again .* make more than 1,000,000 values"):
        read_plan(write(f"seeds: 1\nsetup:\n  x0: &x0 [1]\n{bomb}\nconditions: [{{homogeneous: random}}]"))


KEY = "sk-abcdefghijklmnop1234567890"
PASTED = {
    "a temperature": f"{PLAYED}\nmodels: {{m: {{model: openai/x, temperature: {KEY}}}}}",
    "a model": f"{PLAYED}\nmodels: {{m: {KEY}}}",
    "a player": f"seeds: 1\nconditions: [{{crew: {KEY}, impostor: honest}}]",
    "an extractor": f"{PLAYED}\naudit: {{extractor: {KEY}}}",
    "views": f"{PLAYED}\nsetup: {{views: {KEY}}}",
    "an unknown key": f"{PLAYED}\nsetup: {{{KEY}: 1}}",
    "a rulebook": f"{PLAYED}\naudit: {{rulebook: {KEY}}}",
    "seeds": f"seeds: {KEY}\nconditions: [{{homogeneous: honest}}]",
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_a_key_in_the_place_of_a_value_is_not_repeated(write, text):
    with pytest.raises(QuackError) as error:
        read_plan(write(text))
    assert "abcdefgh" not in str(error.value)


LONG = {
    "a folder of prompts": (
        f"seeds: 1\nconditions: [{{homogeneous: honest, prompts: {'p' * 5000}}}]",
        "study.yaml:4: ",
    ),
    "a rulebook": (f"{PLAYED}\naudit: {{rulebook: {'a/' * 3000}}}", "study.yaml:5: audit.rulebook: 'a/a"),
    "a map": (f"{PLAYED}\nsetup: {{map: {'m' * 5000}}}", "study.yaml:5: there is no map 'mmm"),
    "a player": (f"seeds: 1\nconditions: [{{homogeneous: [[{'x, ' * 5000}]]}}]", "study.yaml:4: "),
}


@pytest.mark.parametrize(("text", "told"), LONG.values(), ids=LONG)
def test_however_long_a_value_is_what_is_said_of_it_is_short_and_has_the_line(write, text, told):
    with pytest.raises(QuackError) as error:
        read_plan(write(text))
    assert told in str(error.value)
    assert len(str(error.value)) < 1200


def test_a_folder_that_none_can_be_is_refused_with_its_line(tmp_path):
    path = tmp_path / "study.yaml"
    path.write_text(f'name: small\nout: "a\\0b"\n{PLAYED}\n')
    with pytest.raises(SettingsError, match=r"study.yaml:2: out: no folder can be called 'a.x00b'; name another"):
        read_plan(path)
