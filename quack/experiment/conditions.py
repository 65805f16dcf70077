"""The conditions of a study: who plays whom, and how the games are set up; lists stand for every combination."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, permutations, product
from pathlib import Path
from typing import Annotated, Any, Literal
from unicodedata import normalize

from pydantic import Field, ValidationError

from quack.agents import AGENTS, seat
from quack.agents.model.asking import SIZE
from quack.errors import QuackError, SettingsError
from quack.experiment.faults import Faults
from quack.experiment.naming import Naming, can_be_called
from quack.experiment.study_file import EVERYWHERE, SHOWN, WHO, Part, StudyFile, near
from quack.game.config import GameSetup
from quack.world.complaints import put_plainly
from quack.world.map import GameMap, load_map, shipped_maps
from quack.world.yaml_file import Key

MOST_CONDITIONS = 10_000
_LONGEST_NAME = 150
"""Bytes of a condition's name: file systems take 255, and drafts have longer names."""


class Manner(Part):
    """What models are shown and told.

    Attributes:
        views: which pictures they are shown.
        language: in which they are asked, and speak.
        prompts: a folder of texts that replace the shipped ones; None for none.
        image_size: of the long side of a picture (pixels).
        font: files of fonts for signs in pictures that the usual one lacks.
    """

    views: Literal["both", "global", "local", "none"] = "both"
    language: Literal["en", "zh"] = "en"
    prompts: str | None = None
    image_size: Annotated[int, Field(ge=256, le=4096)] = SIZE
    font: Annotated[tuple[str, ...], Field(strict=False)] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition: its games differ by their seed only.

    Attributes:
        name: also the folder of its games; one that the study gives it, or made of what it is.
        crew, impostor: the agents of the Geese and of the Ducks, by the names that logs have for them.
        map: the map as the study names it.
        position: which entry of the study's file it comes from.
    """

    name: str
    crew: str
    impostor: str
    setup: GameSetup
    map: str
    manner: Manner
    position: int

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays, each once."""
        return tuple(dict.fromkeys((self.crew, self.impostor)))


def is_scripted(agent: str) -> bool:
    """Whether an agent is one of those that come with the program; any other is a model."""
    return agent.partition(":")[0] in AGENTS


def conditions_of(file: StudyFile, faults: Faults) -> tuple[Condition, ...]:
    """All conditions of a study, in the order of its file.

    Args:
        faults: takes what is wrong: one can't be played, two are the same, or their number is beyond reason.
    """
    faults.attempt(None, _check_models, file)
    faults.attempt(None, _check_setup, file)
    conditions: dict[str, Condition] = {}
    for position in range(len(file.values.conditions)):
        faults.attempt(None, _add, file, position, conditions)
    return tuple(conditions.values())


def _add(file: StudyFile, position: int, conditions: dict[str, Condition]) -> None:
    """Adds the conditions of an entry to those before, which are known by their folders."""
    for condition in _conditions(file, position):
        other = conditions.setdefault(_folded(condition.name), condition)
        if other is not condition:
            what = f"this is the condition {condition.name} a second time"
            if other.name != condition.name or _parts(other) != _parts(condition):
                what = f"two conditions would share the folder {condition.name}"
            remedy = "leave one of them out, or give a model or the condition another name:"
            raise file.fault(what, "conditions", position, remedy=remedy)
        if len(conditions) > MOST_CONDITIONS:
            raise file.fault(f"more than {MOST_CONDITIONS:,} conditions", "conditions", position)


def _folded(name: str) -> str:
    """What names have in common that are one folder's where a file system tells no case and no way of writing é."""
    return normalize("NFC", normalize("NFC", name).casefold())


def _parts(condition: Condition) -> tuple[Any, ...]:
    return condition.crew, condition.impostor, condition.setup, condition.manner


def _check_models(file: StudyFile) -> None:
    seen: dict[str, str] = {}
    for name in file.values.models:
        what = None
        if not name.strip() or name != name.strip() or not name.isprintable() or "/" in name or ":" in name:
            what = f"{name!r} can't be the name of a model: it has a slash, a colon, or spaces at an end"
        elif _folded(name) in AGENTS:
            what = f"{name!r} is the name of a scripted player, or could be taken for it"
        elif seen.setdefault(normalize("NFC", name), name) != name:
            what = f"{name!r} looks the same as the name of another model"
        if what:
            raise file.fault(what, "models", name, remedy="give it another name")


def _check_setup(file: StudyFile) -> None:
    """Refuses lists in the setup."""
    for name, value in file.values.setup.items():
        if isinstance(value, list) and name not in EVERYWHERE:
            remedy = f"put the list into a condition: {{…, {name}: […]}}"
            raise file.fault(f"setup.{name} has to be one value, not a list", "setup", name, remedy=remedy)


def _conditions(file: StudyFile, position: int) -> Iterator[Condition]:
    """The conditions of one entry."""
    entry = file.values.conditions[position]
    place: tuple[Key, ...] = ("conditions", position)
    varied = {name: _several(file, value, *place, name) for name, value in entry.items() if name not in ("name", *WHO)}
    players = list(islice(_players(file, entry, place), MOST_CONDITIONS + 1))
    naming = Naming(_own_name(file, entry, *place), players, [key for key in varied if len(varied[key]) > 1])
    for crew, impostor in players:
        for values in product(*varied.values()):
            given = dict(zip(varied, values, strict=True))
            yield _condition(file, position, naming.name(crew, impostor, given), (crew, impostor), given)


def _own_name(file: StudyFile, entry: Mapping[str, Any], *place: Key) -> str | None:
    """The name that a condition is given; that of its folder."""
    if "name" not in entry:
        return None
    name = entry["name"]
    if not isinstance(name, str) or not can_be_called(name):
        remedy = "letters and digits, with _ . + or - between them, and no file's ending"
        raise file.fault(f"no condition can be called {name!r}", *place, "name", remedy=remedy)
    return name


def _several(file: StudyFile, value: object, *keys: Key) -> list[Any]:
    """The values that a condition gives a key."""
    values = value if isinstance(value, list) else [value]
    if not values:
        raise file.fault(f"{keys[-1]} is an empty list", *keys, remedy="name one value or more")
    if any(isinstance(one, list) for one in values):
        raise file.fault(f"{keys[-1]} has a list in its list", *keys)
    return values


def _players(file: StudyFile, entry: Mapping[str, Any], place: tuple[Key, ...]) -> Iterator[tuple[str, str]]:
    """Geese and Ducks of an entry's conditions."""
    ways = [name for name in ("homogeneous", "pairs") if name in entry]
    if "crew" in entry or "impostor" in entry:
        ways.append("crew")
    if len(ways) != 1 or (ways == ["crew"] and not {"crew", "impostor"} <= entry.keys()):
        what = "a condition says who plays in one of three ways"
        raise file.fault(what, *place, remedy="homogeneous: […], pairs: […], or crew and impostor")
    names = {name: _agents(file, entry[name], *place, name) for name in WHO if name in entry}
    if ways == ["homogeneous"]:
        yield from ((name, name) for name in names["homogeneous"])
    elif ways == ["pairs"]:
        if len(set(names["pairs"])) < 2:
            raise file.fault("pairs needs two players or more", *place, "pairs", remedy="name them in a list")
        yield from permutations(names["pairs"], 2)
    else:
        yield from product(names["crew"], names["impostor"])


def _agents(file: StudyFile, value: object, *keys: Key) -> list[str]:
    names = _several(file, value, *keys)
    for name in names:
        if not isinstance(name, str) or not name.strip():
            remedy = "put it into quotes if it looks like anything else"
            raise file.fault(f"{keys[-1]}: {name!r} is no name of a player", *keys, remedy=remedy)
        _check_agent(file, name, *keys)
    if len(set(names)) < len(names):
        raise file.fault(f"{keys[-1]} names a player twice", *keys, remedy="name each once")
    return names


def _check_agent(file: StudyFile, name: str, *keys: Key) -> None:
    models = file.values.models
    provider, slash, model = name.partition("/")
    if name in models or (slash and provider and model and name.isprintable() and " " not in name):
        return
    if not is_scripted(name):
        what = f"there is no player {name!r}"
        remedy = near(name, (*models, *AGENTS))
        if remedy.startswith("it can be"):
            remedy += "; a name under models:, or a model by litellm's name, such as openai/gpt-5"
        raise file.fault(what, *keys, remedy=remedy)
    try:
        seat(name)
    except SettingsError as error:
        raise file.fault(error.what, *keys, remedy=str(error.remedy)) from None


def _condition(
    file: StudyFile, position: int, name: str, players: tuple[str, str], given: Mapping[str, Any]
) -> Condition:
    values = {**file.values.setup, **given}

    def keys(name: str) -> tuple[Key, ...]:
        return ("conditions", position, name) if name in given else ("setup", name)

    shown = (*SHOWN, "font")
    manner = _manner(file, {key: values[key] for key in shown if key in values}, keys)
    named = values.get("map", "simple_ship")
    game_map = _map(file, named, *keys("map"))
    played = {key: value for key, value in values.items() if key not in (*shown, "map")}
    try:
        setup = GameSetup.of({**played, "map": game_map})
    except QuackError as error:
        named_there = [key for key in played if key.replace("_", "-") in error.what]
        guilty = max(named_there, key=len, default="map")
        what, remedy = _as_keys(error.what), _as_keys(error.remedy or "")
        raise file.fault(
            what, *(keys(guilty) if guilty in values else ("conditions", position)), remedy=remedy
        ) from None
    if len(name.encode()) > _LONGEST_NAME:
        what = f"its name is too long for a folder: {name[:60]}…"
        raise file.fault(what, "conditions", position, remedy="give it a shorter name: of its own")
    return Condition(name, *players, setup, str(named), manner, position)


def _as_keys(text: str) -> str:
    """What is said of options of the command line, said of keys of the file."""
    text = re.sub(r"--([a-z-]+) (\d+)", lambda found: f"{found[1].replace('-', '_')}: {found[2]}", text)
    return re.sub(r"--([a-z-]+)", lambda found: found[1].replace("-", "_"), text)


def _manner(file: StudyFile, values: Mapping[str, Any], keys: Callable[[str], tuple[Key, ...]]) -> Manner:
    if isinstance(values.get("font"), str):
        values = {**values, "font": [values["font"]]}
    try:
        manner = Manner.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0])
        if first["type"] == "literal_error":
            words = str(first["ctx"]["expected"]).replace("'", "")
            raise file.fault(f"{name} has to be {words}, not {first['input']!r}", *keys(name)) from None
        raise file.fault(f"{name} {put_plainly(first)}", *keys(name)) from None
    if manner.prompts is not None and not os.path.isdir(file.place(manner.prompts)):
        remedy = "name a folder; its place is relative to the study's"
        raise file.fault(f"prompts: there is no folder {manner.prompts!r}", *keys("prompts"), remedy=remedy)
    for font in manner.font:
        if not os.path.isfile(file.place(font)):
            remedy = "name a file of a font; its place is relative to the study's"
            raise file.fault(f"font: there is no file {font!r}", *keys("font"), remedy=remedy)
    return manner


def _map(file: StudyFile, named: object, *keys: Key) -> GameMap:
    if not isinstance(named, str) or not named:
        raise file.fault("map has to be the name of a map, or a file", *keys, remedy=near(named, shipped_maps()))
    if named in shipped_maps():
        return load_map(named)
    path = file.place(named)
    try:
        return _read_map(path, path.stat().st_mtime_ns)
    except (OSError, ValueError):
        remedy = f"{near(named, shipped_maps())}; or the path of a YAML file, relative to the study's"
        raise file.fault(f"there is no map {named!r}", *keys, remedy=remedy) from None


@lru_cache
def _read_map(path: Path, written: int) -> GameMap:
    """The map in a file as it was written at some time: many conditions may share it."""
    return load_map(path)
