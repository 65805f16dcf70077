"""Why does an atom not hold? The rules that could have derived it, how far each gets, and which facts were examined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from quack.events.places import make_row
from quack.kb.about import Claims, Subjects
from quack.kb.attempts import Course, Rows, Ways
from quack.kb.bodies import Aggregate, Comparison, Literal
from quack.kb.examinations import Around, Examination, Subject
from quack.kb.examined import facts_around
from quack.kb.joins import counted
from quack.kb.model import Model, Pattern, in_line_order
from quack.kb.program import RuleInfo
from quack.kb.proof import Failed, Justification, Refutation
from quack.kb.reify import ReifiedRulebook
from quack.kb.relevance import Relevance
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.values import FREE, Constant, Environment, Function, Term, Variable, is_open, natural

MOST_FACTS = 40
"""How many examined facts a proof lists."""

MOST_PATTERNS = 8
"""How many ways in which a condition fails are followed."""

MOST_MISSES = 6
"""How many atoms are listed that are what was asked for but for the condition that fails."""


class Prove(Protocol):
    """Gives the proof of an atom that holds, told of some claims."""

    def __call__(self, name: str, row: Row, about: Claims) -> Justification: ...


class Refuter:
    """Explains what does not hold in a model, each thing once.

    Args:
        subjects: where the rules speak of claims.
        prove: gives the proof of an atom that holds.
    """

    def __init__(self, reified: ReifiedRulebook, model: Model, subjects: Subjects, prove: Prove) -> None:
        self._reified = reified
        self._model = model
        self._claims = subjects
        self._prove = prove
        self._relevance = Relevance(reified, model)
        self._finder = self._find  # one method for all
        self._subjects: dict[int, Subject] = {}
        self._failures: dict[tuple[Signature, Pattern, Claims], Failed] = {}
        self._looks: dict[tuple, tuple[Sequence[Justification], int]] = {}

    def refute(self, signature: Signature, pattern: Pattern, about: Claims) -> Failed:
        """Why no atom holds that a pattern stands for.

        Args:
            about: the claims that this is told of, where the atoms name none.
        """
        key = signature, pattern, about if signature in self._claims.dependent else ()
        failure = self._failures.get(key)
        if failure is None:
            failure = self._failures[key] = Failed(signature[0], pattern, self._finder, about)
        return failure

    def forget(self) -> None:
        """Lets go of what has been found."""
        self._failures = {}
        self._looks = {}

    def _find(self, name: str, pattern: Pattern, about: Claims) -> Refutation:
        rules, others = self._relevance.rules((name, len(pattern)), pattern)
        closed = plain = True
        for part in pattern:
            if part is FREE:
                closed = False
            elif type(part) is tuple and is_open(part):
                closed = plain = False
        attempts = [
            found for rule in rules if (found := self._attempt(rule, pattern, closed, plain, about)) is not None
        ]
        if len(attempts) == 1:
            return make_row(Refutation, (*attempts[0][:-1], others)) if others else attempts[0]
        return Refutation(children=tuple([Failed(name, pattern, each) for each in attempts]), others=others)

    # --- one rule -----------------------------------------------------------------------------------------------------

    def _attempt(self, rule: RuleInfo, pattern: Pattern, closed: bool, plain: bool, about: Claims) -> Refutation | None:
        """How far a rule gets towards an atom; None if its head can't be one.

        Args:
            closed: all of the pattern is known.
            plain: each of its arguments is known wholly or not at all.
        """
        subject = self._subjects.get(rule.id) or self._subject(rule)
        wanted: dict[int, Value] = {}
        if plain and subject.simple:
            start = subject.start(pattern)
            if start is None:
                return None
            bound = subject.bound if closed else subject.known(pattern)
        else:
            start = subject.blank()
            for term, part in zip(subject.body.head.arguments, pattern, strict=True):
                if part is not FREE and not _unify(term, part, start, wanted):
                    return None
            bound = frozenset([slot for slot, value in enumerate(start) if value is not FREE])
        course = subject.courses.get(bound) or self._course(subject, bound)
        tried = course.follow(start, wanted)
        ways, length = tried[-1], len(tried) - 1
        if subject.free and about and len(ways) > 1:
            ways = _told_of(ways, subject.free, about)
            tried = (*tried[:-1], ways)
        values = tuple(ways[0]) if len(ways) == 1 else _agreed(ways)
        if length == len(course.order):
            return make_row(Refutation, (rule, values, course.order, None, (), 0, 0))
        exam = course.examinations.get(length) or self._examination(subject, course, length)
        if exam.empty:
            return make_row(Refutation, (rule, values, exam.reached, exam.fails, (), 0, 0))
        if subject.claims:
            about = tuple([values[slot] for slot in subject.claims if values[slot] is not FREE]) or about
        if exam.handed_on and len(ways) == 1 and not wanted:
            below = self.refute(exam.condition.signature, exam.pattern(values), about)  # type: ignore[union-attr,misc]
            return make_row(Refutation, (rule, values, exam.reached, exam.fails, (below,), 0, 0))
        children, more = self._examined(exam, tried, values, about, bool(wanted))
        return make_row(Refutation, (rule, values, exam.reached, exam.fails, children, more, 0))

    def _subject(self, rule: RuleInfo) -> Subject:
        body, claims = self._reified.bodies[rule.id], self._claims.slots[rule.id]
        subject = self._subjects[rule.id] = Subject(rule, body, claims)
        return subject

    def _course(self, subject: Subject, bound: frozenset[int]) -> Course:
        body = subject.body
        course = Course(body.conditions, bound, self._reified.stated, body.shared, self._model)
        subject.courses[bound] = course
        return course

    def _examination(self, subject: Subject, course: Course, length: int) -> Examination:
        exam = Examination(subject.body, course, length, self._is_derived, self._model)
        course.examinations[length] = exam
        return exam

    # --- what is shown of it ------------------------------------------------------------------------------------------

    def _examined(
        self, exam: Examination, tried: Ways, values: Pattern, about: Claims, narrowed: bool
    ) -> tuple[tuple[Justification, ...], int]:
        """What is to be shown where a rule fails, and how many more facts were examined.

        Args:
            values: of its variables, as far as the ways agree.
            narrowed: not all that holds counted, for a part of the atom is partly known.
        """
        nodes: list[Justification] = []
        ways = tried[-1]
        if exam.compared and len(ways) > MOST_MISSES:
            ways = _closest(exam.condition, ways)  # type: ignore[arg-type]
        env = ways[0] if len(ways) == 1 else None
        for literal, rows_of in exam.context:
            if env is not None and len(rows := rows_of(env)) == 1:
                nodes.append(self._prove(literal.name, rows[0], about))
            else:
                nodes += self._holding(literal, rows_of, ways, about)
        more = 0
        if exam.kind == "derived":
            if len(ways) == 1 and exam.pattern is not None and not narrowed:
                condition = exam.condition
                nodes.append(self.refute(condition.signature, exam.pattern(values), about))  # type: ignore[union-attr]
            else:
                nodes += self._below(exam.condition, ways, about)  # type: ignore[arg-type]
        elif exam.kind == "present":
            nodes += self._holding(exam.condition, exam.rows, ways, about)  # type: ignore[arg-type]
        elif exam.kind == "counted":
            nodes += self._counted(exam.condition, ways[0], about)  # type: ignore[arg-type]
        elif exam.around is not None:
            found, more = self._around(exam, exam.around, tried, about)
            nodes += found
        if len(nodes) > 1:
            nodes = _once(nodes)
        return tuple(nodes), more

    def _around(
        self, exam: Examination, around: Around, tried: Ways, about: Claims
    ) -> tuple[Sequence[Justification], int]:
        """The facts that are examined, and how many more there are."""
        ways = tried[around.position]
        # Claims about several rooms look into the same facts for each.
        key = (id(exam), about, around.key(ways[0])) if len(ways) == 1 else None
        found = None if key is None else self._looks.get(key)
        if found is None:
            facts = facts_around(around.literal, ways, around.tests, self._model)
            proofs = [self._prove(name, row, about) for name, row in facts[:MOST_FACTS]]
            found = proofs, max(0, len(facts) - MOST_FACTS)
            if key is not None:
                self._looks[key] = found
        return found

    def _is_derived(self, signature: Signature) -> bool:
        return signature in self._reified.by_head and signature not in self._reified.stated

    def _holding(
        self, condition: Literal, rows_of: Rows, ways: Sequence[Environment], about: Claims
    ) -> list[Justification]:
        """Proofs of the atoms that a condition, negated or not, stands for in some ways."""
        rows: Sequence[Row]
        if len(ways) == 1:
            rows = rows_of(ways[0])
        else:
            found: dict[Row, None] = {}
            for env in ways[:MOST_FACTS]:
                found.update(dict.fromkeys(rows_of(env)))
            rows = list(found)
        return [self._prove(condition.name, row, about) for row in in_line_order(rows)[:MOST_MISSES]]

    def _below(self, condition: Literal, ways: Sequence[Environment], about: Claims) -> Iterator[Justification]:
        signature = condition.signature
        patterns = list(dict.fromkeys([_pattern(condition, env) for env in ways]))
        if len(patterns) > 1:  # the order of rows is that of grounding, which tells nobody anything
            patterns = sorted(patterns, key=lambda pattern: tuple(map(natural, pattern)))[:MOST_PATTERNS]
        for pattern in patterns:
            if rows := self._model.find(signature, pattern):
                # A pattern doesn't say that two of its unknown arguments are the same variable.
                for row in in_line_order(rows)[:MOST_MISSES]:
                    yield self._prove(condition.name, row, about)
            else:
                yield self.refute(signature, pattern, about)

    def _counted(self, condition: Aggregate, env: Environment, about: Claims) -> Iterator[Justification]:
        for _, number, own in counted(condition, env, self._model)[:MOST_FACTS]:
            for inner in condition.elements[number][1]:
                if isinstance(inner, Literal) and not inner.negated:
                    rows = self._model.find(inner.signature, _pattern(inner, own))
                    for row in in_line_order(rows)[:MOST_MISSES]:
                        yield self._prove(inner.name, row, about)


def _once(nodes: list[Justification]) -> list[Justification]:
    """Each node once, where it stands first."""
    if len(set(map(id, nodes))) == len(nodes):
        return nodes
    return list({id(node): node for node in nodes}.values())


def _told_of(ways: Sequence[Environment], free: Sequence[int], about: Claims) -> Sequence[Environment]:
    """Only the ways that are about some claims, if there are any."""
    return [env for env in ways if all(env[slot] is FREE or env[slot] in about for slot in free)] or ways


def _closest(condition: Comparison, ways: Sequence[Environment]) -> Sequence[Environment]:
    """The ways that come closest to a comparison of integers: of the stays before a window the last ones."""
    first, last = condition.terms[0], condition.terms[-1]

    def gap(env: Environment) -> int:
        sides = first.pattern(env), last.pattern(env)
        left, right = (side if isinstance(side, int) else 0 for side in sides)
        return abs(left - right)

    return sorted(ways, key=gap)[:MOST_MISSES]


def _agreed(ways: Sequence[Environment]) -> tuple[Value, ...]:
    """The values that all ways have in common."""
    agreed = list(ways[0])
    for slot, value in enumerate(agreed):
        for env in ways:
            if env[slot] != value:
                agreed[slot] = FREE
                break
    return tuple(agreed)


def _pattern(condition: Literal, env: Environment) -> Pattern:
    return tuple([term.pattern(env) for term in condition.arguments])


def _unify(term: Term, part: Value, env: Environment, wanted: dict[int, Value]) -> bool:
    """Whether a term of a head can be what a pattern asks for; binds what is known, and notes what is partly known."""
    if part is FREE:
        return True
    if not is_open(part):
        return term.match(part, env)
    if isinstance(term, Variable):
        wanted[term.slot] = part
    if isinstance(term, Constant):
        return False
    if isinstance(term, Function):
        same = isinstance(part, tuple) and part[0] == term.name and len(part) == len(term.arguments) + 1
        pairs = zip(term.arguments, part[1:], strict=True) if same else ()
        return same and all(_unify(inner, value, env, wanted) for inner, value in pairs)
    return True
