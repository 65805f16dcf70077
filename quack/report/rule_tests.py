"""What rule tests say: each failure with the proof of what was got, and how much of the rules they try."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quack.errors import printable
from quack.kb.coverage_conditions import Coverage
from quack.kb.failures import FailedTest, Finding
from quack.kb.narration import Narrator
from quack.kb.reify import ReifiedRulebook
from quack.kb.rule_results import RuleTestResult
from quack.kb.slips import likely_slips
from quack.report.proof import proof_lines

_MOST_LINES = 12
"""So many lines of a proof are shown unless all are asked for."""


def failure_lines(rulebook: ReifiedRulebook, result: RuleTestResult, *, full: bool) -> Iterator[str]:
    """The lines that tell of a failed test: what was expected, what was got and by which rule, and the proof of that.

    Args:
        full: every step of every proof.
    """
    test = result.test
    of = f" (a test of {test.base})" if test.base else ""
    yield printable(f"{test.file}:{test.line}: {test.name.replace('_', ' ')}{of}")
    if result.error:
        yield printable(f"  {result.error}")
        return
    for finding, narrator in _findings(rulebook, result):
        yield printable(f"  {_headline(finding)}")
        lines = proof_lines(finding.proofs, narrator, full=full)
        yield from (f"    {line}" for line in (lines if full else lines[:_MOST_LINES]))
        if not full and len(lines) > _MOST_LINES:
            yield f"    … {len(lines) - _MOST_LINES} more lines; --full shows all"
    yield from (printable(f"  hint: {slip}") for slip in likely_slips(rulebook, result))


def _findings(rulebook: ReifiedRulebook, result: RuleTestResult) -> Iterator[tuple[Finding, Narrator]]:
    failed = FailedTest(rulebook, result.test)
    for finding in failed.findings():
        yield finding, failed.narrator


def _headline(finding: Finding) -> str:
    if finding.holds:
        return f"got {finding.expected}{_by(finding, 0)}, which is not expected"
    got = (f"{atom}{_by(finding, number)}" for number, atom in enumerate(finding.got))
    return f"expected {finding.expected}, got {', '.join(got) or 'nothing like it'}"


def _by(finding: Finding, number: int) -> str:
    place = finding.decided_by[number]
    return f" by {place}" if place else ""


def result_json(rulebook: ReifiedRulebook, result: RuleTestResult) -> dict[str, Any]:
    """A result as JSON values; a failure has its findings with their proofs as lines."""
    test = result.test
    data: dict[str, Any] = {"file": test.file, "line": test.line, "test": test.name, "passed": result.passed}
    if result.passed:
        return data
    found = list(_findings(rulebook, result)) if result.error is None else []
    return {
        **data,
        "error": result.error,
        "findings": [
            {
                "expected": None if finding.holds else finding.expected,
                "got": [finding.expected] if finding.holds else list(finding.got),
                "decided_by": [str(place) if place else None for place in finding.decided_by],
                "proof": proof_lines(finding.proofs, narrator, full=True),
            }
            for finding, narrator in found
        ],
        "hints": likely_slips(rulebook, result),
    }


def coverage_lines(coverage: Coverage) -> Iterator[str]:
    """A line for each file whose rules are not all tried, what is not tried in it, and the sum."""
    width = max(map(len, coverage.files), default=0)
    for name, (rules, conditions) in coverage.files.items():
        if rules[0] < rules[1] or conditions[0] < conditions[1]:
            yield printable(f"{name:{width}}  rules {_share(rules)}, conditions {_share(conditions)}")
            yield from (printable(f"  {each}") for each in coverage.untried if each.rule.file == name)
    yield f"rules: {_share(coverage.rules)}; conditions: {_share(coverage.conditions)}"


def coverage_json(coverage: Coverage) -> dict[str, Any]:
    """The same as JSON values."""
    return {
        "rules": _pair(coverage.rules),
        "conditions": _pair(coverage.conditions),
        "files": {
            name: {"rules": _pair(rules), "conditions": _pair(conditions)}
            for name, (rules, conditions) in coverage.files.items()
        },
        "untried": [
            {"file": each.rule.file, "line": each.rule.line, "condition": each.condition, "label": each.rule.label}
            for each in coverage.untried
        ],
    }


def _pair(pair: tuple[int, int]) -> dict[str, int]:
    return {"covered": pair[0], "of": pair[1]}


def _share(pair: tuple[int, int]) -> str:
    covered, total = pair
    # Only what is whole is called 100 %.
    percent = 100 if covered == total else min(99, 100 * covered // total)
    return f"{covered} of {total} ({percent} %)"
