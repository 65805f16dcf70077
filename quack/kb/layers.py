"""Which files does a rulebook share with another, and what does it say otherwise?

An entry file that says `% base: observed` in the comment at its head is a layer over that shipped rulebook. Files that
its folder does not hold come from the base's; a file at the same relative path stands in for the base's. Of what a
policy says line by line, a `#const`, a `verdict_label` and a `strength`, a line of the layer stands in for the base's
line of the same name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.gate import Include, Scanned, read_text
from quack.kb.messages import SourceFile, shorten, suggest
from quack.kb.syntax import DirectiveCode, Refused, RuleCode, read_code
from quack.settings import shipped_folder

_BASE = re.compile(r"%\s*base:(.*)")
_NAME = re.compile(r"[\w-]+")
_CONST = re.compile(r"#const\s+([\w']+)")
_KEYED = {("verdict_label", 3), ("strength", 2)}
"""Facts of a policy that a layer may state anew, by their first argument."""
_FIRST = re.compile(r"\w+\s*\(\s*([a-z]\w*)\s*,")

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Home:
    """A folder that files may come from, as it was named and as it is."""

    folder: Path
    real: Path


@dataclass(frozen=True, slots=True)
class Found:
    """A file of a rulebook: where it lies (`real` without links), its name there, and how many bases deep."""

    home: Home
    path: Path
    real: Path
    name: str
    layer: int


class Layers:
    """Where the files of one rulebook come from."""

    def __init__(self, entry: Path) -> None:
        self.entry = entry
        try:
            self.own = Home(entry.parent, entry.parent.resolve())
            self.real = entry.resolve()
            inside = self.real.is_relative_to(self.own.real)
        except (OSError, ValueError, RuntimeError):
            raise RulebookError("can't be followed", path=entry, remedy="name a folder or file of rules") from None
        if not inside:
            raise RulebookError("a link that leaves its folder", path=entry, remedy="copy the file")
        self.homes = [self.own]
        self.entries = {self.real: 0}
        """Entry files of the rulebook and of its bases, each with its layer."""
        self._read: set[Path] = set()
        """Those that were read, by the paths that they were read from."""

    def first(self) -> Found:
        """The entry file of the rulebook."""
        return Found(self.own, self.own.folder / self.entry.name, self.real, self.entry.name, 0)

    def note_base(self, file: SourceFile, found: Found) -> None:
        """Remembers the base that an entry file names.

        Raises:
            RulebookError: there is no such rulebook, or the bases go round in a circle.
        """
        layer = self.entries.get(found.real)
        if layer is None:
            return
        self._read.add(file.path)
        named = base_name(file)
        if named is None:
            return
        name, line = named
        base = base_entry(file, name, line)
        real = base.resolve()
        if real in self.entries:
            raise file.error(f"its base {name} is the rulebook itself", line, None, "name another, or none")
        self.entries[real] = layer + 1
        if all(home.real != real.parent for home in self.homes):
            self.homes.append(Home(base.parent, real.parent))

    def find(self, file: SourceFile, include: Include) -> tuple[Found, RulebookError]:
        """The file that an include means, and what to raise if it can't be read.

        Raises:
            RulebookError: it would leave the folders of the rulebook.
        """

        def error(what: str, remedy: str) -> RulebookError:
            return file.error(what, include.line, include.column, remedy)

        target = shorten(include.target, 100)
        where = file.path.relative_to(file.home or file.path.parent).parent
        try:
            name = os.path.normpath(where / include.target)
            home = next((home for home in self.homes if os.path.lexists(home.folder / name)), self.own)
            path = home.folder / name
            real = path.resolve()
            inside = real.is_relative_to(home.real)
        except (OSError, ValueError, RuntimeError):
            raise error("an #include that can't be followed", "name a file of the rulebook's folder") from None
        if not inside:
            raise error(f'#include "{target}" leaves the rulebook\'s folder', "include files beside or below it")
        found = Found(home, path, real, real.relative_to(home.real).as_posix(), self._layer(file, home, real))
        late = _late_base(file) if file.path in self._read else None
        remedy = f"move the comment of line {late}, which names the base, to the head" if late else None
        return found, error(f'#include "{target}" can\'t be read', remedy or "correct the name, or add the file")

    def _layer(self, file: SourceFile, home: Home, path: Path) -> int:
        """How many bases deep a file lies that another includes."""
        if path in self.entries:
            return self.entries[path]
        if len(self.homes) == 1:
            return file.layer
        return 0 if home is self.own else max(file.layer, 1)


def base_name(file: SourceFile) -> tuple[str, int] | None:
    """The base that the comment at the head of a file names, with its line.

    Raises:
        RulebookError: what it names can't be a rulebook's name.
    """
    for number, line in enumerate(file.text.split("\n"), 1):
        if line.strip() and not line.startswith("%"):
            break
        found = _BASE.match(line)
        if found:
            name = found[1].strip()
            if not _NAME.fullmatch(name):
                what = f"a base is named, not {shorten(name, 60) or 'left out'}"
                raise file.error(what, number, None, "write the name of a shipped rulebook, such as % base: observed")
            return name, number
    return None


def bases_of(sources: Sequence[SourceFile]) -> tuple[str, ...]:
    """The names of the rulebooks that a rulebook is a layer over, the nearest first.

    Args:
        sources: its files, the entry file first.

    Raises:
        RulebookError: what an entry file names can't be a rulebook's name.
    """
    names: list[str] = []
    by_name = {source.name: source for source in sources}
    source: SourceFile | None = sources[0]
    while source is not None and (named := base_name(source)):
        names.append(named[0])
        source = by_name.get(f"{named[0]}.lp") if len(names) <= len(by_name) else None
    return tuple(names)


def _late_base(file: SourceFile) -> int | None:
    """The line of a comment that would name the base, stood it at the head of the file."""
    lines = file.text.split("\n")
    found = next((number for number, line in enumerate(lines, 1) if _BASE.match(line)), None)
    return None if found is None or all(line.startswith("%") or not line.strip() for line in lines[:found]) else found


def names_base(path: Path) -> bool:
    """Whether a file says that it is a layer."""
    try:
        return base_name(SourceFile(path.name, path, read_text(path), 0)) is not None
    except RulebookError:
        return False


def base_entry(file: SourceFile, name: str, line: int) -> Path:
    """The entry file of a base: beside the layer's where shipped layers lie, else among the shipped ones.

    Raises:
        RulebookError: there is none.
    """
    beside = file.path.parent / f"{name}.lp"
    if file.path.stem != file.path.parent.resolve().name and beside.is_file():
        return beside
    folder = shipped_folder("rules")
    if not (folder / f"{name}.lp").is_file():
        known = [path.stem for path in folder.glob("*.lp") if "#include" in path.read_text("utf-8")]
        remedy = suggest(name, known, "there is ")
        raise file.error(f"no shipped rulebook {name} to be its base", line, None, remedy)
    return folder / f"{name}.lp"


def settle(files: Sequence[tuple[SourceFile, Scanned]]) -> list[tuple[SourceFile, Scanned]]:
    """The files of a rulebook, without the lines of a base that a layer states anew."""
    if not any(source.layer for source, _ in files):
        return list(files)
    stated: dict[Key, int] = {}
    for source, scanned in files:
        for key, _, _ in _policy(scanned.code):
            stated[key] = min(source.layer, stated.get(key, source.layer))
    return [(source, _without(source, scanned, stated)) for source, scanned in files]


def _policy(code: str) -> Iterator[tuple[Key, int, int]]:
    """What a file's policy lines are about, each with its place in the code."""
    try:
        for statement in read_code(code):
            text = code[statement.start : statement.end]
            if isinstance(statement, DirectiveCode):
                if statement.word == "#program":
                    return
                found = _CONST.match(text)
                if found:
                    yield ("#const", found[1]), statement.start, statement.end
            elif is_keyed(statement) and (found := _FIRST.match(text)):
                yield (statement.head.signature[0], found[1]), statement.start, statement.end
    except Refused:
        return  # said where the file is parsed


def is_keyed(statement: RuleCode) -> bool:
    """Whether a statement is a line of a policy that a layer may state anew."""
    return statement.neck is None and statement.head.signature in _KEYED


def _without(source: SourceFile, scanned: Scanned, stated: dict[Key, int]) -> Scanned:
    """A file without its statements that a layer above makes anew, and without the labels of these."""
    code, comments = scanned.code, scanned.comments
    for key, start, end in _policy(code):
        if stated[key] < source.layer:
            text = code[start:end]
            code = code[:start] + "\n".join(" " * len(line) for line in text.split("\n")) + code[end:]
            above = source.place(start)[0] - 1
            comments = tuple(each for each in comments if each.line != above or "%!trace_rule" not in each.text)
    return replace(scanned, code=code, comments=comments)
