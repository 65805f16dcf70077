"""Rules that say what another one says already, or whose verdict another one always hides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from quack.kb.checks.book import Book, Rule, found
from quack.kb.checks.finding import Finding
from quack.kb.checks.reading import Aggregate, Comparison, Condition, Literal, Term
from quack.kb.checks.registry import check
from quack.kb.syntax import Signature

Binding = dict[str, Term]
_MOST = 2_000
"""How many tries one comparison of two rules may take."""


@check()
def repeated_rules(book: Book) -> Iterator[Finding]:
    """Rules that derive nothing which another rule does not derive."""
    for rules in book.by_head.values():
        for index, rule in enumerate(rules):
            for position, other in enumerate(rules):
                if position != index and covers(other, rule) and (position < index or not covers(rule, other)):
                    same = "is this rule" if covers(rule, other) else "holds whenever this rule does"
                    what = f"this rule adds nothing: {other.info.place} {same}"
                    remedy = "remove one, or is a condition missing there?"
                    yield found("repeated", "warning", rule.source, rule.start, what, remedy)
                    break


@check(of_whole=True)
def hidden_verdicts(book: Book) -> Iterator[Finding]:
    """Rules for a verdict that another verdict of a lower number hides whenever they fire."""
    ranks = _ranks(book)
    rules = [rule for rule in book.by_head.get(("candidate", 2), ()) if rule.head.arguments[1].name in ranks]
    for rule in rules:
        if rule.source.layer:
            continue  # a layer may take over what its base says
        mine = rule.head.arguments[1].name
        for other in rules:
            theirs = other.head.arguments[1].name
            if ranks[theirs] < ranks[mine] and covers(other, rule, 1):
                what = f"{mine} is never the verdict here: {other.info.place} gives {theirs} whenever this rule fires, "
                what += "and it comes first"
                remedy = "swap their numbers in the policy, or take the cases of one out of the other"
                yield found("shadowed", "error", rule.source, rule.start, what, remedy)
                break


def _ranks(book: Book) -> dict[str, int]:
    ranks = {}
    for rule in book.by_head.get(("verdict_label", 3), ()):
        name, number, _ = rule.head.arguments
        if name.kind == "name" and number.name.isdigit():
            ranks[name.name] = int(number.name)
    return ranks


def covers(one: Rule, other: Rule, arguments: int | None = None) -> bool:
    """Whether one rule fires whenever another does, for the same head, as far as their texts show.

    Args:
        arguments: how many arguments of the heads have to agree, or all.
    """
    if len(one.body) > len(other.body):
        return False
    binding: Binding = {}
    for term, target in list(zip(one.head.arguments, other.head.arguments, strict=True))[:arguments]:
        if not _match(term, target, binding):
            return False
    available: Mapping[object, list[Literal]] = _grouped(other)
    wanted = sorted(one.body, key=lambda literal: len(available.get(_kind(literal), ())))
    if any(_kind(literal) not in available for literal in wanted):
        return False
    return _search(wanted, available, binding, [_MOST])


def _grouped(rule: Rule) -> dict[object, list[Literal]]:
    grouped: dict[object, list[Literal]] = defaultdict(list)
    for literal in rule.body:
        grouped[_kind(literal)].append(literal)
    return dict(grouped)


def _kind(literal: Literal) -> tuple[str, Signature | str, int]:
    if isinstance(literal, Condition):
        return "atom", literal.atom.signature, literal.signs
    if isinstance(literal, Comparison):
        return "comparison", " ".join(literal.relations), literal.signs
    return "other", type(literal).__name__, 0


def _search(
    wanted: list[Literal], available: Mapping[object, list[Literal]], binding: Binding, left: list[int]
) -> bool:
    if not wanted:
        return True
    left[0] -= 1
    if left[0] < 0:
        return False
    first, *rest = wanted
    for candidate in available[_kind(first)]:
        tried = dict(binding)
        if _match_literal(first, candidate, tried) and _search(rest, available, tried, left):
            return True
    return False


def _match_literal(one: Literal, other: Literal, binding: Binding) -> bool:
    if isinstance(one, Condition) and isinstance(other, Condition):
        return _match(one.atom, other.atom, binding)
    if isinstance(one, Comparison) and isinstance(other, Comparison):
        return all(_match(term, target, binding) for term, target in zip(one.terms, other.terms, strict=True))
    if isinstance(one, Aggregate) and isinstance(other, Aggregate):
        return _spelt(one) == _spelt(other)
    return False


def _spelt(aggregate: Aggregate) -> str:
    """An aggregate as written: its variables have the same names in both rules, or they are not compared."""
    parts = [aggregate.function, *(f"{relation}{term.text}" for relation, term in aggregate.guards)]
    for element in aggregate.elements:
        parts += [term.text for term in element.terms]
        parts += [each.atom.text if isinstance(each, Condition) else repr(each) for each in element.conditions]
    return " ".join(parts)


def _match(one: Term, other: Term, binding: Binding) -> bool:
    """Whether a term becomes another one by what its variables stand for."""
    if one.kind == "variable":
        if one.is_blank:
            return True
        if one.name in binding:
            return binding[one.name].text == other.text
        if other.is_blank:
            return False
        binding[one.name] = other
        return True
    if one.kind != other.kind or one.name != other.name or len(one.arguments) != len(other.arguments):
        return False
    return all(_match(term, target, binding) for term, target in zip(one.arguments, other.arguments, strict=True))
