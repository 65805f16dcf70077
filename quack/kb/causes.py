"""Two rulebooks over the same games: where do the derivations of what only one of them holds begin to differ?

An atom that holds in one and not in the other has a rule that derives it there. Either the other rulebook lacks that
rule, or one of its conditions does not hold in the other, and the search goes on with that one. It ends at a rule, a
fact of the rulebook or a number that only one of the two has, or at something that only one of them reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from quack.kb.bodies import Aggregate, Condition, Conditional, Literal
from quack.kb.joins import counted, every
from quack.kb.labels import Labels
from quack.kb.model import Model
from quack.kb.places import Place
from quack.kb.program import RuleInfo
from quack.kb.reify import ReifiedRulebook
from quack.kb.symbols import Row, Value
from quack.kb.syntax import RuleCode, Signature
from quack.kb.values import FREE, Environment

_MOST_WAYS = 40
"""In how many ways a rule is tried that derives an atom."""

Key = tuple[str, tuple[tuple[str, Value], ...]]
"""A rule as it is written, blanks and comments aside, with the numbers that it uses."""


class RuleName(NamedTuple):
    """What a rule is called, wherever it goes: its label, or its place where it has none, and where it stands."""

    text: str
    place: Place


class Cause(NamedTuple):
    """What only one of two rulebooks has.

    Attributes:
        side: which one: 0 the first, 1 the second.
        rule: a rule, or a fact of the rulebook.
        other: the rule of the other one that stands in its place, as far as that can be told.
        numbers: the numbers by which alone the two differ: name, value in the first, value in the second rulebook.
        reads: in place of a rule: what only this one reads of logs and claims, or reads otherwise.
    """

    side: int
    rule: RuleName | None = None
    other: RuleName | None = None
    numbers: tuple[tuple[str, Value, Value], ...] = ()
    reads: str | None = None


class Side:
    """One of the two rulebooks, its rules by what they say."""

    def __init__(self, rulebook: ReifiedRulebook) -> None:
        self.rulebook = rulebook
        self._labels = Labels(rulebook)
        self.keys = tuple(self._keys())
        self.known = frozenset(self.keys)
        self._names: dict[int, RuleName] = {}

    def _keys(self) -> Iterator[Key]:
        bodies = self.rulebook.bodies
        for file in self.rulebook.files:
            for statement in file.statements:
                rule, written = statement.rule, statement.code
                if rule is not None and isinstance(written, RuleCode) and rule.id < len(bodies):
                    text = "".join(file.scanned.code[written.start : written.end].split())
                    consts = bodies[rule.id].constants
                    yield text, tuple((name, self.rulebook.consts[name]) for name in consts)

    @cached_property
    def by_text(self) -> dict[str, RuleInfo]:
        """The rules by their text alone."""
        return {key[0]: rule for key, rule in zip(self.keys, self.rulebook.rules, strict=True)}

    def version(self, rule: RuleInfo, known: frozenset[Key]) -> RuleInfo | None:
        """The rule that stands in place of another rulebook's: of the same head and file, and the same label if any."""
        own = (each for each in self.rulebook.by_head.get(rule.head, ()) if self.keys[each.id] not in known)
        alike = [each for each in own if each.file == rule.file]
        return next((each for each in alike if each.label == rule.label), alike[0] if len(alike) == 1 else None)

    def name(self, rule: RuleInfo) -> RuleName:
        """What a rule is called."""
        found = self._names.get(rule.id)
        if found is None:
            place = self._labels.place(rule)
            found = self._names[rule.id] = RuleName(rule.label or str(place), place)
        return found


class Tracer:
    """Finds causes over the models of two rulebooks."""

    def __init__(self, sides: tuple[Side, Side], models: tuple[Model, Model]) -> None:
        self._sides = sides
        self._models = models
        self._found: dict[tuple[int, Signature, Row], Cause | None] = {}

    def trace(self, side: int, signature: Signature, row: Row) -> Cause | None:
        """What makes an atom hold on one side and not on the other; None if it holds on both, or can't be told."""
        key = side, signature, row
        if key not in self._found:
            self._found[key] = None  # what leads back here explains nothing
            self._found[key] = self._trace(side, signature, row)
        return self._found[key]

    def lacking(self, side: int, rule: RuleInfo) -> Cause | None:
        """A rule as the cause, if the other side lacks it."""
        own, other = self._sides[side], self._sides[1 - side]
        key = own.keys[rule.id]
        if key in other.known:
            return None
        twin = other.by_text.get(key[0])
        numbers = () if twin is None else _differences(key, other.keys[twin.id], swapped=side == 1)
        if twin is None:
            twin = other.version(rule, own.known)
        return Cause(side, own.name(rule), None if twin is None else other.name(twin), numbers)

    def _trace(self, side: int, signature: Signature, row: Row) -> Cause | None:
        if self._models[1 - side].holds(signature, row):
            return None
        rules = self._sides[side].rulebook.by_head.get(signature, ())
        if not rules:
            return Cause(side, reads=signature[0])
        for rule in rules:
            for env in islice(self._ways(side, rule, row), _MOST_WAYS):
                cause = self.lacking(side, rule) or self._within(side, rule, env)
                if cause is not None:
                    return cause
        return None

    def _ways(self, side: int, rule: RuleInfo, row: Row) -> Iterator[Environment]:
        """The ways in which a rule derives an atom."""
        body = self._sides[side].rulebook.bodies[rule.id]
        env: Environment = [FREE] * len(body.variables)
        for term, value in zip(body.head.arguments, row, strict=True):
            if not term.match(value, env):
                return
        for way in every(body.conditions, env, self._models[side]):
            if all(term.pattern(way) == value for term, value in zip(body.head.arguments, row, strict=True)):
                yield way

    def _within(self, side: int, rule: RuleInfo, env: Environment) -> Cause | None:
        """What makes a condition of a rule that both sides have hold on one only."""
        conditions = self._sides[side].rulebook.bodies[rule.id].conditions
        causes = (self._condition(side, condition, env) for condition in conditions)
        return next((cause for cause in causes if cause is not None), None)

    def _condition(self, side: int, condition: Condition, env: Environment) -> Cause | None:
        if isinstance(condition, Literal):
            return self._literal(1 - side if condition.negated else side, condition, env)
        if isinstance(condition, Aggregate):
            return self._aggregate(side, condition, env)
        if isinstance(condition, Conditional):
            return self._elements(side, (condition.literal, *condition.conditions), env)
        return None

    def _literal(self, side: int, condition: Literal, env: Environment) -> Cause | None:
        """What makes an atom that a condition stands for hold on a side and none of them on the other."""
        signature = condition.signature
        pattern = [term.pattern(env) for term in condition.arguments]
        if self._models[1 - side].holds_any(signature, pattern):
            return None
        rows = self._models[side].find(signature, pattern)
        causes = (self.trace(side, signature, row) for row in rows[:_MOST_WAYS])
        return next((cause for cause in causes if cause is not None), None)

    def _aggregate(self, side: int, condition: Aggregate, env: Environment) -> Cause | None:
        """What makes an aggregate count something on one side only."""
        found = [counted(condition, env, model) for model in self._models]
        tuples = [{row for row, _, _ in each} for each in found]
        for at in (side, 1 - side):
            for row, number, own in found[at]:
                if row not in tuples[1 - at]:
                    cause = self._elements(at, condition.elements[number][1], own)
                    if cause is not None:
                        return cause
        return None

    def _elements(self, side: int, conditions: Sequence[Condition], env: Environment) -> Cause | None:
        for at in (side, 1 - side):
            for condition in conditions:
                if (cause := self._condition(at, condition, env)) is not None:
                    return cause
        return None


def _differences(own: Key, other: Key, *, swapped: bool) -> tuple[tuple[str, Value, Value], ...]:
    """The numbers in which two rules of the same text differ; swapped, those of the other come first."""
    there = dict(other[1])
    found = [(name, value, there[name]) for name, value in own[1] if there[name] != value]
    return tuple((name, b, a) if swapped else (name, a, b) for name, a, b in found)
