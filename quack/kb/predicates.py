"""What can be asked? Every predicate with its arguments and its meaning, from schema files, labels and headers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from quack.kb.program import BASE, RuleFile, spell
from quack.kb.rulebook import Rulebook
from quack.kb.syntax import RuleCode, Signature

_DECLARED = re.compile(
    r"#defined\s+(?P<name>[\w']+)\s*/\s*(?P<arity>\d+)\s*\.[^%\n]*%(?P<words>[^\n]*(?:\n[ \t]+%[^\n]*)*)"
)
_VARIABLE = re.compile(r"_*[A-Z][\w']*")


class Predicate(NamedTuple):
    """A predicate.

    Attributes:
        form: with its arguments, as `saw(P, Q, R, T)`.
        words: what it means; empty if nothing says it.
        file: where it is declared or derived.
        given: the log or the claims give it; otherwise rules derive it.
    """

    signature: Signature
    form: str
    words: str
    file: str
    given: bool


def predicates(rulebook: Rulebook) -> list[Predicate]:
    """The predicates of a rulebook: what logs and claims give as its schema lists it, then what its rules derive."""
    found: dict[Signature, Predicate] = {}
    for file in rulebook.files:
        for each in _declared(file):
            if each.signature not in rulebook.heads:
                found.setdefault(each.signature, each)
    for file in rulebook.files:
        for each in _derived(file):
            found.setdefault(each.signature, each)
    return list(found.values())


def spelled_forms(rulebook: Rulebook) -> dict[Signature, str]:
    """The predicates as they are written, by signature."""
    return {each.signature: each.form for each in predicates(rulebook)}


def _declared(file: RuleFile) -> Iterator[Predicate]:
    for match in _DECLARED.finditer(file.source.text):
        signature = match["name"], int(match["arity"])
        if signature not in file.defined:
            continue
        comment = " ".join(line.strip(" \t%") for line in match["words"].split("\n"))
        form, words = spell(signature), comment
        if comment.startswith(f"{match['name']}("):
            form, words = _whole(comment)
        yield Predicate(signature, form, words.lstrip(": "), file.source.name, True)


def _whole(text: str) -> tuple[str, str]:
    """An atom at the beginning of a text, and the rest."""
    depth = 0
    for position, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign == ")" and not depth:
            return text[: position + 1], text[position + 1 :]
    return text, ""


def _derived(file: RuleFile) -> Iterator[Predicate]:
    for statement in file.statements:
        rule, code = statement.rule, statement.code
        if rule is None or statement.section != BASE or not isinstance(code, RuleCode):
            continue
        form = " ".join(file.scanned.code[code.head.start : code.head.end].split())
        yield Predicate(rule.head, form, rule.label or "", file.source.name, False)
