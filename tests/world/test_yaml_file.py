"""YAML files say where their values stand."""

from __future__ import annotations

import pytest

from quack.errors import SettingsError
from quack.world.yaml_file import Kind, parse_yaml, read_yaml

KIND = Kind(SettingsError, "the study", "name a file", "mend it")
TEXT = b"""name: one
seeds: [1,
  2]
models:
  mine:
    model: openai/x
conditions:
  - crew: honest
    impostor: blunt
  - {crew: mine}
"""


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ((), 1),
        (("name",), 1),
        (("seeds", 1), 3),
        (("models", "mine", "model"), 6),
        (("conditions", 0, "impostor"), 9),
        (("conditions", 1), 10),
        (("conditions", 1, "gone"), 10),
        (("gone", "too"), 1),
    ],
)
def test_a_value_has_the_line_of_its_key_and_what_is_not_there_that_of_its_whole(keys, line):
    assert line == parse_yaml(TEXT, "x.yaml", KIND).line(*keys)


def test_a_key_that_stands_twice_in_one_place_is_found_with_the_line_of_the_second():
    file = parse_yaml(b"a: {x: 1, y: 2}\nb:\n  - c: 1\n    d: 2\n    c: 3\n", "x.yaml", KIND)
    assert ("c", 5) == file.repeated()


@pytest.mark.parametrize("text", [b"", b"a: 1\nb: {a: 1}\n", b"a: &x [1]\nb: *x\n"])
def test_nothing_is_repeated_where_every_key_stands_once(text):
    assert parse_yaml(text, "x.yaml", KIND).repeated() is None


def test_an_empty_file_holds_nothing_and_has_no_lines():
    file = parse_yaml(b"", "x.yaml", KIND)
    assert (None, None) == (file.data, file.line("name"))


def test_what_is_no_yaml_is_refused_with_its_line_and_the_errors_of_its_kind(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text("name: one\nseeds: [1,\n")
    with pytest.raises(SettingsError, match=r"x\.yaml:3:1: not YAML: .*; mend it"):
        read_yaml(path, KIND)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(SettingsError, match="can't read the study: No such file or directory; name a file"):
        read_yaml(tmp_path / "gone.yaml", KIND)


def test_a_file_that_is_too_long_is_refused(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(SettingsError, match="the study is longer than 1000000 bytes; mend it"):
        read_yaml(path, KIND)


BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BOMB, r"x\.yaml:7: names \(&\) that are used again \(\*\) make more than 1,000,000 values of this; mend it"),
        (
            BOMB.replace("[", "{<<: [").replace("]", "]}").replace("[x, x]", "[{k: 1}]"),
            "make more than 1,000,000 values",
        ),
        ("b: 1\na: &x\n  - *x\n", r"x\.yaml:2: this value is a part of itself: its name \(&\) is used"),
    ],
    ids=["lists", "merged keys", "itself"],
)
def test_aliases_that_stand_for_more_than_can_be_used_are_refused(text, told):
    with pytest.raises(SettingsError, match=told):
        parse_yaml(text.encode(), "x.yaml", KIND)


@pytest.mark.parametrize("number", ["010", "1:30", "-0_7", "1:30.5"])
def test_a_number_that_yaml_reads_as_another_one_is_refused_with_its_line(number):
    with pytest.raises(SettingsError, match=rf"x\.yaml:2: {number} is another number in YAML than it looks like"):
        parse_yaml(f"a: 1\nb: [{number}]\n".encode(), "x.yaml", KIND)


@pytest.mark.parametrize("number", ["0", "10", "0.5", "-3", "1e3", "0x1F", "'010'", "'1:30'"])
def test_other_numbers_and_words_are_read(number):
    assert [] != parse_yaml(f"[{number}]".encode(), "x.yaml", KIND).data
