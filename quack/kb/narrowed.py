"""A rulebook without the rules that some predicates don't rest on, or that can't fire: they need not be grounded."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache

from quack.kb.program import RuleInfo
from quack.kb.rulebook import Rulebook
from quack.kb.syntax import Signature

_SPARE = 4
"""Rules that ask for up to so many predicates without facts are kept: to put the others together anew takes 5 ms."""


@dataclass(frozen=True, slots=True, eq=False)
class NarrowedRulebook(Rulebook):
    """A rulebook of which some rules are left out.

    Attributes:
        kept: the rules that are not.
        empty: predicates that the kept ones ask for, and that nothing can hold of.
        unasked: heads that are not asked for, but what fired them.
        program: the kept rules as a program.
    """

    kept: tuple[RuleInfo, ...] = field(repr=False, default=())
    empty: frozenset[Signature] = field(repr=False, default=frozenset())
    unasked: frozenset[Signature] = field(repr=False, default=frozenset())
    program: str = field(repr=False, default="")

    def text(
        self,
        deciding: Collection[Signature] | None = None,
        without: Collection[int] = (),
        empty: Collection[Signature] = (),
    ) -> str:
        """The rules as a program, without those that are left out."""
        if deciding is None and not without:
            return self.program
        kept = {rule.id for rule in self.kept}
        left_out = {rule.id for rule in self.rules if rule.id not in kept}
        return Rulebook.text(self, deciding, left_out.union(without), self.empty.union(empty)) + self._defined()

    def _unasked(self, stepped: Collection[Signature], without: Collection[int]) -> frozenset[Signature]:
        found = {head for head in stepped if head in self.unasked and head[1]}
        for rule in self.kept:
            if rule.is_fact and rule.head in found:
                found.remove(rule.head)
            found -= {use.signature for use in rule.uses if not use.strict}
        return frozenset(found)

    def _defined(self) -> str:
        """Declares what the kept rules read and no longer derive, or not with all arguments that they did."""
        kept = {rule.id for rule in self.kept}
        whole = {rule.head for rule in self.kept} - {rule.head for rule in self.rules if rule.id not in kept}
        orphans = {use.signature for rule in self.kept for use in rule.uses} - whole - self.defined
        return "".join(f"\n#defined {name}/{arity}." for name, arity in sorted(orphans))


def narrow(
    rulebook: Rulebook,
    wanted: Collection[Signature],
    given: Collection[str] | None = None,
    unasked: frozenset[Signature] = frozenset(),
) -> NarrowedRulebook:
    """The rules that some predicates rest on, and no others.

    Args:
        given: the names of the predicates of logs and claims that there are facts of; rules that ask for others can't
            fire, and are left out too. None: there may be facts of any.
        unasked: heads of which the program has to give only what fired them.
    """
    able = list(rulebook.rules) if given is None else _able(rulebook, given)
    by_head: dict[Signature, list[RuleInfo]] = {}
    for rule in able:
        by_head.setdefault(rule.head, []).append(rule)
    needed, waiting = set(wanted), list(wanted)
    kept: dict[int, RuleInfo] = {}
    while waiting:
        for rule in by_head.get(waiting.pop(), ()):
            kept[rule.id] = rule
            fresh = {use.signature for use in rule.uses} - needed
            needed |= fresh
            waiting += fresh
    own = {each.name: getattr(rulebook, each.name) for each in fields(Rulebook)}
    own["reads"] = frozenset(signature for signature in rulebook.reads if signature in needed)
    rules = tuple(kept[id] for id in sorted(kept))
    empty: frozenset[Signature] = frozenset() if given is None else _empty(rulebook, rules, given)
    narrowed = NarrowedRulebook(**{**own, "kept": rules, "empty": empty, "unasked": unasked, "program": ""})
    # Without rules to leave out the text is put together anew; every later solve takes it as it is.
    object.__setattr__(narrowed, "program", narrowed.text(rulebook.deciding))
    return narrowed


def within_reach(rulebook: Rulebook, given: frozenset[str], unasked: frozenset[Signature] = frozenset()) -> Rulebook:
    """The rules that may fire where there are facts of some predicates: everything follows from them that follows.

    A stranger's rulebook stays as it is, for what is wrong with its other rules has to be found too.

    Args:
        unasked: deciding heads that nobody will ask for, but for what fired them.
    """
    if not rulebook.trusted:
        return rulebook
    known = _narrowed(rulebook, unasked)
    for facts, narrowed in known:
        if given <= facts and len(facts) - len(given) <= _SPARE:
            return narrowed
    narrowed = narrow(rulebook, rulebook.heads, given, unasked)
    known.append((given, narrowed))
    return narrowed


@lru_cache(maxsize=4)
def _narrowed(rulebook: Rulebook, unasked: frozenset[Signature]) -> deque[tuple[frozenset[str], NarrowedRulebook]]:
    """What a rulebook was narrowed to last, each by the facts that it may have."""
    return deque(maxlen=16)


def _empty(rulebook: Rulebook, kept: Sequence[RuleInfo], given: Collection[str]) -> frozenset[Signature]:
    """The predicates that rules ask for, and that neither they derive nor facts give."""
    heads = {rule.head for rule in kept}
    asked = {use.signature for rule in kept for use in rule.uses}
    return frozenset(each for each in asked - heads if each not in rulebook.reads or each[0] not in given)


def _able(rulebook: Rulebook, given: Collection[str]) -> list[RuleInfo]:
    """The rules of which each condition that is an atom may hold."""
    derivable: set[Signature] = {signature for signature in rulebook.reads if signature[0] in given}
    able: list[RuleInfo] = []
    # How many predicates each rule waits for, and who waits for each.
    missing: dict[int, int] = {}
    waiting: dict[Signature, list[RuleInfo]] = {}
    ready: list[RuleInfo] = []
    for rule in rulebook.rules:
        needed = {use.signature for use in rule.uses if use.strict} - derivable
        missing[rule.id] = len(needed)
        for signature in needed:
            waiting.setdefault(signature, []).append(rule)
        if not needed:
            ready.append(rule)
    while ready:
        rule = ready.pop()
        able.append(rule)
        for other in waiting.pop(rule.head, ()):
            missing[other.id] -= 1
            if not missing[other.id]:
                ready.append(other)
    return able
