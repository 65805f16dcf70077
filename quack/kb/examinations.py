"""What is to be looked at where a rule fails? Found once for each condition at which it may."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal as OneOf

from quack.kb.attempts import Course, Rows, Step, ready, rows_of
from quack.kb.bodies import Aggregate, Body, Comparison, Literal
from quack.kb.examined import EXAMINED
from quack.kb.joins import slots
from quack.kb.model import Model
from quack.kb.program import RuleInfo
from quack.kb.symbols import Row
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
        examinations: what is to be looked at, by those slots and the number of conditions that hold.
    """

    def __init__(self, rule: RuleInfo, body: Body, claims: tuple[int, ...]) -> None:
        self.rule, self.body, self.claims = rule, body, claims
        self.courses: dict[frozenset[int], Course] = {}
        self.examinations: dict[tuple[frozenset[int], int], Examination] = {}
        arguments = body.head.arguments
        self.simple = all(isinstance(term, Variable | Constant) for term in arguments)
        self.bound = frozenset(slot for term in arguments for slot in term.slots())
        self.free = tuple(slot for slot in claims if slot not in self.bound)
        self._constants = [(at, term.constant) for at, term in enumerate(arguments) if isinstance(term, Constant)]
        self._variables = [(at, term.slot) for at, term in enumerate(arguments) if isinstance(term, Variable)]
        self._blank: Environment = [FREE] * len(body.variables)

    def blank(self) -> Environment:
        """Variables of which none is known."""
        return self._blank.copy()

    def start(self, row: Row) -> Environment | None:
        """The values that variables of a simple head have in an atom; None if it can't be that atom."""
        for at, constant in self._constants:
            if row[at] != constant:
                return None
        env = self._blank.copy()
        for at, slot in self._variables:
            if env[slot] is not FREE and env[slot] != row[at]:
                return None
            env[slot] = row[at]
        return env


class Examination:
    """What is looked at where a course comes no further.

    Args:
        length: how many of its conditions hold.
        is_derived: whether the rules derive a predicate from what logs and claims give.

    Attributes:
        condition: the one that fails.
        kind: what is shown of it.
        rows: the atoms that it stands for, where it is one.
        context: what gave it its values: windows, and what was found but is not as asked for.
        around: for facts: after how many conditions they are looked for, the atom that each stands for, and the
            comparisons that hold its ticks to a window.
    """

    def __init__(
        self, body: Body, course: Course, length: int, is_derived: Callable[[Signature], bool], model: Model
    ) -> None:
        self._conditions, self._course, self._model = body.conditions, course, model
        self._slots = [slots(condition) for condition in body.conditions]
        fails, reached = course.order[length], course.order[:length]
        self.condition = body.conditions[fails]
        self.kind = self._kind(is_derived)
        self.rows = self._rows(fails) if isinstance(self.condition, Literal) else _no_rows
        self.context = tuple(self._context(fails, reached, is_derived))
        self.around = self._around(fails, length) if self.kind == "facts" else None

    def _kind(self, is_derived: Callable[[Signature], bool]) -> Kind:
        condition = self.condition
        if isinstance(condition, Aggregate):
            return "counted"
        if not isinstance(condition, Literal):
            return "facts"
        return "present" if condition.negated else "derived" if is_derived(condition.signature) else "facts"

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

    def _around(self, fails: int, length: int) -> tuple[int, Literal, list[Step]] | None:
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
            return position, condition, [self._test(number) for number in tests]
        return None

    def _ticks(self, condition: Literal) -> frozenset[int]:
        track = EXAMINED[condition.signature][condition.signature]
        arguments = condition.arguments
        return frozenset((*arguments[track.first].slots(), *arguments[track.last].slots()))

    def _test(self, number: int) -> Step:
        return ready(self._conditions[number], self._slots[number], self._model)


def _no_rows(env: Environment) -> Sequence[Row]:
    return ()
