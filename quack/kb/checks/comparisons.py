"""Comparisons that contradict each other, and those that always hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from quack.kb.checks.book import Book, Rule, found
from quack.kb.checks.finding import Finding
from quack.kb.checks.reading import Comparison, Term
from quack.kb.checks.registry import check
from quack.kb.syntax import Signature

_OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "=": "!=", "!=": "="}

Asked = tuple[Term, str, Term, Comparison]
Sum = tuple[str, int]
"""A term as a name, empty for a number, and what is added to it."""


class Bound(NamedTuple):
    """`left - right <= most`."""

    left: str
    right: str
    most: int


@check()
def contradictions(book: Book) -> Iterator[Finding]:
    """Rules whose comparisons can't all hold, and comparisons of something with itself."""
    letters = book.letters
    for rule in book.rules:
        compared = [
            (left, _OPPOSITE[relation] if literal.signs % 2 else relation, right, literal)
            for literal in rule.body
            if isinstance(literal, Comparison)
            for left, relation, right in literal.pairs()
        ]
        if not compared:
            continue
        bounds = [Bound(first, last, 0) for first, last in _spans(rule, letters)]
        asked = [each for each in compared if _sum(each[0], book)[0] != _sum(each[2], book)[0]]
        for left, relation, right, literal in compared:
            one, other = _sum(left, book), _sum(right, book)
            if one[0] == other[0]:
                yield from _with_itself(rule, literal, left, relation, right, one[1] - other[1])
        if not _together(bounds, asked, book):
            continue
        for number in range(1, len(asked) + 1):
            if _together(bounds, asked[:number], book):
                left, relation, right, literal = asked[number - 1]
                what = f"{left.text} {relation} {right.text} contradicts the other comparisons: the rule can never fire"
                remedy = "is a comparison flipped, or one too many?"
                yield found("never-fires", "error", rule.source, literal.start, what, remedy)
                break


def _together(bounds: list[Bound], asked: list[Asked], book: Book) -> bool:
    """Whether comparisons contradict each other."""
    found_bounds, unequal = list(bounds), []
    for left, relation, right, _ in asked:
        one, other = _sum(left, book), _sum(right, book)
        if relation == "!=":
            unequal.append((one, other))
        else:
            found_bounds += _bounds(one, relation, other)
    return _impossible(found_bounds, unequal)


def _with_itself(
    rule: Rule, literal: Comparison, left: Term, relation: str, right: Term, difference: int
) -> Iterator[Finding]:
    """A comparison whose outcome is known, whatever its variables stand for."""
    holds = {
        "=": difference == 0,
        "!=": difference != 0,
        "<": difference < 0,
        "<=": difference <= 0,
        ">": difference > 0,
        ">=": difference >= 0,
    }[relation]
    written = f"{left.text} {relation} {right.text}"
    if holds:
        what, remedy = f"{written} always holds", "compare with what is meant, or leave it out"
        yield found("comparison", "warning", rule.source, literal.start, what, remedy)
    else:
        what, remedy = f"{written} never holds: the rule can never fire", "compare with what is meant"
        yield found("never-fires", "error", rule.source, literal.start, what, remedy)


def _spans(rule: Rule, letters: dict[Signature, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Pairs of variables that are the first and the last tick of a fact."""
    for atom in rule.positive:
        written = letters.get(atom.signature, ())
        for index, letter in enumerate(written[:-1]):
            if (letter, written[index + 1]) == ("F", "L"):
                first, last = atom.arguments[index], atom.arguments[index + 1]
                if first.kind == last.kind == "variable" and "_" not in (first.name, last.name):
                    yield first.name, last.name


def _sum(term: Term, book: Book) -> Sum:
    if term.kind == "number":
        return "", int(term.name, 0)
    if term.kind == "name":
        value = book.consts.get(term.name)
        return ("", value) if isinstance(value, int) else (f"={term.name}", 0)
    if term.kind == "operation" and term.name in ("+", "-") and len(term.arguments) == 2:
        (one, more), (other, added) = _sum(term.arguments[0], book), _sum(term.arguments[1], book)
        if not other:
            return one, more + (added if term.name == "+" else -added)
        if not one and term.name == "+":
            return other, more + added
    return term.text, 0


def _bounds(one: Sum, relation: str, other: Sum) -> Iterator[Bound]:
    (left, plus), (right, added) = one, other
    slack = added - plus
    if relation in ("<", "<=", "="):
        yield Bound(left, right, slack - (relation == "<"))
    if relation in (">", ">=", "="):
        yield Bound(right, left, -slack - (relation == ">"))


def _impossible(bounds: list[Bound], unequal: list[tuple[Sum, Sum]]) -> bool:
    """Whether bounds go round in a circle that loses something, or make two things equal that are not."""
    if _loses(bounds):
        return True
    constants = sorted({name for bound in bounds for name in bound[:2] if name.startswith("=")})
    pairs = [((one, 0), (other, 0)) for one in constants for other in constants if one < other] + unequal
    named = {name for bound in bounds for name in bound[:2]}
    return any(
        _loses([*bounds, Bound(one, other, added - plus - 1)])
        and _loses([*bounds, Bound(other, one, plus - added - 1)])
        for (one, plus), (other, added) in pairs
        if one in named and other in named
    )


def _loses(bounds: list[Bound]) -> bool:
    """Whether some circle of bounds comes to less than nothing."""
    least = {name: 0 for bound in bounds for name in bound[:2]}
    for _ in range(len(least) + 1):
        changed = False
        for left, right, most in bounds:
            if least[right] + most < least[left]:
                least[left] = least[right] + most
                changed = True
        if not changed:
            return False
    return True
