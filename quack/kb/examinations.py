"""What is to be looked at where a rule fails? Found once for each condition at which it may."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Literal as OneOf
from typing import NamedTuple

from quack.kb.attempts import Course, Rows, Step, is_lookup, ready, rows_of
from quack.kb.bodies import Aggregate, Body, Comparison, Literal
from quack.kb.examined import EXAMINED
from quack.kb.firings import getter
from quack.kb.joins import slots
from quack.kb.model import Model, Pattern
from quack.kb.program import RuleInfo
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.values import FREE, Constant, Environment, Variable

Kind = OneOf["present", "derived", "counted", "facts"]
"""What is shown: atoms that ought not to hold, why atoms don't, what an aggregate counted, or the facts about it."""


class Subject:
    """A rule as it is refuted: its body, and which variables stand where.

    Attributes:
        simple: its head holds variables and constants only.
        bound: the slots of the variables of its head.
        claims: the slots of variables that stand for claims; `free` are those that its head doesn't hold.
        courses: its conditions in order, by the slots of the variables that are known.
    """

    def __init__(self, rule: RuleInfo, body: Body, claims: tuple[int, ...]) -> None:
        self.rule, self.body, self.claims = rule, body, claims
        self.courses: dict[frozenset[int], Course] = {}
        arguments = body.head.arguments
        self.simple = all(isinstance(term, Variable | Constant) for term in arguments)
        self.bound = frozenset(slot for term in arguments for slot in term.slots())
        self.free = tuple(slot for slot in claims if slot not in self.bound)
        self._constants = [(at, term.constant) for at, term in enumerate(arguments) if isinstance(term, Constant)]
        self._variables = [(at, term.slot) for at, term in enumerate(arguments) if isinstance(term, Variable)]
        self._blank: Environment = [FREE] * len(body.variables)
        # Slots are in the order of the variables, and those of a head that names each once come first.
        self._first = not self._constants and all(at == slot for at, slot in self._variables)
        self._rest = self._blank[len(arguments) :]
        self._bound: dict[tuple[bool, ...], frozenset[int]] = {}

    def blank(self) -> Environment:
        """Variables of which none is known."""
        return self._blank.copy()

    def start(self, pattern: Pattern) -> Environment | None:
        """The values that variables of a simple head have in an atom; None if it can't be that atom.

        Args:
            pattern: its arguments, `FREE` where they are not known; all others are known wholly.
        """
        if self._first:
            return [*pattern, *self._rest]
        for at, constant in self._constants:
            if pattern[at] != constant and pattern[at] is not FREE:
                return None
        env = self._blank.copy()
        for at, slot in self._variables:
            part = pattern[at]
            if env[slot] is FREE:
                env[slot] = part
            elif part is not FREE and env[slot] != part:
                return None
        return env

    def known(self, pattern: Pattern) -> frozenset[int]:
        """The slots of the variables of a simple head that such a pattern tells."""
        which = tuple([part is FREE for part in pattern])
        bound = self._bound.get(which)
        if bound is None:
            bound = self._bound[which] = frozenset(slot for at, slot in self._variables if not which[at])
        return bound


class Around(NamedTuple):
    """Where to look for facts.

    Attributes:
        position: after how many conditions they are looked for.
        literal: the atom that each stands for.
        tests: the comparisons that hold its ticks to a window.
        key: reads all that this depends on from the values of the variables.
    """

    position: int
    literal: Literal
    tests: Sequence[Step]
    key: Callable[[Environment], object]


class Examination:
    """What is looked at where a course comes no further.

    Args:
        length: how many of its conditions hold.
        is_derived: whether the rules derive a predicate from what logs and claims give.

    Attributes:
        reached, fails: those that hold and the one that fails, by position.
        condition: the one that fails.
        kind: what is shown of it.
        rows: the atoms that it stands for, where it is one.
        context: what gave it its values: windows, and what was found but is not as asked for.
        compared: it is a comparison.
        pattern: reads, from the values of all variables, the atoms that an atom stands for which rules derive; None
            where some of those may hold all the same.
        around: for facts: where to look for them.
        handed_on: all there is to say is why the atoms of `pattern` don't hold.
        empty: there is nothing to look at.
    """

    def __init__(
        self, body: Body, course: Course, length: int, is_derived: Callable[[Signature], bool], model: Model
    ) -> None:
        self._conditions, self._course, self._model = body.conditions, course, model
        self._slots = [slots(condition) for condition in body.conditions]
        self.reached, self.fails = course.order[:length], course.order[length]
        fails, reached = self.fails, self.reached
        self.condition = body.conditions[fails]
        self.compared = isinstance(self.condition, Comparison)
        self.kind = self._kind(is_derived)
        self.pattern = self._pattern(len(body.variables)) if self.kind == "derived" else None
        self.rows = self._rows(fails) if isinstance(self.condition, Literal) else _no_rows
        self.context = tuple(self._context(fails, reached, is_derived))
        self.around = self._around(fails, length) if self.kind == "facts" else None
        self.handed_on = self.pattern is not None and not self.context
        self.empty = self.kind == "facts" and self.around is None and not self.context

    def _kind(self, is_derived: Callable[[Signature], bool]) -> Kind:
        condition = self.condition
        if isinstance(condition, Aggregate):
            return "counted"
        if not isinstance(condition, Literal):
            return "facts"
        return "present" if condition.negated else "derived" if is_derived(condition.signature) else "facts"

    def _pattern(self, variables: int) -> Callable[[Row], Pattern] | None:
        condition = self.condition
        if not isinstance(condition, Literal) or not is_lookup(condition, self._course.known[-1]):
            return None
        tail: list[Value] = []
        get = getter(condition.arguments, tail, variables)
        more = tuple(tail)
        return (lambda values: get(values + more)) if more else get

    def _rows(self, at: int) -> Rows:
        """What finds the atoms of a condition that has been evaluated, or that denies."""
        condition = self._conditions[at]
        assert isinstance(condition, Literal)
        return rows_of(condition, self._course.known[-1], self._model)

    def _comparisons(self, at: int) -> list[int]:
        """The comparisons that share a variable with a condition."""
        return [
            number
            for number, each in enumerate(self._conditions)
            if isinstance(each, Comparison) and self._slots[number] & self._slots[at]
        ]

    def _context(
        self, fails: int, reached: Sequence[int], is_derived: Callable[[Signature], bool]
    ) -> list[tuple[Literal, Rows]]:
        wanted = set(self._slots[fails])
        for at in self._comparisons(fails):
            if at not in reached:
                wanted |= self._slots[at]
        compared = isinstance(self.condition, Comparison)
        found = []
        for at in reached:
            condition = self._conditions[at]
            if not isinstance(condition, Literal) or condition.negated or wanted.isdisjoint(self._slots[at]):
                continue
            if is_derived(condition.signature) or (compared and condition.signature in EXAMINED):
                found.append((condition, self._rows(at)))
        return found

    def _around(self, fails: int, length: int) -> Around | None:
        """Where to look for the facts of the player within the ticks that the rule asks for, whatever else they say."""
        order = self._course.order
        for position in range(length, -1, -1):
            at = order[position]
            condition = self._conditions[at]
            if not isinstance(condition, Literal) or condition.negated or condition.signature not in EXAMINED:
                continue
            if at != fails and self._slots[at].isdisjoint(self._slots[fails]):
                continue
            known = self._course.known[position] | self._ticks(condition)
            later = (number for number in self._comparisons(at) if number not in order[:position])
            # Ticks of which nothing is known can't fail; the others stand or fall with the fact that is tried.
            tests = [number for number in later if self._slots[number] <= known]
            needed = {slot for number in tests for slot in self._slots[number]} | self._asked(condition)
            places = sorted(needed)
            key = itemgetter(*places) if places else len
            return Around(position, condition, [self._test(number) for number in tests], key)
        return None

    def _asked(self, condition: Literal) -> set[int]:
        """The slots of whom facts are about, and when."""
        track = EXAMINED[condition.signature][condition.signature]
        positions = (track.player, track.first, track.last, *(() if track.round is None else (track.round,)))
        return {slot for at in positions for slot in condition.arguments[at].slots()}

    def _ticks(self, condition: Literal) -> frozenset[int]:
        track = EXAMINED[condition.signature][condition.signature]
        arguments = condition.arguments
        return frozenset((*arguments[track.first].slots(), *arguments[track.last].slots()))

    def _test(self, number: int) -> Step:
        return ready(self._conditions[number], self._slots[number], self._model)


def _no_rows(env: Environment) -> Sequence[Row]:
    return ()
