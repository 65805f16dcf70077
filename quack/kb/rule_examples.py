"""An example for each rule: a test in which it fires, and one in which it does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quack.kb.bodies import Body
from quack.kb.program import RuleInfo
from quack.kb.reify import reify
from quack.kb.rule_results import RuleTest, RuleTestResult
from quack.kb.rulebook import Rulebook


class Examples(NamedTuple):
    """Tests of a rule.

    Attributes:
        fires: a test in which it fires, those beside its file before others, short ones before long ones.
        idle: one in which it does not.
        lacking: the condition that alone fails there, if one does.
    """

    fires: RuleTest | None
    idle: RuleTest | None
    lacking: str | None


def examples(rulebook: Rulebook, results: Sequence[RuleTestResult]) -> dict[int, Examples]:
    """The examples of each rule, by its id.

    Args:
        results: of `run_with_conditions`.
    """
    bodies = reify(rulebook).bodies
    passed = [result for result in results if result.passed]
    return {rule.id: _of_rule(rule, bodies[rule.id], passed) for rule in rulebook.rules}


def _of_rule(rule: RuleInfo, body: Body, passed: Sequence[RuleTestResult]) -> Examples:
    if rule.is_fact:
        return Examples(None, None, None)
    firing = [result.test for result in passed if rule.id in result.fired]
    idle = [result for result in passed if rule.id not in result.fired]
    alone = [
        (result.test, position) for result in idle for number, position in sorted(result.missed) if number == rule.id
    ]
    if alone:
        test, position = min(alone, key=lambda each: (_order(rule, each[0]), each[1]))
        return Examples(_first(rule, firing), test, body.conditions[position].text)
    beside = [result.test for result in idle if result.test.subject == rule.file]
    return Examples(_first(rule, firing), _first(rule, beside), None)


def _first(rule: RuleInfo, tests: Sequence[RuleTest]) -> RuleTest | None:
    return min(tests, key=lambda test: _order(rule, test), default=None)


def _order(rule: RuleInfo, test: RuleTest) -> tuple:
    return test.subject != rule.file, len(test.text), test.file, test.line
