"""Mistakes in a copy of the shipped rules: each is told at its place, by `quack rules check` or by the rule tests."""

import shutil

import pytest

from quack.kb.checks import check_rulebook
from quack.kb.rule_tests import run_rule_tests
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT
from tests.kb.checks.mistakes import read_mistakes

MISTAKES = read_mistakes()
TOLD_BY_CHECK = [mistake for mistake in MISTAKES if mistake.tested is None]
TOLD_BY_TESTS = [mistake for mistake in MISTAKES if mistake.tested is not None]
NAMES = ("observed", "paper", "strict", "lenient", "courtroom")


def sentences(mistakes):
    return [pytest.param(mistake, id=mistake.sentence.replace(" ", "_")) for mistake in mistakes]


def rulebook_with(folder, mistake):
    """The shipped rules with one mistake in them, and the lines of the statement that it is in."""
    rules = folder / "rules"
    shutil.copytree(ROOT / "rules", rules)
    text = (rules / mistake.file).read_text("utf-8")
    assert mistake.old in text
    changed = text.replace(mistake.old, mistake.new, 1)
    (rules / mistake.file).write_text(changed, "utf-8")
    first = text[: text.index(mistake.old)].count("\n") + 1
    last = first + max(mistake.old.count("\n"), mistake.new.count("\n"))
    # A header is told of at its line, a label above its rule, a missing full stop at the next statement.
    return rules, range(first - 1, last + 3)


@pytest.mark.parametrize("mistake", sentences(TOLD_BY_CHECK))
def test_a_mistake_is_told_at_its_place(mistake, tmp_path):
    rules, lines = rulebook_with(tmp_path, mistake)
    places = [mistake.told] if mistake.told else [f"{mistake.file}:{line}" for line in lines]

    _, findings = check_rulebook(rules)

    told = {f"{finding.path.relative_to(rules)}:{finding.line}" for finding in findings}
    assert told & set(places), [str(finding) for finding in findings]


@pytest.mark.parametrize("mistake", sentences(TOLD_BY_TESTS))
def test_a_mistake_of_meaning_fails_a_rule_test(mistake, tmp_path):
    rules, _ = rulebook_with(tmp_path, mistake)
    results = run_rule_tests(load_rulebook(rules), [rules / mistake.tested])
    assert any(not result.passed for result in results)


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_rulebook_has_nothing_amiss(name):
    assert [] == [str(finding) for finding in check_rulebook(name, rules_in=ROOT / "rules")[1]]


def test_all_mistakes_are_told_at_once(tmp_path):
    rules = tmp_path / "rules"
    shutil.copytree(ROOT / "rules", rules)
    several = ("a fact is misspelt", "a full stop is missing", "a team is misspelt", "a header lists too much")
    for mistake in (mistake for mistake in TOLD_BY_CHECK if mistake.sentence in several):
        text = (rules / mistake.file).read_text("utf-8")
        (rules / mistake.file).write_text(text.replace(mistake.old, mistake.new, 1), "utf-8")

    _, findings = check_rulebook(rules)

    assert {"unknown-predicate", "syntax", "header"} <= {finding.check for finding in findings}
