"""Do the rules do what their tests say? The `x_test.lp` beside each `x.lp`, run with the whole rulebook.

A test is a section `#program test_<sentence>.` of facts, `expect(Atom).` and `expect_not(Atom).`; facts may stand for
derived atoms too. What stands before the first section belongs to every test of the file. A comment
`% rulebook: NAME` in a section, or before the first one, keeps it to that rulebook. A `defect(…)` that no test expects
fails it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import clingo
from clingo.ast import AST

from quack.errors import RulebookError
from quack.kb.gate import read_text, scan
from quack.kb.messages import Places, SourceFile
from quack.kb.program import BASE, Program, Signature, Statement, Use, parse_file
from quack.kb.rulebook import EXPECTATIONS, FIRED, Rulebook, unknown_predicate
from quack.kb.solve import Answer, Grounder

SUFFIX = "_test"
_ONLY_FOR = re.compile(r"%\s*rulebook:\s*([\w-]+(?:\s*,\s*[\w-]+)*)\s*$")


@dataclass(frozen=True, slots=True, eq=False)
class RuleTest:
    """One section of a test file.

    Attributes:
        name: the section's, without `test_`.
        file: relative to the rulebook's folder.
        subject: the rule file that it stands beside, likewise.
    """

    name: str
    file: str
    subject: str
    line: int
    statements: tuple[Statement, ...]
    places: Places

    @property
    def id(self) -> str:
        return f"{self.file}::{self.name}"


@dataclass(frozen=True, slots=True)
class RuleTestResult:
    """What came of a test.

    Attributes:
        missing: atoms that were expected and do not hold, each with what holds instead: the atoms of the same predicate
            and first argument.
        unexpected: atoms that hold against an `expect_not`, and defects that no one expected.
        error: why the test could not be run, as file:line:column: what.
    """

    test: RuleTest
    missing: tuple[tuple[str, tuple[str, ...]], ...] = ()
    unexpected: tuple[str, ...] = ()
    error: str | None = None
    fired: frozenset[int] = frozenset()

    @property
    def passed(self) -> bool:
        return not (self.missing or self.unexpected or self.error)

    def __str__(self) -> str:
        if self.passed:
            return f"{self.test.id}: passed"
        lines = [f"{self.test.file}:{self.test.line}: {self.test.name.replace('_', ' ')}"]
        if self.error:
            lines.append(f"  {self.error}")
        for atom, instead in self.missing:
            lines.append(f"  expected {atom}, got {', '.join(instead) or 'nothing like it'}")
        lines += [f"  got {atom}, which is not expected" for atom in self.unexpected]
        return "\n".join(lines)


def run_rule_tests(rulebook: Rulebook, files: Iterable[Path | str] | None = None) -> list[RuleTestResult]:
    """Runs the tests of a rulebook.

    Args:
        files: these test files; otherwise every `x_test.lp` beside a file of the rulebook.

    Raises:
        RulebookError: a test file that can't be read.
    """
    return [run_rule_test(rulebook, test) for test in collect_rule_tests(rulebook, files)]


def collect_rule_tests(rulebook: Rulebook, files: Iterable[Path | str] | None = None) -> list[RuleTest]:
    """The tests that concern a rulebook, in the order of its files.

    Raises:
        RulebookError: a test file that can't be read, or that speaks of predicates which the rulebook doesn't know.
    """
    paths = [Path(path) for path in files] if files is not None else test_files(rulebook)
    return [test for path in paths for test in _read_tests(rulebook, path)]


def test_files(rulebook: Rulebook) -> list[Path]:
    """The test files that stand beside the rulebook's files."""
    beside = [file.path.with_name(f"{file.path.stem}{SUFFIX}.lp") for file in rulebook.files]
    return [path for path in beside if path.is_file()]


test_files.__test__ = False  # type: ignore[attr-defined]  # pytest takes it for a test where it is imported


def _read_tests(rulebook: Rulebook, path: Path) -> Iterator[RuleTest]:
    last = rulebook.files[-1]
    name = path.resolve().relative_to(rulebook.folder.resolve()).as_posix() if _inside(rulebook, path) else path.name
    file = SourceFile(name, path, read_text(path), last.offset + last.line_count + 1)
    scanned = scan(file)
    if scanned.includes:
        include = scanned.includes[0]
        raise file.error("an #include in a test file", include.line, include.column, "a test sees the whole rulebook")
    program = Program()
    parse_file(file, scanned, program, len(rulebook.rules))
    _check(rulebook, file, program)
    common = tuple(statement for statement in program.statements if statement.section == BASE)
    places = Places((*rulebook.files, file))
    subject = name.removesuffix(f"{SUFFIX}.lp") + ".lp"
    limits = _limits(scanned.comments, program)
    for section, line in program.sections.items():
        only = limits.get(section, limits.get(BASE))
        if only and rulebook.name not in only:
            continue
        own = tuple(statement for statement in program.statements if statement.section == section)
        if not any(statement.rule and statement.rule.head in EXPECTATIONS for statement in common + own):
            raise file.error(f"{section} expects nothing", line, None, "add expect(…) or expect_not(…)")
        yield RuleTest(section.removeprefix("test_"), name, subject, line, common + own, places)


def _inside(rulebook: Rulebook, path: Path) -> bool:
    return path.resolve().is_relative_to(rulebook.folder.resolve())


def _limits(comments, program: Program) -> dict[str, list[str]]:
    """The rulebooks that a section is kept to, by section."""
    starts = sorted((line, section) for section, line in program.sections.items())
    limits: dict[str, list[str]] = {}
    for comment in comments:
        if only := _ONLY_FOR.match(comment.text):
            before = [section for line, section in starts if line <= comment.line]
            limits[before[-1] if before else BASE] = [part.strip() for part in only[1].split(",")]
    return limits


def _check(rulebook: Rulebook, file: SourceFile, program: Program) -> None:
    """Refuses test statements that speak of unknown predicates."""
    known = rulebook.known
    for statement in program.statements:
        rule = statement.rule
        if rule is None:
            raise file.error("a test holds facts and expectations only", *_place(file, statement.ast))
        for use in rule.uses:
            if use.signature not in known:
                raise unknown_predicate(file, use, known)
        signature, line, column = rule.head, rule.line, rule.column
        if signature in EXPECTATIONS:
            signature, line, column = _expected(file, statement.ast)
        if signature not in known:
            raise unknown_predicate(file, Use(signature, line, column, False), known)


def _place(file: SourceFile, ast: AST) -> tuple[int, int]:
    begin = ast.location.begin
    return begin.line - file.offset, begin.column


def _expected(file: SourceFile, ast: AST) -> tuple[Signature, int, int]:
    term = ast.head.atom.symbol.arguments[0]
    line, column = _place(file, term)
    text = str(term)
    if "arguments" in term.keys():
        return (term.name, len(term.arguments)), line, column
    if re.fullmatch(r"[a-z]\w*", text):
        return (text, 0), line, column
    raise file.error(f"an expectation that is no atom: {text}", line, column, "write expect(p(…)).")


def run_rule_test(
    rulebook: Rulebook, test: RuleTest, statements: Sequence[AST] | None = None, *, coverage: bool = False
) -> RuleTestResult:
    """Runs one test in a control of its own.

    Args:
        statements: the rulebook's, if some are to be left out or changed.
        coverage: the statements derive `fired(Id, …)` for every rule; the result says which did.
    """
    program = [*(rulebook.traced if statements is None else statements)]
    program += [statement.ast for statement in test.statements]
    try:
        answer = Grounder(rulebook, test.places).run(program)
    except RulebookError as error:
        return RuleTestResult(test, error=str(error))
    return _judge(test, answer, coverage)


def _judge(test: RuleTest, answer: Answer, coverage: bool) -> RuleTestResult:
    expected = [atom.arguments[0] for atom in answer.symbols("expect", 1)]
    refused = [atom.arguments[0] for atom in answer.symbols("expect_not", 1)]
    missing = [(str(atom), _instead(answer, atom)) for atom in expected if not answer.holds(atom)]
    unexpected = [str(atom) for atom in refused if answer.holds(atom)]
    fired: set[int] = set()
    for name, arity in answer.signatures():
        if name == "defect":
            unexpected += [str(atom) for atom in answer.symbols(name, arity) if atom not in expected]
        elif name == FIRED and coverage:
            fired.update(row[0] for row in answer.rows(name, arity))
    return RuleTestResult(test, tuple(missing), tuple(dict.fromkeys(unexpected)), None, frozenset(fired))


def _instead(answer: Answer, wanted: clingo.Symbol) -> tuple[str, ...]:
    """The atoms of the same predicate and first argument."""
    first = wanted.arguments[:1]
    arities = [arity for name, arity in answer.signatures() if name == wanted.name]
    atoms = [atom for arity in arities for atom in answer.symbols(wanted.name, arity)]
    return tuple(str(atom) for atom in atoms if atom.arguments[:1] == first)
