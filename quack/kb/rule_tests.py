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
from quack.kb.known_names import EXPECTATIONS, unknown_predicate
from quack.kb.layered_tests import SUFFIX, TestId, kept, kept_to, locate, stand_ins, stands_in_without_test, test_files
from quack.kb.limits import WHAT, LimitReached, apart, bounded, remedy_for
from quack.kb.messages import Places, SourceFile
from quack.kb.program import BASE, TEST_PREFIX, RuleFile, Statement, check_syntax, parse_file, spell
from quack.kb.rule_results import RuleTest, RuleTestResult, judge_test
from quack.kb.rulebook import Rulebook
from quack.kb.shipped import is_shipped
from quack.kb.solve import Answer, run_program, solve
from quack.kb.syntax import Atom, DirectiveCode, Refused, RuleCode, Signature, read_code
from quack.kb.trials import Trial
from quack.kb.unmet import expectations_of_nothing

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
        RulebookError: a test file that can't be read, or that speaks of predicates which the rulebook doesn't know.
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
    if scanned.includes:
        include = scanned.includes[0]
        what, remedy = "an #include in a test file", "leave it out: a test sees the whole rulebook"
        raise source.error(what, include.line, include.column, remedy)
    if not is_shipped(source.text):
        bounded(check_syntax, [(source, scanned)], rulebook=None, path=path)
    file = parse_file(source, scanned, len(rulebook.rules))
    for statement in file.statements:
        _check(rulebook, file, statement)
    for error in expectations_of_nothing(rulebook, file):
        raise error
    if not file.sections and (lonely := stands_in_without_test(source, scanned.comments)):
        raise lonely
    subject = name.removesuffix(f"{SUFFIX}.lp") + ".lp"
    for section in kept_to(rulebook, source, scanned.comments, file.sections):
        line = file.sections[section]
        base = rulebook.bases[min(layer, len(rulebook.bases)) - 1] if layer and rulebook.bases else None
        test = RuleTest(section.removeprefix(TEST_PREFIX), subject, line, file, layer, base)
        if not any(rule.head in EXPECTATIONS for rule in test.rules):
            raise source.error(f"{section} expects nothing", line, None, "add expect(…) or expect_not(…)")
        yield test


def _check(rulebook: Rulebook, file: RuleFile, statement: Statement) -> None:
    """Refuses a statement of a test that speaks of unknown predicates."""
    source, known = file.source, rulebook.known
    code = statement.code
    if isinstance(code, DirectiveCode):
        if code.word != "#program":
            place = source.place(code.start)
            raise source.error(f"{code.word} in a test file", *place, "a test holds facts and expectations")
        return
    head = _expected(file, code.head) if code.head.signature in EXPECTATIONS else code.head
    for use in (*code.uses, head):
        if use.signature not in known:
            raise unknown_predicate(source, use, known | EXPECTATIONS)


def _expected(file: RuleFile, head: Atom) -> Atom:
    """The atom inside of an expectation."""
    start = file.scanned.code.index("(", head.start) + 1
    text = file.scanned.code[start : head.end - 1]
    try:
        code = next(read_code(f"{text}."))
    except Refused:
        code = None
    if not isinstance(code, RuleCode):
        place = file.source.place(start)
        raise file.source.error(f"an expectation that is no atom: {text}", *place, "write expect(p(…)).")
    return code.head._replace(start=start + code.head.start, end=start + code.head.end)


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
