"""The file of a study: YAML that says what is to be played, by whom, how often, and at what cost.

    name: first_study
    out: runs/first_study            # relative to this file; runs/<name> if left out
    seeds: 1-5                       # a number, a range, or a list of them
    models:                          # names for models, and how they are asked; litellm's names need none
      mine: {model: openai/my-model, api_base: http://127.0.0.1:8080/v1, temperature: 1.0, max_tokens: 1000,
             price: {input: 0.5, output: 1.5}}   # dollars for a million tokens, where litellm knows no price
    limits:                          # by provider: what stands before the slash
      openai: {concurrency: 4, requests_per_minute: 60}
    games_at_once: 4
    budget: {usd: 5.0, tokens: 2000000}
    setup: {players: 6, ducks: 1, map: simple_ship}
    conditions:
      - homogeneous: [mine, honest]                      # a condition for each
      - pairs: [mine, subtle]                            # every ordered pair
      - {crew: honest, impostor: mine, views: [both, none]}   # lists: every combination
      - {name: zh, crew: honest, impostor: mine, language: zh}   # a name of one's own, for the folder and in tables
    audit: {rulebook: observed, extractor: offline}

`setup` and conditions take what a game is set up with (players, ducks, map, ticks, tasks, task_ticks, kill_cooldown,
first_kill, meetings, discussion_rounds) and what models are shown and told (views, language, prompts, image_size).
`setup` alone takes `names`, of the players in seat order, and `font`, a file or several for signs in pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from quack.errors import SettingsError
from quack.experiment.faults import Faults, fault
from quack.game.config import GameSetup
from quack.settings import DEFAULT_RULEBOOK, LONGEST_WAIT, MOST
from quack.world.complaints import put_plainly
from quack.world.yaml_file import Key, Kind, YamlFile, read_yaml

MEND = "mend the study; quack experiment example prints one that is right"
_STUDY = Kind(SettingsError, "the study", "name the file of a study; quack experiment example prints one", MEND)


class Part(BaseModel):
    """What all parts of a study's file have in common: values of the right type, and no unknown keys."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)


_Text = Annotated[str, Field(min_length=1, pattern=r"\S")]


class PriceEntry(Part):
    """What a model costs: US dollars for a million tokens of questions, and for a million of answers."""

    input: Annotated[float, Field(ge=0)]
    output: Annotated[float, Field(ge=0)]


class ModelEntry(Part):
    """A model, how it is asked, and its price if litellm knows none; most names are those of `quack play`'s options."""

    model: _Text
    api_base: str | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    max_tokens: Annotated[int, Field(ge=1, le=MOST)] | None = 8000
    timeout: Annotated[float, Field(gt=0, le=LONGEST_WAIT)] = 120.0
    retries: Annotated[int, Field(ge=0, le=MOST)] = 5
    price: PriceEntry | None = None


class LimitsEntry(Part):
    """How many questions a provider may be asked at once, and in a minute."""

    concurrency: Annotated[int, Field(ge=1, le=MOST)] = 8
    requests_per_minute: Annotated[int, Field(ge=1, le=MOST)] | None = None


class BudgetEntry(Part):
    """What a study may cost, all runs together: US dollars, and tokens of questions and answers."""

    usd: Annotated[float, Field(ge=0)] | None = None
    tokens: Annotated[int, Field(ge=0)] | None = None


class AuditEntry(Part):
    """How what was said is judged; every speaker's words are read by the same extractor."""

    rulebook: _Text = DEFAULT_RULEBOOK
    constants: dict[str, str | int] = Field(default_factory=dict)
    extractor: _Text = "offline"
    channel: Literal["discussion", "chat", "both"] = "discussion"


class StudyValues(Part):
    """The values of a study's file; seeds, setup and conditions are made sense of elsewhere."""

    name: _Text
    out: _Text | None = None
    seeds: Any
    models: dict[str, ModelEntry] = Field(default_factory=dict)
    limits: dict[str, LimitsEntry] = Field(default_factory=dict)
    games_at_once: Annotated[int, Field(ge=1, le=1000)] = 4
    budget: BudgetEntry = Field(default_factory=BudgetEntry)
    setup: dict[str, Any] = Field(default_factory=dict)
    conditions: Annotated[list[dict[str, Any]], Field(min_length=1)]
    audit: AuditEntry = Field(default_factory=AuditEntry)


_PARTS: dict[tuple[str, ...], type[Part]] = {
    (): StudyValues,
    ("models", "*"): ModelEntry,
    ("models", "*", "price"): PriceEntry,
    ("limits", "*"): LimitsEntry,
    ("budget",): BudgetEntry,
    ("audit",): AuditEntry,
}
"""What stands where in the file."""

PLAYED = tuple(name for name in GameSetup.model_fields if name not in ("names", "turn_seconds"))
"""What a game is set up with, as far as a study may vary it."""

SHOWN = ("views", "language", "prompts", "image_size")
"""What decides what models are shown and told."""

EVERYWHERE = ("names", "font")
"""What is the same in all conditions: lists of it are one value."""

WHO = ("homogeneous", "pairs", "crew", "impostor")
"""How a condition says who plays."""


@dataclass(frozen=True, slots=True)
class StudyFile:
    """A study's file as it was read.

    Attributes:
        path: where it lies; paths in it are relative to its folder.
        values: what it says.
    """

    path: Path
    values: StudyValues
    yaml: YamlFile

    def place(self, path: str) -> Path:
        """Where a path that the file names lies."""
        return self.path.parent / path

    def fault(self, what: str, *keys: Key, remedy: str = MEND) -> SettingsError:
        """What to raise about the value at some keys."""
        return fault(what, self.path, self.yaml.line(*keys), remedy)


def read_study_file(path: Path) -> StudyFile:
    """Reads a study's file.

    Raises:
        SettingsError: it can't be read, is no YAML, or not a study; it names the line.
    """
    yaml = read_yaml(path, _STUDY)
    if not isinstance(yaml.data, dict):
        raise SettingsError("not a study: it has no keys and values", path=path, line=yaml.line(), remedy=MEND)
    if repeated := yaml.repeated():
        what, line = f"{repeated[0]!r} stands here twice", repeated[1]
        raise fault(what, path, line, "leave one of them out")
    faults = Faults(list(_unknown_keys(path, yaml)))
    values = None
    try:
        values = StudyValues.model_validate(yaml.data)
    except ValidationError as error:
        faults.found += (_plain(one, path, yaml) for one in _not_misspelt(error.errors(include_url=False)))
    faults.tell()
    assert values is not None, "what is no study has faults"
    return StudyFile(path, values, yaml)


def near(word: object, known: Iterable[str]) -> str:
    """What to use instead of a word that is not known: the one that is nearest, or else any of those that are."""
    names = list(known)
    close = get_close_matches(str(word), names, 1)
    return f"did you mean {close[0]}?" if close else f"it can be: {', '.join(names)}"


def _plain(complaint: Any, path: Path, yaml: YamlFile) -> SettingsError:
    """A complaint of pydantic's in words, with the line."""
    keys: tuple[Key, ...] = complaint["loc"]
    place = ".".join(str(key) for key in keys)
    remedy = near(keys[-1], _siblings(keys)) if complaint["type"] == "extra_forbidden" else MEND
    what = "conditions has to hold one or more" if complaint["type"] == "too_short" else None
    words = {"list_type": "has to be a list", "dict_type": "has to be keys and their values"}
    told = words.get(complaint["type"]) or put_plainly(complaint)
    return fault(what or f"{place} {told}", path, yaml.line(*keys), remedy)


def _siblings(keys: tuple[Key, ...]) -> Iterable[str]:
    """The keys that are known where an unknown one stands."""
    named = keys[0] if len(keys) > 1 else None
    place = tuple("*" if at == 1 and named in ("models", "limits") else str(key) for at, key in enumerate(keys[:-1]))
    return _PARTS[place].model_fields


def _not_misspelt(complaints: Iterable[Any]) -> list[Any]:
    """Complaints without those about what is missing only because its name is misspelt, which is complained of too."""
    known = list(complaints)
    unknown = [one["loc"] for one in known if one["type"] == "extra_forbidden"]

    def misspelt(keys: tuple[Key, ...]) -> bool:
        near_by = [str(other[-1]) for other in unknown if other[:-1] == keys[:-1]]
        return bool(get_close_matches(str(keys[-1]), near_by, 1))

    return [one for one in known if not (one["type"] == "missing" and misspelt(one["loc"]))]


def _unknown_keys(path: Path, yaml: YamlFile) -> Iterator[SettingsError]:
    """What is wrong with the keys of the setup and of conditions."""
    setup, conditions = yaml.data.get("setup"), yaml.data.get("conditions")
    parts: list[tuple[tuple[Key, ...], object, tuple[str, ...]]] = [
        (("setup",), setup, (*PLAYED, *SHOWN, *EVERYWHERE)),
        *(
            (("conditions", position), entry, ("name", *WHO, *PLAYED, *SHOWN))
            for position, entry in enumerate(conditions if isinstance(conditions, list) else ())
        ),
    ]
    for place, values, known in parts:
        for name in values if isinstance(values, Mapping) else ():
            if name not in known:
                remedy = "put it into setup:, for all conditions" if name in EVERYWHERE else near(name, known)
                yield fault(f"{name!r} is not known here", path, yaml.line(*place, name), remedy)
