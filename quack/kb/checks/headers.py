"""Do files say truly what they read and define, and rules in words what they mean?"""

from __future__ import annotations

from collections.abc import Iterator

from quack.kb.checks.book import Book, found
from quack.kb.checks.finding import Finding
from quack.kb.checks.reading import is_term
from quack.kb.checks.registry import check
from quack.kb.headers import file_problems


@check()
def headers(book: Book) -> Iterator[Finding]:
    """Headers that disagree with the rules below them."""
    for file in book.files:
        for error in () if file.source.path in book.torn else file_problems(file):
            yield Finding.of(error, "header", "warning")


@check()
def labels(book: Book) -> Iterator[Finding]:
    """Rules without a label: proofs and records can't say them in words."""
    labelled = {(each.path, each.line) for each in book.refused if each.check == "label" and each.line is not None}
    for rule in book.rules:
        told = any((rule.source.path, rule.info.line - above) in labelled for above in (1, 2))
        if not told and rule.info.template is None and not rule.info.is_fact:
            what, remedy = "a rule without a label", 'write %!trace_rule {"its words, % for a term", T}. above it'
            yield found("label", "warning", rule.source, rule.start, what, remedy)
        for term in rule.info.terms:
            if not is_term(term):
                what = f"`{term}` is no term of a label" if term else "a label lacks a term between two commas"
                error = rule.source.error(what, rule.info.line - 1, None, "give one term for each %, commas between")
                yield Finding.of(error, "label")
