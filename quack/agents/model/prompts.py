"""The texts that model players are asked with: files of a language, checked when they are loaded.

A text is a template of `string.Template`: `$name` is filled in, `$$` is a dollar sign. What is filled in is data and is
never read as a template.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any, Literal, NamedTuple, get_args

from quack.errors import SettingsError
from quack.settings import prompts_folder

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

PHRASES = "phrases.json"
MAX_BYTES = 1_000_000
"""A larger file is no prompt."""


class _Form(NamedTuple):
    """What a file has to hold, and what it may."""

    needed: frozenset[str]
    allowed: frozenset[str]


_RULES = frozenset(
    "you players ducks map_name rooms task_rule geese_win ticks first_kill kill_cooldown button_rule rounds".split()
)
_SHOWN = frozenset(("memory", "pictures", "note"))
_FORMS: Mapping[str, _Form] = {
    "system_goose.md": _Form(frozenset(("you",)), _RULES),
    "system_duck.md": _Form(frozenset(("you", "partners")), _RULES | {"partners"}),
    "act.md": _Form(frozenset(("now", "memory", "actions")), _SHOWN | {"now", "actions", "example"}),
    "speak.md": _Form(frozenset(("meeting", "memory")), _SHOWN | {"meeting"}),
    "vote.md": _Form(frozenset(("meeting", "memory", "choices")), _SHOWN | {"meeting", "choices"}),
}
FILES = (*_FORMS, PHRASES)
"""The files of a language."""

_LEFT_OUT = frozenset(("readme.md",))


class Phrases:
    """The wording of what a player sees and remembers: `phrases("alone")`, `phrases("work", task=…, ticks=…)`."""

    __slots__ = ("_forms", "comma", "either", "semicolon")

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._forms = {key: _as_format(text) for key, text in texts.items()}
        self.comma = texts["comma"]
        self.either = texts["either"]
        self.semicolon = texts["semicolon"]

    def __call__(self, key: str, **values: object) -> str:
        return self._forms[key].format_map(values)

    def ticks(self, number: int) -> str:
        """An amount of ticks."""
        return self._forms["one_tick" if number == 1 else "ticks"].format_map({"n": number})

    def span(self, first: int, last: int) -> str:
        """The ticks from one to another."""
        if first == last:
            return self._forms["at"].format_map({"tick": first})
        return self._forms["span"].format_map({"first": first, "last": last})


@dataclass(frozen=True, slots=True)
class PromptSet:
    """The texts of a language.

    Attributes:
        digest: tells sets apart: a digest of all texts.
    """

    language: Language
    digest: str
    phrases: Phrases
    _forms: Mapping[str, str] = field(repr=False)

    def fill(self, file: str, values: Mapping[str, object]) -> str:
        """A text with its values; lines that stay empty leave one blank line at most."""
        return re.sub(r"\n\s*\n\s*\n", "\n\n", self._forms[file].format_map(values)).strip()


def load_prompts(language: Language = "en", folder: Path | None = None) -> PromptSet:
    """The texts of a language.

    Args:
        folder: files in it are used instead of the shipped ones: `DIR/<language>/act.md`, else `DIR/act.md`. Its
            `phrases.json` may hold some phrases only.

    Raises:
        SettingsError: no such language or folder, a file that can't be read, or one that lacks a placeholder or has one
            that there is no value for.
    """
    if language not in LANGUAGES:
        raise SettingsError(f"there are no prompts in {language!r}", remedy=f"name one of: {', '.join(LANGUAGES)}")
    shipped = prompts_folder() / "players" / language
    paths = {name: shipped / name for name in FILES} | _own(language, folder)
    sources = {name: _text(path) for name, path in paths.items()}
    for name, form in _FORMS.items():
        _check(sources[name], form, paths[name])
    phrases = _phrases(_text(shipped / PHRASES), shipped / PHRASES)
    if paths[PHRASES] != shipped / PHRASES:
        phrases |= _own_phrases(sources[PHRASES], paths[PHRASES], phrases)
    told = {name: sources[name] for name in _FORMS}
    content = json.dumps([language, told, phrases], ensure_ascii=False, sort_keys=True)
    digest = hashlib.sha256(content.encode()).hexdigest()[:12]
    return PromptSet(language, digest, Phrases(phrases), {name: _as_format(text) for name, text in told.items()})


def _own(language: Language, folder: Path | None) -> dict[str, Path]:
    """The files of a folder that are used instead of the shipped ones."""
    if folder is None:
        return {}
    if not folder.is_dir():
        raise SettingsError(
            "no folder of prompts", path=folder, remedy="name a folder with one of the files of prompts"
        )
    own: dict[str, Path] = {}
    for place in (folder, folder / language):
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            if path.name in FILES:
                own[path.name] = path
            elif path.suffix in (".md", ".json") and path.name.lower() not in _LEFT_OUT:
                raise SettingsError("no prompt has this name", path=path, remedy=f"name it one of: {', '.join(FILES)}")
    if not own:
        raise SettingsError("the folder holds no prompt", path=folder, remedy=f"put one there: {', '.join(FILES)}")
    return own


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SettingsError(f"a prompt of more than {MAX_BYTES:,} bytes", path=path, remedy="shorten it")
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise SettingsError(f"can't be read: {error.strerror}", path=path, remedy="make it a readable file") from None
    except UnicodeDecodeError:
        raise SettingsError("is not UTF-8", path=path, remedy="save it as UTF-8") from None
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def _check(text: str, form: _Form, path: Path) -> None:
    found: set[str] = set()
    for name, position in _placeholders(text, path):
        if name not in form.allowed:
            remedy = f"use some of: {', '.join(f'${each}' for each in sorted(form.allowed))}"
            raise SettingsError(f"nothing is called ${name}", path=path, line=_line(text, position), remedy=remedy)
        found.add(name)
    for name in sorted(form.needed - found):
        remedy = f"put ${name} where it belongs"
        raise SettingsError(f"the prompt lacks ${name}", path=path, line=text.count("\n") + 1, remedy=remedy)


def _placeholders(text: str, path: Path, start: int = 1) -> list[tuple[str, int]]:
    """The names after dollar signs and where they stand."""
    found = []
    for match in Template.pattern.finditer(text):
        if match["invalid"] is not None:
            line = start + text.count("\n", 0, match.start())
            raise SettingsError("a $ without a name", path=path, line=line, remedy="write $$ for a dollar sign")
        name = match["named"] or match["braced"]
        if name:
            found.append((name, match.start()))
    return found


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _as_format(text: str) -> str:
    """A template as a format string, which is filled in far faster."""
    parts, end = [], 0
    for match in Template.pattern.finditer(text):
        name = match["named"] or match["braced"]
        parts += [_literal(text[end : match.start()]), f"{{{name}}}" if name else "$"]
        end = match.end()
    return "".join((*parts, _literal(text[end:])))


def _literal(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


# --- phrases ----------------------------------------------------------------------------------------------------------


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of a JSON object, with those that stand there twice."""


def _phrases(text: str, path: Path) -> dict[str, str]:
    try:
        pairs = json.loads(text, object_pairs_hook=_Pairs)
    except ValueError as error:
        line = getattr(error, "lineno", None)
        raise SettingsError("is no JSON", path=path, line=line, remedy="mend the file") from None
    except RecursionError:
        raise SettingsError("is no JSON object of texts", path=path, remedy="mend the file") from None
    if not isinstance(pairs, _Pairs):
        raise SettingsError("is no JSON object of texts", path=path, line=1, remedy='write {"key": "text", …}')
    phrases: dict[str, str] = {}
    for key, value in pairs:
        line = _line_of(text, key)
        if not isinstance(value, str):
            raise SettingsError(f"the phrase {key!r} is no text", path=path, line=line, remedy="make it a text")
        if key in phrases:
            raise SettingsError(f"the phrase {key!r} stands there twice", path=path, line=line, remedy="remove one")
        phrases[key] = value
    return phrases


def _own_phrases(text: str, path: Path, shipped: Mapping[str, str]) -> dict[str, str]:
    own = _phrases(text, path)
    for key, value in own.items():
        line = _line_of(text, key)
        if key not in shipped:
            remedy = "take a key of the shipped phrases.json"
            raise SettingsError(f"no phrase is called {key!r}", path=path, line=line, remedy=remedy)
        expected = {name for name, _ in _placeholders(shipped[key], path)}
        found = {name for name, _ in _placeholders(value, path, line)}
        for name in sorted(expected ^ found):
            what = f"the phrase {key!r} lacks ${name}" if name in expected else f"nothing is called ${name} in {key!r}"
            remedy = f"its placeholders are: {', '.join(f'${each}' for each in sorted(expected)) or 'none'}"
            raise SettingsError(what, path=path, line=line, remedy=remedy)
    return own


def _line_of(text: str, key: str) -> int:
    """The line of a key, the last one of that name."""
    return text.count("\n", 0, max(text.rfind(json.dumps(key, ensure_ascii=False)), 0)) + 1
