"""Which rules could speak of a claim at all? A rule about routes says nothing of a sighting."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from operator import itemgetter

from quack.kb.bodies import Body, Literal
from quack.kb.model import Model, Pattern
from quack.kb.program import RuleInfo
from quack.kb.reify import ReifiedRulebook
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.values import FREE, Constant, Variable, is_open

Profile = frozenset[Signature]
"""The predicates that hold of something, as their first argument."""

Relevant = tuple[tuple[RuleInfo, ...], int]
"""Rules, and how many others have the same head."""

_Question = tuple[Signature, Profile | None, Row | None]
"""A predicate, what holds of its first argument if that is known, and what stands where rules hold constants."""

_MOST = 20_000
"""How many answers are kept: those about the same constants come again and again, from game to game."""


class Relevance:
    """Tells the rules that could derive an atom of something from those that are about other things.

    A rule is about something only if each predicate that its body asks of the same thing holds of it in some way, or
    could be derived by rules that are.
    """

    def __init__(self, reified: ReifiedRulebook, model: Model) -> None:
        self._model = model
        self._rules = _rules_of(reified)
        self._constants, self._answers = self._rules.constants, self._rules.answers

    def rules(self, signature: Signature, pattern: Pattern) -> Relevant:
        """The rules that could derive an atom, and how many others have its predicate as their head.

        Those whose head holds another constant are neither.
        """
        first = pattern[0] if pattern else FREE
        profile = None if first is FREE or is_open(first) else self._profiles.get(first, _NOTHING)
        places = self._constants.get(signature)
        key = signature, profile, None if places is None else tuple([pattern[at] for at in places])
        return self._answers.get(key) or self._rules.answer(key, pattern)

    @cached_property
    def _profiles(self) -> dict[Value, Profile]:
        found: dict[Value, list[Signature]] = {}
        for signature in self._rules.asked:
            for thing in set(map(itemgetter(0), self._model.rows(signature))):
                found.setdefault(thing, []).append(signature)
        same: dict[tuple[Signature, ...], Profile] = {}
        return {thing: same.setdefault(key := tuple(holds), frozenset(key)) for thing, holds in found.items()}


class _Rules:
    """The rules of a rulebook, by what they are about; found once for all its models.

    Attributes:
        asked: the predicates that bodies ask of the first argument of their heads.
        constants: where the heads of rules hold constants, by predicate.
        answers: those that have been found.
    """

    def __init__(self, reified: ReifiedRulebook) -> None:
        self._reified = reified
        self._asks = [_asks(body) for body in reified.bodies]
        self.asked = sorted({signature for asked in self._asks for signature in asked})
        self.constants = self._places()
        self.answers: dict[_Question, Relevant] = {}
        self._relevant: dict[tuple[Signature, Profile], tuple[RuleInfo, ...]] = {}
        derivable = (rule.head for rule in reified.rules if not rule.is_fact)
        self._count = Counter(derivable)

    def answer(self, question: _Question, pattern: Pattern) -> Relevant:
        """Finds an answer that is not known yet."""
        signature, profile, _ = question
        derive = tuple(rule for rule in self._reified.by_head.get(signature, ()) if not rule.is_fact)
        # Where every rule lacks something, what it lacks is the reason.
        relevant = derive if profile is None else self._find(signature, profile, frozenset()) or derive
        able = tuple(rule for rule in relevant if self._could_be(rule, pattern))
        if len(self.answers) >= _MOST:
            self.answers.clear()
        answer = self.answers[question] = able, self._count[signature] - len(relevant)
        return answer

    def _places(self) -> dict[Signature, tuple[int, ...]]:
        found: dict[Signature, set[int]] = {}
        for rule, body in zip(self._reified.rules, self._reified.bodies, strict=True):
            constants = {at for at, term in enumerate(body.head.arguments) if isinstance(term, Constant)}
            if constants and not rule.is_fact:
                found.setdefault(rule.head, set()).update(constants)
        return {signature: tuple(sorted(places)) for signature, places in found.items()}

    def _could_be(self, rule: RuleInfo, pattern: Pattern) -> bool:
        """Whether a rule's head holds no other constants than a pattern."""
        arguments = zip(self._reified.bodies[rule.id].head.arguments, pattern, strict=True)
        return all(part is FREE or part == term.constant for term, part in arguments if isinstance(term, Constant))

    def _find(self, signature: Signature, profile: Profile, above: frozenset[Signature]) -> tuple[RuleInfo, ...]:
        known = self._relevant.get((signature, profile))
        if known is not None:
            return known
        below = above | {signature}
        rules = tuple(
            rule
            for rule in self._reified.by_head.get(signature, ())
            if not rule.is_fact and all(self._could(asked, profile, below) for asked in self._asks[rule.id])
        )
        if not above:  # what is found below another predicate leaves out what leads back to that one
            self._relevant[signature, profile] = rules
        return rules

    def _could(self, signature: Signature, profile: Profile, above: frozenset[Signature]) -> bool:
        return signature in profile or (signature not in above and bool(self._find(signature, profile, above)))


@lru_cache(maxsize=8)
def _rules_of(reified: ReifiedRulebook) -> _Rules:
    return _Rules(reified)


_NOTHING: Profile = frozenset()


def _asks(body: Body) -> tuple[Signature, ...]:
    """What a body asks of the first argument of its head."""
    first = body.head.arguments[0] if body.head.arguments else None
    if not isinstance(first, Variable):
        return ()
    literals = (each for each in body.conditions if isinstance(each, Literal) and not each.negated)
    return tuple({each.signature for each in literals if each.arguments and each.arguments[0] == first})
