"""Which claims does a step speak of? Where an atom names none, its proof is told of the claim that is asked about.

Claims with the same words share their window. What holds of a window because of one of its claims holds because of each
of them, so a proof picks the claim that it is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from quack.kb.bodies import Aggregate, Body, Condition, Conditional, Literal
from quack.kb.inputs import OF_CLAIMS
from quack.kb.reify import ReifiedRulebook
from quack.kb.symbols import Value
from quack.kb.syntax import Signature
from quack.kb.values import Anything, Term, Variable

Claims = tuple[Value, ...]
"""The constants of the claims that a step is about; empty where it is about none."""


class Subjects:
    """Where the rules of a rulebook speak of claims.

    Attributes:
        slots: of each rule, by its id, the slots of its variables that stand for claims.
        dependent: predicates that name no claim, but hold because of claims.
    """

    def __init__(self, reified: ReifiedRulebook) -> None:
        self._bodies = reified.bodies
        self._positions: dict[Signature, frozenset[int]] = {}
        while self._widen():
            pass
        self.slots = tuple(tuple(sorted(self._slots(body))) for body in self._bodies)
        self.dependent = frozenset(self._dependent())

    def names_claims(self, signature: Signature) -> bool:
        """Whether the atoms of a predicate name claims."""
        return bool(self._at(signature))

    def _at(self, signature: Signature) -> frozenset[int]:
        """Which arguments of a predicate are claims."""
        if signature[0] in OF_CLAIMS and signature[1]:
            return frozenset({0})
        return self._positions.get(signature, frozenset())

    def _slots(self, body: Body) -> set[int]:
        plain = (each for each in body.conditions if isinstance(each, Literal) and not each.negated)
        return {term.slot for literal in plain for term in self._named(literal) if isinstance(term, Variable)}

    def _widen(self) -> bool:
        """Whether another argument of a head turns out to be a claim."""
        wider = False
        for body in self._bodies:
            slots, head = self._slots(body), body.head
            found = {at for at, term in enumerate(head.arguments) if isinstance(term, Variable) and term.slot in slots}
            known = self._at(head.signature)
            if not found <= known:
                self._positions[head.signature] = known | found
                wider = True
        return wider

    def _dependent(self) -> set[Signature]:
        found: set[Signature] = set()
        while True:
            more = {
                body.head.signature
                for body in self._bodies
                if not self.names_claims(body.head.signature)
                and any(self._rests(each, found) for each in body.conditions)
            } - found
            if not more:
                return found
            found |= more

    def _rests(self, condition: Condition, found: set[Signature]) -> bool:
        return any(
            literal.signature in found or any(isinstance(term, Variable | Anything) for term in self._named(literal))
            for literal in _literals(condition)
        )

    def _named(self, literal: Literal) -> list[Term]:
        """The terms of an atom that stand for claims."""
        return [literal.arguments[at] for at in self._at(literal.signature)]


def _literals(condition: Condition) -> Iterator[Literal]:
    if isinstance(condition, Literal):
        yield condition
    elif isinstance(condition, Conditional):
        yield from _literals(condition.literal)
        for each in condition.conditions:
            yield from _literals(each)
    elif isinstance(condition, Aggregate):
        for _, conditions in condition.elements:
            for each in conditions:
                yield from _literals(each)


@lru_cache(maxsize=8)
def subjects_of(reified: ReifiedRulebook) -> Subjects:
    """Where the rules of a rulebook speak of claims."""
    return Subjects(reified)
