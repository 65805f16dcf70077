"""Which rules could speak of a claim at all? A rule about routes says nothing of a sighting."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from quack.kb.bodies import Body, Literal
from quack.kb.model import Model, Pattern
from quack.kb.program import RuleInfo
from quack.kb.reify import ReifiedRulebook
from quack.kb.symbols import Value
from quack.kb.syntax import Signature
from quack.kb.values import Variable, is_open

Profile = frozenset[Signature]
"""The predicates that hold of something, as their first argument."""

Relevant = tuple[tuple[RuleInfo, ...], int]
"""Rules, and how many others have the same head."""


class Relevance:
    """Tells the rules that could derive an atom of something from those that are about other things.

    A rule is about something only if each predicate that its body asks of the same thing holds of it in some way, or
    could be derived by rules that are.
    """

    def __init__(self, reified: ReifiedRulebook, model: Model) -> None:
        self._reified = reified
        self._model = model
        self._asks = [_asks(body) for body in reified.bodies]
        self._asked = sorted({signature for asked in self._asks for signature in asked})
        self._relevant: dict[tuple[Signature, Profile], tuple[RuleInfo, ...]] = {}
        self._answers: dict[tuple[Signature, Profile | None], Relevant] = {}
        derivable = (rule.head for rule in reified.rules if not rule.is_fact)
        self._count = Counter(derivable)

    def rules(self, signature: Signature, pattern: Pattern) -> Relevant:
        """The rules that could derive an atom, and how many others have its predicate as their head."""
        known = bool(pattern) and not is_open(pattern[0])
        profile = self._profiles.get(pattern[0], _NOTHING) if known else None
        answer = self._answers.get((signature, profile))
        if answer is None:
            answer = self._answers[signature, profile] = self._answer(signature, profile)
        return answer

    def _answer(self, signature: Signature, profile: Profile | None) -> Relevant:
        derive = tuple(rule for rule in self._reified.by_head.get(signature, ()) if not rule.is_fact)
        # Where every rule lacks something, what it lacks is the reason.
        relevant = derive if profile is None else self._find(signature, profile, frozenset()) or derive
        return relevant, self._count[signature] - len(relevant)

    @cached_property
    def _profiles(self) -> dict[Value, Profile]:
        found: dict[Value, list[Signature]] = {}
        for signature in self._asked:
            for thing in self._model.index(signature, (0,)):
                found.setdefault(thing, []).append(signature)
        same: dict[tuple[Signature, ...], Profile] = {}
        return {thing: same.setdefault(key := tuple(holds), frozenset(key)) for thing, holds in found.items()}

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


_NOTHING: Profile = frozenset()


def _asks(body: Body) -> tuple[Signature, ...]:
    """What a body asks of the first argument of its head."""
    first = body.head.arguments[0] if body.head.arguments else None
    if not isinstance(first, Variable):
        return ()
    literals = (each for each in body.conditions if isinstance(each, Literal) and not each.negated)
    return tuple({each.signature for each in literals if each.arguments and each.arguments[0] == first})
