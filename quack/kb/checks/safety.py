"""Variables that nothing binds: clingo can't ground their rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quack.kb.checks.book import Book, Rule, found
from quack.kb.checks.finding import Finding
from quack.kb.checks.reading import Aggregate, Comparison, Condition, Conditional, Literal, Term
from quack.kb.checks.registry import check
from quack.kb.messages import suggest


@check()
def unsafe_variables(book: Book) -> Iterator[Finding]:
    """Variables of a head, a negation or a comparison that no positive condition binds."""
    for rule in book.rules:
        yield from unsafe_in(rule)


def unsafe_in(rule: Rule) -> Iterator[Finding]:
    """The variables of one rule that nothing binds."""
    bound = _bound(rule.body, set())
    told: set[str] = set()
    for term in _needed(rule.head.arguments, rule.body, bound):
        if term.name not in told:
            told.add(term.name)
            yield _finding(rule, term, bound)


def _finding(rule: Rule, term: Term, bound: set[str]) -> Finding:
    if term.is_blank:
        return found("unsafe", "error", rule.source, term.start, "_ stands for nothing here", "name what is meant")
    remedy = suggest(term.name, bound) if len(term.name) > 1 else None
    remedy = remedy or "bind it in a positive condition of the body"
    return found("unsafe", "error", rule.source, term.start, f"variable {term.name} is unsafe", remedy)


def _bound(body: Iterable[Literal], outer: set[str]) -> set[str]:
    """The variables that a body binds, besides those of around it."""
    body = list(body)
    bound = set(outer)
    for literal in body:
        if isinstance(literal, Condition) and not literal.signs:
            for argument in literal.atom.arguments:
                bound.update(_bindable(argument))
    while True:
        before = len(bound)
        for literal in body:
            if isinstance(literal, Comparison) and not literal.signs:
                for left, relation, right in literal.pairs():
                    if relation == "=":
                        bound |= _assigned(left, right, bound) | _assigned(right, left, bound)
            elif isinstance(literal, Aggregate) and not literal.signs:
                bound.update(term.name for relation, term in literal.guards if relation == "=" and _is_named(term))
        if len(bound) == before:
            return bound


def _is_named(term: Term) -> bool:
    return term.kind == "variable" and not term.is_blank


def _assigned(one: Term, other: Term, bound: set[str]) -> set[str]:
    """What `one = other` binds in the one, if the other is known."""
    if all(each.name in bound for each in other.variables()) and not any(each.is_blank for each in other.walk()):
        return set(_bindable(one))
    return set()


def _bindable(term: Term) -> Iterator[str]:
    """The variables that a term gives values to where it is matched."""
    if _is_named(term):
        yield term.name
    elif term.kind in ("function", "tuple") or term.name == ";":
        for argument in term.arguments:
            yield from _bindable(argument)
    elif term.kind == "operation" and term.name in ("+", "-", "*"):
        variables = list(term.variables())
        if len(variables) == 1:  # linear, which clingo can turn round
            yield variables[0].name


def _needed(head: Iterable[Term], body: Iterable[Literal], bound: set[str]) -> Iterator[Term]:
    """Variables that have to be bound and are not."""
    for argument in head:
        yield from _unbound(argument, bound, True)
    for literal in body:
        if isinstance(literal, Condition):
            for argument in literal.atom.arguments:
                yield from _unbound(argument, bound, False)
        elif isinstance(literal, Comparison):
            for term in literal.terms:
                yield from _unbound(term, bound, True)
        elif isinstance(literal, Aggregate):
            for _, term in literal.guards:
                yield from _unbound(term, bound, True)
            for element in literal.elements:
                yield from _needed(element.terms, element.conditions, _bound(element.conditions, bound))
        elif isinstance(literal, Conditional):
            inner = _bound(literal.conditions, bound)
            yield from _needed((), (literal.literal, *literal.conditions), inner)


def _unbound(term: Term, bound: set[str], blanks: bool) -> Iterator[Term]:
    for each in term.walk():
        if each.kind == "variable" and (blanks if each.is_blank else each.name not in bound):
            yield each
