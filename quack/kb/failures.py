"""Why does a rule test fail? Proofs of what holds in it instead of what was expected, or why nothing like that does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quack.kb.about import subjects_of
from quack.kb.bodies import read_body
from quack.kb.firings import stated_facts
from quack.kb.labels import Labels
from quack.kb.model import Model
from quack.kb.narration import Narrator
from quack.kb.places import Place
from quack.kb.program import BASE
from quack.kb.proof import Fact, Failed, Justification, RuleApplication, walk
from quack.kb.prover import Prover
from quack.kb.refute import Refuter
from quack.kb.reify import ReifiedRulebook
from quack.kb.rule_results import RuleTest
from quack.kb.rule_tests import solve_test
from quack.kb.rulebook import DECIDING
from quack.kb.solve import Answer
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.wording import Wording

_MOST_ALIKE = 2
"""How many atoms are proved that hold instead of one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a test found otherwise than it expects.

    Attributes:
        expected: the atom, as rules write it.
        holds: whether it holds, against an `expect_not`, or is missing.
        proofs: of the atom, or of what holds in its place; where nothing does, why the atom does not hold.
        decided_by: the rules that decided each of those that hold.
    """

    expected: str
    holds: bool
    got: tuple[str, ...]
    proofs: tuple[Justification, ...]
    decided_by: tuple[Place | None, ...]


class TestNarrator(Narrator):
    """Tells the proofs of a test: constants as the test writes them, facts by their lines in it."""

    __test__ = False  # pytest takes it for a test where it is imported

    def __init__(self, rulebook: ReifiedRulebook, test: RuleTest) -> None:
        self._labels = Labels(rulebook)
        self._wording = Wording(_Plain(), {}, {}, "", None)  # type: ignore[arg-type]
        # A test of the base stands in the base's folder.
        home = test.source.source.path.resolve().parents[test.file.count("/")]
        self._file = f"{home.name.lstrip('_')}/{test.file}"
        code = test.source.scanned.code
        facts = [
            (each.rule, read_body(code[each.code.start : each.code.end], rulebook.consts))
            for each in test.source.statements
            if each.rule is not None and each.section in (BASE, test.section)
        ]
        self._stated = stated_facts(facts)

    def arrival(self, node: Fact) -> str:
        return ""

    def cited(self, node: Justification) -> Place | None:
        return None

    def is_log_fact(self, node: Justification) -> bool:
        return isinstance(node, Fact) and node.rule is None

    def _fact_place(self, name: str, row: Row) -> Place:
        fact = self._stated.get((name, len(row)), {}).get(row)
        return Place(self._file, None if fact is None or fact.rule is None else fact.rule.line)


class _Plain:
    """Terms of no game in particular."""

    game = "-1"

    def spell(self, value: Value) -> str:
        return written(value)


def written(value: Value) -> str:
    """A value as rules write it."""
    if not isinstance(value, tuple):
        return str(value)
    return f"{value[0]}({','.join(map(written, value[1:]))})"


class FailedTest:
    """A test that failed, solved once more for its proofs.

    Args:
        reified: the rulebook, read for proofs.

    Raises:
        RulebookError: it can't be solved.
    """

    def __init__(self, reified: ReifiedRulebook, test: RuleTest) -> None:
        self._reified = reified
        self._answer: Answer = solve_test(reified, test, deciding=None)
        self._model = Model(self._answer)
        self._prover = Prover(self._reified, self._model)
        self._refuter = Refuter(self._reified, self._model, subjects_of(self._reified), self._prover.prove)
        self.narrator = TestNarrator(self._reified, test)

    def findings(self) -> Iterator[Finding]:
        """What it found otherwise than expected, in the order of `RuleTestResult`."""
        expected = [_atom(row[0]) for row in self._answer.rows("expect", 1)]
        for name, row in expected:
            if not self._model.holds((name, len(row)), row):
                yield self._missing(name, row)
        unexpected = [_atom(row[0]) for row in self._answer.rows("expect_not", 1)]
        defects = [("defect", row) for row in self._answer.rows("defect", 2) if ("defect", row) not in expected]
        for name, row in dict.fromkeys((*unexpected, *defects)):
            if self._model.holds((name, len(row)), row):
                proof = self._prover.prove(name, row)
                yield Finding(written((name, *row)), True, (), (proof,), (self._decider(proof),))

    def _missing(self, name: str, row: Row) -> Finding:
        alike = list(self._alike(name, row))[:_MOST_ALIKE]
        if not alike:
            failed: Failed = self._refuter.refute((name, len(row)), row, ())
            return Finding(written((name, *row)), False, (), (failed,), (None,))
        proofs = tuple(self._prover.prove(name, found) for found in alike)
        got = tuple(written((name, *found)) for found in alike)
        return Finding(written((name, *row)), False, got, proofs, tuple(map(self._decider, proofs)))

    def _alike(self, name: str, row: Row) -> Iterator[Row]:
        """The atoms of the same predicate and first argument."""
        arities = [arity for known, arity in self._answer.signatures() if known == name]
        for signature in ((name, arity) for arity in arities):
            yield from (found for found in self._rows(signature) if found[:1] == row[:1])

    def _rows(self, signature: Signature) -> list[Row]:
        return self._answer.rows(*signature)

    def _decider(self, proof: Justification) -> Place | None:
        """The rule that decided: the one whose head is a candidate, or else the one that gave the atom itself."""
        applied = [node for node in walk(proof) if isinstance(node, RuleApplication)]
        deciding = next((node for node in applied if node.rule.head in DECIDING), applied[0] if applied else None)
        return None if deciding is None else self.narrator.place(deciding)


def _atom(value: Value) -> tuple[str, Row]:
    return (value[0], value[1:]) if isinstance(value, tuple) else (str(value), ())
