"""What is amiss in a rulebook? One module for each kind of mistake; `check_rulebook` asks them all.

None of them grounds anything: they read the rules, and what the schema says of its arguments.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.checks import (  # noqa: F401  (each registers its checks)
    claim_types,
    comparisons,
    constants,
    duplicates,
    firing,
    headers,
    includes,
    names,
    naming,
    negation,
    rooms,
    safety,
    variables,
    verdicts,
    windows,
    words,
)
from quack.kb.checks.book import Book, read_book
from quack.kb.checks.finding import Finding
from quack.kb.checks.ignored import without_ignored
from quack.kb.checks.lenient import rulebook_around
from quack.kb.checks.registry import CHECKS
from quack.kb.checks.tests import check_tests
from quack.kb.shipped import is_shipped


def check_rulebook(where: str | Path = "observed", *, rules_in: Path | None = None) -> tuple[Book, list[Finding]]:
    """Reads a rulebook as far as it can be read, and says everything that is amiss in it.

    Args:
        where: a name, a folder or a `.lp` file, as for `load_rulebook`; a rule file that is no entry file stands for
            the rulebook that includes it, of which only the findings in that file are given.

    Returns:
        The rulebook as it was read, and the findings in the order of its files.

    Raises:
        RulebookError: there is no such rulebook, or its entry file can't be read.
    """
    entry = rulebook_around(Path(where)) if str(where).endswith(".lp") else None
    book = read_book(entry or where, rules_in)
    findings = list(book.refused)
    for function, of_whole in CHECKS:
        if book.whole or not of_whole:
            findings += function(book)
    if not any(each.severity == "error" for each in findings) and not _is_known(book):
        findings += _refused_as_a_whole(book)
    findings += check_tests(book)
    ordered = _ordered(book, without_ignored(book, findings))
    if entry is not None:
        ordered = [each for each in ordered if each.path is not None and _is_same(each.path, where)]
    return book, ordered


def _is_same(path: Path | str, where: Path | str) -> bool:
    return Path(path).resolve() == Path(where).resolve()


def _is_known(book: Book) -> bool:
    return all(is_shipped(file.source.text) for file in book.files)


def _refused_as_a_whole(book: Book) -> Iterable[Finding]:
    """What loading refuses beyond what the checks have found."""
    from quack.kb.rulebook import load_rulebook  # with what runs in other processes, which a shipped one does not need

    try:
        load_rulebook(book.entry)
    except RulebookError as error:
        yield Finding.of(error, "load")


def _ordered(book: Book, findings: Iterable[Finding]) -> list[Finding]:
    places = {file.source.path: index for index, file in enumerate(book.files)}
    unique = {(each.path, each.line, each.column, each.what): each for each in findings}

    def order(each: Finding) -> tuple[int, str, int, int, str]:
        place = places.get(Path(each.path), len(places)) if each.path is not None else -1
        return place, str(each.path), each.line or 0, each.column or 0, each.what

    return sorted(unique.values(), key=order)
