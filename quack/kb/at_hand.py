"""What can the conditions of a rule to be written ask? Predicates with what they say, for first drafts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath

from quack.kb.checks.book import Book, Rule
from quack.kb.syntax import Signature

_MOST = 20
_OUTCOMES = ("candidate", "evidence", "grounds", "ground_evidence", "strength", "verdict_label")
_ATOM = re.compile(r"%\s*([a-z]\w*)\(")
_VALUES = re.compile(r"%\s+([A-Z]\w*): .*\|")


def beside(book: Book, model: Rule, of: str) -> str:
    """What speaks of a claim in a rule's file and in those named after the claims' type, as lines of a comment."""
    lines: dict[Signature, str] = {}
    for rule in book.rules:
        near = rule.source is model.source or of in PurePath(rule.source.name).with_suffix("").parts
        first = rule.head.arguments[0].name if rule.head.arguments else ""
        if near and first == "C" and rule.signature[0] not in _OUTCOMES:
            lines.setdefault(rule.signature, _told(rule))
    return _with_values(book, list(lines.values())[:_MOST])


def for_grounds(book: Book) -> str:
    """What the grounds of a rulebook rest on, other than their own files, as lines of a comment."""
    sources = {rule.source.name for rule in book.by_head.get(("grounds", 2), ())}
    rules = [rule for rule in book.rules if rule.source.name in sources]
    used = dict.fromkeys(use.atom.signature for rule in rules for use in rule.uses if use.atom.name not in _OUTCOMES)
    documented = _documented(book)
    lines = []
    for signature in used:
        given = [rule for rule in book.by_head.get(signature, ()) if rule.source.name not in sources]
        if signature in book.defined and signature[0] in documented:
            lines.append(documented[signature[0]])
        elif given:
            lines.append(_told(given[0]))
    return _with_values(book, lines[:_MOST])


def _told(rule: Rule) -> str:
    atom = f"{rule.head.name}({', '.join(each.text for each in rule.head.arguments)})"
    return f"%   {atom}   {rule.info.label or ''}".rstrip()


def _comments(book: Book) -> Iterable[str]:
    return (comment.text for file in book.files if file.defined for comment in file.scanned.comments)


def _documented(book: Book) -> dict[str, str]:
    """What comments say of the predicates that the log and the claims give."""
    found = ((_ATOM.match(text), text) for text in _comments(book))
    return {atom[1]: f"%   {text.removeprefix('%').strip()}" for atom, text in found if atom}


def _with_values(book: Book, lines: list[str]) -> str:
    """Lines, and what may stand for those of their arguments that have a list of values."""
    written = set(re.findall(r"\w+", " ".join(lines)))
    named = ((_VALUES.match(text), text) for text in _comments(book))
    values = [f"%     {text.removeprefix('%').strip()}" for found, text in named if found and found[1] in written]
    return "\n".join([*lines, *dict.fromkeys(values)]) + "\n"
