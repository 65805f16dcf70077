"""What is there, and where is it used? Rulebooks, rule files, predicates and rules, as `quack rules show` has them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from quack.errors import QuackError, RulebookError
from quack.kb.checks.book import Book, Rule, read_book
from quack.kb.checks.schema import written_arguments
from quack.kb.gate import read_text
from quack.kb.layered_tests import SUFFIX, count_tests
from quack.kb.layers import base_name
from quack.kb.messages import suggest
from quack.kb.program import RuleFile, spell
from quack.kb.rule_tests import collect_rule_tests, run_rule_test
from quack.kb.rulebook import load_rulebook
from quack.kb.syntax import Signature

_SECTION = re.compile(r"^#program\s+test_", re.MULTILINE)
_HEADER = re.compile(r"%\s*(in|out):\s*(.*)")


@dataclass(frozen=True, slots=True)
class FileCard:
    """A rule file: its question, what it reads and defines, how many rules it has, and how many tests are run of it."""

    name: str
    question: str
    reads: str
    defines: str
    rules: int
    tests: int
    of: str | None


@dataclass(frozen=True, slots=True)
class BookCard:
    """A rulebook."""

    name: str
    entry: str
    question: str
    base: str | None
    files: tuple[FileCard, ...]
    consts: dict[str, str | int]

    @property
    def rules(self) -> int:
        return sum(file.rules for file in self.files)

    @property
    def tests(self) -> int:
        return sum(file.tests for file in self.files)


@dataclass(frozen=True, slots=True)
class RuleCard:
    """A rule: its words, its code, what it reads, who reads what it derives, and which tests fire it."""

    place: str
    label: str | None
    code: str
    derives: str
    reads: tuple[str, ...]
    used_by: tuple[str, ...]
    tests: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class PredicateCard:
    """A predicate: what the schema says of it, the rules that give it, and those that read it."""

    name: str
    described: str | None
    given_by: tuple[RuleCard, ...]
    used_by: tuple[str, ...]


def describe_book(where: str | Path) -> tuple[Book, BookCard]:
    """A rulebook, and what it is.

    Raises:
        RulebookError: there is no such rulebook.
    """
    book = read_book(where)
    named = base_name(book.files[0].source)
    tests = _tests(book)
    cards = tuple(_file_card(book, file, tests) for file in book.files)
    entry = book.files[0].source
    return book, BookCard(book.name, str(entry.path), _question(entry.text), named and named[0], cards, book.consts)


def _question(text: str) -> str:
    first = text.split("\n", 1)[0]
    return first.removeprefix("%").strip() if first.startswith("%") else ""


def _tests(book: Book) -> Counter[str]:
    """How many tests stand beside each rule file: as many as are run, or where it can't be loaded, as are written."""
    try:
        return count_tests(load_rulebook(book.entry))
    except QuackError:
        return Counter({file.source.name: _written(book, file) for file in book.files})


def _written(book: Book, file: RuleFile) -> int:
    path, tests = file.source.path, 0
    for folder in dict.fromkeys([book.entry.parent, file.source.home or path.parent]):
        beside = folder / Path(file.source.name).with_name(f"{path.stem}{SUFFIX}.lp")
        if beside.is_file():
            tests += len(_SECTION.findall(read_text(beside)))
    return tests


def _file_card(book: Book, file: RuleFile, tests: Counter[str]) -> FileCard:
    header = dict(_HEADER.findall("\n".join(file.source.text.split("\n")[1:4])))
    rules = sum(rule.source is file.source for rule in book.rules)
    base = base_name(book.files[0].source)
    of = base[0] if base and file.source.layer else None
    question = _question(file.source.text)
    name = file.source.name
    return FileCard(name, question, header.get("in", ""), header.get("out", ""), rules, tests[name], of)


def find_shown(book: Book, wanted: str) -> FileCard | PredicateCard | list[RuleCard]:
    """The rule file, the predicate or the rules that a name, a place or some words of a label mean.

    Raises:
        RulebookError: nothing is called so.
    """
    for file in book.files:
        if wanted in (file.source.name, file.source.name.removesuffix(".lp"), Path(file.source.name).name):
            return _file_card(book, file, _tests(book))
    rules = [rule for rule in book.rules if _stands_at(rule.info.place, wanted)]
    if rules:
        return [rule_card(book, rule, fired=True) for rule in rules]
    name, _, arity = wanted.partition("/")
    signatures = sorted(each for each in _signatures(book) if each[0] == name and arity in ("", str(each[1])))
    if signatures:
        return _predicate_card(book, signatures[0])
    words = [rule for rule in book.rules if wanted.lower() in (rule.info.label or "").lower()]
    if words:
        return [rule_card(book, rule, fired=len(words) == 1) for rule in words]
    known = [*(file.source.name for file in book.files), *(each for each, _ in _signatures(book))]
    remedy = suggest(wanted, known) or "name a rulebook, a file, a predicate, a rule's FILE:LINE or words of its label"
    raise RulebookError(f"nothing is called {wanted}", path=book.entry, remedy=remedy)


def _stands_at(place: str, wanted: str) -> bool:
    """Whether a rule's place is meant: whole, by its end, or with a folder before it, as proofs have it."""
    return place == wanted or place.endswith(f"/{wanted}") or wanted.endswith(f"/{place}")


def _signatures(book: Book) -> set[Signature]:
    return set(book.known) | {use.atom.signature for rule in book.rules for use in rule.uses}


def rules_of(book: Book, file: str) -> list[RuleCard]:
    """The rules of a file."""
    return [rule_card(book, rule) for rule in book.rules if rule.info.file == file]


def rule_card(book: Book, rule: Rule, *, fired: bool = False) -> RuleCard:
    """What a rule is.

    Args:
        fired: say too which of the tests beside it fire it, which runs them.
    """
    file = next(each for each in book.files if each.source is rule.source)
    end = next(each.code.end for each in file.statements if each.code.start == rule.start)
    code = file.scanned.code[rule.start : end]
    reads = tuple(dict.fromkeys(spell(use.atom.signature) for use in rule.uses))
    tests = _firing(book, rule) if fired else None
    return RuleCard(
        rule.info.place, rule.info.label, code, spell(rule.signature), reads, _users(book, rule.signature), tests
    )


def _users(book: Book, signature: Signature) -> tuple[str, ...]:
    using = (rule.info.place for rule in book.rules if any(use.atom.signature == signature for use in rule.uses))
    return tuple(dict.fromkeys(using))


def _firing(book: Book, rule: Rule) -> tuple[str, ...] | None:
    """The tests beside a rule's file that fire it; None if the rulebook can't be loaded."""
    try:
        loaded = load_rulebook(book.entry)
        tests = [test for test in collect_rule_tests(loaded) if test.subject == rule.info.file]
        number = next(each.id for each in loaded.rules if each.place == rule.info.place)
        return tuple(test.id for test in tests if number in run_rule_test(loaded, test, coverage=True).fired)
    except (QuackError, StopIteration):
        return None


def _predicate_card(book: Book, signature: Signature) -> PredicateCard:
    given = tuple(rule_card(book, rule) for rule in book.by_head.get(signature, ()))
    return PredicateCard(spell(signature), _described(book, signature), given, _users(book, signature))


def _described(book: Book, signature: Signature) -> str | None:
    """What a schema's comment says of a predicate."""
    for file in book.files:
        for comment in file.scanned.comments:
            if len(written_arguments(comment.text, signature[0])) == signature[1] and signature in file.defined:
                return comment.text.removeprefix("%").strip()
    return None
