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

from clingo.ast import AST, Function, Literal, Rule, Sign, SymbolicAtom, SymbolicTerm, Variable
from clingo.symbol import Number

from quack.errors import RulebookError
from quack.kb.gate import Include, Scanned, read_text, scan
from quack.kb.messages import Places, SourceFile
from quack.kb.program import Program, RuleInfo, Signature, Use, parse_const, parse_file, spell
from quack.settings import rules_folder

FIRED = "fired"
EXPECTATIONS = frozenset({("expect", 1), ("expect_not", 1)})
DECIDING: frozenset[Signature] = frozenset({("candidate", 2), ("verdict", 2), ("support", 2), ("grounds", 2)})
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
        rules: every rule; its position is its id.
        reads: predicates in conditions that no rule defines: what logs and claims have to give.
        defined: predicates declared with `#defined`.
        deciding: heads whose rules also derive `fired(Id, …)`.
    """

    name: str
    folder: Path
    entry: Path
    files: tuple[SourceFile, ...]
    scanned: tuple[Scanned, ...] = field(repr=False)
    sha256: str
    consts: Mapping[str, str | int]
    overrides: Mapping[str, str | int]
    rules: tuple[RuleInfo, ...] = field(repr=False)
    reads: frozenset[Signature] = field(repr=False)
    defined: frozenset[Signature] = field(repr=False)
    deciding: frozenset[Signature] = field(repr=False)
    program: Program = field(repr=False)
    traced: tuple[AST, ...] = field(repr=False)

    def __reduce__(self):
        # clingo's trees can't be sent to another process; the texts can.
        return _build, (self.name, self.folder, self.entry, self.files, self.overrides, self.deciding)

    @property
    def heads(self) -> frozenset[Signature]:
        return frozenset(rule.head for rule in self.rules)

    def file(self, name: str) -> SourceFile:
        """A file by its name relative to the folder."""
        return next(file for file in self.files if file.name == name)

    @property
    def places(self) -> Places:
        return Places(self.files)

    @property
    def known(self) -> frozenset[Signature]:
        return self.heads | self.defined


def load_rulebook(
    where: str | Path = "observed",
    consts: Mapping[str, str | int] | None = None,
    *,
    rules: Path | None = None,
    trace: bool | Collection[Signature] = True,
) -> Rulebook:
    """Reads and checks a rulebook.

    Args:
        where: a name (`observed`, `paper`), a folder or a `.lp` file.
        consts: values for `#const` names instead of the written ones.
        rules: the folder of named rulebooks, if it is not the default one.
        trace: which heads' rules also derive `fired(Id, …)`: those of `DECIDING`, none, or these.

    Raises:
        RulebookError: with file, line and column as far as known.
    """
    name, entry = _find(where, rules)
    files = _read_all(entry)
    deciding = DECIDING if trace is True else frozenset(trace or ())
    return _build(name, entry.parent, entry, files, dict(consts or {}), deciding)


def _find(where: str | Path, rules: Path | None) -> tuple[str, Path]:
    """Name and entry file of a rulebook."""
    if isinstance(where, str) and "/" not in where and not where.endswith(".lp") and where not in ("", ".", ".."):
        folder = rules or rules_folder()
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


def _read_all(entry: Path) -> tuple[SourceFile, ...]:
    """The entry file and everything that it includes, each once, in the order of reading."""
    folder = entry.parent
    home = folder.resolve()
    files: list[SourceFile] = []
    seen: set[Path] = set()

    def read(path: Path, report: RulebookError | None) -> None:
        real = path.resolve()
        if real in seen:
            return
        seen.add(real)
        text = read_text(path, report)
        offset = files[-1].offset + files[-1].line_count + 1 if files else 0
        file = SourceFile(real.relative_to(home).as_posix(), path, text, offset)
        files.append(file)
        for include in scan(file).includes:
            read(*_included(file, include, home))

    if not entry.resolve().is_relative_to(home):
        raise RulebookError("a link that leaves its folder", path=entry, remedy="copy the file")
    read(entry, None)
    return tuple(files)


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


def _build(
    name: str,
    folder: Path,
    entry: Path,
    files: tuple[SourceFile, ...],
    overrides: Mapping[str, str | int],
    deciding: frozenset[Signature],
) -> Rulebook:
    program = Program()
    next_id = 0
    scans = tuple(scan(file) for file in files)
    for file, scanned in zip(files, scans, strict=True):
        next_id = parse_file(file, scanned, program, next_id)
    consts = _constants(program, overrides)
    base = [statement for statement in program.statements if statement.section == "base"]
    rules = tuple(statement.rule for statement in base if statement.rule is not None)
    heads = {rule.head for rule in rules}
    defined = frozenset(program.defined)
    _check_names(files, rules, heads | defined)
    reads = frozenset(use.signature for rule in rules for use in rule.uses if use.signature not in heads)
    return Rulebook(
        name=name,
        folder=folder,
        entry=entry,
        files=files,
        scanned=scans,
        sha256=_hash(files, consts),
        consts=consts,
        overrides=overrides,
        rules=rules,
        reads=reads,
        defined=defined,
        deciding=deciding,
        program=program,
        traced=tuple(trace_statements(base, deciding)),
    )


def _constants(program: Program, overrides: Mapping[str, str | int]) -> dict[str, str | int]:
    values = {const.name: const.value for const in program.consts.values()}
    for name, value in overrides.items():
        if name not in values:
            raise RulebookError(f"no #const {printable_name(name)}", remedy=_hint(name, values, "there is "))
        try:
            values[name] = parse_const(value)
        except ValueError:
            what = f"#const {name} can't be {value}"
            raise RulebookError(what, remedy="give an integer or a lower-case constant") from None
    return values


def printable_name(name: object) -> str:
    return str(name) or "without a name"


def _hash(files: Iterable[SourceFile], consts: Mapping[str, str | int]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.name}\0{file.text}\0".encode())
    for name in sorted(consts):
        digest.update(f"{name}={consts[name]}\0".encode())
    return digest.hexdigest()


def _hint(word: str, known: Iterable[str], otherwise: str = "") -> str | None:
    names = sorted(set(known))
    close = difflib.get_close_matches(word, names, 1)
    if close:
        return f"did you mean {close[0]}?"
    return otherwise + ", ".join(names) if names and otherwise else None


def unknown_predicate(file: SourceFile, use: Use, known: Collection[Signature]) -> RulebookError:
    """The error for a predicate that nothing defines."""
    name, _ = use.signature
    arities = sorted(signature for signature in known if signature[0] == name)
    if arities:
        hint = f"did you mean {' or '.join(map(spell, arities))}?"
    else:
        close = difflib.get_close_matches(name, sorted({other for other, _ in known}), 1)
        same = sorted(signature for signature in known if close and signature[0] == close[0])
        hint = f"did you mean {' or '.join(map(spell, same))}?" if same else "define it, or declare it with #defined"
    return file.error(f"unknown predicate {spell(use.signature)}", use.line, use.column, hint)


def unknown_fact(rulebook: Rulebook, fact: str, name: str) -> RulebookError:
    """The error for a fact whose predicate the rulebook doesn't know."""
    known = sorted(spell(signature) for signature in rulebook.known if signature[0] == name)
    hint = f"the rulebook knows {' and '.join(known)}" if known else _hint(name, {other for other, _ in rulebook.known})
    return RulebookError(f"unknown predicate of the fact {fact}", path=rulebook.entry, remedy=hint)


def _check_names(files: tuple[SourceFile, ...], rules: tuple[RuleInfo, ...], known: Collection[Signature]) -> None:
    by_name = {file.name: file for file in files}
    for rule in rules:
        file = by_name[rule.file]
        if rule.head[0] == FIRED or rule.head in EXPECTATIONS:
            what = f"{rule.head[0]} is reserved"
            raise file.error(what, rule.line, rule.column, "choose another name")
        for use in rule.uses:
            if use.signature not in known:
                raise unknown_predicate(file, use, known)


def trace_statements(statements, deciding: Collection[Signature]) -> Iterable[AST]:
    """The statements, with each deciding rule in two steps: its body gives `fired(Id, …)`, and that gives its head.

    In two steps the body is grounded once; a second rule with the same body would ground it again.
    """
    for statement in statements:
        rule = statement.rule
        if rule is None or rule.is_fact or rule.head not in deciding:
            yield statement.ast
            continue
        ast = statement.ast
        place = ast.location
        name, arity = rule.head
        number = SymbolicTerm(place, Number(rule.id))
        variables = [Variable(place, f"V{position}") for position in range(arity)]
        yield Rule(place, _atom(place, FIRED, [number, *ast.head.atom.symbol.arguments]), ast.body)
        yield Rule(place, _atom(place, name, variables), [_atom(place, FIRED, [number, *variables])])


def _atom(place, name: str, arguments) -> AST:
    return Literal(place, Sign.NoSign, SymbolicAtom(Function(place, name, arguments, 0)))
