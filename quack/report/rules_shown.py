"""Rulebooks, rule files, predicates and rules in words, for `quack rules list` and `quack rules show`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from quack.errors import amount
from quack.kb.rule_index import BookCard, FileCard, PredicateCard, RuleCard

_WIDTH = 118
_MOST = 12
"""How many places are named."""


def books_as_text(books: Sequence[BookCard]) -> Iterator[str]:
    """A line or two for each rulebook."""
    for book in books:
        base = f", a layer over {book.base}" if book.base else ""
        counts = f"{amount(len(book.files), 'file')}, {amount(book.rules, 'rule')}, {amount(book.tests, 'test')}"
        yield f"{book.name}  {counts}{base}  ({book.entry})"
        yield f"    {book.question}"


def book_as_text(book: BookCard) -> Iterator[str]:
    """A rulebook with its files and its numbers."""
    yield from books_as_text([book])
    yield ""
    width = max(len(file.name) for file in book.files)
    for file in book.files:
        counts = f"{file.rules:4} {'rule ' if file.rules == 1 else 'rules'} {file.tests:4} tests"
        yield f"{file.name:{width}}  {counts}  {'' if file.of is None else f'[{file.of}] '}{file.question}".rstrip()
    if book.consts:
        yield ""
        yield "numbers: " + ", ".join(f"{name} = {value}" for name, value in book.consts.items())


def file_as_text(file: FileCard, rules: Sequence[RuleCard]) -> Iterator[str]:
    """A rule file with its rules."""
    of = f", of {file.of}" if file.of else ""
    yield f"{file.name}{of}: {amount(file.rules, 'rule')}, {amount(file.tests, 'test')}"
    yield f"  {file.question}"
    yield from _wrapped("reads", file.reads or "nothing")
    yield from _wrapped("defines", file.defines or "nothing")
    for rule in rules:
        yield ""
        yield from _short(rule)


def rules_as_text(rules: Sequence[RuleCard]) -> Iterator[str]:
    """The rules of a rulebook, file by file."""
    for file, group in groupby(rules, lambda rule: rule.place.rpartition(":")[0]):
        yield file
        for rule in group:
            line = rule.place.rpartition(":")[2]
            yield f"  {line:>4}  {rule.derives:24} {rule.label or ''}".rstrip()


def rule_as_text(rule: RuleCard) -> Iterator[str]:
    """A rule with all that is known of it."""
    yield from _short(rule)
    yield from _wrapped("reads", ", ".join(rule.reads) or "nothing")
    yield from _wrapped("gives", rule.derives)
    yield from _wrapped("used in", _places(rule.used_by) or "no rule: it is read out")
    if rule.tests is not None:
        yield from _wrapped("fired by", ", ".join(rule.tests[:_MOST]) + _more(rule.tests) or "no test beside its file")


def predicate_as_text(predicate: PredicateCard) -> Iterator[str]:
    """A predicate with the rules that give it."""
    yield f"{predicate.name}: {predicate.described or 'derived by rules'}"
    yield from _wrapped("used in", _places(predicate.used_by) or "no rule: it is read out")
    if not predicate.given_by:
        yield "  given by the log and the claims"
    for rule in predicate.given_by:
        yield ""
        yield from _short(rule)


def _short(rule: RuleCard) -> Iterator[str]:
    yield f"{rule.place}: {rule.label or '(no label)'}"
    yield from (f"    {line}" for line in rule.code.splitlines())


def _places(places: Sequence[str]) -> str:
    return ", ".join(places[:_MOST]) + _more(places)


def _more(items: Sequence[str]) -> str:
    return f" and {len(items) - _MOST} more" if len(items) > _MOST else ""


def _wrapped(word: str, text: str) -> list[str]:
    start = f"  {word}: "
    return textwrap.wrap(text, _WIDTH, initial_indent=start, subsequent_indent=" " * 4, break_on_hyphens=False)
