"""Is what happened held to the time of the claim? A fact whose ticks are not looked at may be of any round."""

from __future__ import annotations

from collections.abc import Iterator

from quack.kb.checks.book import Book, Rule, found
from quack.kb.checks.finding import Finding
from quack.kb.checks.reading import Term
from quack.kb.checks.registry import check
from quack.kb.checks.schema import SORTS
from quack.kb.inputs import OF_CLAIMS
from quack.kb.program import spell

_TIMED = frozenset({"at", "moved", "body", "task_tick", "saw", "look", "spot", "visit"})

_WHEN = frozenset({"tick", "line", "round", "number"})
"""Sorts of arguments that say when something was."""


@check()
def facts_of_any_time(book: Book) -> Iterator[Finding]:
    """Rules about a claim that look at facts of the log whatever their ticks are."""
    letters = book.letters
    for rule in book.rules:
        if not _is_of_claim(rule):
            continue
        for atom in rule.positive:
            written = letters.get(atom.signature, ())
            ticks = [
                argument
                for argument, letter in zip(atom.arguments, written, strict=False)
                if SORTS.get(letter.rstrip("'")) in _WHEN and argument.kind == "variable"
            ]
            if atom.name in _TIMED and ticks and not any(_matters(rule, atom, each) for each in ticks):
                what = f"the ticks of {spell(atom.signature)} are not looked at: any time of the game will do"
                remedy = "compare them with the claim's window: window(W, Rd, F, L), …, F' <= L, F <= L'"
                yield found("window", "warning", rule.source, atom.start, what, remedy)


def _is_of_claim(rule: Rule) -> bool:
    claim = rule.head.arguments[0] if rule.head.arguments else None
    if claim is None or claim.kind != "variable":
        return False
    return any(
        atom.name in OF_CLAIMS and atom.arguments and atom.arguments[0].text == claim.text for atom in rule.positive
    )


def _matters(rule: Rule, atom: Term, variable: Term) -> bool:
    """Whether a variable of an atom stands in another condition of the rule."""
    if variable.is_blank:
        return False
    for term in list(rule.terms())[1:]:  # without the head
        for each in term.variables():
            if each.name == variable.name and not atom.start <= each.start < atom.end:
                return True
    return False
