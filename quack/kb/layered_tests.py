"""Which tests concern a layered rulebook? Its own, and those of its base that no test of its own stands in for.

A test of the layer stands in for one of the base that has the same name, in a test file of the same name, and for those
that a comment in its file names: `% instead of: window_test.lp::a_tick_has_slack, another_of_the_same_file`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple, Protocol

from quack.errors import RulebookError
from quack.kb.files import entries
from quack.kb.gate import Comment, read_text, scan
from quack.kb.messages import SourceFile, suggest
from quack.kb.program import BASE, TEST_PREFIX, RuleFile
from quack.kb.syntax import Signature
from quack.settings import shipped_folder

SUFFIX = "_test"
TestId = tuple[str, str]
"""A test's file, relative to its folder of rules, and its name."""

_ONLY_FOR = re.compile(r"%\s*rulebook:\s*([\w-]+(?:\s*,\s*[\w-]+)*)\s*$")
_SECTION = re.compile(rf"#program\s+({TEST_PREFIX}[\w']*)")
_INSTEAD = re.compile(r"%\s*instead of:\s*(.+?)\s*$")
_WIDTH = 120
"""How long a line of a rule file is at most."""


class Tested(Protocol):
    """A rulebook, as far as it has to be known to read its tests."""

    @property
    def name(self) -> str: ...
    @property
    def entry(self) -> Path: ...
    @property
    def folder(self) -> Path: ...
    @property
    def files(self) -> tuple[RuleFile, ...]: ...
    @property
    def bases(self) -> tuple[str, ...]: ...
    @property
    def known(self) -> Set[Signature]: ...


def test_files(rulebook: Tested) -> list[Path]:
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


def homes(rulebook: Tested) -> list[Path]:
    """The folders that the rulebook's files come from, its own first."""
    others = [file.source.home for file in rulebook.files if file.source.home is not None]
    return list(dict.fromkeys([rulebook.folder, *others]))


def locate(rulebook: Tested, path: Path) -> tuple[str, int]:
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


def kept_to(
    rulebook: Tested, source: SourceFile, comments: Iterable[Comment], sections: Mapping[str, int]
) -> list[str]:
    """The sections of a test file that concern a rulebook: those that no comment keeps to another one.

    Args:
        sections: the lines that they begin on, in order.

    Raises:
        RulebookError: a comment names a rulebook that is none.
    """
    known = {rulebook.name, *rulebook.bases, *entries(rulebook.entry.parent), *entries(shipped_folder("rules"))}
    limits: dict[str, list[str]] = {}
    for comment in comments:
        if only := _ONLY_FOR.match(comment.text):
            before = [section for section, line in sections.items() if line <= comment.line]
            names = [part.strip() for part in only[1].split(",")]
            for name in names:
                if name not in known:
                    remedy = suggest(name, known, "there is ")
                    raise source.error(f"a test for a rulebook {name}", comment.line, None, remedy)
            limits[before[-1] if before else BASE] = names
    mine = {rulebook.name, *rulebook.bases}
    only_for = {section: limits.get(section, limits.get(BASE)) for section in sections}
    return [section for section, names in only_for.items() if not names or mine & set(names)]


def stand_ins(source: SourceFile, comments: Iterable[Comment], known: Sequence[TestId]) -> list[TestId]:
    """The tests that a test file stands in for, by its comments.

    Args:
        known: the tests of the rulebook and of its bases.

    Raises:
        RulebookError: a comment names none of them.
    """
    named = []
    for comment in comments:
        if found := _INSTEAD.match(comment.text):
            name = source.name
            for part in found[1].split(","):
                before, colons, after = part.strip().rpartition("::")
                name = before if colons else name
                if (name, after) not in known:
                    raise _unknown(source, comment.line, (name, after), known)
                named.append((name, after))
    return named


def stands_in_without_test(source: SourceFile, comments: Iterable[Comment]) -> RulebookError | None:
    """The error for a file without tests that names tests which it stands in for."""
    line = next((comment.line for comment in comments if _INSTEAD.match(comment.text)), None)
    what, remedy = "stands in for tests, and holds none itself", "write one that says what is meant instead"
    return None if line is None else source.error(what, line, None, remedy)


def instead_lines(tests: Iterable[TestId]) -> list[str]:
    """The comments by which a test file stands in for tests: those of one file on one line, as far as they fit."""
    named: dict[str, list[str]] = {}
    for file, test in tests:
        named.setdefault(file, []).append(test)
    lines: list[str] = []
    for file, names in named.items():
        line = ""
        for name in names:
            if line and len(line) + len(name) + 2 <= _WIDTH:
                line += f", {name}"
                continue
            lines += [line] if line else []
            line = f"% instead of: {file}::{name}"
        lines.append(line)
    return lines


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


def count_tests(rulebook: Tested) -> Counter[str]:
    """How many tests concern a rulebook, by the rule file that they stand beside.

    As many as are run, without reading what they hold.

    Raises:
        RulebookError: a test file that can't be read, or a comment that names no rulebook or no test.
    """
    files = [_outlined(rulebook, path) for path in test_files(rulebook)]
    layers: dict[TestId, list[int]] = {}
    for file in files:
        for test in file.tests:
            layers.setdefault(test, []).append(file.layer)
    lowest = {test: min(where) for test, where in layers.items()}
    instead: dict[TestId, int] = {}
    for file in files if rulebook.bases else ():
        for test in stand_ins(file.source, file.comments, list(lowest)) if file.tests else ():
            instead[test] = min(file.layer, instead.get(test, file.layer))
    counted: Counter[str] = Counter()
    for test, where in layers.items():
        subject = f"{test[0].removesuffix(f'{SUFFIX}.lp')}.lp"
        counted[subject] += sum(not rulebook.bases or kept(lowest, layer, test, instead) for layer in where)
    return counted


class _Outline(NamedTuple):
    """A test file, without what its tests hold."""

    source: SourceFile
    comments: Sequence[Comment]
    layer: int
    tests: list[TestId]


def _outlined(rulebook: Tested, path: Path) -> _Outline:
    name, layer = locate(rulebook, path)
    source = SourceFile(name, path, read_text(path), 0)
    scanned = scan(source)
    sections = {match[1]: source.place(match.start())[0] for match in _SECTION.finditer(scanned.code)}
    tests = kept_to(rulebook, source, scanned.comments, sections)
    return _Outline(source, scanned.comments, layer, [(name, test.removeprefix(TEST_PREFIX)) for test in tests])


def names_of_tests(rulebook: Tested) -> list[TestId]:
    """The tests beside a rulebook's files, as far as their files can be read."""
    names: dict[TestId, None] = {}
    for path in test_files(rulebook):
        try:
            names |= dict.fromkeys(_outlined(rulebook, path).tests)
        except RulebookError:
            continue
    return list(names)
