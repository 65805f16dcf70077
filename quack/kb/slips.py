"""What looks misspelt in a test that fails?

A constant that nothing shares, an expectation of what no fact names, or of a word that no rule gives.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Collection, Iterator
from functools import lru_cache

from quack.kb.checks.book import Book
from quack.kb.checks.expectations import misfits
from quack.kb.checks.reading import read_rule
from quack.kb.known_names import EXPECTATIONS
from quack.kb.program import BASE
from quack.kb.rule_results import RuleTest, RuleTestResult
from quack.kb.rulebook import Rulebook
from quack.kb.syntax import RuleCode

_CONSTANT = re.compile(r"(?<![\w'])[a-z]\w*(?![\w'(])")
_STRING = re.compile(r'"(?:[^\\"\n]|\\.)*"')
_SUBJECT = re.compile(r"(\w+)\(([a-z]\w*)[,)]")
_DIGITS = re.compile(r"\d+")
_OF_CLAIMS = frozenset({"verdict", "bucket", "candidate", "content", "turned", "perspective", "outcome", "evidence"})
_ALIKE = 0.75
"""How alike two constants are, at most 1, for one to be a slip of the other."""


def likely_slips(rulebook: Rulebook, result: RuleTestResult) -> list[str]:
    """What of a failed test may have been meant otherwise, as hints for its author."""
    if result.passed or result.error:
        return []
    facts, expectations = _constants_of(result.test)
    known = Counter(word for file in rulebook.files for word in _constants(file.scanned.code))
    never = _never(rulebook, result, facts)
    return [*_unnamed(result, {*facts, *known}), *never, *_alone(facts, expectations, known)]


def _constants(code: str) -> list[str]:
    return _CONSTANT.findall(_STRING.sub('""', code))


def _constants_of(test: RuleTest) -> tuple[list[str], list[str]]:
    """The constants of a test's facts, and of its expectations, as often as they occur."""
    facts: list[str] = []
    expectations: list[str] = []
    for each in test.source.statements:
        if isinstance(each.code, RuleCode) and each.section in (BASE, test.section):
            found = _constants(test.source.scanned.code[each.code.start : each.code.end])
            (expectations if each.code.head.signature in EXPECTATIONS else facts).extend(found)
    return facts, expectations


def _unnamed(result: RuleTestResult, named: Collection[str]) -> Iterator[str]:
    """Expectations of a claim, or whatever it is, that no fact names."""
    missing = (_SUBJECT.match(atom) for atom, _ in result.missing)
    for predicate, subject in {found[2]: (found[1], found[2]) for found in missing if found}.values():
        if subject not in named:
            there = f"no claim {subject} stands in the test"
            yield there if predicate in _OF_CLAIMS else f"no fact of the test names {subject}"


def _never(rulebook: Rulebook, result: RuleTestResult, stated: Collection[str]) -> Iterator[str]:
    """Words of missing atoms that no rule gives."""
    for atom, _ in result.missing:
        for misfit in misfits(_book(rulebook), read_rule(f"{atom}.", 0, len(atom) + 1)[0], stated):
            yield f"{misfit.what}; {misfit.remedy}"


@lru_cache(maxsize=1)
def _book(rulebook: Rulebook) -> Book:
    return Book(rulebook.name, rulebook.entry, rulebook.files, (), frozenset())


def _alone(facts: list[str], expectations: list[str], known: Counter[str]) -> Iterator[str]:
    """Constants of facts that occur once, and are nearly others."""
    counts = Counter([*facts, *expectations])
    told: set[str] = set()
    for word in facts:
        if counts[word] == 1 and word not in known and word not in told:
            # Those that differ by their numbers only are meant to differ.
            others = [each for each in {*known, *counts} if _DIGITS.sub("", each) != _DIGITS.sub("", word)]
            if close := difflib.get_close_matches(word, sorted(others), 1, _ALIKE):
                told.add(close[0])
                yield _alike(word, close[0], counts, known)


def _alike(word: str, other: str, counts: Counter[str], known: Counter[str]) -> str:
    """A hint that two constants may be one; where each occurs once, either may be the slip."""
    if counts[other] == 1 and other not in known:
        return f"{word} and {other} occur once in the test: are they the same?"
    if not counts[other] and known[other] == 1:
        return f"{word} occurs once in the test, and {other} once in the rules: are they the same?"
    return f"{word} occurs once in the test: is {other} meant?"
