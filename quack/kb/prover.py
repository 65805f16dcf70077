"""Why does an atom hold? Proofs from what fired the rules of a reified rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quack.events.places import make_row
from quack.kb.about import Claims, subjects_of
from quack.kb.bodies import Aggregate, Literal
from quack.kb.cycles import strata
from quack.kb.firings import (
    AGGREGATE,
    CLOSED,
    NEGATED,
    OPEN,
    Compiled,
    Firing,
    Predicate,
    Step,
    firing_order,
    first_firing,
    stated_facts,
)
from quack.kb.joins import counted
from quack.kb.model import Model, Pattern, first_in_line_order, gathered, in_line_order
from quack.kb.program import RuleInfo
from quack.kb.proof import Fact, Failed, Justification, Number, RuleApplication
from quack.kb.refute import Refuter
from quack.kb.reify import ReifiedRulebook
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.values import FREE, natural

MOST_ELEMENTS = 24
"""How many elements of an aggregate a proof shows."""


class Prover:
    """Builds proofs over one model, each shared subproof once.

    Args:
        reified: the rulebook.
        model: what follows from its reified program.
    """

    def __init__(self, reified: ReifiedRulebook, model: Model) -> None:
        self._reified = reified
        self._model = model
        self._subjects = subjects_of(reified)
        self._numbers_of = strata(reified.rules)
        self._predicates: dict[Signature, Predicate] = {}
        self._rules: dict[int, Compiled] = {}
        self._under_way: set[tuple[str, Row]] = set()
        self._numbers: dict[str, Number] = {}
        self._stated = stated_facts(zip(reified.rules, reified.bodies, strict=True))
        self._refuter = Refuter(reified, model, self._subjects, self.prove)

    def prove(self, name: str, row: Row, about: Claims = ()) -> Justification:
        """Why an atom holds that does hold.

        Args:
            about: the claims that it is told of, where the atom names none.
        """
        signature = name, len(row)
        predicate = self._predicates.get(signature) or self._predicate(signature)
        known = None if predicate.dependent else predicate.proofs.get(row)
        proof = known or self._prove(predicate, row, about)
        assert proof is not None, "what the solver derived has a derivation that does not rest on itself"
        return proof

    def refute(self, name: str, pattern: Pattern, about: Claims = ()) -> Failed:
        """Why no atom holds that a pattern stands for; arguments as for `prove`."""
        return self._refuter.refute((name, len(pattern)), pattern, about)

    def fired(self, head: Signature) -> list[tuple[RuleInfo, Row]]:
        """The rules that derived atoms of a predicate, each with the atom's arguments, in no particular order."""
        predicate = self._predicate(head)
        if predicate.fired is None:
            predicate.fired = self._fired(head)
        return [(compiled.rule, row) for row, firings in predicate.fired.items() for compiled, _ in firings]

    def forget(self) -> None:
        """Lets go of the proofs that have been found, which are many; what is asked next is found anew."""
        for predicate in self._predicates.values():
            predicate.forget(self._stated)
        self._refuter.forget()

    def _predicate(self, signature: Signature) -> Predicate:
        found = self._predicates.get(signature)
        if found is None:
            rules = self._reified.by_head.get(signature, ())
            number = self._numbers_of.get(signature)
            found = self._predicates[signature] = Predicate(
                signature,
                given=all(rule.is_fact for rule in rules),
                dependent=signature in self._subjects.dependent,
                recursive=any(self._numbers_of[use.signature] == number for rule in rules for use in rule.uses),
            )
            found.forget(self._stated)
        return found

    def _prove(self, predicate: Predicate, row: Row, about: Claims) -> Justification | None:
        """A proof that rests on nothing that is being proved, or None if this atom has none.

        It is one that `Predicate.proofs` does not hold.
        """
        if predicate.given:
            fact = predicate.proofs[row] = make_row(Fact, (predicate.name, row, None))
            return fact
        told = (row, about) if predicate.dependent else None
        proof = None if told is None else predicate.told.get(told)
        if proof is None:
            proof = self._derived(predicate, row, about)
            if told is not None and proof is not None:
                predicate.told[told] = proof
            elif proof is not None:
                predicate.proofs[row] = proof
        return proof

    def _derived(self, predicate: Predicate, row: Row, about: Claims) -> Justification | None:
        fired = predicate.fired
        if fired is None:
            fired = predicate.fired = self._fired(predicate.signature)
        firings = fired.get(row)
        if firings is None:
            return self._stated.get(predicate.signature, {}).get(row) or Fact(predicate.name, row)
        if not predicate.recursive:
            more = len(firings) - 1
            compiled, values = _first(predicate, firings, about) if more else firings[0]
            return self._apply(compiled, values, predicate, row, more, about)
        key = predicate.name, row
        if key in self._under_way:
            return None
        self._under_way.add(key)
        try:
            return self._first_that_proves(predicate, row, firings, about)
        finally:
            self._under_way.discard(key)

    def _first_that_proves(
        self, predicate: Predicate, row: Row, firings: Sequence[Firing], about: Claims
    ) -> RuleApplication | None:
        """The first of some firings, by log line, that gives a proof; those about the claims in question come first."""
        ways = firings
        if len(firings) > 1:
            ways = sorted(firings, key=firing_order)
            if predicate.dependent and about:
                ways.sort(key=lambda firing: not _tells(firing, about))
        applied = (self._apply(*firing, predicate, row, len(firings) - 1, about) for firing in ways)
        return next((proof for proof in applied if proof is not None), None)

    def _fired(self, head: Signature) -> dict[Row, Sequence[Firing]]:
        """What fired, by the atom that it gives."""
        index: dict[Row, Sequence[Firing]] = {}
        for rule in self._reified.by_head.get(head, ()):
            if not rule.is_fact:
                compiled = self._compile(rule)
                gathered(compiled.heads(self._model.rows(self._reified.firing(rule))), index)
        return index

    def _compile(self, rule: RuleInfo) -> Compiled:
        compiled = self._rules.get(rule.id)
        if compiled is None:
            body, claims = self._reified.bodies[rule.id], self._subjects.slots[rule.id]
            compiled = self._rules[rule.id] = Compiled(rule, body, self._predicate, claims)
        return compiled

    def _apply(
        self,
        compiled: Compiled,
        values: tuple[Value, ...],
        predicate: Predicate,
        row: Row,
        more: int,
        about: Claims,
    ) -> RuleApplication | None:
        if compiled.claims:
            about = tuple([values[slot] for slot in compiled.claims])
        known = values + compiled.tail
        children: list[Justification] = []
        for step in compiled.steps:
            kind = step.kind
            if kind == CLOSED:
                below = step.predicate
                at = step.get(known)
                child = below.proofs.get(at) or self._prove(below, at, about)  # type: ignore[union-attr,arg-type]
                if child is None:
                    return None
                children.append(child)
            elif kind == NEGATED:
                children.append(self._refuter.refute(step.predicate.signature, step.get(known), about))  # type: ignore[union-attr]
            elif kind == AGGREGATE:
                children += self._elements(step.condition, compiled, values, about)  # type: ignore[arg-type]
            else:
                child = self._one_of(step, known, about)
                if child is None:
                    return None
                children.append(child)
        for constant in compiled.body.constants:
            children.append(self._number(constant))
        return make_row(RuleApplication, (compiled.rule, predicate.name, row, values, tuple(children), more))

    def _one_of(self, step: Step, known: tuple[Value, ...], about: Claims) -> Justification | None:
        condition = step.condition
        assert isinstance(condition, Literal)
        if step.kind == OPEN:
            if step.index is None:
                step.index = self._model.index(condition.signature, step.positions)
            rows: Sequence[Row] = step.index[step.key(known)]
        else:
            rows = self._model.find(condition.signature, step.get(known))
        below = step.predicate
        assert below is not None, "an atom has a predicate"
        if len(rows) == 1:
            return below.proofs.get(rows[0]) or self._prove(below, rows[0], about)
        return self._witness(below, rows, about)

    def _witness(self, predicate: Predicate, rows: Sequence[Row], about: Claims) -> Justification | None:
        """The first of some atoms, by log line, that has a proof; those that name the claims in question come first."""
        if len(rows) > 1:
            told = set(about) if about and self._subjects.names_claims(predicate.signature) else None
            if predicate.recursive:
                ordered = in_line_order(rows)
                rows = ordered if told is None else sorted(ordered, key=told.isdisjoint)
            else:  # the first one has a proof
                named = None if told is None else [row for row in rows if not told.isdisjoint(row)]
                rows = (first_in_line_order(named or rows),)
        for row in rows:
            proof = predicate.proofs.get(row) or self._prove(predicate, row, about)
            if proof is not None:
                return proof
        return None

    def _elements(
        self, condition: Aggregate, compiled: Compiled, values: tuple[Value, ...], about: Claims
    ) -> Iterator[Justification]:
        """The atoms by which the elements of an aggregate count."""
        env = [*values, *[FREE] * (len(compiled.body.variables) - len(values))]
        found = sorted(counted(condition, env, self._model), key=lambda each: tuple(map(natural, each[0])))
        for _, number, own in found[:MOST_ELEMENTS]:
            for inner in condition.elements[number][1]:
                if isinstance(inner, Literal) and not inner.negated:
                    pattern = tuple(term.pattern(own) for term in inner.arguments)
                    rows = self._model.find(inner.signature, pattern)
                    if (proof := self._witness(self._predicate(inner.signature), rows, about)) is not None:
                        yield proof

    def _number(self, name: str) -> Number:
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = Number(name, self._reified.consts[name])
        return number


def _first(predicate: Predicate, firings: Sequence[Firing], about: Claims) -> Firing:
    """The first of some firings, by log line; those about the claims in question come first."""
    if predicate.dependent and about:
        firings = [firing for firing in firings if _tells(firing, about)] or firings
    return firings[0] if len(firings) == 1 else first_firing(firings)


def _tells(firing: Firing, about: Claims) -> bool:
    """Whether a firing is about one of some claims."""
    compiled, values = firing
    return any([values[slot] in about for slot in compiled.claims])
