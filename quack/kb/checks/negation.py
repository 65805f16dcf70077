"""Predicates that depend on their own negation."""

from __future__ import annotations

from collections.abc import Iterator

from quack.kb.checks.book import Book
from quack.kb.checks.finding import Finding
from quack.kb.checks.registry import check
from quack.kb.cycles import unstratified


@check()
def cycles(book: Book) -> Iterator[Finding]:
    """Cycles through a negation, an aggregate or a condition."""
    for error in unstratified([rule.info for rule in book.rules], book.sources):
        yield Finding.of(error, "cycle")
