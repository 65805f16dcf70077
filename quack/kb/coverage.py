"""Would a rule be missed? Which rules the tests fire, and which could go without any test noticing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from quack.kb.program import RuleInfo, spell
from quack.kb.rule_results import RuleTestResult
from quack.kb.rule_tests import collect_rule_tests, run_rule_test
from quack.kb.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Removal:
    """What happens when a rule is left out.

    Attributes:
        fired_in: tests in which the rule fires.
        noticed_by: the first test found that fails without it, or None.
    """

    rule: RuleInfo
    fired_in: tuple[str, ...]
    noticed_by: str | None

    def __str__(self) -> str:
        fate = f"missed by {self.noticed_by}" if self.noticed_by else "no test notices its removal"
        fires = f"fires in {len(self.fired_in)} tests" if self.fired_in else "fires in no test"
        return f"{self.rule.place}: {self.rule.label or spell(self.rule.head)}: {fires}, {fate}"


def run_with_coverage(rulebook: Rulebook) -> list[RuleTestResult]:
    """Runs the tests of a rulebook; each result says which rules fired."""
    return [run_rule_test(rulebook, test, coverage=True) for test in collect_rule_tests(rulebook)]


def remove_each_rule(
    rulebook: Rulebook,
    results: Sequence[RuleTestResult],
    rules: Iterable[RuleInfo] | None = None,
    *,
    beside_only: bool = False,
) -> Iterator[Removal]:
    """Leaves out one rule at a time and runs the tests in which it fires, those beside its file first.

    A rule that fires nowhere in a test can't change its outcome, so no other test is run.

    Args:
        results: of `run_with_coverage`.
        rules: these rules; otherwise all.
        beside_only: run the tests beside the rule's file only.
    """
    for rule in rulebook.rules if rules is None else rules:
        firing = [result.test for result in results if result.passed and rule.id in result.fired]
        firing.sort(key=lambda test: test.subject != rule.file)
        candidates = [test for test in firing if test.subject == rule.file or not beside_only]
        noticed = (test.id for test in candidates if not run_rule_test(rulebook, test, without={rule.id}).passed)
        yield Removal(rule, tuple(test.id for test in firing), next(noticed, None))
