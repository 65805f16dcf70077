"""Where does a rulebook lie, and which files does it include? Each is read once, and none outside of its folder."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.gate import Include, Scanned, read_text, scan
from quack.kb.messages import SourceFile, shorten
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
            names = entries(folder)
            raise RulebookError(f"no rulebook {where}", path=folder, remedy=suggest(where, names, "there is "))
    path = Path(where)
    if not path.is_dir():
        return path.stem, path
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


def read_files(entry: Path) -> list[tuple[SourceFile, Scanned]]:
    """The entry file and everything that it includes, each once, in the order of reading."""
    try:
        home = entry.parent.resolve()
        inside = entry.resolve().is_relative_to(home)
    except (OSError, ValueError, RuntimeError):
        raise RulebookError("can't be followed", path=entry, remedy="name a folder or file of rules") from None
    if not inside:
        raise RulebookError("a link that leaves its folder", path=entry, remedy="copy the file")
    files = [_read(entry, home, None, None)]
    seen = {entry.resolve()}
    total = len(files[0][0].text)
    waiting = [iter([(files[0][0], include) for include in files[0][1].includes])]
    while waiting:
        file, include = next(waiting[-1], (None, None))
        if file is None or include is None:
            waiting.pop()
            continue
        path, report = _included(file, include, home)
        if path.resolve() in seen:
            continue
        seen.add(path.resolve())
        read = _read(path, home, report, files[-1][0])
        files.append(read)
        total += len(read[0].text)
        if len(files) > MAX_FILES or total > MAX_BYTES:
            what = f"a rulebook of more than {MAX_FILES} files or {MAX_BYTES} bytes"
            raise file.error(what, include.line, include.column, "include less")
        waiting.append(iter([(read[0], each) for each in read[1].includes]))
    return files


def _read(path: Path, home: Path, report: RulebookError | None, last: SourceFile | None) -> tuple[SourceFile, Scanned]:
    text = read_text(path, report)
    offset = last.offset + last.line_count + 1 if last else 0
    source = SourceFile(path.resolve().relative_to(home).as_posix(), path, text, offset)
    return source, scan(source)


def _included(file: SourceFile, include: Include, home: Path) -> tuple[Path, RulebookError]:
    def error(what: str, remedy: str) -> RulebookError:
        return file.error(what, include.line, include.column, remedy)

    target = shorten(include.target, 100)
    try:
        path = file.path.parent / include.target
        inside = path.resolve().is_relative_to(home)
    except (OSError, ValueError, RuntimeError):
        raise error("an #include that can't be followed", "name a file of the rulebook's folder") from None
    if not inside:
        raise error(f'#include "{target}" leaves the rulebook\'s folder', "include files beside or below it")
    return path, error(f'#include "{target}" can\'t be read', "correct the name, or add the file")


def suggest(word: str, known: Iterable[str], otherwise: str = "") -> str | None:
    names = sorted(set(known))
    close = difflib.get_close_matches(word, names, 1)
    if close:
        return f"did you mean {close[0]}?"
    return otherwise + ", ".join(names) if names and otherwise else None
