"""Where does a rulebook lie, and which files does it include?

Each is read once, and none outside of its folder and its base's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.gate import Include, Scanned, read_text, scan
from quack.kb.layers import Found, Layers, names_base
from quack.kb.messages import SourceFile, suggest
from quack.settings import rules_folder

MAX_FILES = 500
MAX_BYTES = 1_000_000


def find_entry(where: str | Path, rules_in: Path | None) -> tuple[str, Path]:
    """Name and entry file of a rulebook."""
    if isinstance(where, str) and "/" not in where and not where.endswith(".lp") and where not in ("", ".", ".."):
        folder = rules_in or rules_folder()
        if (folder / f"{where}.lp").is_file():
            return where, folder / f"{where}.lp"
        if not Path(where).is_dir():
            names = entries(folder) if rules_in else books_at_hand()
            raise RulebookError(f"no rulebook {where}", path=folder, remedy=suggest(where, names, "there is "))
    path = Path(where)
    if not path.is_dir():
        return path.stem, path
    own = path / f"{path.resolve().name}.lp"
    if own.is_file() and names_base(own):
        return own.stem, own
    if (path / "observed.lp").is_file():
        return "observed", path / "observed.lp"
    names = entries(path)
    if len(names) == 1:
        return names[0], path / f"{names[0]}.lp"
    beside = path.resolve().with_suffix(".lp")
    if not names and beside.is_file():
        return path.resolve().name, beside
    listed = ", ".join(names[:5]) + ", …" * (len(names) > 5)
    what = f"{len(names)} entry files: {listed}" if names else "no entry file"
    raise RulebookError(what, path=path, remedy="give the .lp file that includes the others")


def entries(folder: Path) -> list[str]:
    """The names of the rulebooks of a folder: its files that include others."""
    found = []
    for path in sorted(folder.glob("*.lp")) if folder.is_dir() else ():
        try:
            if "#include" in read_text(path) and not path.stem.endswith("_test"):
                found.append(path.stem)
        except RulebookError:
            continue
    return found


def books_at_hand() -> list[str]:
    """The rulebooks that a name alone stands for: the named ones, and the layers in folders here."""
    names = entries(rules_folder())
    here = [path.name for path in sorted(Path().iterdir()) if path.is_dir() and (path / f"{path.name}.lp").is_file()]
    return [*names, *(name for name in here if name not in names and name in entries(Path(name)))]


def _raise(error: RulebookError) -> None:
    raise error


def read_files(
    entry: Path,
    instead: Mapping[str, Path] | None = None,
    *,
    refuse: Callable[[RulebookError], None] = _raise,
    scan_file: Callable[[SourceFile], Scanned] = scan,
) -> list[tuple[SourceFile, Scanned]]:
    """The entry file and everything that it includes, each once, in the order of reading.

    What the entry's own folder does not hold comes from that of its base, if it names one.

    Args:
        instead: files to be read in place of some, by the names of these in the rulebook.
        refuse: is told of a base, an include or an included file that can't be had, which is left out then.
        scan_file: takes a file apart.
    """
    reading = _Reading(entry, instead or {}, refuse, scan_file)
    reading.run()
    return reading.files


class _Reading:
    """The files of one rulebook, as far as they are read."""

    def __init__(
        self,
        entry: Path,
        instead: Mapping[str, Path],
        refuse: Callable[[RulebookError], None],
        scan_file: Callable[[SourceFile], Scanned],
    ) -> None:
        self.layers = Layers(entry)
        self.instead = instead
        self.refuse, self.scan_file = refuse, scan_file
        self.files: list[tuple[SourceFile, Scanned]] = []
        self.seen: set[Path] = set()
        self.total = 0

    def run(self) -> None:
        waiting = [self.read(self.layers.first(), None)]
        while waiting:
            file, include = next(waiting[-1], (None, None))
            if file is None or include is None:
                waiting.pop()
                continue
            try:
                found, report = self.layers.find(file, include)
                if found.real not in self.seen:
                    waiting.append(self.read(found, report))
            except RulebookError as error:
                self.refuse(error)
                continue
            if len(self.files) > MAX_FILES or self.total > MAX_BYTES:
                what = f"a rulebook of more than {MAX_FILES} files or {MAX_BYTES} bytes"
                raise file.error(what, include.line, include.column, "include less")

    def read(self, found: Found, report: RulebookError | None) -> Iterator[tuple[SourceFile, Include]]:
        path = self.instead.get(found.name, found.path)
        text = read_text(path, report if path is found.path else None)
        last = self.files[-1][0] if self.files else None
        offset = last.offset + last.line_count + 1 if last else 0
        home = found.home.folder if path is found.path else path.parent
        source = SourceFile(found.name, path, text, offset, home, found.layer)
        self.seen.add(found.real)
        self.total += len(text)
        scanned = self.scan_file(source)
        self.files.append((source, scanned))
        try:
            self.layers.note_base(source, found)
        except RulebookError as error:
            self.refuse(error)
        return iter([(source, include) for include in scanned.includes])
