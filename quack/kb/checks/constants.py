"""Constants that are defined twice, can't have their value, are used nowhere, or are no numbers where one is needed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from quack.kb.checks.book import Book, Rule, found
from quack.kb.checks.finding import Finding
from quack.kb.checks.reading import ORDERING, Aggregate, Comparison, Term
from quack.kb.checks.registry import check
from quack.kb.constants import constant_problems
from quack.kb.messages import suggest

_CONST = re.compile(r"#const\s+([\w']+)")
_NAME = re.compile(r"(?<![\w'#])[a-z][\w']*")


@check()
def values(book: Book) -> Iterator[Finding]:
    """Constants that are defined in two files, or whose value is none for them."""
    for error in constant_problems(book.files):
        yield Finding.of(error, "constant")


@check(of_whole=True)
def unused(book: Book) -> Iterator[Finding]:
    """Constants that no rule uses."""
    used = {
        name
        for file in book.files
        for statement in file.statements
        if statement.rule is not None
        for name in _NAME.findall(file.scanned.code[statement.code.start : statement.code.end])
    }
    used |= {value for value in book.consts.values() if isinstance(value, str)}
    for file, text, start in book.directives("#const"):
        named = _CONST.match(text)
        if named and named[1] not in used and not file.source.layer and not _shared(book):
            what = f"no rule uses the constant {named[1]}"
            yield found("constant", "warning", file.source, start, what, "use it, or take it out")


def _shared(book: Book) -> bool:
    """Whether the policy is that of several rulebooks, so that one of them need not use all of it."""
    return not book.consts.keys() & {
        name
        for rule in book.rules
        for term in rule.terms()
        for name in [each.name for each in term.walk() if each.kind == "name"]
    }


@check()
def no_numbers(book: Book) -> Iterator[Finding]:
    """Plain constants in arithmetic, which then has no value."""
    for rule in book.rules:
        for term in (each for whole in rule.terms() for each in whole.walk()):
            if term.kind != "operation" or term.name == ";":
                continue
            for each in term.arguments:
                if each.kind in ("string", "function", "tuple") or (
                    each.kind == "name" and not isinstance(book.consts.get(each.name, ""), int)
                ):
                    yield _no_number(book, rule, each, "the rule can never fire")


@check()
def no_bounds(book: Book) -> Iterator[Finding]:
    """Plain constants that something is to be less or more than: any number is less than any constant."""
    for rule in book.rules:
        for term in _bounds(rule):
            if term.kind == "name" and not isinstance(book.consts.get(term.name), int):
                yield _no_number(book, rule, term, "the comparison says nothing")


def _bounds(rule: Rule) -> Iterator[Term]:
    """What stands on either side of `<` and the like, and what a count is compared with."""
    for literal in rule.body:
        if isinstance(literal, Comparison):
            for left, relation, right in literal.pairs():
                yield from (left, right) if relation in ORDERING else ()
        elif isinstance(literal, Aggregate):
            for relation, term in literal.guards:
                if relation in ORDERING or literal.function not in ("#min", "#max"):
                    yield term


def _no_number(book: Book, rule: Rule, term: Term, so: str) -> Finding:
    remedy = suggest(term.name, book.numbers) or "write a number, or define it with #const"
    return found("constant", "error", rule.source, term.start, f"{term.text} is no number: {so}", remedy)
