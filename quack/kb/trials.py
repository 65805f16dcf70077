"""Rules that try the conditions of other rules: each derives an atom where one condition alone fails.

All other conditions of its rule hold together then. A condition that gives a variable its value can't be missed unseen:
without it clingo refuses the rule. So these are not tried, nor are conditional literals.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from quack.kb.bodies import Aggregate, Body, Comparison, Condition, Literal
from quack.kb.joins import slots
from quack.kb.program import RuleInfo
from quack.kb.reify import reify
from quack.kb.rulebook import Rulebook
from quack.kb.syntax import Signature

MISSED: Signature = ("_missed", 2)


class Trial(NamedTuple):
    """A rule that derives `_missed(Id, Position)` where a condition alone fails."""

    rule: RuleInfo
    position: int
    text: str
    strict: frozenset[Signature]
    """What has to hold somewhere for it to fire."""


def trials(rulebook: Rulebook) -> list[Trial]:
    """What to try of every condition that can fail alone."""
    bodies = reify(rulebook).bodies
    return [trial for rule in own_rules(rulebook) for trial in _trials(rule, bodies[rule.id])]


def own_rules(rulebook: Rulebook) -> list[RuleInfo]:
    """The rules that count: of a layer its own, for those of its base have their tests there."""
    above = {file.source.name for file in rulebook.files if not rulebook.bases or file.source.layer == 0}
    return [rule for rule in rulebook.rules if rule.file in above]


# --- the rules that try -----------------------------------------------------------------------------------------------


def _trials(rule: RuleInfo, body: Body) -> Iterator[Trial]:
    for position, condition in enumerate(body.conditions):
        others = [each for number, each in enumerate(body.conditions) if number != position]
        known = _bound(others, body.shared)
        needed = {slot for term in body.head.arguments for slot in term.slots()}.union(
            *(_globals(each, body.shared) for each in others)
        )
        denied = _denied(condition, known, body) if needed <= known else None
        if denied is not None:
            strict = frozenset(each.signature for each in others if isinstance(each, Literal) and not each.negated)
            text = ", ".join([*(each.text for each in others), denied])
            yield Trial(rule, position, f"{MISSED[0]}({rule.id},{position}) :- {text}.", strict)


def _bound(conditions: Sequence[Condition], shared: int) -> set[int]:
    """The variables that conditions bind."""
    known: set[int] = set()
    for condition in conditions:
        if isinstance(condition, Literal) and not condition.negated:
            known |= _globals(condition, shared)
    grown = True
    while grown:
        grown = False
        for condition in conditions:
            for gives, needs in _bindings(condition, shared):
                if needs <= known and not gives <= known:
                    known |= gives
                    grown = True
    return known


def _globals(condition: Condition, shared: int) -> set[int]:
    return {slot for slot in slots(condition) if slot < shared}


def _bindings(condition: Condition, shared: int) -> Iterator[tuple[set[int], set[int]]]:
    """What an equation may give variables to, and what it needs for that."""
    if isinstance(condition, Comparison) and condition.relations == ("=",) and not condition.negated:
        left, right = ({slot for slot in term.slots() if slot < shared} for term in condition.terms)
        yield left, right
        yield right, left
    elif isinstance(condition, Aggregate) and condition.left and condition.left[1] == "=" and not condition.negated:
        given = set(condition.left[0].slots())
        yield given, _globals(condition, shared) - given


def _denied(condition: Condition, known: Collection[int], body: Body) -> str | None:
    """A condition that holds where this one fails; None where it can't fail alone."""
    if isinstance(condition, Literal):
        text = condition.text
        if condition.negated:
            return text.removeprefix("not").strip()
        for slot, name in enumerate(body.variables[: body.shared]):
            if slot not in known:
                text = _without(text, name)
        return f"not {text}"
    if isinstance(condition, Comparison | Aggregate) and _globals(condition, body.shared) <= set(known):
        return condition.text.removeprefix("not").strip() if condition.negated else f"not {condition.text}"
    return None


def _without(text: str, name: str) -> str:
    """An atom with a variable that nothing binds left open, and with it the arithmetic that it stands in."""
    own = rf"(?<![\w']){re.escape(name)}(?![\w'])"
    return re.sub(rf"[^(),]*{own}[^(),]*", "_", text)
