"""Whatever stands in the file of a study, it is a study or refused in one line."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from quack.errors import QuackError
from quack.experiment import read_plan

BASE: dict[str, Any] = {
    "name": "fuzzed",
    "seeds": [1, "2-3"],
    "models": {"mine": {"model": "openai/x", "temperature": 1.0}},
    "limits": {"openai": {"concurrency": 4}},
    "games_at_once": 2,
    "budget": {"usd": 1.0, "tokens": 5},
    "setup": {"players": 6, "map": "simple_ship", "views": "none"},
    "conditions": [{"pairs": ["mine", "blunt"]}, {"crew": "honest", "impostor": ["mine"], "ticks": [9, 8]}],
    "audit": {"rulebook": "observed", "extractor": "offline"},
}

words = st.sampled_from(
    "mine honest random openai/x both none zh 1-3 .. / manor observed players map \x1b[2J \u202e \x00 é 😀".split()
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words | st.text(max_size=5) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words | st.integers(), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, *keys: Any) -> list[tuple[Any, ...]]:
    """Where something stands in the base."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [keys, *(place for key, part in parts for place in places(part, *keys, key))]


def changed(value: Any, keys: tuple[Any, ...], new: Any) -> Any:
    """The base with another value at a place."""
    if not keys:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[keys[0]] = changed(value[keys[0]], keys[1:], new)
    return copy


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "study.yaml"


@settings(deadline=None, max_examples=100)
@given(place=st.sampled_from(places(BASE)), value=values)
def test_any_value_at_any_place_makes_a_study_or_one_line(path: Path, place: tuple[Any, ...], value: Any) -> None:
    path.write_text(yaml.safe_dump(changed(BASE, place, value), allow_unicode=True), encoding="utf-8")
    try:
        read_plan(path)
    except QuackError as error:
        assert str(error).isprintable()


@settings(deadline=None, max_examples=100)
@given(text=st.binary(max_size=60) | st.text("{}[]:,-&*!|>'\"#\n abc1", max_size=60).map(str.encode))
def test_any_bytes_make_a_study_or_one_line(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    with suppress(QuackError):
        read_plan(path)
