"""Do the rules do what their tests say? The `x_test.lp` beside each `x.lp`, run with the whole rulebook.

A test is a section `#program test_<sentence>.` of facts, `expect(Atom).` and `expect_not(Atom).`; facts may stand for
derived atoms too. What stands before the first section belongs to every test of the file. A comment
`% rulebook: NAME` in a section, or before the first one, keeps it to that rulebook. A `defect(…)` that no test expects
fails it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.child import Died
from quack.kb.gate import read_text, scan
from quack.kb.layered_tests import SUFFIX, TestId, kept, kept_to, locate, stand_ins, test_files
from quack.kb.limits import WHAT, LimitReached, apart, bounded, remedy_for
from quack.kb.messages import Places, SourceFile
from quack.kb.program import BASE, TEST_PREFIX, RuleFile, check_syntax, parse_file, spell
from quack.kb.rule_results import RuleTest, RuleTestResult, judge_test
from quack.kb.rule_test_content import expects_nothing, problems_of_includes, problems_of_tests
from quack.kb.rulebook import Rulebook
from quack.kb.shipped import is_shipped
from quack.kb.solve import Answer, run_program, solve
from quack.kb.syntax import Signature
from quack.kb.trials import Trial

_FACTS_PER_TEST = 40
"""What a test counts for when its limits are set."""


def run_rule_tests(
    rulebook: Rulebook, files: Iterable[Path | str] | None = None, *, only: str | None = None
) -> list[RuleTestResult]:
    """Runs the tests of a rulebook.

    Args:
        files: these test files; otherwise every `x_test.lp` beside a file of the rulebook.
        only: tests that hold this in their file or name, whatever joins its words.

    Raises:
        RulebookError: a test file that can't be read, a rulebook that can't be grounded, or a test that takes too long.
    """
    solve(rulebook).close()  # each test leaves out the rules that can't fire in it, and with them what is wrong there
    results: list[RuleTestResult] = []
    wanted = "" if only is None else "_".join(only.lower().split())
    found = [test for test in collect_rule_tests(rulebook, files) if wanted in test.id.lower()]
    for _, tests in groupby(found, key=lambda test: test.file):
        results += _run_together(rulebook, list(tests))
    return results


def _run_together(rulebook: Rulebook, tests: list[RuleTest]) -> list[RuleTestResult]:
    """Runs tests in one process; each in one of its own, if they reach a limit together."""
    trusted = _trusted(rulebook, tests[0])
    if not apart(trusted):
        return [run_rule_test(rulebook, test) for test in tests]
    try:
        found = bounded(_outcomes, rulebook, tests, rulebook=None, facts=_FACTS_PER_TEST * len(tests))
        return [replace(result, test=test) for result, test in zip(found, tests, strict=True)]
    except LimitReached:
        return [run_rule_test(rulebook, test) for test in tests]


def _outcomes(rulebook: Rulebook, tests: list[RuleTest]) -> list[RuleTestResult]:
    return [run_rule_test(rulebook, test) for test in tests]


def _trusted(rulebook: Rulebook, test: RuleTest) -> bool:
    """Whether a test and what it tests are shipped."""
    return rulebook.trusted and is_shipped(test.source.source.text)


def collect_rule_tests(rulebook: Rulebook, files: Iterable[Path | str] | None = None) -> list[RuleTest]:
    """The tests that concern a rulebook, in the order of its files.

    Raises:
        RulebookError: a test file that can't be read, or one of the rulebook's own that speaks of predicates which it
            doesn't know.
    """
    paths = [Path(path) for path in files] if files is not None else test_files(rulebook)
    tests = [test for path in paths for test in _read_tests(rulebook, path)]
    return tests if not rulebook.bases else _own_first(tests)


def _own_first(tests: list[RuleTest]) -> list[RuleTest]:
    """The tests of a layered rulebook, without those of a base that a test of a layer above stands in for."""
    lowest: dict[TestId, int] = {}
    for test in tests:
        lowest[test.key] = min(test.layer, lowest.get(test.key, test.layer))
    instead: dict[TestId, int] = {}
    for first in {test.source.source.path: test for test in tests}.values():
        for key in stand_ins(first.source.source, first.source.scanned.comments, list(lowest)):
            instead[key] = min(first.layer, instead.get(key, first.layer))
    return [test for test in tests if kept(lowest, test.layer, test.key, instead)]


def _read_tests(rulebook: Rulebook, path: Path) -> Iterator[RuleTest]:
    name, layer = locate(rulebook, path)
    source = SourceFile(name, path, read_text(path), rulebook.next_offset)
    scanned = scan(source)
    for error in problems_of_includes(source, scanned):
        raise error
    if not is_shipped(source.text):
        bounded(check_syntax, [(source, scanned)], rulebook=None, path=path)
    file = parse_file(source, scanned, len(rulebook.rules))
    told: dict[str, str] = {}
    for error in problems_of_tests(rulebook, file):
        if not layer:
            raise error
        # Who writes a layer can't mend a test of its base, but can stand in for it.
        told.setdefault(_section_of(file, error.line or 0), str(error))
    subject = name.removesuffix(f"{SUFFIX}.lp") + ".lp"
    for section in kept_to(rulebook, source, scanned.comments, file.sections):
        line = file.sections[section]
        base = rulebook.bases[min(layer, len(rulebook.bases)) - 1] if layer and rulebook.bases else None
        problem = told.get(section, told.get(BASE))
        test = RuleTest(section.removeprefix(TEST_PREFIX), subject, line, file, layer, base, problem)
        if idle := expects_nothing(file, section):
            raise idle
        yield test


def _section_of(file: RuleFile, line: int) -> str:
    """The test that a line stands in; `base` for those before the first one."""
    return max((start, section) for section, start in [(BASE, 0), *file.sections.items()] if start <= line)[1]


def run_rule_test(
    rulebook: Rulebook,
    test: RuleTest,
    *,
    without: Collection[int] = (),
    coverage: bool = False,
    trials: Sequence[Trial] = (),
    instead: Mapping[int, str] | None = None,
) -> RuleTestResult:
    """Runs one test in a control of its own, with the rules that can fire in it.

    Args:
        without: rules to leave out, by id.
        coverage: the result says which rules fired.
        trials: what is tried of conditions; the result says which of them alone failed, and which rules fired.
        instead: other code for some rules, by id.
    """
    if test.problem is not None:
        return RuleTestResult(test, error=test.problem)
    changed = instead or {}
    given, idle = _idle(rulebook, test, {rulebook.rules[number].head for number in changed})
    gone = {*idle, *without, *changed}
    coverage = coverage or bool(trials)
    more = [*changed.values(), *(trial.text for trial in trials if trial.strict <= given)]
    stated = {rule.id for rule in rulebook.rules if rule.is_fact} if coverage else set()
    try:
        with closing(_answer(rulebook, test, rulebook.heads if coverage else (), gone, more)) as answer:
            return judge_test(test, answer, stated - gone)
    except LimitReached:
        raise
    except RulebookError as error:
        return RuleTestResult(test, error=str(error))
    except Died as died:
        what = f"{test.section}: {WHAT[died.kind]}"
        raise test.source.source.error(what, test.line, None, remedy_for(died.kind)) from None


def solve_test(
    rulebook: Rulebook,
    test: RuleTest,
    more: Callable[[Set[Signature]], Iterable[str]] = lambda given: (),
    deciding: Collection[Signature] | None = (),
) -> Answer:
    """What holds in a test.

    Args:
        more: gives further rules, once it is told which predicates may hold.
        deciding: as for `Rulebook.text`.
    """
    given, idle = _idle(rulebook, test)
    return _answer(rulebook, test, deciding, idle, more(given))


def _answer(
    rulebook: Rulebook,
    test: RuleTest,
    deciding: Collection[Signature] | None,
    gone: Collection[int],
    more: Iterable[str],
) -> Answer:
    here = test.source.text((BASE, test.section), ())
    # A predicate that has lost its rules is still a known one.
    declared = " ".join(f"#defined {spell(head)}." for head in {rulebook.rules[number].head for number in gone})
    places = Places((*(file.source for file in rulebook.files), test.source.source))
    program = f"{rulebook.text(deciding, gone)}\n\n{here}\n\n{declared} {' '.join(more)}"
    return run_program(rulebook, places, program, trusted=_trusted(rulebook, test))


def _idle(rulebook: Rulebook, test: RuleTest, also: Collection[Signature] = ()) -> tuple[set[Signature], set[int]]:
    """The predicates that may hold in a test, and the rules that can't fire, because nothing gives what they ask for.

    A test speaks of a few predicates, and most of the time of a small grounding goes into rules, not facts.

    Args:
        also: predicates that may hold in any case.
    """
    given = {*(rule.head for rule in test.rules), *also}
    waiting = list(rulebook.rules)
    while True:
        still = []
        for rule in waiting:
            if all(use.signature in given for use in rule.uses if use.strict):
                given.add(rule.head)
            else:
                still.append(rule)
        if len(still) == len(waiting):
            return given, {rule.id for rule in still}
        waiting = still
