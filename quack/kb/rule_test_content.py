"""What may a test file hold? Facts and expectations, of predicates that its rulebook knows."""

from __future__ import annotations

from collections.abc import Iterator

from quack.errors import RulebookError
from quack.kb.gate import Scanned
from quack.kb.known_names import EXPECTATIONS, unknown_predicate
from quack.kb.layered_tests import Tested, stands_in_without_test
from quack.kb.messages import SourceFile
from quack.kb.program import BASE, RuleFile, Statement
from quack.kb.syntax import Atom, DirectiveCode, Refused, RuleCode, read_code
from quack.kb.unmet import expectations_of_nothing


def problems_of_includes(source: SourceFile, scanned: Scanned) -> Iterator[RulebookError]:
    """Each include of a test file."""
    for include in scanned.includes:
        remedy = "leave it out: a test sees the whole rulebook"
        yield source.error("an #include in a test file", include.line, include.column, remedy)


def problems_of_tests(rulebook: Tested, file: RuleFile) -> Iterator[RulebookError]:
    """Everything in a test file that no test may hold, in the order of kinds."""
    for statement in file.statements:
        yield from _of_statement(rulebook, file, statement)
    yield from expectations_of_nothing(rulebook, file)
    if not file.sections:
        yield from _without_test(file)
        if lonely := stands_in_without_test(file.source, file.scanned.comments):
            yield lonely


def _without_test(file: RuleFile) -> Iterator[RulebookError]:
    """The error for the first expectation of a file without tests: nothing would look at it."""
    for each in file.statements:
        if each.rule is not None and each.rule.head in EXPECTATIONS:
            place = file.source.place(each.code.start)
            remedy = "begin the test above it: #program test_what_it_says."
            yield file.source.error("an expectation that belongs to no test", *place, remedy)
            return


def expects_nothing(file: RuleFile, section: str) -> RulebookError | None:
    """The error for a test without an expectation."""
    for each in file.statements:
        if each.rule is not None and each.section in (BASE, section) and each.rule.head in EXPECTATIONS:
            return None
    remedy = "add expect(…) or expect_not(…)"
    return file.source.error(f"{section} expects nothing", file.sections[section], None, remedy)


def _of_statement(rulebook: Tested, file: RuleFile, statement: Statement) -> Iterator[RulebookError]:
    """What is wrong with a statement of a test: it is none of a test, or speaks of unknown predicates."""
    source, known = file.source, rulebook.known
    code = statement.code
    if isinstance(code, DirectiveCode):
        if code.word != "#program":
            place = source.place(code.start)
            yield source.error(f"{code.word} in a test file", *place, "a test holds facts and expectations")
        return
    uses = list(code.uses)
    try:
        uses.append(_expected(file, code.head) if code.head.signature in EXPECTATIONS else code.head)
    except RulebookError as error:
        yield error
    for use in uses:
        if use.signature not in known:
            yield unknown_predicate(source, use, known | EXPECTATIONS)


def _expected(file: RuleFile, head: Atom) -> Atom:
    """The atom inside of an expectation.

    Raises:
        RulebookError: there is something else.
    """
    start = file.scanned.code.index("(", head.start) + 1
    text = file.scanned.code[start : head.end - 1]
    try:
        code = next(read_code(f"{text}."))
    except Refused:
        code = None
    if not isinstance(code, RuleCode):
        place = file.source.place(start)
        raise file.source.error(f"an expectation that is no atom: {text}", *place, "write expect(p(…)).")
    return code.head._replace(start=start + code.head.start, end=start + code.head.end)
