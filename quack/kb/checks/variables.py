"""Variables used once, and arguments that look swapped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from quack.kb.checks.book import Book, Rule, found
from quack.kb.checks.finding import Finding
from quack.kb.checks.reading import Comparison, Term
from quack.kb.checks.registry import check
from quack.kb.checks.schema import SORTS
from quack.kb.program import spell
from quack.kb.syntax import Signature

_NAME = re.compile(r"(?<![\w'])_*[A-Z][\w']*")


@check()
def singletons(book: Book) -> Iterator[Finding]:
    """Variables that occur once in a rule: a slip of another one, or `_` is meant."""
    for rule in book.rules:
        occurrences = [each for term in rule.terms() for each in term.variables()]
        counts = Counter([*(each.name for each in occurrences), *_NAME.findall(" ".join(rule.info.terms))])
        for each in occurrences:
            if counts[each.name] == 1 and not each.name.startswith("_") and not _is_head(rule, each):
                what = f"the variable {each.name} occurs once in this rule"
                remedy = (
                    f"write _ if anything will do; is a condition on {each.name} missing, or another variable meant?"
                )
                yield found("singleton", "warning", rule.source, each.start, what, remedy)


def _is_head(rule: Rule, term: Term) -> bool:
    return rule.head.start <= term.start < rule.head.end  # it is unsafe, which is told elsewhere


@check()
def unjoined(book: Book) -> Iterator[Finding]:
    """Conditions that share no variable with the rest of their rule: they hold for all of it, or for nothing."""
    for rule in book.rules:
        atoms = rule.positive
        if len(atoms) < 2:
            continue
        parts = _parts(rule)
        for atom in atoms[1:]:
            names = {each.name for each in atom.variables()}
            if names and parts[min(names)] != parts[min({each.name for each in atoms[0].variables()} or names)]:
                what = f"nothing joins {spell(atom.signature)} to the conditions before it"
                yield found("unjoined", "warning", rule.source, atom.start, what, "is a variable another one?")
            elif not names and any(each.is_blank for each in atom.walk()):
                what = f"any {spell(atom.signature)} at all will do"
                yield found("unjoined", "warning", rule.source, atom.start, what, "name what it shares with the rest")


def _parts(rule: Rule) -> dict[str, str]:
    """For each variable, one that stands for all that are joined with it."""
    parts: dict[str, str] = {}

    def root(name: str) -> str:
        while parts.setdefault(name, name) != name:
            name = parts[name]
        return name

    for group in _groups(rule):
        for name in group:
            parts[root(name)] = root(group[0])
    return {name: root(name) for name in list(parts)}


def _groups(rule: Rule) -> Iterator[list[str]]:
    for use in rule.uses:
        yield [each.name for each in use.atom.variables()] or [""]
    for literal in rule.body:
        if isinstance(literal, Comparison):
            yield [each.name for term in literal.terms for each in term.variables()] or [""]


@check()
def small_letters(book: Book) -> Iterator[Finding]:
    """A small letter where the rule has a variable of the same capital letter, or a sort's letter has to stand."""
    for rule in book.rules:
        names = {each.name for term in rule.terms() for each in term.variables()}
        for term in (each for whole in rule.terms() for each in whole.walk()):
            capital = term.name.capitalize()
            short = term.kind == "name" and len(term.name) <= 2 and term.name not in book.consts
            if short and (capital in names or capital in SORTS):
                what = f"{term.name} is a constant, not a variable"
                yield found("small-letter", "error", rule.source, term.start, what, f"write {capital}")


@check()
def swapped_arguments(book: Book) -> Iterator[Finding]:
    """Atoms with the letters of their predicate in another order, such as saw(Q, S, …) for saw(S, Q, …)."""
    written: dict[Signature, set[tuple[str, ...]]] = {}
    for signature, letters in book.letters.items():
        written.setdefault(signature, set()).add(tuple(map(_letter, letters)))
    for rule in book.rules:
        written.setdefault(rule.signature, set()).add(_letters(rule.head))
    for rule in book.rules:
        for use in rule.uses:
            forms = written.get(use.atom.signature)
            if not forms:
                continue
            mine = _letters(use.atom)
            swaps = [_swap(mine, form) for form in forms]
            if all(swaps):
                first, second = min(swap for swap in swaps if swap)
                one, other = use.atom.arguments[first], use.atom.arguments[second]
                there = f"{mine[second]} and {mine[first]} are expected"
                what = f"{one.name} and {other.name} stand in {spell(use.atom.signature)} where {there}"
                remedy = f"swap them, or name them otherwise: {use.atom.name}({', '.join(sorted(forms)[0])})"
                yield found("swapped", "warning", rule.source, one.start, what, remedy)


def _letters(atom: Term) -> tuple[str, ...]:
    return tuple(_letter(each.name) if each.kind == "variable" else "" for each in atom.arguments)


def _letter(name: str) -> str:
    return name.rstrip("'")


def _swap(mine: tuple[str, ...], form: tuple[str, ...]) -> tuple[int, int] | None:
    """Two positions at which each has the other's letter."""
    for first, letter in enumerate(mine):
        for second in range(first + 1, len(mine)):
            other = mine[second]
            if letter != other and letter not in ("", "_") and (letter, other) == (form[second], form[first]):
                return first, second
    return None
