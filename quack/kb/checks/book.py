"""A rulebook as checks see it: read as far as it can be read, with everything that was refused on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from quack.errors import RulebookError
from quack.kb.checks.finding import Finding, Severity
from quack.kb.checks.lenient import read_leniently
from quack.kb.checks.reading import Aggregate, Condition, Conditional, Literal, Term, Unreadable, read_rule
from quack.kb.checks.schema import argument_letters
from quack.kb.files import find_entry
from quack.kb.layers import bases_of
from quack.kb.messages import SourceFile
from quack.kb.program import BASE, RuleFile, RuleInfo
from quack.kb.syntax import DirectiveCode, Signature

if TYPE_CHECKING:
    from quack.kb.checks.domains import Domains


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule with its terms.

    Attributes:
        start: where it begins in its file's code.
        uses: every atom of its body, those in aggregates and conditions too.
    """

    info: RuleInfo
    source: SourceFile = field(repr=False)
    head: Term
    body: tuple[Literal, ...]
    start: int

    @property
    def signature(self) -> Signature:
        return self.info.head

    uses: tuple[Use, ...] = field(repr=False)

    @property
    def positive(self) -> list[Term]:
        """The atoms that have to hold for it to fire."""
        return [use.atom for use in self.uses if use.strict]

    def terms(self) -> Iterator[Term]:
        """Its head, and every term of its body."""
        yield self.head
        yield from _terms(self.body)


@dataclass(frozen=True, slots=True)
class Use:
    """An atom in a body; not strict where it is negated, counted or conditional."""

    atom: Term
    strict: bool
    negated: bool


def _uses(body: Iterable[Literal], strict: bool) -> Iterator[Use]:
    for literal in body:
        if isinstance(literal, Condition):
            yield Use(literal.atom, strict and not literal.signs, literal.signs % 2 == 1)
        elif isinstance(literal, Aggregate):
            for element in literal.elements:
                yield from _uses(element.conditions, False)
        elif isinstance(literal, Conditional):
            yield from _uses((literal.literal, *literal.conditions), False)


def _terms(body: Iterable[Literal]) -> Iterator[Term]:
    for literal in body:
        if isinstance(literal, Condition):
            yield literal.atom
        elif isinstance(literal, Aggregate):
            for element in literal.elements:
                yield from element.terms
                yield from _terms(element.conditions)
            yield from (term for _, term in literal.guards)
        elif isinstance(literal, Conditional):
            yield from _terms((literal.literal, *literal.conditions))
        else:
            yield from literal.terms


@dataclass(frozen=True)
class Book:
    """Everything of a rulebook that could be read.

    Attributes:
        refused: what was found while reading: files, includes, forbidden statements, syntax, labels, constants.
        files: in the order of reading.
        lost: names in statements that were left out.
    """

    name: str
    entry: Path
    files: tuple[RuleFile, ...] = field(repr=False)
    refused: tuple[Finding, ...]
    lost: frozenset[str] = field(repr=False)

    @property
    def folder(self) -> Path:
        return self.entry.parent

    @cached_property
    def bases(self) -> tuple[str, ...]:
        """The rulebooks that it is a layer over, the nearest first, as far as they can be told."""
        try:
            return bases_of([file.source for file in self.files])
        except RulebookError:
            return ()

    @property
    def whole(self) -> bool:
        """Whether nothing of it is missing, so that it can be asked what nothing defines."""
        return not any(
            each.severity == "error" and each.check in ("include", "syntax", "forbidden") for each in self.refused
        )

    @cached_property
    def torn(self) -> frozenset[Path]:
        """Files of which a statement was left out."""
        return frozenset(
            Path(each.path) for each in self.refused if each.path and each.check in ("syntax", "forbidden")
        )

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for file in self.files for rule in rules_of(file))

    @cached_property
    def by_head(self) -> Mapping[Signature, list[Rule]]:
        found: dict[Signature, list[Rule]] = {}
        for rule in self.rules:
            found.setdefault(rule.signature, []).append(rule)
        return found

    @cached_property
    def defined(self) -> frozenset[Signature]:
        """Predicates declared with `#defined`."""
        return frozenset().union(*(file.defined for file in self.files))

    @cached_property
    def consts(self) -> dict[str, str | int]:
        """The `#const`s as written."""
        values: dict[str, str | int] = {}
        for file in self.files:
            values |= file.consts
        return values

    @cached_property
    def numbers(self) -> list[str]:
        """The `#const`s that are numbers."""
        return [name for name, value in self.consts.items() if isinstance(value, int)]

    @cached_property
    def domains(self) -> Domains:
        """What can stand at each argument."""
        from quack.kb.checks.domains import Domains

        return Domains(self)

    @cached_property
    def letters(self) -> dict[Signature, tuple[str, ...]]:
        """What stands for the arguments of documented predicates."""
        return argument_letters(self.files)

    @cached_property
    def known(self) -> frozenset[Signature]:
        return frozenset(self.by_head) | self.defined

    @cached_property
    def sources(self) -> dict[str, SourceFile]:
        return {file.source.name: file.source for file in self.files}

    def directives(self, word: str) -> Iterator[tuple[RuleFile, str, int]]:
        """The directives of one kind, each with its text and where it begins."""
        for file in self.files:
            for statement in file.statements:
                if isinstance(statement.code, DirectiveCode) and statement.code.word == word:
                    yield file, file.scanned.code[statement.code.start : statement.code.end], statement.code.start


def rules_of(file: RuleFile, *, tests: bool = False) -> Iterator[Rule]:
    """The rules of a file with their terms.

    Args:
        tests: those of its tests, too.
    """
    for statement in file.statements:
        if statement.rule is not None and (tests or statement.section == BASE):
            try:
                head, body = read_rule(file.scanned.code, statement.code.start, statement.code.end)
            except Unreadable:
                continue
            yield Rule(statement.rule, file.source, head, body, statement.code.start, tuple(_uses(body, True)))


def read_book(where: str | Path, rules_in: Path | None = None) -> Book:
    """Reads a rulebook as far as it can be read.

    Raises:
        RulebookError: there is no such rulebook.
    """
    name, entry = find_entry(where, rules_in)
    files, refused, lost = read_leniently(entry)
    return Book(name, entry, files, tuple(refused), lost)


def found(
    check: str, severity: Severity, source: SourceFile, position: int, what: str, remedy: str | None = None
) -> Finding:
    """A finding at a position in a file's code."""
    return Finding.of(source.error(what, *source.place(position), remedy), check, severity)
