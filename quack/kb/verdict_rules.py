"""The rules of a rulebook that verdicts rest on, made ready for judging one claim after the other."""

from __future__ import annotations

from functools import cached_property

from quack.kb.atoms import OBSERVED, PUBLISHED, Dialect
from quack.kb.narrowed import NarrowedRulebook, narrow
from quack.kb.reify import ReifiedRulebook
from quack.kb.solitude import claims_stand_alone
from quack.kb.syntax import Signature

JUDGED: tuple[Signature, ...] = (("verdict", 2), ("bucket", 2))
"""What is asked of a claim."""


class VerdictRules:
    """What judging a claim takes of a rulebook.

    Attributes:
        rulebook: the rules that verdicts rest on.
        wanted: the predicates that they read.
        dialect: how they want claims read.
        alone: whether they judge each claim as if there were no other, as far as that can be seen.
    """

    def __init__(self, reified: ReifiedRulebook) -> None:
        self._reified = reified
        self.rulebook = narrow(reified, JUDGED)
        names = {name for name, _ in self.rulebook.reads}
        self.wanted = frozenset(names.union(rule.head[0] for rule in self.rulebook.kept))
        self.dialect: Dialect = PUBLISHED if "says" in self.wanted else OBSERVED
        self._able: dict[frozenset[str], NarrowedRulebook] = {}

    @cached_property
    def alone(self) -> bool:
        return claims_stand_alone(self._reified, self.rulebook.kept)

    def able(self, names: frozenset[str]) -> NarrowedRulebook:
        """The rules that may fire where there are facts of some predicates."""
        found = self._able.get(names)
        if found is None:
            found = self._able[names] = narrow(self.rulebook, JUDGED, names)
        return found
