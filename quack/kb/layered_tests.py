"""Which tests concern a layered rulebook? Its own, and those of its base that no test of its own stands in for.

A test of the layer stands in for one of the base that has the same name, in a test file of the same name, and for those
that a comment in its file names: `% instead of: window_test.lp::a_tick_has_slack, another_of_the_same_file`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.messages import SourceFile, suggest
from quack.kb.program import RuleFile
from quack.kb.rulebook import Rulebook

SUFFIX = "_test"
TestId = tuple[str, str]
"""A test's file, relative to its folder of rules, and its name."""

_INSTEAD = re.compile(r"%\s*instead of:\s*(.+?)\s*$")


def test_files(rulebook: Rulebook) -> list[Path]:
    """The test files that stand beside the rulebook's files, its own before those of its base.

    Raises:
        RulebookError: one of them is a link to a file elsewhere.
    """
    found = []
    for file in rulebook.files:
        place = Path(file.source.name)
        beside = place.with_name(f"{place.stem}{SUFFIX}.lp")
        found += [folder / beside for folder in homes(rulebook) if _stands_in(folder, folder / beside)]
    return found


def _stands_in(folder: Path, path: Path) -> bool:
    """Whether there is a test file, and not one that lies elsewhere."""
    if not path.is_file():
        return False
    if not path.resolve().is_relative_to(folder.resolve()):
        what, remedy = "a test file that lies outside of the rulebook's folder", "put the file itself there"
        raise RulebookError(what, path=path, remedy=remedy)
    return True


test_files.__test__ = False  # type: ignore[attr-defined]  # pytest takes it for a test where it is imported


def homes(rulebook: Rulebook) -> list[Path]:
    """The folders that the rulebook's files come from, its own first."""
    others = [file.source.home for file in rulebook.files if file.source.home is not None]
    return list(dict.fromkeys([rulebook.folder, *others]))


def locate(rulebook: Rulebook, path: Path) -> tuple[str, int]:
    """A test file's name in its folder of rules, and the layer of what it tests."""
    own, *bases = homes(rulebook)
    layers = {file.source.name: file.source.layer for file in rulebook.files}
    for folder in (own, *bases):
        if path.resolve().is_relative_to(folder.resolve()):
            name = path.resolve().relative_to(folder.resolve()).as_posix()
            layer = layers.get(f"{name.removesuffix(f'{SUFFIX}.lp')}.lp", 0)
            if folder == own:
                return name, 0 if bases else layer
            return name, max(layer, 1)
    return path.name, 0


def stand_ins(file: RuleFile, known: Sequence[TestId]) -> list[TestId]:
    """The tests that a test file stands in for, by its comments.

    Args:
        known: the tests of the rulebook and of its bases.

    Raises:
        RulebookError: a comment names none of them.
    """
    named = []
    for comment in file.scanned.comments:
        if found := _INSTEAD.match(comment.text):
            name = file.source.name
            for part in found[1].split(","):
                before, colons, after = part.strip().rpartition("::")
                name = before if colons else name
                if (name, after) not in known:
                    raise _unknown(file.source, comment.line, (name, after), known)
                named.append((name, after))
    return named


def _unknown(file: SourceFile, line: int, wanted: TestId, known: Sequence[TestId]) -> RulebookError:
    spelt = [f"{name}::{test}" for name, test in known]
    remedy = suggest("::".join(wanted), spelt) or "name a test of the base, as FILE_test.lp::name"
    return file.error(f"instead of {'::'.join(wanted)}, which is no test of the base", line, None, remedy)


def kept(tests: Mapping[TestId, int], layer: int, test: TestId, instead: Mapping[TestId, int]) -> bool:
    """Whether a test of a layer is to be run.

    Args:
        tests: the lowest layer that has a test of this name.
        instead: the lowest layer that names a test to stand in for.
    """
    return tests[test] >= layer and instead.get(test, layer) >= layer
