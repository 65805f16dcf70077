"""Why does an atom not hold? The rules that could have derived it, how far each gets, and which facts were examined."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from quack.kb.attempts import Attempt, Course, Step, ready
from quack.kb.bodies import Aggregate, Body, Comparison, Literal
from quack.kb.examined import EXAMINED, facts_around
from quack.kb.joins import counted, slots
from quack.kb.model import Model, Pattern, in_line_order
from quack.kb.program import RuleInfo
from quack.kb.proof import Failed, Justification, Refutation
from quack.kb.reify import ReifiedRulebook
from quack.kb.relevance import Relevance
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.values import FREE, Constant, Environment, Function, Term, Variable, is_open

MOST_FACTS = 40
"""How many examined facts a proof lists."""

MOST_PATTERNS = 8
"""How many ways in which a condition fails are followed."""

MOST_MISSES = 6
"""How many atoms are listed that are what was asked for but for the condition that fails."""


class _Subject:
    """A rule as it is refuted: its body, and which variables stand where."""

    def __init__(self, rule: RuleInfo, body: Body) -> None:
        self.rule, self.body = rule, body
        self.slots = [slots(condition) for condition in body.conditions]
        self.courses: dict[frozenset[int], Course] = {}
        self._tests: dict[int, Step] = {}

    def test(self, at: int, model: Model) -> Step:
        """A comparison, ready once all of its variables are known."""
        test = self._tests.get(at)
        if test is None:
            test = self._tests[at] = ready(self.body.conditions[at], self.slots[at], model)
        return test

    def tests(self, at: int) -> list[int]:
        """The comparisons that share a variable with a condition."""
        conditions = self.body.conditions
        return [
            n for n, each in enumerate(conditions) if isinstance(each, Comparison) and self.slots[n] & self.slots[at]
        ]


class Refuter:
    """Explains what does not hold in a model, each thing once.

    Args:
        prove: gives the proof of an atom that holds.
    """

    def __init__(self, reified: ReifiedRulebook, model: Model, prove: Callable[[str, Row], Justification]) -> None:
        self._reified = reified
        self._model = model
        self._prove = prove
        self._relevance = Relevance(reified, model)
        self._subjects: dict[int, _Subject] = {}
        self._failures: dict[tuple[str, Pattern], Failed] = {}

    def refute(self, name: str, pattern: Pattern) -> Failed:
        """Why no atom holds that a pattern stands for."""
        key = name, pattern
        failure = self._failures.get(key)
        if failure is None:
            failure = self._failures[key] = Failed(name, pattern, self._find)
        return failure

    def _find(self, name: str, pattern: Pattern) -> Refutation:
        rules, others = self._relevance.rules((name, len(pattern)), pattern)
        attempts = [found for rule in rules if (found := self._attempt(rule, pattern)) is not None]
        if len(attempts) == 1:
            return attempts[0]._replace(others=others)
        return Refutation(children=tuple(Failed(name, pattern, each) for each in attempts), others=others)

    # --- one rule -----------------------------------------------------------------------------------------------------

    def _attempt(self, rule: RuleInfo, pattern: Pattern) -> Refutation | None:
        """How far a rule gets towards an atom; None if its head can't be one."""
        subject = self._subject(rule)
        body = subject.body
        start: Environment = [FREE] * len(body.variables)
        wanted: dict[int, Value] = {}
        for term, part in zip(body.head.arguments, pattern, strict=True):
            if part is not FREE and not _unify(term, part, start, wanted):
                return None
        tried = self._course(subject, start).follow(start, wanted)
        values = _agreed(tried.ways[-1])
        if tried.fails is None:
            return Refutation(rule, values, tried.reached)
        children, more = self._examined(subject, tried, tried.fails)
        return Refutation(rule, values, tried.reached, tried.fails, children, more)

    def _subject(self, rule: RuleInfo) -> _Subject:
        subject = self._subjects.get(rule.id)
        if subject is None:
            subject = self._subjects[rule.id] = _Subject(rule, self._reified.bodies[rule.id])
        return subject

    def _course(self, subject: _Subject, start: Environment) -> Course:
        bound = frozenset([slot for slot, value in enumerate(start) if value is not FREE])
        course = subject.courses.get(bound)
        if course is None:
            body = subject.body
            course = Course(body.conditions, bound, self._reified.stated, body.shared, self._model)
            subject.courses[bound] = course
        return course

    # --- what is shown of it ------------------------------------------------------------------------------------------

    def _examined(self, subject: _Subject, tried: Attempt, fails: int) -> tuple[tuple[Justification, ...], int]:
        condition, ways = subject.body.conditions[fails], tried.ways[-1]
        found = {id(node): node for node in self._context(subject, tried, fails)}
        facts: Sequence[tuple[str, Row]] = ()
        nodes: Iterable[Justification]
        if isinstance(condition, Literal) and condition.negated:
            nodes = self._holding(condition, ways)
        elif isinstance(condition, Literal) and self._is_derived(condition.signature):
            nodes = self._below(condition, ways)
        elif isinstance(condition, Aggregate):
            nodes = self._counted(condition, ways[0])
        else:
            facts = self._facts(subject, tried, fails)
            nodes = (self._prove(name, row) for name, row in facts[:MOST_FACTS])
        for node in nodes:
            found[id(node)] = node
        return tuple(found.values()), max(0, len(facts) - MOST_FACTS)

    def _is_derived(self, signature: Signature) -> bool:
        return signature in self._reified.by_head and signature not in self._reified.stated

    def _context(self, subject: _Subject, tried: Attempt, fails: int) -> Iterator[Justification]:
        """What gave the failing condition its values: windows, and what was found but is not as asked for."""
        wanted = set(subject.slots[fails])
        for at in subject.tests(fails):
            if at not in tried.reached:
                wanted |= subject.slots[at]
        compared = isinstance(subject.body.conditions[fails], Comparison)
        for at in tried.reached:
            condition = subject.body.conditions[at]
            if not isinstance(condition, Literal) or condition.negated or wanted.isdisjoint(subject.slots[at]):
                continue
            if self._is_derived(condition.signature) or (compared and condition.signature in EXAMINED):
                yield from self._holding(condition, tried.ways[-1])

    def _holding(self, condition: Literal, ways: Sequence[Environment]) -> Iterator[Justification]:
        """Proofs of the atoms that a condition, negated or not, stands for in some ways."""
        rows: dict[Row, None] = {}
        for env in ways[:MOST_FACTS]:
            rows.update(dict.fromkeys(self._model.find(condition.signature, _pattern(condition, env))))
        for row in in_line_order(list(rows))[:MOST_MISSES]:
            yield self._prove(condition.name, row)

    def _below(self, condition: Literal, ways: Sequence[Environment]) -> Iterator[Justification]:
        patterns = dict.fromkeys(_pattern(condition, env) for env in ways)
        for pattern in list(patterns)[:MOST_PATTERNS]:
            if rows := self._model.find(condition.signature, pattern):
                # A pattern doesn't say that two of its unknown arguments are the same variable.
                yield from (self._prove(condition.name, row) for row in in_line_order(rows)[:MOST_MISSES])
            else:
                yield self.refute(condition.name, pattern)

    def _counted(self, condition: Aggregate, env: Environment) -> Iterator[Justification]:
        for _, number, own in counted(condition, env, self._model)[:MOST_FACTS]:
            for inner in condition.elements[number][1]:
                if isinstance(inner, Literal) and not inner.negated:
                    yield from self._holding(inner, (own,))

    def _facts(self, subject: _Subject, tried: Attempt, fails: int) -> Sequence[tuple[str, Row]]:
        """The facts of the player within the ticks that the rule asks for, whatever else they say."""
        conditions, order = subject.body.conditions, (*tried.reached, fails)
        for position in range(len(order) - 1, -1, -1):
            at = order[position]
            condition = conditions[at]
            if not isinstance(condition, Literal) or condition.negated or condition.signature not in EXAMINED:
                continue
            if at != fails and subject.slots[at].isdisjoint(subject.slots[fails]):
                continue
            tests = [
                (subject.slots[n], subject.test(n, self._model)) for n in subject.tests(at) if n not in order[:position]
            ]
            return facts_around(condition, tried.ways[position], tests, self._model)
        return ()


def _agreed(ways: Sequence[Environment]) -> tuple[Value, ...]:
    """The values that all ways have in common."""
    if len(ways) == 1:
        return tuple(ways[0])
    return tuple([values[0] if len(set(values)) == 1 else FREE for values in zip(*ways, strict=True)])


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
