"""Do atoms of tests hold words that the rules can give there? `verdict(c1, bystandr)` never holds, whatever c1 is."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from quack.kb.checks.book import Book
from quack.kb.checks.domains import describe, plain_constants
from quack.kb.checks.reading import Term
from quack.kb.messages import suggest
from quack.kb.program import spell


class Misfit(NamedTuple):
    """A constant of an atom that is none of those that can stand there."""

    term: Term
    what: str
    remedy: str


def misfits(book: Book, atom: Term, stated: Collection[str]) -> Iterator[Misfit]:
    """The constants of an atom that can't stand where they do.

    Args:
        stated: words of the facts beside it, which may give what no rule gives.
    """
    arguments = book.domains.arguments(atom.signature) or ()
    for index, (term, domain) in enumerate(zip(atom.arguments, arguments, strict=False)):
        if (
            term.kind not in ("name", "string")
            or not domain
            or any(each[:2] != "f:" and each[0] != "=" for each in domain)
        ):
            continue
        if f"={term.name}" not in domain and term.name not in book.consts and term.name not in stated:
            what = f"argument {index + 1} of {spell(atom.signature)} is never {term.name}"
            near = suggest(term.name.strip('"'), plain_constants(domain))
            yield Misfit(term, what, near or f"it is {describe(domain)}")
