"""Do the rule tests notice slips? Mutants are tried in the tests in which they derive anything else.

A test whose atoms stay as they are with a changed rule can't notice the change: what each mutant of a rulebook would
derive is found in one grounding for each test, over what holds there without it. Only where that differs is the test
run with the mutant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import closing

from quack.kb.limits import LimitReached, bounded
from quack.kb.mutants import Mutant, Variant, written_rules
from quack.kb.rule_results import RuleTest
from quack.kb.rule_tests import run_rule_test, solve_test
from quack.kb.rulebook import Rulebook
from quack.kb.solve import Answer
from quack.kb.symbols import Value
from quack.kb.syntax import Signature

LIMIT = "a limit of time or memory"
_HELD, _WOULD = "_held", "_would"


def try_mutants(
    rulebook: Rulebook,
    tests: Sequence[RuleTest],
    mutants: Sequence[Mutant],
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[tuple[Mutant, str | None]]:
    """Each mutant with the first test that fails with it, those beside its file first; None if none does.

    A mutant whose grounding comes to no end is noticed by its limit.
    """
    written = written_rules(rulebook)
    changed = {rule for mutant in mutants for rule in mutant.rules}
    originals = {rule: written[rule] for rule in sorted(changed)}
    total = len(tests) + len(mutants)
    touched: list[list[RuleTest]] = [[] for _ in mutants]
    for done, test in enumerate(tests, 1):
        for number in _different(rulebook, test, mutants, originals):
            touched[number].append(test)
        on_progress(done, total)
    for done, (mutant, found) in enumerate(zip(mutants, touched, strict=True), len(tests) + 1):
        found.sort(key=lambda test, file=mutant.file: test.subject != file)  # type: ignore[misc]
        yield mutant, _noticed_by(rulebook, found, mutant)
        on_progress(done, total)


def _different(
    rulebook: Rulebook, test: RuleTest, mutants: Sequence[Mutant], written: Mapping[int, Variant]
) -> list[int]:
    """The mutants that derive other atoms from what holds in a test than the rules that they change."""

    def more(given: Set[Signature]) -> Iterator[str]:
        for rule, variant in written.items():
            if variant.strict <= given:
                yield _reworded(variant.text, _HELD, rule)
        for number, mutant in enumerate(mutants):
            for variant in mutant.variants:
                if variant.strict <= given:
                    yield _reworded(variant.text, _WOULD, number)

    with closing(solve_test(rulebook, test, more)) as answer:
        held = _atoms(answer, _HELD)
        would = _atoms(answer, _WOULD)
    nothing: set[Value] = set()
    return [
        number
        for number, mutant in enumerate(mutants)
        if would.get(number, nothing) != nothing.union(*(held.get(rule, nothing) for rule in mutant.rules))
    ]


def _atoms(answer: Answer, name: str) -> dict[int, set[Value]]:
    found: dict[int, set[Value]] = {}
    for number, atom in answer.rows(name, 2, ordered=False):
        found.setdefault(number, set()).add(atom)
    return found


def _reworded(text: str, name: str, number: int) -> str:
    """A rule that derives an atom which holds its head, instead of the head."""
    head, neck, body = text.rstrip(".").partition(" :- ")
    return f"{name}({number},{head}){neck}{body}."


def _noticed_by(rulebook: Rulebook, tests: Sequence[RuleTest], mutant: Mutant) -> str | None:
    try:
        return bounded(_first_failing, rulebook, tests, mutant, rulebook=None, path=rulebook.entry)
    except LimitReached:
        return LIMIT


def _first_failing(rulebook: Rulebook, tests: Sequence[RuleTest], mutant: Mutant) -> str | None:
    code = {variant.rule: variant.text for variant in mutant.variants}
    failing = (test.id for test in tests if not run_rule_test(rulebook, test, instead=code).passed)
    return next(failing, None)
