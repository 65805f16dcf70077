"""Makes what a rule author would otherwise copy by hand: layered rulebooks, files to change, rules with their tests."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.files import entries, find_entry, read_files
from quack.kb.gate import Scanned, read_text
from quack.kb.layered_tests import SUFFIX
from quack.kb.layers import base_entry, base_name, names_base
from quack.kb.messages import SourceFile, suggest
from quack.settings import rules_folder, shipped_folder

_NAME = re.compile(r"[a-z][a-z0-9_]{0,60}")
_LIKE = 0.65
"""How alike the name of a file has to be to one that there is, to be taken for a slip."""
_INCLUDE = re.compile(r'^#include\s*"[^"\n]*"\s*\.[^\n]*\n?', re.MULTILINE)

_ENTRY = """\
% The rulebook {name}: {base}, with what this folder says otherwise.
% base: {base}
#include "{base}.lp".

% What this folder does not hold comes from {base}. To change something:
%   a number      write it here, such as: #const tick_slack = 2.
%   a verdict     quack rules new-rule verdict NAME --of sighting --rules {where}
%   a ground      quack rules new-rule grounds NAME --rules {where}
%   a whole file  quack rules take {where} policy.lp, and edit the copy, which stands in for the base's
% Then: quack rules check --rules {where}; quack rules test --rules {where}; quack rules diff {base} {where} logs
"""


@dataclass(frozen=True, slots=True)
class Draft:
    """A file that is about to be written, or to be written anew."""

    path: Path
    text: str


def write_drafts(drafts: list[Draft]) -> list[Path]:
    """Writes files, and their folders.

    Raises:
        OSError: one can't be written.
    """
    for draft in drafts:
        draft.path.parent.mkdir(parents=True, exist_ok=True)
        draft.path.write_text(draft.text, encoding="utf-8")
    return [draft.path for draft in drafts]


def new_rulebook(name: str, base: str, folder: Path, take: list[str] | None = None) -> list[Path]:
    """Makes a layer over a shipped rulebook.

    Args:
        name: of the rulebook, of its folder and of its entry file.
        folder: where its folder is to be.
        take: files of the base to copy into it, for changing.

    Returns:
        The files that were written, the entry file first.

    Raises:
        RulebookError: the name or the base can't be used, or the folder is there already.
        OSError: a file can't be written.
    """
    check_name(name, "a rulebook")
    home = folder / name
    if (shipped_folder("rules") / f"{name}.lp").is_file() or (rules_folder() / f"{name}.lp").is_file():
        raise RulebookError(f"there is a rulebook {name} already", remedy="choose another name")
    if home.exists():
        raise RulebookError("is there already", path=home, remedy="choose another name, or remove it")
    _check_base(base)
    entry = home / f"{name}.lp"
    text = _ENTRY.format(name=name, base=base, where=home.as_posix())
    drafts = [Draft(entry, text)]
    held = {
        source.name: source for source, _ in read_files(base_entry(SourceFile(entry.name, entry, text, 0), base, 2))
    }
    drafts += [_copy(home, file, held, base) for file in take or []]
    return write_drafts(drafts)


def _check_base(name: str) -> None:
    """Refuses a base that is no shipped rulebook, before anything names it."""
    known = entries(shipped_folder("rules"))
    if name not in known:
        remedy = suggest(name, known, "there is ")
        raise RulebookError(f"no shipped rulebook {name or 'without a name'}", remedy=remedy)


def check_name(name: str, what: str) -> None:
    """Refuses a name that rules could not hold.

    Raises:
        RulebookError: it is no plain constant.
    """
    if not _NAME.fullmatch(name) or name in ("not", "rules"):
        remedy = "use lower-case letters, digits and _, a letter first"
        raise RulebookError(f"{name} can't be the name of {what}", remedy=remedy)


@dataclass(frozen=True, slots=True)
class Taken:
    """A file of a base that a layer now holds a copy of."""

    path: Path
    file: str
    base: str


def take_file(where: str | Path, file: str) -> Taken:
    """Copies one file of a layer's base into the layer, where it stands in for the base's.

    Args:
        file: its place in the base, or an end of that which only one file has, such as its name.

    Raises:
        RulebookError: the rulebook is no layer, its base has no such file or several, or the layer has it already.
        OSError: it can't be written.
    """
    if str(where) and not _is_layer(where) and _is_layer(file):
        what, remedy = f"{where} is no layer, and {file} is", f"name the layer first: quack rules take {file} {where}"
        raise RulebookError(what, remedy=remedy)
    _, entry = own_entry(where)
    files = read_files(entry)
    base = base_name(files[0][0])
    if base is None:
        what = "is no layer: it holds its files already"
        raise RulebookError(what, path=entry, remedy="edit them; quack rules new NAME makes a layer")
    held = {source.name: source for source, _ in files}
    name = _place(file, held)
    if name in held and not held[name].layer:
        raise RulebookError("is in the layer already", path=held[name].path, remedy="edit it")
    draft = _copy(entry.parent, name, {name: source for name, source in held.items() if source.layer}, str(where))
    return Taken(write_drafts([draft])[0], name, base[0])


def _is_layer(where: str | Path) -> bool:
    """Whether a name, a folder or a file stands for a layered rulebook."""
    try:
        return bool(str(where)) and names_base(find_entry(where, None)[1])
    except RulebookError:
        return False


def _copy(home: Path, file: str, held: dict[str, SourceFile], book: str) -> Draft:
    """A copy of a file of the base.

    Args:
        book: the rulebook whose list shows the files that there are.
    """
    name = _place(file, held)
    if name not in held:
        raise RulebookError(f"the base has no file {name}", remedy=_meant(name, held, home, book))
    return Draft(home / name, held[name].text)


def _place(file: str, held: Collection[str]) -> str:
    """The place of the one file that is meant; what was given, if none is.

    Raises:
        RulebookError: several files are, or none is named.
    """
    if not file.strip():
        raise RulebookError("no file is named", remedy="name one of the base, such as window.lp")
    given = Path(file)
    if given.as_posix() in held:
        return given.as_posix()
    if given.parts[:1] in ((rules_folder().name,), (shipped_folder("rules").name,)):  # as proofs have it
        given = Path(*given.parts[1:])
        if given.as_posix() in held:
            return given.as_posix()
    found = sorted(name for name in held if Path(name).parts[-len(given.parts) :] == given.parts)
    if len(found) > 1:
        raise RulebookError(f"several files are called {file}", remedy=f"take one of {', '.join(found)}")
    return found[0] if found else given.as_posix()


def _meant(file: str, held: dict[str, SourceFile], home: Path, book: str) -> str:
    """What to do about the name of a file that there is not: the files whose names come nearest, or where all are."""
    given = Path(file)
    tested = given.stem.removesuffix(SUFFIX)
    stems: dict[str, list[str]] = {}
    for name in sorted(held):
        stems.setdefault(Path(name).stem, []).append(name)
    if tested in stems and tested != given.stem:
        beside = home / Path(stems[tested][0]).with_name(f"{given.stem}.lp")
        return f"its tests run with yours; write those that say otherwise into {beside}"
    inside = [name for name in sorted(held) if given.parts and name.startswith(f"{given.as_posix()}/")]
    close = [name for stem in difflib.get_close_matches(tested, stems, 3, _LIKE) for name in stems[stem]]
    if inside or close:
        return f"did you mean {' or '.join((close or inside)[:3])}?"
    return f"quack rules list --rules {book} names its files"


def own_entry(where: str | Path) -> tuple[str, Path]:
    """Name and entry file of a rulebook that is its user's own.

    Raises:
        RulebookError: it is a shipped one, called by its name.
    """
    name, entry = find_entry(where, None)
    if str(where) == name and entry.parent.resolve() == shipped_folder("rules").resolve():
        remedy = f"quack rules new mine --from {name} makes one of your own"
        raise RulebookError(f"{name} is a shipped rulebook", path=entry, remedy=remedy)
    return name, entry


def with_include(text: str, file: str) -> str:
    """The text of an entry file that includes one more file."""
    line = f'#include "{file}".\n'
    includes = list(_INCLUDE.finditer(text))
    end = includes[-1].end() if includes else len(text)
    before = text[:end] if text[:end].endswith("\n") or not end else f"{text[:end]}\n"
    return before + line + text[end:]


def with_policy_line(source: SourceFile, scanned: Scanned, after: str, lines: str) -> str:
    """A policy file with more lines after its last fact of a predicate."""
    code = scanned.code
    found = [each.end() for each in re.finditer(rf"^{after}\([^\n]*\)\s*\.[^\n]*\n?", code, re.MULTILINE)]
    end = found[-1] if found else len(source.text)
    return f"{source.text[:end].rstrip()}\n{lines}{source.text[end:]}"


def own_text(path: Path) -> str:
    """The text of a file that is about to be written anew."""
    return read_text(path)
