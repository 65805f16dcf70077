"""Which rules judge? A rulebook is an entry file of includes, and what they include, read once and checked.

`RuleInfo` says where each rule stands and what it says in words; a rule whose head decides something also derives
`fired_…(Id, …)`, so that a record can name the rules that decided.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.constants import constants_of
from quack.kb.cycles import check_stratified
from quack.kb.files import find_entry, read_files
from quack.kb.fired import second_step
from quack.kb.gate import Scanned
from quack.kb.known_names import name_problems
from quack.kb.layers import bases_of, settle
from quack.kb.limits import bounded
from quack.kb.messages import Places, SourceFile, shorten, suggest
from quack.kb.program import BASE, RuleFile, RuleInfo, check_syntax, parse_file, spell
from quack.kb.shipped import is_shipped
from quack.kb.strengths import check_strengths
from quack.kb.syntax import Signature
from quack.kb.unread import refuse_unread
from quack.kb.verdict_names import check_verdict_names

DECIDING: frozenset[Signature] = frozenset({("candidate", 2), ("turned", 2)})
"""Heads whose rules a record names."""

MAX_RULES = 20_000
_MAX_TRUSTED_CONST = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """A loaded rulebook.

    Attributes:
        name: as asked for, or the entry file's stem.
        folder: what file names of rules are relative to; those of a base's files are relative to the base's folder.
        files: in the order of reading, the entry file first.
        sha256: over the files' names and texts and the constants in force.
        consts: every `#const` with its value in force.
        overrides: those that were given when it was loaded.
        rules: every rule; its position is its id.
        reads: predicates in conditions that no rule defines: what logs and claims have to give.
        defined: predicates declared with `#defined`.
        deciding: heads whose rules also derive `fired_…(Id, …)`.
        trusted: its files are shipped ones; the rules of others are grounded in a child process with limits.
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
    trusted: bool = field(repr=False, default=False)

    @property
    def heads(self) -> frozenset[Signature]:
        return frozenset(rule.head for rule in self.rules)

    @property
    def known(self) -> frozenset[Signature]:
        """Every predicate that a rule defines or a `#defined` declares."""
        return self.heads | self.defined

    @property
    def bases(self) -> tuple[str, ...]:
        """The names of the rulebooks that it is a layer over, the nearest first."""
        return bases_of([file.source for file in self.files])

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

    def text(
        self,
        deciding: Collection[Signature] | None = None,
        without: Collection[int] = (),
        empty: Collection[Signature] = (),
    ) -> str:
        """The rules as a program, every line where its file's offset puts it.

        Args:
            deciding: heads whose rules derive `fired_…(Id, …)`, instead of the rulebook's own choice.
            without: rules to leave out, by id.
            empty: predicates that nothing holds of: their negations are left out, but of rules as they are written.
        """
        heads = self.deciding if deciding is None else deciding
        stepped = {
            rule.head for rule in self.rules if rule.head in heads and not rule.is_fact and rule.id not in without
        }
        skipped = self._unasked(stepped, without)
        # On the first line, which comes before every comment.
        first = " ".join(map(second_step, sorted(stepped - skipped)))
        return first + "\n\n".join(file.text((BASE,), heads, without, empty, skipped) for file in self.files)

    def _unasked(self, stepped: Collection[Signature], without: Collection[int]) -> frozenset[Signature]:
        """Heads that go in two steps of which the second can be left out: rules read what fired them instead."""
        return frozenset()


def load_rulebook(
    where: str | Path = "observed",
    consts: Mapping[str, str | int] | None = None,
    *,
    rules_in: Path | None = None,
    trace: bool | Collection[Signature] = True,
    instead: Mapping[str, Path] | None = None,
) -> Rulebook:
    """Reads and checks a rulebook.

        from quack import load_rulebook

        book = load_rulebook("observed")
        print(book.sha256, len(book.rules), dict(book.consts))

    Args:
        where: a name (`observed`, `paper`), a folder or a `.lp` file.
        consts: values for `#const` names instead of the written ones.
        rules_in: the folder of named rulebooks, if it is not the default one.
        trace: which heads' rules also derive `fired_…(Id, …)`: those of `DECIDING`, none, or these.
        instead: files to be read in place of some, by the names of these in the rulebook.

    Raises:
        RulebookError: with file, line and column as far as known.
    """
    name, entry = find_entry(where, rules_in)
    scanned = read_files(entry, instead)
    shipped = all(is_shipped(source.text) for source, _ in scanned)
    if not shipped:  # the tests have seen to the shipped ones
        bounded(check_syntax, scanned, rulebook=None, path=entry)
    files = _parse_all(settle(scanned))
    overrides = dict(consts or {})
    values = constants_of(files, overrides)
    base = (statement for file in files for statement in file.statements if statement.section == BASE)
    rules = tuple(statement.rule for statement in base if statement.rule is not None)
    heads = {rule.head for rule in rules}
    defined = frozenset().union(*(file.defined for file in files))
    sources = {file.source.name: file.source for file in files}
    for error in name_problems(files, rules, heads | defined):
        raise error
    refuse_unread(rules, defined, sources)
    check_stratified(rules, sources)
    check_strengths(files, sources)
    check_verdict_names(files, sources, values)
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
        trusted=shipped and all(_is_small(values[name]) for name in overrides),
    )


def _is_small(value: str | int) -> bool:
    """Whether a constant can't make much of a range that the shipped rules count through."""
    return isinstance(value, str) or abs(value) <= _MAX_TRUSTED_CONST


def _parse_all(scanned: list[tuple[SourceFile, Scanned]]) -> tuple[RuleFile, ...]:
    files: list[RuleFile] = []
    next_id = 0
    for source, scan_ in scanned:
        file = parse_file(source, scan_, next_id)
        next_id += sum(statement.rule is not None for statement in file.statements)
        if next_id > MAX_RULES:
            raise source.error(f"a rulebook of more than {MAX_RULES} rules", 1, None, "write fewer")
        files.append(file)
    return tuple(files)


def _hash(files: Iterable[RuleFile], consts: Mapping[str, str | int]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.source.name}\0{file.source.text}\0".encode())
    for name in sorted(consts):
        digest.update(f"{name}={consts[name]}\0".encode())
    return digest.hexdigest()


def unknown_fact(rulebook: Rulebook, fact: str, name: str) -> RulebookError:
    """The error for a fact whose predicate the rulebook doesn't know; where the rulebook reads another of that name."""
    known = sorted(spell(signature) for signature in rulebook.known if signature[0] == name)
    names = {other for other, _ in rulebook.known}
    remedy = f"the rulebook knows {' and '.join(known)}" if known else suggest(name, names)
    what = f"unknown predicate of the fact {shorten(fact)}"
    for rule in rulebook.rules:
        for use in rule.uses:
            if use.signature[0] == name:
                source = rulebook.source(rule.file)
                return source.error(what, *source.place(use.start), remedy)
    return RulebookError(what, path=rulebook.entry, remedy=remedy)
