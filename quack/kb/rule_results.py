"""What came of a rule test: what was expected and does not hold, what holds against expectation, what fired."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import clingo

from quack.kb.fired import head_of
from quack.kb.layered_tests import TestId
from quack.kb.program import BASE, TEST_PREFIX, RuleFile, RuleInfo
from quack.kb.solve import Answer
from quack.kb.trials import MISSED


@dataclass(frozen=True, slots=True, eq=False)
class RuleTest:
    """One section of a test file.

    Attributes:
        name: the section's, without `test_`.
        subject: the rule file that it stands beside, relative to the rulebook's folder.
        source: the test file.
        layer: 0 for a test of the rulebook's own, 1 for one of its base.
        base: the base whose test it is.
        problem: why it can't be run, of a test of a base that speaks of what the rules above it no longer define.
    """

    name: str
    subject: str
    line: int
    source: RuleFile = field(repr=False)
    layer: int = 0
    base: str | None = None
    problem: str | None = None

    @property
    def key(self) -> TestId:
        return self.file, self.name

    @property
    def file(self) -> str:
        return self.source.source.name

    @property
    def section(self) -> str:
        return TEST_PREFIX + self.name

    @property
    def rules(self) -> list[RuleInfo]:
        """Its facts and expectations, and those that all tests of the file share."""
        mine = (statement for statement in self.source.statements if statement.section in (BASE, self.section))
        return [statement.rule for statement in mine if statement.rule is not None]

    @property
    def id(self) -> str:
        return f"{self.file}::{self.name}"

    @property
    def text(self) -> str:
        """Its facts and expectations as written, without those that all tests of the file share."""
        code = self.source.scanned.code
        own = [each.code for each in self.source.statements if each.section == self.section and each.rule is not None]
        return "\n".join(line.strip() for line in code[own[0].start : own[-1].end].split("\n") if line.strip())


@dataclass(frozen=True, slots=True)
class RuleTestResult:
    """What came of a test.

    Attributes:
        missing: atoms that were expected and do not hold, each with what holds instead: the atoms of the same predicate
            and first argument.
        unexpected: atoms that hold against an `expect_not`, and defects that no one expected.
        error: why the test could not be run, as file:line:column: what.
        fired: rules that fired, as far as the program tells.
        missed: conditions that alone failed, by rule and position, as far as that was tried.
    """

    test: RuleTest
    missing: tuple[tuple[str, tuple[str, ...]], ...] = ()
    unexpected: tuple[str, ...] = ()
    error: str | None = None
    fired: frozenset[int] = frozenset()
    missed: frozenset[tuple[int, int]] = frozenset()

    @property
    def passed(self) -> bool:
        return not (self.missing or self.unexpected or self.error)

    def __str__(self) -> str:
        if self.passed:
            return f"{self.test.id}: passed"
        of = f" (a test of {self.test.base})" if self.test.base else ""
        lines = [f"{self.test.file}:{self.test.line}: {self.test.name.replace('_', ' ')}{of}"]
        if self.error:
            lines.append(f"  {self.error}")
        for atom, instead in self.missing:
            lines.append(f"  expected {atom}, got {', '.join(instead) or 'nothing like it'}")
        lines += [f"  got {atom}, which is not expected" for atom in self.unexpected]
        return "\n".join(lines)


def judge_test(test: RuleTest, answer: Answer, stated: Collection[int]) -> RuleTestResult:
    """What came of a test, read from what holds in it.

    Args:
        stated: facts of the rulebook that count as rules that fired.
    """
    expected = [atom.arguments[0] for atom in answer.symbols("expect", 1)]
    refused = [atom.arguments[0] for atom in answer.symbols("expect_not", 1)]
    missing = [(str(atom), _instead(answer, atom)) for atom in expected if not answer.holds(atom)]
    unexpected = [str(atom) for atom in refused if answer.holds(atom)]
    fired = set(stated)
    missed: frozenset[tuple[int, int]] = frozenset()
    for name, arity in answer.signatures():
        if name == "defect":
            unexpected += [str(atom) for atom in answer.symbols(name, arity) if atom not in expected]
        elif head_of((name, arity)):
            fired.update(row[0] for row in answer.rows(name, arity))
        elif (name, arity) == MISSED:
            missed = frozenset(answer.rows(name, arity))
    return RuleTestResult(test, tuple(missing), tuple(dict.fromkeys(unexpected)), None, frozenset(fired), missed)


def _instead(answer: Answer, wanted: clingo.Symbol) -> tuple[str, ...]:
    """The atoms of the same predicate and first argument."""
    first = wanted.arguments[:1]
    arities = [arity for name, arity in answer.signatures() if name == wanted.name]
    atoms = [atom for arity in arities for atom in answer.symbols(wanted.name, arity)]
    return tuple(str(atom) for atom in atoms if atom.arguments[:1] == first)
