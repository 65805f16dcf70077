"""Which conditions of which rules do the tests try? A condition that no test sees fail alone might as well go.

A rule is covered when it fires in a test that passes. A condition that the rule could do without (clingo would still
accept it) is covered when, besides, some test that passes holds values for which it alone fails: all other conditions
of the rule hold together, and it does not. Of a layered rulebook the layer's own rules count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from quack.kb.program import RuleInfo, spell
from quack.kb.reify import reify
from quack.kb.rule_results import RuleTestResult
from quack.kb.rule_tests import collect_rule_tests, run_rule_test
from quack.kb.rulebook import Rulebook
from quack.kb.trials import Trial, own_rules


class Untried(NamedTuple):
    """What no test tries: a rule as a whole, or one of its conditions."""

    rule: RuleInfo
    condition: str | None

    def __str__(self) -> str:
        name = self.rule.label or spell(self.rule.head)
        if self.condition is None:
            return f"{self.rule.place}: fires in no test: {name}"
        return f"{self.rule.place}: no test in which only this fails: {self.condition} ({name})"


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a rulebook its tests try.

    Attributes:
        rules, conditions: how many are covered, and how many there are.
        untried: the others, in the order of reading.
        files: of each file with rules the same two pairs.
    """

    rules: tuple[int, int]
    conditions: tuple[int, int]
    untried: tuple[Untried, ...]
    files: dict[str, tuple[tuple[int, int], tuple[int, int]]]

    @property
    def complete(self) -> bool:
        return not self.untried


def measure(rulebook: Rulebook, results: Sequence[RuleTestResult], tried: Iterable[Trial]) -> Coverage:
    """Puts together what tests fired and missed.

    Args:
        results: of `run_with_conditions`.
        tried: what was tried.
    """
    passed = [result for result in results if result.passed]
    fired = {rule for result in passed for rule in result.fired}
    missed = {pair for result in passed for pair in result.missed}
    conditions: dict[int, list[Trial]] = {}
    for trial in tried:
        conditions.setdefault(trial.rule.id, []).append(trial)
    untried: list[Untried] = []
    files: dict[str, list[int]] = {}
    bodies = reify(rulebook).bodies
    for rule in own_rules(rulebook):
        own = conditions.get(rule.id, [])
        lacking = [trial for trial in own if (rule.id, trial.position) not in missed]
        if rule.id not in fired:
            untried.append(Untried(rule, None))
            lacking = own
        else:
            untried += [Untried(rule, bodies[rule.id].conditions[trial.position].text) for trial in lacking]
        counts = files.setdefault(rule.file, [0, 0, 0, 0])
        for place, more in enumerate((rule.id in fired, 1, len(own) - len(lacking), len(own))):
            counts[place] += more
    shares = {name: ((a, b), (c, d)) for name, (a, b, c, d) in files.items()}
    total = [sum(counts[place] for counts in files.values()) for place in range(4)]
    return Coverage((total[0], total[1]), (total[2], total[3]), tuple(untried), shares)


def run_with_conditions(
    rulebook: Rulebook, tried: Sequence[Trial], progress: Callable[[int, int], None] = lambda done, total: None
) -> list[RuleTestResult]:
    """Runs the tests of a rulebook; each result says which rules fired, and which conditions alone failed.

    Args:
        tried: what is tried of conditions.
        progress: is told how many tests have run, of how many.
    """
    tests = collect_rule_tests(rulebook)
    results: list[RuleTestResult] = []
    for test in tests:
        progress(len(results), len(tests))
        results.append(run_rule_test(rulebook, test, coverage=True, trials=tried))
    progress(len(tests), len(tests))
    return results
