"""Can the tests beside the rules be run, and can what they expect hold?"""

from __future__ import annotations

from collections.abc import Iterator

from quack.errors import RulebookError
from quack.kb.checks.book import Book, found, rules_of
from quack.kb.checks.expectations import misfits
from quack.kb.checks.finding import Finding
from quack.kb.checks.lenient import read_tests_leniently
from quack.kb.checks.reading import Term
from quack.kb.checks.safety import unsafe_in
from quack.kb.gate import read_text
from quack.kb.known_names import EXPECTATIONS
from quack.kb.layered_tests import kept_to, locate, names_of_tests, stand_ins, test_files
from quack.kb.messages import SourceFile
from quack.kb.orphans import orphaned_tests
from quack.kb.program import RuleFile
from quack.kb.rule_test_content import expects_nothing, problems_of_includes, problems_of_tests
from quack.kb.shipped import is_shipped


def check_tests(book: Book) -> list[Finding]:
    """Everything that is amiss in the test files of a rulebook that are not shipped ones."""
    findings: list[Finding] = []
    sources: list[SourceFile] = []
    try:
        for path in test_files(book):
            text = read_text(path)
            if not is_shipped(text):
                sources.append(SourceFile(locate(book, path)[0], path, text, 0))
        files = read_tests_leniently(sources)
    except RulebookError as error:
        return [Finding.of(error, "test")]
    for file, refused in files:
        findings += refused
        findings += (Finding.of(error, "test") for error in problems_of_includes(file.source, file.scanned))
        findings += _of_comments(book, file)
        # What a file says that can't be read to its end, or expects of rules that can't, is not known.
        if book.whole and not refused:
            findings += _of_content(book, file)
    known = all(is_shipped(each.source.text) for each in book.files)
    return findings if known else [*findings, *(Finding.of(each, "test", "warning") for each in orphaned_tests(book))]


def _of_comments(book: Book, file: RuleFile) -> Iterator[Finding]:
    """Comments that name rulebooks or tests which are none."""
    known = None
    for comment in file.scanned.comments:
        try:
            kept_to(book, file.source, [comment], file.sections)
            if "instead of" in comment.text:
                known = names_of_tests(book) if known is None else known
                stand_ins(file.source, [comment], known)
        except RulebookError as error:
            yield Finding.of(error, "test")


def _of_content(book: Book, file: RuleFile) -> Iterator[Finding]:
    never = list(_never(book, file))
    yield from never
    told = {(each.line, each.column) for each in never}
    for error in problems_of_tests(book, file):
        if (error.line, error.column) not in told:
            yield Finding.of(error, "test")
    for rule in rules_of(file, tests=True):
        yield from unsafe_in(rule)
    yield from _expecting_nothing(book, file)


def _expecting_nothing(book: Book, file: RuleFile) -> Iterator[Finding]:
    try:
        mine = kept_to(book, file.source, file.scanned.comments, file.sections)
    except RulebookError:
        return  # told where its comment stands
    for section in mine:
        if error := expects_nothing(file, section):
            yield Finding.of(error, "test")


def _never(book: Book, file: RuleFile) -> Iterator[Finding]:
    """Expectations of words that no rule gives, and that no fact of the file holds."""
    expected: list[Term] = []
    stated: set[str] = set()
    for rule in rules_of(file, tests=True):
        if rule.signature in EXPECTATIONS:
            expected.append(rule.head.arguments[0])
        else:
            stated.update(term.name for whole in rule.terms() for term in whole.walk())
    for atom in expected:
        for misfit in misfits(book, atom, stated):
            yield found("test", "error", file.source, misfit.term.start, misfit.what, misfit.remedy)
