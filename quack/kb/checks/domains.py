"""What can stand at each argument of each predicate? Inferred from the schema, through all rules.

A rule binds its variables by the atoms of its body; what a variable can be is what all of these allow. What heads can
hold follows, round by round, until nothing new does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quack.kb.checks.book import Book, Rule
from quack.kb.checks.reading import Aggregate, Comparison, Condition, Literal, Term
from quack.kb.checks.schema import Domain, argument_domains, function_domains
from quack.kb.cycles import strata
from quack.kb.syntax import Signature

NUMERIC = frozenset({"tick", "line", "number"})
Arguments = tuple[Domain | None, ...]
_OPEN = frozenset({"player", "room"})
"""Sorts of which any constant may be one."""
_WORDS_OF_POLICIES: dict[Signature, Arguments] = {
    ("verdict_label", 3): (
        frozenset(),
        frozenset(),
        frozenset({"=supported", "=partial", "=refuted", "=undecided"}),
    ),
    ("strength", 2): (frozenset(), frozenset({"=strong", "=weak", "=none"})),
}
"""A policy need not use each of them."""
_SPECIAL = frozenset({"=any", "=anyone", "=unknown", "=skip"})
"""Constants that are none of them."""


class Site(NamedTuple):
    """Where something is bound: an argument of an atom, or what it is set equal to."""

    term: Term
    domain: Domain | None
    atom: Term | None
    position: int


class Environment:
    """What the variables of a rule can be, and where each is bound."""

    def __init__(self) -> None:
        self.sites: dict[str, list[Site]] = {}
        self.values: dict[str, Domain | None] = {}
        self.misfits: list[Site] = []
        """Terms, not variables, that can't stand where they stand."""

    def bind(self, site: Site) -> None:
        name = site.term.name
        self.sites.setdefault(name, []).append(site)
        self.values[name] = meet(self.values.get(name), site.domain)

    @property
    def empty(self) -> list[str]:
        """Variables that can be nothing."""
        return [name for name, domain in self.values.items() if domain is not None and not domain]


def meet(one: Domain | None, other: Domain | None) -> Domain | None:
    """What can stand at two places at once; None where anything may."""
    if one is None or other is None:
        return other if one is None else one
    if one is other:
        return one
    common = frozenset(_common(one, other)) | frozenset(_common(other, one))
    # What is left open in both is no reason to take a player for a room.
    return frozenset() if common <= _SPECIAL and one & _OPEN and other & _OPEN else common


def _common(one: Domain, other: Domain) -> Iterator[str]:
    for each in one:
        if each in other:
            yield each
        elif each[0] == "=":
            if each not in _SPECIAL and other & _OPEN:
                yield each
        elif each in ("tick", "line") and "number" in other:
            yield each


class Domains:
    """The inferred arguments of a rulebook's predicates."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.given = argument_domains(book.files)
        self.inner = function_domains(book.files)
        self.derived: dict[Signature, Arguments] = {}
        self._infer()

    def arguments(self, signature: Signature) -> Arguments | None:
        """What a predicate's arguments can be; None if nothing is known of it, or nothing derives it."""
        if signature in self.derived:
            return self.derived[signature]
        return self.given.get(signature)

    def possible(self, signature: Signature) -> bool:
        """Whether some rule, the log or the claims can give a predicate."""
        return signature in self.derived or signature not in self.book.by_head

    def _infer(self) -> None:
        numbers = strata(rule.info for rule in self.book.rules)
        ordered = sorted(self.book.rules, key=lambda rule: numbers[rule.signature])
        waiting = ordered
        while waiting:
            changed = {rule.signature for rule in waiting if self._derive(rule)}
            waiting = [rule for rule in ordered if any(use.atom.signature in changed for use in rule.uses)]

    def _derive(self, rule: Rule) -> bool:
        """Takes in what a rule can derive; says whether that is new."""
        if not all(self.possible(atom.signature) for atom in rule.positive):
            return False
        environment = self.environment(rule)
        if environment.empty or environment.misfits:
            return False
        new = tuple(self.value(term, environment) for term in rule.head.arguments)
        old = self.derived.get(rule.signature)
        if old is None:
            old = _WORDS_OF_POLICIES.get(rule.signature)
        joined = new if old is None else tuple(map(_union, old, new))
        self.derived[rule.signature] = joined
        return joined != old

    def environment(self, rule: Rule) -> Environment:
        """What the body of a rule binds."""
        found = Environment()
        for use in rule.uses:
            if use.strict:
                self._bind_atom(found, use.atom)
        for literal in rule.body:
            if isinstance(literal, Comparison) and not literal.signs:
                for left, relation, right in literal.pairs():
                    if relation == "=":
                        for one, other in ((left, right), (right, left)):
                            if one.kind == "variable" and not one.is_blank:
                                found.bind(Site(one, self.value(other, found), None, 0))
            elif isinstance(literal, Aggregate) and not literal.signs:
                for relation, term in literal.guards:
                    if relation == "=" and term.kind == "variable" and not term.is_blank:
                        found.bind(Site(term, self._counted(literal, found), None, 0))
        return found

    def _counted(self, aggregate: Aggregate, outer: Environment) -> Domain | None:
        """What an aggregate can come to."""
        if aggregate.function not in ("#min", "#max"):
            return frozenset({"number"})
        domain: Domain | None = frozenset()
        for element in aggregate.elements:
            if element.terms:
                domain = _union(domain, self.value(element.terms[0], self.within(element.conditions, outer)))
        return domain

    def within(self, conditions: Iterable[Literal], outer: Environment) -> Environment:
        """What the variables can be where conditions of an aggregate hold."""
        inner = Environment()
        inner.values |= outer.values
        inner.sites |= {name: list(sites) for name, sites in outer.sites.items()}
        for literal in conditions:
            if isinstance(literal, Condition) and not literal.signs:
                self._bind_atom(inner, literal.atom)
        return inner

    def _bind_atom(self, found: Environment, atom: Term) -> None:
        arguments = self.arguments(atom.signature)
        for index, term in enumerate(atom.arguments):
            domain = arguments[index] if arguments is not None else None
            self._bind(found, term, Site(term, domain, atom, index))

    def _bind(self, found: Environment, term: Term, site: Site) -> None:
        if term.kind == "variable":
            if not term.is_blank:
                found.bind(site)
            return
        if not self.fits(term, site.domain, found):
            found.misfits.append(site)
        if term.kind == "function":
            inner = self.inner.get(term.signature, (None,) * len(term.arguments))
            for index, argument in enumerate(term.arguments):
                self._bind(found, argument, Site(argument, inner[index], term, index))

    def fits(self, term: Term, domain: Domain | None, environment: Environment) -> bool:
        """Whether a term can be one of a domain."""
        value = self.value(term, environment)
        joined = meet(value, domain)
        return joined is None or bool(joined) or value == frozenset()

    def value(self, term: Term, environment: Environment) -> Domain | None:
        """What a term can be."""
        if term.kind == "variable":
            return environment.values.get(term.name)
        if term.kind == "number":
            return frozenset({"number"})
        if term.kind == "string":
            return frozenset({f"s:{term.name}"})
        if term.kind == "name":
            value = self.book.consts.get(term.name, term.name)
            return frozenset({"number"} if isinstance(value, int) else {f"={value}"})
        if term.kind in ("function", "tuple"):
            return frozenset({f"f:{term.name}/{len(term.arguments)}"})
        if term.kind == "special":
            return None
        inner = [self.value(each, environment) for each in term.arguments]
        if term.name == ";":
            joined: Domain | None = frozenset()
            for each in inner:
                joined = _union(joined, each)
            return joined
        sorts = {sort for each in inner if each for sort in each & NUMERIC} - {"number"}
        return frozenset(sorts if len(sorts) == 1 else {"number"})


def _union(one: Domain | None, other: Domain | None) -> Domain | None:
    return None if one is None or other is None else one | other


_WORDS = {
    "player": "a player",
    "room": "a room",
    "tick": "a tick",
    "line": "a log line",
    "number": "a number",
    "round": "a round",
    "occasion": "a meeting or chat line",
    "time": "a time reference",
    "game": "a game",
}


def describe(domain: Iterable[str]) -> str:
    """A domain in words."""
    elements = sorted(domain)
    claims = [each.partition(":")[2] for each in elements if each.startswith("claim:")]
    words = [_WORDS[each] for each in elements if each in _WORDS]
    plain = [each[1:] for each in elements if each[0] == "=" and (not words or each not in _SPECIAL)]
    terms = [f"{each[2:].rpartition('/')[0]}(…)" for each in elements if each.startswith("f:")]
    strings = [each[2:] for each in elements if each.startswith("s:")]
    if claims:
        words.append("a claim" if len(claims) > 4 else f"a claim of type {' or '.join(claims)}")
    return " or ".join([*words, *plain, *terms, *strings]) or "nothing"


def plain_constants(domain: Domain | None) -> list[str]:
    """The constants of a domain."""
    return sorted(each[1:] for each in domain or () if each[0] == "=")
