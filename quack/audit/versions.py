"""Which two rulebooks does somebody want compared? Names, folders, constants, or versions of one rule file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import NamedTuple

from quack.errors import SettingsError
from quack.kb.rulebook import Rulebook, load_rulebook
from quack.settings import DEFAULT_RULEBOOK

Constants = Mapping[str, str | int]


class _Asked(NamedTuple):
    """What somebody asks for: a rulebook or a loose rule file, with constants."""

    where: str
    constants: Constants

    @property
    def loose(self) -> bool:
        """Whether it is a rule file that belongs into a rulebook, and none itself."""
        path = Path(self.where)
        if path.suffix != ".lp" or not path.is_file():
            return False
        return "#include" not in path.read_text("utf-8", errors="replace")


def load_versions(
    called: tuple[str, str], constants: tuple[Constants, Constants] = ({}, {}), *, within: str = DEFAULT_RULEBOOK
) -> tuple[Rulebook, Rulebook]:
    """Two rulebooks that are to be compared.

    Args:
        called: each by a name, a folder or a file, with constants behind a colon if need be:
            `observed:about_slack=4,off_by=3`. A rule file that is no rulebook stands for the other rulebook with this
            version of the file.
        constants: further constants of each.
        within: the rulebook that two versions of a rule file belong into.

    Raises:
        SettingsError: a constant isn't of the form NAME=VALUE, or the rulebook has no such file.
        RulebookError: a rulebook can't be loaded.
    """
    asked = [_read(text, own) for text, own in zip(called, constants, strict=True)]
    whole = next((each.where for each in asked if not each.loose), within)
    names: dict[str, str] = {}
    loose = [each.where for each in asked if each.loose]
    if loose:
        known = [file.source.name for file in load_rulebook(whole).files]
        found = next((name for where in loose if (name := _name_in(where, known)) is not None), None)
        if found is None:
            what = f"the rulebook {whole} has no file of this name"
            raise SettingsError(what, path=loose[0], remedy="name a rulebook, or give the file the name it has there")
        names = {where: _name_in(where, known) or found for where in loose}
    first, second = (_load(each, whole, names) for each in asked)
    return first, second


def _read(text: str, constants: Constants) -> _Asked:
    name, _, written = text.rpartition(":")
    if not name or "=" not in written or Path(text).exists():
        return _Asked(text, constants)
    return _Asked(name, {**_parse(written, text), **constants})


def _parse(written: str, text: str) -> dict[str, str | int]:
    found: dict[str, str | int] = {}
    for part in written.split(","):
        name, sign, value = (each.strip() for each in part.partition("="))
        if not (name and sign and value):
            raise SettingsError(f"{part or 'nothing'} in {text}", remedy="write NAME=VALUE, such as observed:off_by=3")
        found[name] = value
    return found


def _name_in(where: str, known: list[str]) -> str | None:
    """The file of a rulebook that a path means: the one whose name shares most of its end."""
    parts = PurePath(where).parts
    shared = {name: _shared(parts, PurePath(name).parts) for name in known}
    best = max(known, key=lambda name: shared[name])
    return best if shared[best] else None


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many parts two paths have in common at their ends."""
    pairs = zip(reversed(one), reversed(other), strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _load(asked: _Asked, whole: str, names: Mapping[str, str]) -> Rulebook:
    if asked.where not in names:
        return load_rulebook(asked.where, asked.constants)
    return load_rulebook(whole, asked.constants, instead={names[asked.where]: Path(asked.where)})
