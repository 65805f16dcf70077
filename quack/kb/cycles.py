"""Does a predicate depend on its own negation? Asked of the rules before anything is grounded.

A rulebook without such cycles is stratified: it has exactly one stable model, which grounding alone finds.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from quack.errors import RulebookError
from quack.kb.messages import SourceFile
from quack.kb.program import RuleInfo, spell
from quack.kb.syntax import Atom, Signature

_LONGEST = 6
_NOT = re.compile(r"(?:not\s+)+\Z")


class Step(NamedTuple):
    """A rule whose head depends on one of its conditions."""

    rule: RuleInfo
    use: Atom


def strata(rules: Iterable[RuleInfo]) -> dict[Signature, int]:
    """The number of each predicate's component: what depends on each other shares one, what it depends on is lower."""
    reads: dict[Signature, dict[Signature, None]] = {}
    for rule in rules:
        found = reads.setdefault(rule.head, {})
        for use in rule.uses:
            found[use.signature] = None
    return _Components(reads).numbers


class _Components:
    """Tarjan's strongly connected components, without recursion: a chain of rules may be long."""

    def __init__(self, reads: Mapping[Signature, Collection[Signature]]) -> None:
        self.reads = reads
        self.numbers: dict[Signature, int] = {}
        self.count = 0
        self.index: dict[Signature, int] = {}
        self.low: dict[Signature, int] = {}
        self.open: list[Signature] = []
        for node in reads:
            if node not in self.index:
                self.visit(node)

    def visit(self, root: Signature) -> None:
        path = [(root, iter(self.enter(root)))]
        while path:
            node, waiting = path[-1]
            for other in waiting:
                if other not in self.index:
                    path.append((other, iter(self.enter(other))))
                    break
                if other not in self.numbers:
                    self.low[node] = min(self.low[node], self.index[other])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    self.low[above] = min(self.low[above], self.low[node])
                if self.low[node] == self.index[node]:
                    self.close(node)

    def enter(self, node: Signature) -> Collection[Signature]:
        self.index[node] = self.low[node] = len(self.index)
        self.open.append(node)
        return self.reads.get(node, ())

    def close(self, node: Signature) -> None:
        while True:
            member = self.open.pop()
            self.numbers[member] = self.count
            if member == node:
                break
        self.count += 1


def check_stratified(rules: Sequence[RuleInfo], sources: Mapping[str, SourceFile]) -> None:
    """Refuses a predicate that depends on its own negation, or on itself through an aggregate or a condition.

    Args:
        sources: the rules' files by name.

    Raises:
        RulebookError: with the cycle, rule by rule.
    """
    for error in unstratified(rules, sources):
        raise error


def unstratified(rules: Sequence[RuleInfo], sources: Mapping[str, SourceFile]) -> Iterator[RulebookError]:
    """The first such cycle of each group of predicates that depend on each other."""
    numbers = strata(rules)
    told = set()
    for rule in rules:
        for use in rule.uses:
            number = numbers[rule.head]
            if not use.strict and numbers[use.signature] == number and number not in told:
                told.add(number)
                way = _way(rules, numbers, use.signature, rule.head)
                yield _refusal([Step(rule, use), *way], sources)


def _way(rules: Sequence[RuleInfo], numbers: Mapping[Signature, int], start: Signature, goal: Signature) -> list[Step]:
    """The shortest chain of rules by which one predicate depends on another of its component."""
    steps: dict[Signature, list[Step]] = {}
    for rule in rules:
        if numbers[rule.head] == numbers[goal]:
            steps.setdefault(rule.head, []).extend(Step(rule, use) for use in rule.uses)
    ways: dict[Signature, list[Step]] = {start: []}
    waiting = deque([start])
    while waiting and goal not in ways:
        node = waiting.popleft()
        for step in steps.get(node, ()):
            target = step.use.signature
            if target not in ways:
                ways[target] = [*ways[node], step]
                waiting.append(target)
    return ways[goal]


def _refusal(cycle: list[Step], sources: Mapping[str, SourceFile]) -> RulebookError:
    rule, use = cycle[0]
    file = sources[rule.file]
    by = _bond(file, use)
    itself = "its own negation" if by == "not " else "itself through an aggregate or a condition"
    told = [_tell(step, sources) for step in cycle[:_LONGEST]] + ["…"] * (len(cycle) > _LONGEST)
    what = f"{spell(rule.head)} depends on {itself}: {', '.join(told)}"
    return file.error(what, *file.place(use.start), "take it out of the cycle")


def _tell(step: Step, sources: Mapping[str, SourceFile]) -> str:
    rule, use = step
    by = _bond(sources[rule.file], use)
    return f"{spell(rule.head)} depends on {by}{spell(use.signature)} ({rule.place})"


def _bond(file: SourceFile, use: Atom) -> str:
    """How a rule uses an atom: plainly, negated, or counted."""
    if use.strict:
        return ""
    return "not " if _NOT.search(file.text, max(use.start - 100, 0), use.start) else "a count of "
