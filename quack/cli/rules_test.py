"""`quack rules test`: do the rules do what their tests say, and how much of them do the tests try?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli.options import (
    Constants,
    MaxMemory,
    MaxSeconds,
    NamedRulebook,
    RulebookName,
    one_rulebook,
    parse_constants,
)
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.errors import SettingsError, printable
from quack.settings import DEFAULT_RULEBOOK, set_limits

if TYPE_CHECKING:
    from quack.errors import RulebookError
    from quack.kb.coverage_conditions import Coverage
    from quack.kb.rule_results import RuleTestResult
    from quack.kb.rulebook import Rulebook

EXAMPLES = """\b
Examples:
  quack rules test
  quack rules test --rules mine     a rulebook of your own, with the tests of its base
  quack rules test --rules paper --coverage
  quack rules test --filter sighting --full
"""

_PROVED = 10
"""So many failures are shown with proofs unless all are asked for."""

Covering = Annotated[
    bool, typer.Option("--coverage", help="Say which rules fire in no test, and which conditions no test sees fail.")
]
Filter = Annotated[
    str | None, typer.Option("--filter", metavar="TEXT", help="Only tests that hold this in their file or name.")
]
Full = Annotated[bool, typer.Option("--full", help="Every step of the proofs of failures.")]
AsJson = Annotated[bool, typer.Option("--json", help="The results, and the coverage if asked for, as JSON.")]


def test(
    named: NamedRulebook = None,
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    constants: Constants = None,
    coverage: Covering = False,
    only: Filter = None,
    full: Full = False,
    as_json: AsJson = False,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
) -> None:
    """Run the tests that stand beside the rules (x_test.lp beside x.lp) and say which fail, and why.

    A failure shows what was expected, what was got, and the proof of that. A rule is covered if it fires in a test; a
    condition that the rule could do without, if besides in some test it alone fails. The exit code is 1 if a test
    fails, or if with --coverage something is not covered.
    """
    from quack.kb.layered_tests import count_tests
    from quack.kb.orphans import orphaned_tests
    from quack.kb.rulebook import load_rulebook

    if coverage and only is not None:
        raise SettingsError("--coverage of some of the tests", remedy="leave --filter out: all tests count")
    set_limits(max_seconds, max_memory)
    rulebook = load_rulebook(one_rulebook(named, rulebook_name), parse_constants(constants))
    results, covered = _run(rulebook, coverage, only)
    left_out = 0 if only is None else sum(count_tests(rulebook).values()) - len(results)
    orphans = orphaned_tests(rulebook)
    if as_json:
        _tell_json(rulebook, results, left_out, covered, orphans)
    else:
        _tell(rulebook, results, covered, orphans, full)
        passed = sum(result.passed for result in results)
        complain(f"{passed} passed, {len(results) - passed} failed" + f"; {left_out} left out" * (left_out > 0))
    if any(not result.passed for result in results) or (covered is not None and not covered.complete):
        raise typer.Exit(FAILED)


def _run(rulebook: Rulebook, coverage: bool, only: str | None) -> tuple[list[RuleTestResult], Coverage | None]:
    from quack.kb.coverage_conditions import measure, run_with_conditions
    from quack.kb.rule_tests import run_rule_tests
    from quack.kb.trials import trials

    if coverage:
        tried = trials(rulebook)
        with Bar("running the tests", 2) as bar:
            results = run_with_conditions(rulebook, tried, bar.show)
        return results, measure(rulebook, results, tried)
    results = run_rule_tests(rulebook, only=only)
    if only is not None and not results:
        raise SettingsError(f"no test holds {only} in its file or name", path=rulebook.entry)
    return results, None


def _tell(
    rulebook: Rulebook,
    results: list[RuleTestResult],
    covered: Coverage | None,
    orphans: list[RulebookError],
    full: bool,
) -> None:
    from quack.kb.reify import reify
    from quack.report.rule_tests import coverage_lines, failure_lines

    failed = [result for result in results if not result.passed]
    reified = reify(rulebook)
    shown = failed if full else failed[:_PROVED]
    for result in shown:
        tell("\n".join(failure_lines(reified, result, full=full)))
    for result in failed[len(shown) :]:
        tell("\n".join(map(printable, str(result).splitlines())))
    if len(shown) < len(failed):
        complain(f"the proofs of {len(failed) - len(shown)} more failures are not shown; --full shows all")
    if covered is not None:
        tell("\n".join(coverage_lines(covered)))
    for orphan in orphans:
        complain(orphan)
    if replaced := _replaced(failed):
        tell(f"If a change of what these expect is meant, say so in a test file of {rulebook.name}, beside your test:")
        tell("\n".join(map(printable, replaced)))


def _replaced(failed: list[RuleTestResult]) -> list[str]:
    """What a layer writes if it means to change what the failed tests of its base expect."""
    from quack.kb.layered_tests import instead_lines

    meant = (each.test for each in failed if each.error is None or each.test.problem is not None)
    return instead_lines(test.key for test in meant if test.base)


def _tell_json(
    rulebook: Rulebook,
    results: list[RuleTestResult],
    left_out: int,
    covered: Coverage | None,
    orphans: list[RulebookError],
) -> None:
    import json

    from quack.kb.reify import reify
    from quack.report.rule_tests import coverage_json, result_json

    reified = reify(rulebook)

    passed = sum(result.passed for result in results)
    data = {
        "rulebook": rulebook.name,
        "passed": passed,
        "failed": len(results) - passed,
        "left_out": left_out,
        "tests": [result_json(reified, result) for result in results],
        "instead_of": _replaced([result for result in results if not result.passed]),
        "not_run": list(map(str, orphans)),
        "coverage": None if covered is None else coverage_json(covered),
    }
    tell(json.dumps(data, indent=1, ensure_ascii=False))
