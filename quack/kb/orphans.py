"""Which tests does nobody run? Those of rule files that no rulebook of their folder includes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.files import entries, read_files
from quack.kb.layered_tests import SUFFIX, Tested

_MOST_FILES = 10_000
"""How many files of a folder are looked at: a rulebook may lie in a large tree of other things."""


def orphaned_tests(rulebook: Tested) -> list[RulebookError]:
    """A complaint about each test file in the rulebook's folder whose rules no rulebook there includes."""
    ending = f"{SUFFIX}.lp"
    found = [path for path in _files(rulebook.folder) if path.name.endswith(ending)]
    beside = {path: path.with_name(path.name.removesuffix(ending) + ".lp") for path in found}
    # A layer may hold a test alone, of a file that its base holds.
    included = {file.source.path.resolve() for file in rulebook.files}
    included |= {rulebook.folder.resolve() / file.source.name for file in rulebook.files}
    if all(Path(os.path.realpath(rules)) in included for rules in beside.values()):
        return []
    for name in entries(rulebook.folder):
        included |= _included(rulebook.folder / f"{name}.lp")
    return [
        _complaint(rulebook.folder, path, rules)
        for path, rules in beside.items()
        if Path(os.path.realpath(rules)) not in included
    ]


def _files(folder: Path) -> Iterator[Path]:
    seen = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for name in sorted(names):
            seen += 1
            if seen > _MOST_FILES:
                return
            yield Path(place, name)


def _included(entry: Path) -> set[Path]:
    try:
        return {source.path.resolve() for source, _ in read_files(entry)}
    except RulebookError:
        return set()


def _complaint(folder: Path, test: Path, rules: Path) -> RulebookError:
    name = rules.relative_to(folder).as_posix()
    if not rules.is_file():
        return RulebookError(f"not run: there is no {name}", path=test, remedy="name it after the file that it tests")
    remedy = f'write #include "{name}". into the entry file'
    return RulebookError(f"not run: no rulebook includes {name}", path=test, remedy=remedy)
