"""Which rules judge? A rulebook is an entry file of includes, and what they include, read once and checked.

`RuleInfo` says where each rule stands and what it says in words; a rule whose head decides something also derives
`fired(Id, …)`, so that a record can name the rules that decided.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.gate import Include, Scanned, read_text, scan
from quack.kb.messages import Places, SourceFile
from quack.kb.program import BASE, FIRED, RuleFile, RuleInfo, parse_const, parse_file, spell
from quack.kb.syntax import Atom, Signature
from quack.settings import rules_folder

EXPECTATIONS = frozenset({("expect", 1), ("expect_not", 1)})
DECIDING: frozenset[Signature] = frozenset({("candidate", 2), ("turned", 2)})
"""Heads whose rules a record names."""


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """A loaded rulebook.

    Attributes:
        name: as asked for, or the entry file's stem.
        folder: what file names of rules are relative to.
        files: in the order of reading, the entry file first.
        sha256: over the files' names and texts and the constants in force.
        consts: every `#const` with its value in force.
        overrides: those that were given when it was loaded.
        rules: every rule; its position is its id.
        reads: predicates in conditions that no rule defines: what logs and claims have to give.
        defined: predicates declared with `#defined`.
        deciding: heads whose rules also derive `fired(Id, …)`.
    """

    name: str
    folder: Path
    entry: Path
    files: tuple[RuleFile, ...] = field(repr=False)
    sha256: str
    consts: Mapping[str, str | int]
    overrides: Mapping[str, str | int]
    rules: tuple[RuleInfo, ...] = field(repr=False)
    reads: frozenset[Signature] = field(repr=False)
    defined: frozenset[Signature] = field(repr=False)
    deciding: frozenset[Signature] = field(repr=False)

    @property
    def heads(self) -> frozenset[Signature]:
        return frozenset(rule.head for rule in self.rules)

    @property
    def known(self) -> frozenset[Signature]:
        """Every predicate that a rule defines or a `#defined` declares."""
        return self.heads | self.defined

    @property
    def places(self) -> Places:
        return Places(tuple(file.source for file in self.files))

    @property
    def next_offset(self) -> int:
        """The line number after which a further file may begin."""
        last = self.files[-1].source
        return last.offset + last.line_count + 1

    def source(self, name: str) -> SourceFile:
        """A file by its name relative to the folder."""
        return next(file.source for file in self.files if file.source.name == name)

    def text(self, deciding: Collection[Signature] | None = None, without: Collection[int] = ()) -> str:
        """The rules as a program, every line where its file's offset puts it.

        Args:
            deciding: heads whose rules derive `fired(Id, …)`, instead of the rulebook's own choice.
            without: rules to leave out, by id.
        """
        heads = self.deciding if deciding is None else deciding
        return "\n\n".join(file.text((BASE,), heads, without) for file in self.files)


def load_rulebook(
    where: str | Path = "observed",
    consts: Mapping[str, str | int] | None = None,
    *,
    rules_in: Path | None = None,
    trace: bool | Collection[Signature] = True,
) -> Rulebook:
    """Reads and checks a rulebook.

    Args:
        where: a name (`observed`, `paper`), a folder or a `.lp` file.
        consts: values for `#const` names instead of the written ones.
        rules_in: the folder of named rulebooks, if it is not the default one.
        trace: which heads' rules also derive `fired(Id, …)`: those of `DECIDING`, none, or these.

    Raises:
        RulebookError: with file, line and column as far as known.
    """
    name, entry = _find(where, rules_in)
    files = _parse_all(_read_all(entry))
    overrides = dict(consts or {})
    values = _constants(files, overrides)
    base = (statement for file in files for statement in file.statements if statement.section == BASE)
    rules = tuple(statement.rule for statement in base if statement.rule is not None)
    heads = {rule.head for rule in rules}
    defined = frozenset().union(*(file.defined for file in files))
    _check_names(files, rules, heads | defined)
    return Rulebook(
        name=name,
        folder=entry.parent,
        entry=entry,
        files=files,
        sha256=_hash(files, values),
        consts=values,
        overrides={name: values[name] for name in overrides},
        rules=rules,
        reads=frozenset(use.signature for rule in rules for use in rule.uses if use.signature not in heads),
        defined=defined,
        deciding=DECIDING if trace is True else frozenset(trace or ()),
    )


def _find(where: str | Path, rules_in: Path | None) -> tuple[str, Path]:
    """Name and entry file of a rulebook."""
    if isinstance(where, str) and "/" not in where and not where.endswith(".lp") and where not in ("", ".", ".."):
        folder = rules_in or rules_folder()
        if (folder / f"{where}.lp").is_file():
            return where, folder / f"{where}.lp"
        if not Path(where).is_dir():
            names = _entries(folder)
            raise RulebookError(f"no rulebook {where}", path=folder, remedy=_hint(where, names, "there is "))
    path = Path(where)
    if not path.is_dir():
        return path.stem, path
    if (path / "observed.lp").is_file():
        return "observed", path / "observed.lp"
    names = _entries(path)
    if len(names) == 1:
        return names[0], path / f"{names[0]}.lp"
    beside = path.resolve().with_suffix(".lp")
    if not names and beside.is_file():
        return path.resolve().name, beside
    what = f"{len(names)} entry files: {', '.join(names)}" if names else "no entry file"
    raise RulebookError(what, path=path, remedy="give the .lp file that includes the others")


def _entries(folder: Path) -> list[str]:
    """Files of a folder that include others."""
    found = []
    for path in sorted(folder.glob("*.lp")) if folder.is_dir() else ():
        try:
            if "#include" in read_text(path) and not path.stem.endswith("_test"):
                found.append(path.stem)
        except RulebookError:
            continue
    return found


def _read_all(entry: Path) -> list[tuple[SourceFile, Scanned]]:
    """The entry file and everything that it includes, each once, in the order of reading."""
    home = entry.parent.resolve()
    files: list[tuple[SourceFile, Scanned]] = []
    seen: set[Path] = set()

    def read(path: Path, report: RulebookError | None) -> None:
        real = path.resolve()
        if real in seen:
            return
        seen.add(real)
        text = read_text(path, report)
        last = files[-1][0] if files else None
        offset = last.offset + last.line_count + 1 if last else 0
        file = SourceFile(real.relative_to(home).as_posix(), path, text, offset)
        scanned = scan(file)
        files.append((file, scanned))
        for include in scanned.includes:
            read(*_included(file, include, home))

    if not entry.resolve().is_relative_to(home):
        raise RulebookError("a link that leaves its folder", path=entry, remedy="copy the file")
    read(entry, None)
    return files


def _included(file: SourceFile, include: Include, home: Path) -> tuple[Path, RulebookError]:
    def error(what: str, remedy: str) -> RulebookError:
        return file.error(what, include.line, include.column, remedy)

    try:
        path = file.path.parent / include.target
        inside = path.resolve().is_relative_to(home)
    except (OSError, ValueError, RuntimeError):
        raise error("an #include that can't be followed", "name a file of the rulebook's folder") from None
    if not inside:
        raise error(f'#include "{include.target}" leaves the rulebook\'s folder', "include files beside or below it")
    return path, error(f'#include "{include.target}" can\'t be read', "correct the name, or add the file")


def _parse_all(scanned: list[tuple[SourceFile, Scanned]]) -> tuple[RuleFile, ...]:
    files: list[RuleFile] = []
    next_id = 0
    for source, scan_ in scanned:
        file = parse_file(source, scan_, next_id)
        next_id += sum(statement.rule is not None for statement in file.statements)
        files.append(file)
    return tuple(files)


def _constants(files: tuple[RuleFile, ...], overrides: Mapping[str, str | int]) -> dict[str, str | int]:
    values: dict[str, str | int] = {}
    for file in files:
        for name in file.consts.keys() & values.keys():
            raise file.source.error(f"#const {name} is defined in another file too", None, None, "remove one")
        values |= file.consts
    for name, value in overrides.items():
        if name not in values:
            raise RulebookError(f"no #const {name}", remedy=_hint(name, values, "there is "))
        try:
            values[name] = parse_const(value)
        except ValueError:
            what = f"#const {name} can't be {value}"
            raise RulebookError(what, remedy="give an integer or a lower-case constant") from None
    return values


def _hash(files: Iterable[RuleFile], consts: Mapping[str, str | int]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.source.name}\0{file.source.text}\0".encode())
    for name in sorted(consts):
        digest.update(f"{name}={consts[name]}\0".encode())
    return digest.hexdigest()


def _hint(word: str, known: Iterable[str], otherwise: str = "") -> str | None:
    names = sorted(set(known))
    close = difflib.get_close_matches(word, names, 1)
    if close:
        return f"did you mean {close[0]}?"
    return otherwise + ", ".join(names) if names and otherwise else None


def unknown_predicate(file: SourceFile, use: Atom, known: Collection[Signature]) -> RulebookError:
    """The error for a predicate that nothing defines."""
    name, _ = use.signature
    arities = sorted(signature for signature in known if signature[0] == name)
    if arities:
        hint = f"did you mean {' or '.join(map(spell, arities))}?"
    else:
        close = difflib.get_close_matches(name, sorted({other for other, _ in known}), 1)
        same = sorted(signature for signature in known if close and signature[0] == close[0])
        hint = f"did you mean {' or '.join(map(spell, same))}?" if same else "define it, or declare it with #defined"
    return file.error(f"unknown predicate {spell(use.signature)}", *file.place(use.start), hint)


def unknown_fact(rulebook: Rulebook, fact: str, name: str) -> RulebookError:
    """The error for a fact whose predicate the rulebook doesn't know."""
    known = sorted(spell(signature) for signature in rulebook.known if signature[0] == name)
    hint = f"the rulebook knows {' and '.join(known)}" if known else _hint(name, {other for other, _ in rulebook.known})
    return RulebookError(f"unknown predicate of the fact {fact}", path=rulebook.entry, remedy=hint)


def _check_names(files: tuple[RuleFile, ...], rules: tuple[RuleInfo, ...], known: Collection[Signature]) -> None:
    sources = {file.source.name: file.source for file in files}
    for rule in rules:
        source = sources[rule.file]
        if rule.head[0] == FIRED or rule.head in EXPECTATIONS:
            what = f"{rule.head[0]} is reserved"
            raise source.error(what, rule.line, rule.column, "choose another name")
        for use in rule.uses:
            if use.signature not in known:
                raise unknown_predicate(source, use, known)
