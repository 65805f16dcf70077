"""Which of the rules that could have derived an atom comes nearest to it? The tree of what failed, cut down to that.

Nearest is the rule with the fewest conditions that fail, and of those the one that gets furthest. What the claim itself
says counts as more than any number of other conditions: what a log lacks explains a verdict, what another claim would
have said does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quack.kb.bodies import Comparison, Condition, Literal
from quack.kb.inputs import OF_CLAIMS, OF_TIMES
from quack.kb.joins import slots, solutions
from quack.kb.model import Model
from quack.kb.proof import Failed, Justification, Refutation
from quack.kb.reify import ReifiedRulebook
from quack.kb.symbols import Value
from quack.kb.values import FREE, Environment

IMPOSSIBLE = 1_000
"""So many conditions fail at least where only another claim would do, or no rule at all."""

_CIRCULAR = 1_000_000_000


class Way(NamedTuple):
    """How near some atoms come to holding.

    Attributes:
        failing: how many conditions fail; what the claim says counts as a thousand.
        short: the share of its conditions that the last rule on the way does not reach.
        node: why they don't hold, by the nearest rule alone.
        path: that, and what it fails for, down to the rule whose own condition fails.
    """

    failing: int
    short: float
    node: Failed
    path: tuple[Failed, ...]


class Nearest:
    """Finds the nearest ways over one model, each once.

    Args:
        reified: the rulebook.
        model: what follows from it.
    """

    def __init__(self, reified: ReifiedRulebook, model: Model) -> None:
        self._reified = reified
        self._model = model
        self._ways: dict[int, Way] = {}
        self._under_way: set[int] = set()
        self._kept: list[Failed] = []

    def find(self, failed: Failed) -> Way:
        """The nearest way to some atoms that don't hold."""
        key = id(failed)
        way = self._ways.get(key)
        if way is not None:
            return way
        if key in self._under_way:
            return Way(_CIRCULAR, 1.0, failed, (failed,))
        self._under_way.add(key)
        self._kept.append(failed)
        try:
            way = self._way(failed)
        finally:
            self._under_way.discard(key)
        self._ways[key] = way
        return way

    def _way(self, failed: Failed) -> Way:
        why = failed.why
        if why.rule is not None:
            return self._by_rule(failed, why)
        options = [self.find(child) for child in why.children if isinstance(child, Failed)]
        if not options:
            undecided = (failed.name, len(failed.pattern)) in self._reified.deciding
            return Way(IMPOSSIBLE if undecided else _weight(failed.name), 1.0, failed, (failed,))
        best = min(options, key=_rank)
        others = why.others + len(options) - 1
        node = Failed(failed.name, failed.pattern, best.node.why._replace(others=others))
        return best._replace(node=node, path=(node, *best.path[1:]))

    def _by_rule(self, failed: Failed, why: Refutation) -> Way:
        assert why.rule is not None, "a rule that fails is one"
        body = self._reified.bodies[why.rule.id]
        if why.fails is None:
            return Way(1, 0.0, failed, (failed,))
        condition = body.conditions[why.fails]
        rest = [each for at, each in enumerate(body.conditions) if at != why.fails and at not in why.reached]
        failing = sum(self._fails(each, why.values) for each in rest)
        below = [self.find(child) for child in why.children if isinstance(child, Failed) and _denies(child, condition)]
        if not below:
            short = 1 - len(why.reached) / len(body.conditions)
            own = _weight(condition.name) if isinstance(condition, Literal) else 1
            return Way(failing + own, short, failed, (failed,))
        best = min(below, key=_rank)
        children = [child for child in why.children if not _denies(child, condition)]
        node = Failed(failed.name, failed.pattern, why._replace(children=(*children, best.node)))
        return Way(failing + best.failing, best.short, node, (node, *best.path))

    def _fails(self, condition: Condition, values: Sequence[Value]) -> int:
        """What a condition behind the one that fails adds: nothing where too little is known to tell."""
        env: Environment = [*values]
        if isinstance(condition, Literal):
            pattern = [term.pattern(env) for term in condition.arguments]
            holds = self._model.holds_any(condition.signature, pattern)
            open_ = any(part is FREE for part in pattern)
            return _weight(condition.name) if holds == condition.negated and not (open_ and condition.negated) else 0
        known = all(slot < len(env) and env[slot] is not FREE for slot in slots(condition))
        if isinstance(condition, Comparison) and known:
            return 0 if any(True for _ in solutions(condition, env, self._model)) else 1
        return 0


def _denies(child: Justification, condition: Condition) -> bool:
    """Whether a step says why a condition does not hold."""
    if not isinstance(child, Failed) or not isinstance(condition, Literal) or condition.negated:
        return False
    return (child.name, len(child.pattern)) == condition.signature


def _weight(name: str) -> int:
    return IMPOSSIBLE if name in OF_CLAIMS or name in OF_TIMES else 1


def _rank(way: Way) -> tuple[int, float, int]:
    rule = way.node.why.rule
    return way.failing, way.short, -1 if rule is None else rule.id
