"""Which extractors there are, in words and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from quack.claims.extractors import extractor_quality
from quack.claims.offline.extractor import VERSION
from quack.errors import printable
from quack.settings import prompts_folder

_OFFLINE = "a grammar and a small logistic model; English speech; no key, no network, no cost"
_MODEL = "any model by litellm's name, such as openai/gpt-5-mini, with the instructions in prompts/extractor.md"
_UNMEASURED = "nobody has measured it; quack extractor score does, against right claims"


@dataclass(frozen=True, slots=True)
class Listed:
    """An extractor, or a program for models: what `--extractor` or `--program` takes, what it is, how good it is."""

    option: str
    name: str
    what: str
    quality: str | None


def list_extractors() -> tuple[Listed, ...]:
    """The extractors, then the saved programs for models that came with the program."""
    offline = Listed("--extractor", "offline", _OFFLINE, extractor_quality(f"offline {VERSION}"))
    programs = (_program(path) for path in sorted(prompts_folder().glob("*.json")))
    return offline, Listed("--extractor", "PROVIDER/MODEL", _MODEL, None), *programs


def _program(path: Path) -> Listed:
    try:
        made = json.loads(path.read_text("utf-8")).get("made")
    except (OSError, ValueError, AttributeError):
        made = None
    told = ", ".join(f"{key} {value}" for key, value in made.items()) if isinstance(made, dict) else ""
    return Listed("--program", path.as_posix(), "a saved program for models", told or None)


def extractor_list_lines(listed: tuple[Listed, ...]) -> Iterator[str]:
    """The list in words."""
    for one in listed:
        yield printable(f"{one.option} {one.name}")
        yield printable(f"    {one.what}")
        yield printable(f"    {one.quality or _UNMEASURED}")


def extractor_list_json(listed: tuple[Listed, ...]) -> list[dict[str, Any]]:
    """The list as JSON."""
    return [asdict(one) for one in listed]
